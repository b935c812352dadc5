import type { ShareLink } from '../editor-model/draft-record.ts'

/** The most bytes that the server keeps of a shared draft. */
const maxBytes = 1024 * 1024
/** The most bytes that a shared draft may have without compression, which a hostile link could exceed. */
const maxTextBytes = 50_000_000
const nonceBytes = 12
// Authenticated with each draft, so that bytes of another format are rejected.
const format = new TextEncoder().encode('notewright-draft-1')

/** An error whose message is for the user. */
export class ShareError extends Error {}

/** A draft that only those who have the key can read. */
interface EncryptedDraft {
  /** In base64url. */
  ciphertext: string
  /** 256 bits in base64url. */
  key: string
}

/** Compresses a text and encrypts it with a new key. */
export async function encryptDraft(text: string): Promise<EncryptedDraft> {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  const nonce = crypto.getRandomValues(new Uint8Array(nonceBytes))
  const key = await importKey(bytes, 'encrypt')
  const packed = await readBytes(
    new Blob([text]).stream().pipeThrough(new CompressionStream('gzip')),
    maxTextBytes,
  )
  const encrypted = await crypto.subtle.encrypt(parameters(nonce), key, packed)
  const all = new Uint8Array(nonceBytes + encrypted.byteLength)
  all.set(nonce)
  all.set(new Uint8Array(encrypted), nonceBytes)
  if (all.byteLength > maxBytes)
    throw new ShareError('This draft is too large for a link (1 MB at most). Export it and send the file.')
  return { ciphertext: toBase64Url(all), key: toBase64Url(bytes) }
}

/** Decrypts what `encryptDraft` returned; throws if the key or the bytes are damaged. */
export async function decryptDraft({ ciphertext, key }: EncryptedDraft): Promise<string> {
  try {
    const all = fromBase64Url(ciphertext)
    const imported = await importKey(fromBase64Url(key), 'decrypt')
    const packed = await crypto.subtle.decrypt(
      parameters(all.slice(0, nonceBytes)),
      imported,
      all.slice(nonceBytes),
    )
    const bytes = await readBytes(
      new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip')),
      maxTextBytes,
    )
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    if (error instanceof ShareError) throw error
    throw new ShareError('This link is incomplete or damaged. Copy the whole link, or ask for a new one.')
  }
}

/** The address of a shared draft. What follows the `#` never leaves the browser. */
export function formatShareLink({ id, key }: Pick<ShareLink, 'id' | 'key'>, origin: string): string {
  return `${origin}/#draft=${id}.${key}`
}

function parameters(nonce: Uint8Array<ArrayBuffer>): AesGcmParams {
  return { name: 'AES-GCM', iv: nonce, additionalData: format }
}

async function importKey(bytes: Uint8Array<ArrayBuffer>, use: 'encrypt' | 'decrypt'): Promise<CryptoKey> {
  // Browsers encrypt only on pages that no one can change on the way.
  if (!globalThis.crypto.subtle)
    throw new ShareError('Shared drafts need HTTPS. Open Notewright over https:// or on localhost.')
  return crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, [use])
}

async function readBytes(
  stream: ReadableStream<Uint8Array>,
  limit: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  let size = 0
  const reader = stream.getReader()
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.byteLength
    if (size > limit) {
      await reader.cancel()
      throw new ShareError('This draft is too large to open (50 MB at most).')
    }
    parts.push(part.value)
  }
  const all = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.byteLength
  }
  return all
}

function toBase64Url(bytes: Uint8Array): string {
  let text = ''
  // A call has only so many arguments.
  for (let at = 0; at < bytes.length; at += 8192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const decoded = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(decoded, (character) => character.charCodeAt(0))
}
