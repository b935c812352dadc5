import { formatCause } from '../text/format-error.ts'
import { cutText } from '../text/inline-text.ts'

const mostQuoted = 200

/** Words of a gateway, fit to be quoted: short, on one line, without the key. */
export function quote(words: string, key: string): string {
  // Cut last: half a key at the end of a cut text would not be found.
  return cutText(withoutKey(oneLine(words), key), mostQuoted)
}

/** What led to an error, on one line and without the key, as the log shows it. */
export function causeWithoutKey(error: unknown, key: string): string {
  return quote(formatCause(error), key)
}

/** A text in which the key, plain or encoded, cannot be found. */
function withoutKey(text: string, key: string): string {
  return formsOf(key).reduce((rest, form) => rest.replaceAll(form, '[key]'), text)
}

function formsOf(key: string): string[] {
  if (key === '') return []
  // A letter or two in base64 would be found everywhere.
  const encoded = [0, 1, 2].flatMap((offset) => {
    const base64 = base64At(key, offset)
    return base64.length < 4 ? [] : [base64, base64.replaceAll('+', '-').replaceAll('/', '_')]
  })
  return [key, encodeURIComponent(key), ...encoded]
}

/** How a key looks in base64 wherever it stands: without the letters that its neighbours have a part in. */
function base64At(key: string, offset: number): string {
  const bytes = Buffer.from('\0'.repeat(offset) + key)
  const first = Math.ceil((offset * 8) / 6)
  return bytes.toString('base64').slice(first, Math.floor((bytes.length * 8) / 6))
}

/** Control characters, direction marks and the like become spaces, and then one. */
function oneLine(text: string): string {
  return text.replace(/[\p{C}\s]+/gu, ' ').trim()
}
