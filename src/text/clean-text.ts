import { cutText } from './inline-text.ts'

const terminalCommands = /\x1b(?:\[[0-9;:<=>?]*[ -/]*[@-~]|[@-Z\\-_])/g

// Control characters but tab and line feed; direction marks; characters that are drawn as nothing.
// The joiners U+200C and U+200D stay: Persian and emoji are written with them.
const invisible =
  /[\0-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu

const lineBreaks = /\r\n?|[\u0085\u2028\u2029]/g

const mostMessageCharacters = 16 * 1024
const mostLineCharacters = 1000
const mostNameCharacters = 200

// Any character that one of the patterns above could want, or half of a pair: most texts have none.
const suspicious =
  /[\0-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff\ufff9-\ufffb]/

/** Takes out what a person cannot see and a terminal or a reader could be fooled by. */
export function cleanText(text: string): string {
  if (!suspicious.test(text)) return text
  return text.toWellFormed().replace(lineBreaks, '\n').replace(terminalCommands, '').replace(invisible, '')
}

/** The same for names: one line, and no longer than a name can be. */
export function cleanLine(text: string): string {
  const line = cleanText(cutText(text, mostLineCharacters)).replace(/[\n\t]/g, ' ')
  return cutText(line.trim(), mostNameCharacters)
}

/** A commit message of bounded length and bounded lines, and whether something had to be cut for it. */
export function cleanMessage(text: string): { message: string; cut: boolean } {
  const short = cutText(text, mostMessageCharacters)
  if (short === text && isTidy(text)) return { message: text.trim(), cut: false }
  const lines = cleanText(short).split('\n')
  const kept = lines.map((line) => cutText(line, mostLineCharacters).trimEnd())
  const cut = short.length < text.length || lines.some((line) => line.length > mostLineCharacters)
  return { message: kept.join('\n').trim(), cut }
}

/** A file of bounded lines; how much of it there is, is its reader's matter. */
export function cleanFile(text: string): string {
  return cleanText(text)
    .split('\n')
    .map((line) => cutText(line, mostLineCharacters).trimEnd())
    .join('\n')
}

/** Whether nothing is to be cut or cleaned; one look along the text, since most are so. */
function isTidy(text: string): boolean {
  if (text.includes(' \n') || text.includes('\t\n') || suspicious.test(text)) return false
  let start = 0
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
    if (end - start > mostLineCharacters) return false
    start = end + 1
  }
  return text.length - start <= mostLineCharacters
}
