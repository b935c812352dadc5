import { isUtf8 } from 'node:buffer'

const western = new TextDecoder('windows-1252')

/** The text of bytes whose commit may name their encoding; what is neither that nor UTF-8 is read as Latin-1. */
export function decode(bytes: Buffer, encoding: string | null): string {
  const named = encoding === null ? null : decodeNamed(bytes, encoding)
  if (named !== null) return named
  // Without a true name it is nearly always Latin-1 by an old client.
  return isUtf8(bytes) ? bytes.toString('utf8') : western.decode(bytes)
}

function decodeNamed(bytes: Buffer, encoding: string): string | null {
  // The web reads this name as windows-1252; git, and we, read it as what it says.
  if (/^(?:iso-?8859-1|latin-?1)$/i.test(encoding)) return bytes.toString('latin1')
  const decoder = decoderOf(encoding)
  if (!decoder) return null
  try {
    return decoder.decode(bytes)
  } catch {
    // The bytes are not what the commit says: they are read as if it said nothing, as git does.
    return null
  }
}

function decoderOf(encoding: string): InstanceType<typeof TextDecoder> | null {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true })
  } catch {
    // A name that nobody knows is no name.
    return null
  }
}
