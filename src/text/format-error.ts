import { Problem } from '../core/errors.ts'
import { redact } from './redact.ts'

const maxCauses = 5
const maxLetters = 300
const maxFrames = 20

/** Formats an error and its causes on one line for the log: their types and codes, without the data they quote. */
export function formatCause(error: unknown): string {
  return causesOf(error).map(formatOne).join(' ← ')
}

/** Formats an unexpected error and its causes with their stack frames. */
export function formatError(error: unknown): string {
  return causesOf(error)
    .flatMap((cause) => [formatOne(cause), ...framesOf(cause)])
    .join('\n')
}

function causesOf(error: unknown): unknown[] {
  const causes: unknown[] = []
  for (let cause = error; cause != null && causes.length < maxCauses; ) {
    causes.push(cause)
    cause = cause instanceof Error ? cause.cause : null
  }
  return causes
}

function formatOne(error: unknown): string {
  if (error instanceof Problem) return `Problem ${error.code}`
  if (!(error instanceof Error)) return redact(String(error).slice(0, maxLetters)).text
  const name = error.name === 'Error' ? error.constructor.name : error.name
  const code = 'code' in error && typeof error.code === 'string' ? ` ${error.code.slice(0, 60)}` : ''
  const message = isEngineError(error) ? `: ${withoutQuotes(error.message)}` : ''
  return `${name}${code}${message}`
}

/** Whether the JavaScript engine throws errors of this type; messages of other errors may quote private data. */
function isEngineError(error: Error): boolean {
  return error instanceof TypeError || error instanceof ReferenceError || error instanceof RangeError
}

/** Keeps quoted identifiers; any other quoted text, and all after it, may be private data and is cut. */
function withoutQuotes(message: string): string {
  const [line = ''] = message.slice(0, maxLetters).split('\n', 1)
  const bare = line.replace(/(["'`])([A-Za-z_$][\w$]{0,40})\1/g, '$2')
  const [safe = ''] = bare.split(/["'`]/, 1)
  return redact(safe === bare ? safe : `${safe}…`).text
}

function framesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return []
  // The message precedes the frames and may contain lines that look like frames.
  const lines = (error.stack ?? '').replace(error.message, () => '').split('\n')
  return lines.filter((line) => /^ {4}at [^\n]{0,400}:\d{1,7}:\d{1,7}\)?$/.test(line)).slice(0, maxFrames)
}
