/** The different words of a text, in small letters. */
export function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [])
}

/** How many words two texts share. */
export function countShared(some: Set<string>, others: Set<string>): number {
  let shared = 0
  for (const word of some) if (others.has(word)) shared += 1
  return shared
}
