import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const cipher = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/** Encrypts text with the operator's secret. The previous secret still decrypts what it encrypted. */
export class Encryption {
  readonly #keys: Buffer[]

  constructor(secret: string, previous: string | null = null) {
    this.#keys = [secret, previous].filter((each) => each !== null).map(deriveKey)
  }

  /** Binds the result to the name under which it is stored: it cannot be decrypted under another one. */
  encrypt(text: string, name: string): string {
    const nonce = randomBytes(nonceBytes)
    const encryption = createCipheriv(cipher, this.#keys[0]!, nonce).setAAD(Buffer.from(name))
    const encrypted = Buffer.concat([encryption.update(text, 'utf8'), encryption.final()])
    return Buffer.concat([nonce, encryption.getAuthTag(), encrypted]).toString('base64')
  }

  /** Returns null if the text was changed, or encrypted under another name or with another secret. */
  decrypt(encrypted: string, name: string): string | null {
    const bytes = Buffer.from(encrypted, 'base64')
    if (bytes.length < nonceBytes + tagBytes) return null
    for (const key of this.#keys) {
      const text = decryptWith(key, bytes, name)
      if (text !== null) return text
    }
    return null
  }
}

function deriveKey(secret: string): Buffer {
  // The last label is part of the stored format.
  return Buffer.from(hkdfSync('sha256', secret, 'notewright', 'seal', 32))
}

function decryptWith(key: Buffer, bytes: Buffer, name: string): string | null {
  const decryption = createDecipheriv(cipher, key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes })
  decryption.setAAD(Buffer.from(name)).setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
  try {
    const text = decryption.update(bytes.subarray(nonceBytes + tagBytes))
    return Buffer.concat([text, decryption.final()]).toString('utf8')
  } catch {
    // Authentication failed; Node gives no further reason.
    return null
  }
}
