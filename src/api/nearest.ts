/** The known name that a misspelt one most likely meant; null when none is close. */
export function nearest(name: string, known: string[]): string | null {
  if (name.length > 40) return null
  const plain = (text: string) => text.toLowerCase().replace(/[^a-z]/g, '')
  let best: string | null = null
  let least = 3
  for (const candidate of known) {
    const distance = editDistance(plain(name), plain(candidate))
    if (distance < least && distance < candidate.length - 1) {
      best = candidate
      least = distance
    }
  }
  return best ?? known.find((candidate) => startAlike(plain(name), plain(candidate))) ?? null
}

function startAlike(one: string, other: string): boolean {
  return one.length >= 4 && other.length >= 4 && (one.startsWith(other) || other.startsWith(one))
}

function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= other.length; j += 1) {
      const swap = row[j - 1]! + (one[i - 1] === other[j - 1] ? 0 : 1)
      next.push(Math.min(swap, row[j]! + 1, next[j - 1]! + 1))
    }
    row = next
  }
  return row[other.length]!
}
