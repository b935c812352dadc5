import { Problem } from '../core/errors.ts'
import { redact } from './redact.ts'

const mostCauses = 5
const mostLetters = 300
const mostFrames = 20

/** What led to an error, on one line, as a log may hold it: the kinds of the errors, not the words they are about. */
export function formatCause(error: unknown): string {
  return linksOf(error).map(tellOne).join(' ← ')
}

/** The same with the places in the program it came from, for errors that nobody foresaw. */
export function formatError(error: unknown): string {
  return linksOf(error)
    .flatMap((link) => [tellOne(link), ...framesOf(link)])
    .join('\n')
}

function linksOf(error: unknown): unknown[] {
  const links: unknown[] = []
  for (let link = error; link != null && links.length < mostCauses; ) {
    links.push(link)
    link = link instanceof Error ? link.cause : null
  }
  return links
}

function tellOne(link: unknown): string {
  if (link instanceof Problem) return `Problem ${link.code}`
  if (!(link instanceof Error)) return redact(String(link).slice(0, mostLetters)).text
  const name = link.name === 'Error' ? link.constructor.name : link.name
  const code = 'code' in link && typeof link.code === 'string' ? ` ${link.code.slice(0, 60)}` : ''
  const words = speaksOfProgram(link) ? `: ${withoutQuotes(link.message)}` : ''
  return `${name}${code}${words}`
}

/** These are the engine's own, and speak of the program; others may quote whatever they were given. */
function speaksOfProgram(error: Error): boolean {
  return error instanceof TypeError || error instanceof ReferenceError || error instanceof RangeError
}

/** A name in quotes is one of the program's; what else stands in quotes, and all after it, may be anybody's. */
function withoutQuotes(message: string): string {
  const [line = ''] = message.slice(0, mostLetters).split('\n', 1)
  const bare = line.replace(/(["'`])([A-Za-z_$][\w$]{0,40})\1/g, '$2')
  const [safe = ''] = bare.split(/["'`]/, 1)
  return redact(safe === bare ? safe : `${safe}…`).text
}

function framesOf(link: unknown): string[] {
  if (!(link instanceof Error)) return []
  // The message stands before the places, and may have lines that look like some.
  const lines = (link.stack ?? '').replace(link.message, () => '').split('\n')
  return lines.filter((line) => /^ {4}at [^\n]{0,400}:\d{1,7}:\d{1,7}\)?$/.test(line)).slice(0, mostFrames)
}
