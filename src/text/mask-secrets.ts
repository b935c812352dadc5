/** The text that replaces a secret. */
export const redactedMark = '[redacted]'

/**
 * Makes a function that replaces given secrets in a text: plain, percent-encoded and in base64. Secrets of three
 * characters or fewer are kept, because they occur in ordinary words.
 */
export function maskSecrets(secrets: string[], mark = redactedMark): (text: string) => string {
  const forms = secrets.filter((secret) => secret.length > 3).flatMap(encodeSecret)
  const longestFirst = [...new Set(forms)].sort((one, other) => other.length - one.length)
  return (text) => longestFirst.reduce((masked, form) => masked.replaceAll(form, mark), text)
}

function encodeSecret(secret: string): string[] {
  const inUrl = encodeURIComponent(secret.toWellFormed())
  const inUrlLowerCase = inUrl.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase())
  const bytes = new TextEncoder().encode(secret)
  const inBase64 = [0, 1, 2].map((bytesBefore) => invariantBase64(bytes, bytesBefore))
  const inBase64Url = inBase64.map((digits) => digits.replaceAll('+', '-').replaceAll('/', '_'))
  return [secret, inUrl, inUrlLowerCase, ...inBase64, ...inBase64Url]
}

/**
 * The base64 digits that depend on the secret alone, wherever it occurs in the encoded text: after
 * `x-access-token:`, before a colon, or by itself. The text before it shifts it by 0, 1 or 2 bytes.
 */
function invariantBase64(bytes: Uint8Array, bytesBefore: number): string {
  const digits = btoa('\0'.repeat(bytesBefore) + String.fromCharCode(...bytes))
  const bits = 8 * (bytesBefore + bytes.length)
  return digits.slice(Math.ceil((8 * bytesBefore) / 6), Math.floor(bits / 6))
}
