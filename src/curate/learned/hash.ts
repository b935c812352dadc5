/** The state of a hash after the beginning of a text. */
export type HashState = number

/** Starts a hash (FNV-1a) with the beginning of a text. */
export function startHash(text: string): HashState {
  return update(0x811c9dc5, text)
}

/** Finishes a hash with the rest of the text. */
export function finishHash(state: HashState, text: string): number {
  return mixBits(update(state, text))
}

/** Finishes a hash with two words and a space between them, without concatenating them. */
export function finishPairHash(state: HashState, one: string, other: string): number {
  return mixBits(update(update(update(state, one), ' '), other))
}

function mixBits(hash: number): number {
  // Keeps 31 bits, so that engines store the hash as a small integer.
  return ((hash ^ (hash >>> 15)) >>> 0) >>> 1
}

/** The hash by which the model knows a feature. */
export function hashFeatureName(name: string): number {
  return finishHash(startHash(name), '')
}

function update(hash: number, text: string): number {
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return hash
}
