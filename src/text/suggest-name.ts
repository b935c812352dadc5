/** Returns the known name that a misspelt name probably means; null if none is similar. */
export function suggestName(name: string, known: string[]): string | null {
  if (name.length > 40) return null
  const normalise = (text: string) => text.toLowerCase().replace(/[^a-z]/g, '')
  let best: string | null = null
  let leastDistance = 3
  for (const candidate of known) {
    const distance = editDistance(normalise(name), normalise(candidate))
    if (distance < leastDistance && distance < candidate.length - 1) {
      best = candidate
      leastDistance = distance
    }
  }
  return best ?? known.find((candidate) => sharePrefix(normalise(name), normalise(candidate))) ?? null
}

function sharePrefix(a: string, b: string): boolean {
  return a.length >= 4 && b.length >= 4 && (a.startsWith(b) || b.startsWith(a))
}

/** The Levenshtein distance. */
export function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const substitution = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(substitution, row[j]! + 1, next[j - 1]! + 1))
    }
    row = next
  }
  return row[b.length]!
}
