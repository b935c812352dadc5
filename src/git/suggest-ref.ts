import { editDistance } from '../text/suggest-name.ts'
import { isSameRelease, parseTag, sortTags } from './tag.ts'

const longestName = 60
const mostNames = 5000

/**
 * Returns the tag or branch that an unknown name probably means: another spelling of the same version, a misspelt name,
 * or the only name that begins with it. Null if none is similar.
 */
export function suggestRef(name: string, known: string[]): string | null {
  if (name.length > longestName || name.startsWith('refs/')) return null
  const candidates = sortTags([...new Set(known)].slice(0, mostNames), (each) => each)
  return (
    candidates.find((each) => each.toLowerCase() === name.toLowerCase()) ??
    findSameVersion(name, candidates) ??
    findMisspelt(name, candidates) ??
    findOnlyLonger(name, candidates)
  )
}

/** `v1.57.0` for `1.57.0`, and the other way around; of several the one most alike. */
function findSameVersion(name: string, candidates: string[]): string | null {
  const version = parseTag(name)
  if (!version) return null
  const same = candidates.filter((each) => {
    const other = parseTag(each)
    return other !== null && isSameRelease(version, other)
  })
  return mostAlike(name, same)?.name ?? null
}

function findMisspelt(name: string, candidates: string[]): string | null {
  const mostEdits = name.length > 5 ? 2 : 1
  const found = mostAlike(
    name,
    candidates.filter((each) => Math.abs(each.length - name.length) <= mostEdits),
  )
  return found !== null && found.distance <= mostEdits ? found.name : null
}

function mostAlike(name: string, candidates: string[]): { name: string; distance: number } | null {
  const all = candidates.map((each) => ({
    name: each,
    distance: editDistance(name.toLowerCase(), each.toLowerCase().slice(0, 2 * longestName)),
  }))
  const least = Math.min(...all.map(({ distance }) => distance))
  return all.find(({ distance }) => distance === least) ?? null
}

function findOnlyLonger(name: string, candidates: string[]): string | null {
  const longer = candidates.filter((each) => each.startsWith(name) || each.endsWith(`/${name}`))
  return name.length >= 3 && longer.length === 1 ? longer[0]! : null
}
