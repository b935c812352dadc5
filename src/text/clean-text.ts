import { cutText } from './inline-text.ts'

const terminalCommands = /\x1b(?:\[[0-9;:<=>?]*[ -/]*[@-~]|[@-Z\\-_])/g

// Control characters except tab and line feed, direction marks, and zero-width characters.
// The joiners U+200C and U+200D are kept: Persian and emoji need them.
const invisible =
  /[\0-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu

const lineBreaks = /\r\n?|[\u0085\u2028\u2029]/g

const maxMessageCharacters = 16 * 1024
const maxLineCharacters = 1000
const maxNameCharacters = 200

// Every character that the patterns above can match, and lone surrogates; most texts have none.
const suspicious =
  /[\0-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff\ufff9-\ufffb]/

/** Removes invisible characters and terminal escape sequences, which could mislead a terminal or a reader. */
export function cleanText(text: string): string {
  if (!suspicious.test(text)) return text
  return text.toWellFormed().replace(lineBreaks, '\n').replace(terminalCommands, '').replace(invisible, '')
}

/** Finds a control, direction or invisible character other than tab and line feed, as `U+200B`; null if there is none. */
export function findInvisible(text: string): string | null {
  if (!suspicious.test(text)) return null
  const found =
    /[\u0085\u2028\u2029]|\p{Surrogate}/u.exec(text) ?? new RegExp(invisible.source, 'u').exec(text)
  if (found === null) return null
  return `U+${found[0].codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`
}

/** Cleans a name: one line of bounded length. */
export function cleanLine(text: string): string {
  const line = cleanText(cutText(text, maxLineCharacters)).replace(/[\n\t]/g, ' ')
  return cutText(line.trim(), maxNameCharacters)
}

/** Cleans a commit message and bounds its length and its lines; `cut` when something was removed for that. */
export function cleanMessage(text: string): { message: string; cut: boolean } {
  const short = cutText(text, maxMessageCharacters)
  if (short === text && isTidy(text)) return { message: text.trim(), cut: false }
  const lines = cleanText(short).split('\n')
  const kept = lines.map((line) => cutText(line, maxLineCharacters).trimEnd())
  const cut = short.length < text.length || lines.some((line) => line.length > maxLineCharacters)
  return { message: kept.join('\n').trim(), cut }
}

/** Cleans a file and bounds its lines; the reader of the file bounds its size. */
export function cleanFile(text: string): string {
  return cleanText(text)
    .split('\n')
    .map((line) => cutText(line, maxLineCharacters).trimEnd())
    .join('\n')
}

/** Whether nothing needs to be cut or cleaned, as in most texts; checked in one pass. */
function isTidy(text: string): boolean {
  if (text.includes(' \n') || text.includes('\t\n') || suspicious.test(text)) return false
  let start = 0
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
    if (end - start > maxLineCharacters) return false
    start = end + 1
  }
  return text.length - start <= maxLineCharacters
}
