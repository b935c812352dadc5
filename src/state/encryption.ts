import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const cipher = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/** Seals texts under the operator's secret, each bound to the place it is kept at; an older secret still opens. */
export class Encryption {
  readonly #keys: Buffer[]

  constructor(secret: string, previous: string | null = null) {
    this.#keys = [secret, previous].filter((each) => each !== null).map(keyFrom)
  }

  seal(text: string, place: string): string {
    const nonce = randomBytes(nonceBytes)
    const sealing = createCipheriv(cipher, this.#keys[0]!, nonce).setAAD(Buffer.from(place))
    const hidden = Buffer.concat([sealing.update(text, 'utf8'), sealing.final()])
    return Buffer.concat([nonce, sealing.getAuthTag(), hidden]).toString('base64')
  }

  /** What was sealed for this place; null when it was sealed for another, by another, or was changed. */
  open(sealed: string, place: string): string | null {
    const bytes = Buffer.from(sealed, 'base64')
    if (bytes.length < nonceBytes + tagBytes) return null
    for (const key of this.#keys) {
      const text = openWith(key, bytes, place)
      if (text !== null) return text
    }
    return null
  }
}

function keyFrom(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'notewright', 'seal', 32))
}

function openWith(key: Buffer, bytes: Buffer, place: string): string | null {
  const opening = createDecipheriv(cipher, key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes })
  opening.setAAD(Buffer.from(place)).setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
  try {
    const text = opening.update(bytes.subarray(nonceBytes + tagBytes))
    return Buffer.concat([text, opening.final()]).toString('utf8')
  } catch {
    // Node says no more than that it does not fit; the caller says what follows from it.
    return null
  }
}
