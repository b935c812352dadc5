import { isMovingTag, isStrayTag } from '../../git/tag.ts'
import { compareVersions, isPreRelease, parseVersion, type Version } from '../../git/version.ts'

/** A tag of the repository. */
export interface FoundTag {
  name: string
  sha: string
  date?: string | null
}

/** The tags that have the same text before the version. */
export interface TagSeries {
  /** Such as `v`, `core@` or `packages/core/v`. */
  prefix: string
  tags: (FoundTag & { version: Version })[]
  /** The tag of the highest version; stable ones come first. */
  newest: FoundTag & { version: Version }
  /** The newest day of its tags; null if no day is known. */
  date: string | null
}

/** Groups the tags of releases by the text before the version, the largest series first. */
export function findTagSeries(tags: FoundTag[]): TagSeries[] {
  const byPrefix = new Map<string, TagSeries['tags']>()
  for (const tag of tags) {
    if (isMovingTag(tag.name) || isStrayTag(tag.name)) continue
    const found = splitTag(tag.name)
    if (!found) continue
    const series = byPrefix.get(found.prefix) ?? []
    series.push({ ...tag, version: found.version })
    byPrefix.set(found.prefix, series)
  }
  return [...byPrefix]
    .map(([prefix, own]) => {
      const sorted = own.toSorted(
        (one, other) =>
          Number(isPreRelease(one.version)) - Number(isPreRelease(other.version)) ||
          compareVersions(other.version, one.version),
      )
      const dates = own.flatMap(({ date }) => date ?? []).toSorted()
      return { prefix, tags: own, newest: sorted[0]!, date: dates.at(-1) ?? null }
    })
    .toSorted((one, other) => other.tags.length - one.tags.length || (one.prefix < other.prefix ? -1 : 1))
}

const maxCharacters = 250

/** Splits a tag before its version; null if it ends with none. */
function splitTag(name: string): { prefix: string; version: Version } | null {
  if (name.length > maxCharacters) return null
  for (const { index } of name.matchAll(/(?<=^|[@/_-]|(?:^|[@/_-])[vV]\.?|[A-Za-z](?=\d{1,9}\.\d))\d/g)) {
    const version = parseVersion(name.slice(index))
    // A date such as 2026-08-17.1 is no prefix and version.
    if (/^\d{4}-(?:\d\d-)?$/.test(name.slice(0, index))) return null
    if (version && version.numbers.length > 1) return { prefix: name.slice(0, index), version }
  }
  return null
}

const genericPrefix = /^(?:v\.?|(?:ver|version|rel|release|releases)[-_/@]?v?)?$/i

/** Whether a prefix names no package: `v`, `release-`, or the name of the repository. */
export function isMainPrefix(prefix: string, names: string[]): boolean {
  const word = prefix.replace(/[@/_-]?v?\.?$/i, '').toLowerCase()
  return genericPrefix.test(prefix) || (word !== '' && names.some((name) => name.toLowerCase() === word))
}

/** The spellings of tags of a package, the usual ones first. */
export function tagForms(name: string): string[] {
  return ['@', '-v', '/v', '@v', '/', '-', '_v', '_', 'v'].map((sign) => `${name}${sign}`)
}

const maxMainPatterns = 4

/** The patterns of the tags that name no package, that of the newest release first. */
export function mainPatterns(series: TagSeries[]): string[] {
  const kept = series.filter(({ tags }, index) => index === 0 || tags.length > 1)
  return kept
    .toSorted((one, other) => compareAge(one, other) || other.tags.length - one.tags.length)
    .slice(0, maxMainPatterns)
    .map(({ prefix }) => `${prefix}{version}`)
}

/** Whether a series has not been used for two years before the newest tag. */
export function isAbandoned(series: TagSeries, all: TagSeries[]): boolean {
  const newest = all
    .flatMap(({ date }) => date ?? [])
    .toSorted()
    .at(-1)
  if (newest === undefined || series.date === null) return false
  return Date.parse(newest) - Date.parse(series.date) > 2 * 366 * 86_400_000
}

