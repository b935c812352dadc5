import { joinCutTitle } from '../../text/join-cut-title.ts'
import { parseFooterLine } from './parse-footers.ts'

/** The subject of a message and the rest of it. */
export interface SplitMessage {
  subject: string
  body: string
}

/** Splits a message after its first line; joins a first line that a host cut or an editor wrapped. */
export function splitSubject(text: string): SplitMessage {
  const end = text.indexOf('\n')
  if (end === -1) return { subject: text.trim(), body: '' }
  const first = text.slice(0, end).trimEnd()
  const rest = text.slice(end + 1)
  if (!rest.startsWith('\n')) return joinWrapped(first, rest) ?? { subject: first.trim(), body: rest.trim() }
  const joined = joinCutTitle(text)
  return joined
    ? { subject: joined.title, body: joined.rest.trim() }
    : { subject: first.trim(), body: rest.trim() }
}

/** Without a blank line after the first one, the subject is the first sentence, even over several lines. */
function joinWrapped(first: string, rest: string): SplitMessage | null {
  const lines = rest.split('\n')
  const end = lines.findIndex((line) => !isProse(line))
  const below = end === -1 ? lines : lines.slice(0, end)
  if (!continuesBelow(first, below)) return null
  const prose = [first, ...below].join(' ')
  const subject = firstSentence.exec(prose)?.[0] ?? prose
  const others = [prose.slice(subject.length), ...lines.slice(below.length)]
  return { subject: subject.trim(), body: others.join('\n').trim() }
}

const notProse = /^(?:\s|[-*+•]\s|[>|]|#{1,6}\s|\d{1,3}[.)]\s|```|~~~|\(cherry picked from )/

function isProse(line: string): boolean {
  return line !== '' && !notProse.test(line) && parseFooterLine(line) === null
}

// `e.g.` or an initial does not end the sentence.
const firstSentence = /^.{10,}?(?<!\b(?:e\.g|i\.e|vs|cf|[A-Z]))[.!?](?=\s+["'(`]?\p{Lu})/u

const usualWidth = 66
const beginsSmall = /^\p{Ll}/u
const beginsInside = /^(?:[\p{Ll}\d({]|-{1,2}\w)/u
// A line with such an end continues on the next one: a small word, a comma, or half of a name.
const endsOpen =
  /(?:,|\b(?:a|an|and|are|as|at|be|but|by|for|from|github|if|in|into|is|issue|not|of|on|or|so|than|that|the|to|when|which|with)|\b(?:by|from) \p{Lu}[\p{L}'-]*)$/iu

/** Whether the lines below a first line continue its sentence. */
function continuesBelow(first: string, [next, ...others]: string[]): boolean {
  if (next === undefined || /[.:!?;]$/.test(first)) return false
  if (others.length === 0 && beginsSmall.test(next)) return true
  // An editor wraps a line only where the next word does not fit.
  const isFull = first.length + next.split(' ', 1)[0]!.length >= usualWidth
  return isFull && (beginsInside.test(next) || endsOpen.test(first))
}
