const maxLength = 1500

const functionWords = new Set(
  'a also an and are as at be been by can for from has have if in into is it its no not now of on or so than that the then this to was when which will with'.split(
    ' ',
  ),
)

/** The markup of links, references, mentions and addresses, none of which is wording. */
const references = [
  /\[[^[\]]{0,100}\d{1,9}\]{1,2}\([^()\s]{1,300}\)/g,
  /\(?\bhttps?:[^\s()]{1,500}\)?/g,
  /\[{0,2}(?<![\w&])(?:[#!]|GH-)\d{1,9}\]{0,2}/g,
  /\[{0,2}(?<![\w.])@[\w-]{1,80}\]{0,2}/g,
  /(?<!\w)(?=[a-f]*\d)[0-9a-f]{7,40}(?!\w)/g,
]

/** Returns the stems of a text in order; an identifier counts whole and by its parts. */
export function splitWords(text: string): string[] {
  let bare = text.slice(0, maxLength)
  for (const pattern of references) bare = bare.replace(pattern, ' ')
  const stems: string[] = []
  for (const [word] of bare.matchAll(/[\p{L}\p{N}_]+/gu)) {
    const parts = word.split(/_+|(?<=[a-z0-9])(?=[A-Z])/)
    for (const part of parts.length > 1 ? [word, ...parts] : parts) {
      const plain = part.toLowerCase()
      if (plain !== '' && !functionWords.has(plain)) stems.push(stem(plain))
    }
  }
  return stems
}

/** Removes English endings; that a stem is no word does no harm, because stems are only compared. */
function stem(word: string): string {
  const short = word
    .replace(/ies$/, 'y')
    .replace(/ation(?:al|s)?$/, 'at')
    .replace(/(?:ings?|ed|es|s|ers?|ly|ments?|[ai]ble)$/, '')
    .replace(/([bdfgklmnprt])\1$/, '$1')
    .replace(/e$/, '')
  return short.length < 2 ? word : short
}
