/** A hash that has seen the beginning of a text. */
export type Hashing = number

/** Begins a hash (FNV-1a) with the beginning of a text. */
export function hashStart(text: string): Hashing {
  return goOn(0x811c9dc5, text)
}

/** Ends a begun hash with the rest of the text. */
export function hashFrom(begun: Hashing, text: string): number {
  return mixed(goOn(begun, text))
}

/** The same for two words with a space between them, without putting them together. */
export function hashPair(begun: Hashing, one: string, other: string): number {
  return mixed(goOn(goOn(goOn(begun, one), ' '), other))
}

function mixed(hash: number): number {
  // The bits are mixed once more, and 31 of them kept: what engines hold in a machine word.
  return ((hash ^ (hash >>> 15)) >>> 0) >>> 1
}

/** The number by which a trait is known. */
export function hashFeatureName(name: string): number {
  return hashFrom(hashStart(name), '')
}

function goOn(hash: number, text: string): number {
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return hash
}
