import type { OwnLine } from './own-words.ts'
import type { BumpLevel } from './repository-config.ts'

const ranks: Record<BumpLevel, number> = { none: 0, patch: 1, minor: 2, major: 3 }

/** The highest of some levels. */
export function highestBump(levels: Iterable<BumpLevel>): BumpLevel {
  let highest: BumpLevel = 'none'
  for (const level of levels) if (ranks[level] > ranks[highest]) highest = level
  return highest
}

/**
 * The level that a news fragment declares for some packages, or for any if none is given; null if it declares none for
 * them. The organisation of a package need not be the same: `@acme/core` is also `core`.
 */
export function declaredBump({ declares }: OwnLine, packages: string[] | null): BumpLevel | null {
  if (!declares) return null
  if (packages === null) return highestBump(declares.map(({ bump }) => bump))
  const exact = declares.filter(({ name }) => packages.includes(name))
  const shortNames = packages.map(shortName)
  const own = exact.length > 0 ? exact : declares.filter(({ name }) => shortNames.includes(shortName(name)))
  return own.length === 0 ? null : highestBump(own.map(({ bump }) => bump))
}

function shortName(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1)
}
