import { formatCause } from '../text/format-error.ts'
import { cutText } from '../text/inline-text.ts'
import { maskSecrets } from '../text/mask-secrets.ts'

const maxQuoted = 200

/** Prepares a text from a gateway for a message: short, on one line, without the key. */
export function quote(text: string, key: string): string {
  // The key is masked first: half a key at the end of a cut text would not be found.
  return cutText(maskSecrets([key], '[key]')(oneLine(text)), maxQuoted)
}

/** The causes of an error for the log, on one line and without the key. */
export function causeWithoutKey(error: unknown, key: string): string {
  return quote(formatCause(error), key)
}

/** Replaces each run of white space, control characters and direction marks with one space. */
function oneLine(text: string): string {
  return text.replace(/[\p{C}\s]+/gu, ' ').trim()
}
