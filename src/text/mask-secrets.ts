/** What is shown in the place of a secret. */
export const redactedMark = '[redacted]'

/** Makes a function that hides given secrets in logs and errors: as they are, in addresses, and in base64. */
export function maskSecrets(values: string[]): (text: string) => string {
  // A value of three letters would be found in ordinary words.
  const forms = values.filter((value) => value.length > 3).flatMap(formsOf)
  const longestFirst = [...new Set(forms)].sort((one, other) => other.length - one.length)
  return (text) => longestFirst.reduce((left, form) => left.replaceAll(form, redactedMark), text)
}

function formsOf(value: string): string[] {
  const inAddress = encodeURIComponent(value.toWellFormed())
  const bytes = new TextEncoder().encode(value)
  const inBase64 = [0, 1, 2].map((bytesBefore) => coreOfBase64(bytes, bytesBefore))
  const lowerHex = inAddress.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase())
  return [
    value,
    inAddress,
    lowerHex,
    ...inBase64,
    ...inBase64.map((core) => core.replaceAll('+', '-').replaceAll('/', '_')),
  ]
}

/**
 * The letters of base64 that depend on the value alone, wherever it stands in what is encoded: after
 * `x-access-token:`, before a colon, or by itself. What stands before it only shifts it by 0, 1 or 2 bytes.
 */
function coreOfBase64(bytes: Uint8Array, bytesBefore: number): string {
  const letters = btoa('\0'.repeat(bytesBefore) + String.fromCharCode(...bytes))
  const bits = 8 * (bytesBefore + bytes.length)
  return letters.slice(Math.ceil((8 * bytesBefore) / 6), Math.floor(bits / 6))
}
