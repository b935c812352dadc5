import { isUtf8 } from 'node:buffer'
import { Problem } from '../core/errors.ts'
import { maskSecrets } from '../text/mask-secrets.ts'

const mostWords = 160

/** A host's own words as we repeat them: short, on one line, without the token, and without a full stop. */
export function ownWords(text: string, token: string | null): string {
  return maskSecrets([token ?? ''])(text)
    .replace(/[\s\x00-\x1f\x7f]+/g, ' ')
    .trim()
    .slice(0, mostWords)
    .replace(/\.$/, '')
}

/** The text of a file that will be written back, mark and all; what is not UTF-8 is refused, not guessed. */
export function wholeText(bytes: Uint8Array, path: string): string {
  if (isUtf8(bytes)) return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  throw new Problem(
    'write_refused',
    `${path} is not UTF-8, and no byte of it should be harmed: nothing was changed. Save it as UTF-8 first.`,
  )
}

/** All bytes of a file. */
export async function readWhole(bytes: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  for await (const chunk of bytes) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** A text as hosts take the contents of files. */
export function asBase64(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64')
}
