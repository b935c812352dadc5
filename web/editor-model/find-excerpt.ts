/** A part of a text; marked if it names something that the entry names too. */
export interface ExcerptPart {
  text: string
  isMarked: boolean
}

const maxLength = 400
const maxTextLength = 20_000

/** Returns the paragraph of the texts that shares most names with an entry, with those names marked. */
export function findExcerpt(texts: string[], entryText: string): ExcerptPart[] {
  const names = namesIn(entryText)
  const paragraphs = texts.flatMap((text) => {
    // The first line of each text is its title, which stands above the excerpt.
    const [, ...lines] = text.slice(0, maxTextLength).split('\n')
    return lines
      .join('\n')
      .split(/\n\s*\n/)
      .map((each) => each.replace(/\s+/g, ' ').trim())
      .filter((each) => each !== '' && !/^(?:[A-Za-z-]+: .*<.*@.*>|#+ |<!--)/.test(each))
  })
  const scored = paragraphs.map((text) => ({ text, score: countNames(text, names) }))
  const best = scored.reduce((one, other) => (other.score > one.score ? other : one), { text: '', score: -1 })
  if (best.text === '') return []
  const cut = best.text.length > maxLength ? `${best.text.slice(0, maxLength - 1).trimEnd()}…` : best.text
  return markNames(cut, names)
}

/** The words of a text that name something: code, versions, numbers, mixed case. */
function namesIn(text: string): Set<string> {
  const words = text.match(/[\p{L}\p{N}_$][\p{L}\p{N}_.$/:-]*[\p{L}\p{N}_$]|\p{N}/gu) ?? []
  return new Set(
    words
      .filter((word) => /[\p{N}_$/:]|\p{Ll}\p{Lu}|\p{Lu}{2}|\./u.test(word))
      .map((word) => word.toLowerCase()),
  )
}

function splitWords(text: string): string[] {
  return text.split(/([\p{L}\p{N}_$][\p{L}\p{N}_.$/:-]*[\p{L}\p{N}_$]|\p{N})/u)
}

function countNames(text: string, names: Set<string>): number {
  const found = new Set(splitWords(text).map((word) => word.toLowerCase()))
  return [...names].filter((name) => found.has(name)).length
}

function markNames(text: string, names: Set<string>): ExcerptPart[] {
  const parts: ExcerptPart[] = []
  for (const word of splitWords(text)) {
    const isMarked = names.has(word.toLowerCase())
    const last = parts.at(-1)
    if (word === '') continue
    if (last && last.isMarked === isMarked && !isMarked) last.text += word
    else parts.push({ text: word, isMarked })
  }
  return parts
}
