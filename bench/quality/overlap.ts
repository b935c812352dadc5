/** How much of the words of two texts is shared, from 0 to 1: the F1 of their sets of words. */
export function overlapOf(ours: string, theirs: string): number {
  const a = wordsOf(ours)
  const b = wordsOf(theirs)
  const shared = [...a].filter((word) => b.has(word)).length
  return shared === 0 ? 0 : (2 * shared) / (a.size + b.size)
}

function wordsOf(text: string): Set<string> {
  // References and addresses are not wording.
  const bare = text
    .slice(0, 2000)
    .toLowerCase()
    .replace(/https?:\S+|#\d+|@[\w-]+/g, ' ')
  return new Set(bare.match(/[\p{L}\p{N}_]+/gu) ?? [])
}
