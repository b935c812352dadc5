import { parseFooterLine } from './parse-footers.ts'

/** A message in two parts. */
export interface SplitMessage {
  subject: string
  body: string
}

/** Splits a message after its first line, or after the rest of it where a host cut it or an editor wrapped it. */
export function splitSubject(text: string): SplitMessage {
  const end = text.indexOf('\n')
  if (end === -1) return { subject: text.trim(), body: '' }
  const first = text.slice(0, end).trimEnd()
  const rest = text.slice(end + 1)
  const joined = rest.startsWith('\n') ? joinCut(first, rest) : joinWrapped(first, rest)
  return joined ?? { subject: first.trim(), body: rest.trim() }
}

/** Hosts cut a long title with an ellipsis and go on in the body. */
function joinCut(first: string, rest: string): SplitMessage | null {
  const cut = /^\n(?:…|\.\.\.)([^\n]*)/.exec(rest)
  if (!cut || !/(?:…|\.\.\.)$/.test(first)) return null
  return { subject: first.replace(/(?:…|\.\.\.)$/, '') + cut[1], body: rest.slice(cut[0].length).trim() }
}

/** Where no line is left blank, the subject is the first sentence, on however many lines an editor wrote it. */
function joinWrapped(first: string, rest: string): SplitMessage | null {
  const lines = rest.split('\n')
  const end = lines.findIndex((line) => !isProse(line))
  const below = end === -1 ? lines : lines.slice(0, end)
  if (!goesOn(first, below)) return null
  const prose = [first, ...below].join(' ')
  const subject = firstSentence.exec(prose)?.[0] ?? prose
  const others = [prose.slice(subject.length), ...lines.slice(below.length)]
  return { subject: subject.trim(), body: others.join('\n').trim() }
}

const otherThanProse = /^(?:\s|[-*+•]\s|[>|]|#{1,6}\s|\d{1,3}[.)]\s|```|~~~|\(cherry picked from )/

function isProse(line: string): boolean {
  return line !== '' && !otherThanProse.test(line) && parseFooterLine(line) === null
}

// What follows `e.g.` or an initial is the same sentence.
const firstSentence = /^.{10,}?(?<!\b(?:e\.g|i\.e|vs|cf|[A-Z]))[.!?](?=\s+["'(`]?\p{Lu})/u

const usualWidth = 66
const beginsSmall = /^\p{Ll}/u
const beginsInside = /^(?:[\p{Ll}\d({]|-{1,2}\w)/u
// A line that ends so wants another: after a small word, a comma, or half of somebody's name.
const endsOpen =
  /(?:,|\b(?:a|an|and|are|as|at|be|but|by|for|from|github|if|in|into|is|issue|not|of|on|or|so|than|that|the|to|when|which|with)|\b(?:by|from) \p{Lu}[\p{L}'-]*)$/iu

/** Whether the lines below a first line go on with its sentence. */
function goesOn(first: string, [next, ...others]: string[]): boolean {
  if (next === undefined || /[.:!?;]$/.test(first)) return false
  if (others.length === 0 && beginsSmall.test(next)) return true
  // Only a line into which the next word did not fit was broken by an editor.
  const isFull = first.length + next.split(' ', 1)[0]!.length >= usualWidth
  return isFull && (beginsInside.test(next) || endsOpen.test(first))
}
