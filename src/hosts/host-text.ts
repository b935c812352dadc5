import { isUtf8 } from 'node:buffer'
import { Problem } from '../errors.ts'

/** The text of a file that will be written back, mark and all; what is not UTF-8 is refused, not guessed. */
export function wholeText(bytes: Uint8Array, path: string): string {
  if (isUtf8(bytes)) return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  throw new Problem(
    'write_refused',
    `${path} is not UTF-8, and no byte of it should be harmed: nothing was changed. Save it as UTF-8 first.`,
  )
}

/** A text as hosts take the contents of files. */
export function asBase64(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64')
}
