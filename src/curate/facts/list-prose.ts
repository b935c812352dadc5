const minLength = 30
const maxLength = 240
const maxLines = 5000

/** Lists the sentences of a document, without code, tables, headings and lines that only machines need. */
export function listProse(text: string): string[] {
  return paragraphsOf(text).flatMap((paragraph) =>
    paragraph
      .replace(/!?\[([^\]]{0,200})\]\([^)\s]{0,400}\)/g, '$1')
      .replace(/\*\*|__/g, '')
      .split(/(?<=[.!?]) (?=[A-Z`*])/)
      .map((sentence) => sentence.trim())
      .filter(
        (sentence) => sentence.length >= minLength && sentence.length <= maxLength && isProse(sentence),
      ),
  )
}

/** Joins the lines of each paragraph and list item. */
function paragraphsOf(text: string): string[] {
  const paragraphs: string[] = []
  let fence: string | null = null
  let open = false
  for (const line of text.split('\n', maxLines)) {
    const mark: string | undefined = /^\s*(`{3}|~{3})/.exec(line)?.[1]
    if (mark !== undefined) fence = fence === null ? mark : fence === mark ? null : fence
    const isSkipped =
      mark !== undefined ||
      fence !== null ||
      /^(?: {4}|\t)|^\s*(?:[|#=<:.[!{}]|import |export |---|\/\/|$)/.test(line)
    if (isSkipped || line.length > 2000) {
      open = false
      continue
    }
    const item = /^\s*(?:[-*+>]|\d{1,3}[.)])\s+/.exec(line)?.[0]
    const content = line.slice(item?.length ?? 0).trim()
    if (open && item === undefined && paragraphs.at(-1)!.length < 4000)
      paragraphs[paragraphs.length - 1] += ` ${content}`
    else paragraphs.push(content)
    open = true
  }
  return paragraphs
}

/** Whether a sentence is complete and consists mostly of words. */
function isProse(sentence: string): boolean {
  const words = sentence.split(/\s+/)
  const isComplete =
    /^[A-Z`*]/.test(sentence) &&
    /[.!]$/.test(sentence) &&
    !/https?:\/\/|\b(?:e\.g|i\.e|etc|vs)\.$/.test(sentence) &&
    sentence.split('(').length === sentence.split(')').length
  return (
    isComplete &&
    words.length >= 5 &&
    words.filter((word) => /^[\p{L}'’(`-]/u.test(word)).length >= 0.7 * words.length
  )
}
