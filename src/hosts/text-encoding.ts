import { isUtf8 } from 'node:buffer'
import { Problem } from '../core/errors.ts'

const windows1252 = new TextDecoder('windows-1252')

/** Decodes bytes in the encoding that a commit declares, else as UTF-8 if they are valid UTF-8, else as Latin-1. */
export function decodeText(bytes: Buffer, encoding: string | null): string {
  const declared = encoding === null ? null : decodeDeclared(bytes, encoding)
  if (declared !== null) return declared
  // Without a valid declaration it is nearly always Latin-1, written by an old client.
  return isUtf8(bytes) ? bytes.toString('utf8') : windows1252.decode(bytes)
}

function decodeDeclared(bytes: Buffer, encoding: string): string | null {
  // Browsers read this name as windows-1252; git, and this function, read it as ISO-8859-1.
  if (/^(?:iso-?8859-1|latin-?1)$/i.test(encoding)) return bytes.toString('latin1')
  const decoder = openDecoder(encoding)
  if (!decoder) return null
  try {
    return decoder.decode(bytes)
  } catch {
    // The bytes are not in the declared encoding; like git, ignore the declaration.
    return null
  }
}

function openDecoder(encoding: string): InstanceType<typeof TextDecoder> | null {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true })
  } catch {
    // An unknown encoding name is ignored.
    return null
  }
}

/** Decodes a file that will be written back, byte order mark included; rejects what is not UTF-8. */
export function decodeUtf8File(bytes: Uint8Array, path: string): string {
  if (isUtf8(bytes)) return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  throw new Problem(
    'write_refused',
    `${path} is not valid UTF-8, so it was not changed. Save it as UTF-8 first.`,
  )
}

/** Reads a body to its end. */
export async function readAll(bytes: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  for await (const chunk of bytes) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Encodes a file's text as hosts expect it. */
export function toBase64(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64')
}