/** Compares by the newest day: negative when the first is newer. */
export function compareAge(one: TagSeries, other: TagSeries): number {
  const [first, second] = [one.date ?? '', other.date ?? '']
  return first === second ? 0 : first < second ? 1 : -1
}

/**
 * Tags of one series that are on the same commit, although their versions differ in the first number. A series that
 * did so only in the past has none.
 */
export function findDoubles(series: TagSeries): { name: string; other: string }[] {
  const { tags, date } = series
  const byCommit = new Map<string, TagSeries['tags'][number]>()
  const isRecent = (day: string | null | undefined) =>
    !date || !day || Date.parse(date) - Date.parse(day) < 366 * 86_400_000
  const doubles = tags.flatMap((tag) => {
    const first = byCommit.get(tag.sha)
    if (first === undefined) byCommit.set(tag.sha, tag)
    if (first === undefined || first.version.numbers[0] === tag.version.numbers[0]) return []
    const [high, low] = compareVersions(first.version, tag.version) > 0 ? [first, tag] : [tag, first]
    return [{ name: low.name, other: high.name, date: low.date }]
  })
  return doubles.some((each) => isRecent(each.date)) ? doubles : []
}

const countedBelowOne = 10
const minBelowOne = 5

/** How the newest releases of a series below 1.0 raised the version. */
export interface ReleasesBelowOne {
  /** How many were counted. */
  counted: number
  /** How many of them raised only the last number. */
  patches: number
}

/** Counts the newest releases of a series whose newest version is below 1.0; null if it has too few. */
export function countBelowOne({ tags, newest }: TagSeries): ReleasesBelowOne | null {
  if (newest.version.numbers[0] !== 0) return null
  const versions = tags
    .map(({ version }) => version)
    .filter((version) => !isPreRelease(version) && version.numbers.length === 3)
    .toSorted((one, other) => compareVersions(other, one))
    .slice(0, countedBelowOne + 1)
  const counted = versions.length - 1
  if (counted < minBelowOne) return null
  const patches = versions.slice(0, -1).filter(({ numbers }, index) => {
    const [, minor] = versions[index + 1]!.numbers
    return numbers[1] === minor
  }).length
  return { counted, patches }
}

/** Finds the parts of a calendar version that the newest releases have; null for other versions. */
export function findCalendar({ tags, prefix }: TagSeries): string | null {
  const newest = tags
    .filter(({ version }) => !isPreRelease(version) && version.post.length === 0)
    .toSorted((one, other) => compareVersions(other.version, one.version))
    .slice(0, 6)
  if (newest.length < 2) return null
  const written = newest.map(({ name }) => name.slice(prefix.length).split('.'))
  const dates = newest.map(({ date }) => (date ?? '').split('-').map(Number))
  // A tag can be made a little later than its version says, around the turn of a month.
  const isPart = (index: number, part: number, modulus = 10_000) =>
    newest.filter(({ version }, at) => version.numbers[index] !== dates[at]![part]! % modulus).length <=
    (newest.length > 3 ? 1 : 0)
  const lacksDates = dates.every(([year]) => !year)
  const looksLikeYear = newest.every(({ version: { numbers } }) => numbers[0]! >= 2000 && numbers[0]! <= 2100)
  const year = looksLikeYear && (lacksDates || isPart(0, 0)) ? 'YYYY' : isPart(0, 0, 100) ? 'YY' : null
  if (year === null) return null
  const isPadded = (index: number) => written.some((parts) => /^0\d/.test(parts[index] ?? ''))
  const length = newest[0]!.version.numbers.length
  if (newest.some(({ version }) => version.numbers.length !== length) || length > 4) return null
  const parts = [year]
  const isMonth = newest.every(({ version }) => version.numbers[1]! >= 1 && version.numbers[1]! <= 12)
  if (lacksDates ? isMonth : isPart(1, 1)) parts.push(isPadded(1) ? '0M' : 'MM')
  // Two-digit years are only believed together with their month.
  else if (year === 'YY') return null
  if (parts.length === 2 && length > 2 && !lacksDates && isPart(2, 2)) parts.push(isPadded(2) ? '0D' : 'DD')
  if (parts.length < length) parts.push('MICRO')
  return parts.length === length ? parts.join('.') : null
}
