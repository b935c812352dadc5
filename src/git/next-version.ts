import { Problem } from '../core/errors.ts'
import type { BumpLevel } from '../core/repository-config.ts'
import type { Versioning } from '../core/versioning.ts'
import { parseVersion, type Version } from './version.ts'

/** What the next version is made from. */
export interface VersionBase {
  /** The release that it follows; null if there is none. */
  previous: Version | null
  /** The highest level of the changes. */
  bump: BumpLevel
  /** The texts of all versions that have a tag. */
  taken: ReadonlySet<string>
  /** The day of the release, YYYY-MM-DD. */
  today: string
}

/** Makes the stable version that follows a release; null if there is nothing to release. */
export function nextStableVersion(versioning: Versioning, base: VersionBase): string | null {
  const { scheme, initial, zero, calver } = versioning
  if (scheme === 'none') return null
  if (scheme === 'calver') return nextCalendarVersion(calver, base)
  if (base.previous === null) return initial
  return base.bump === 'none' ? null : raise(base.previous, base.bump, zero)
}

function raise({ numbers }: Version, bump: BumpLevel, zero: Versioning['zero']): string {
  const [major = 0, minor = 0, patch = 0] = numbers
  const level = major === 0 ? levelBelowOne(bump, zero) : bump
  if (level === 'major') return `${major + 1}.0.0`
  return level === 'minor' ? `${major}.${minor + 1}.0` : `${major}.${minor}.${patch + 1}`
}

/** What a level means while the major version is 0. */
function levelBelowOne(bump: BumpLevel, zero: Versioning['zero']): BumpLevel {
  if (zero === 'leave') return bump
  if (bump === 'major') return 'minor'
  return zero === 'shift' ? 'patch' : bump
}

/** Adds the channel and the number of a pre-release, one more than the highest of those that exist. */
export function nextPreRelease(stable: string, channel: string, earlier: Iterable<Version>): string {
  return `${stable}-${channel}.${highestPreRelease(stable, channel, earlier) + 1}`
}

/** The highest number among the pre-releases of a version in a channel; 0 if there is none. */
function highestPreRelease(stable: string, channel: string, earlier: Iterable<Version>): number {
  let highest = 0
  for (const version of earlier) {
    if (isPreReleaseOf(version, stable, channel)) highest = Math.max(highest, Number(version.pre[1]))
  }
  return highest
}

/** Whether a version is a numbered pre-release of another one, such as `1.5.0-rc.2` of `1.5.0`. */
export function isPreReleaseOf(version: Version, stable: string, channel: string): boolean {
  const { numbers, pre } = version
  return (
    numbers.join('.') === parseVersion(stable)?.numbers.join('.') &&
    pre.length === 2 &&
    pre[0] === channel &&
    /^\d{1,9}$/.test(pre[1]!)
  )
}

const dateParts = /YYYY|YY|0Y|MM|0M|WW|0W|DD|0D|MICRO/g

/** Makes the calendar version of a day; `MICRO` counts from 0 within what the other parts name. */
function nextCalendarVersion(calver: string, { bump, previous, taken, today }: VersionBase): string | null {
  if (bump === 'none' && previous !== null) return null
  const parts = datePartsOf(today)
  const print = (micro: string) =>
    calver.replace(dateParts, (part) => (part === 'MICRO' ? micro : parts[part as keyof typeof parts]))
  if (!calver.includes('MICRO')) {
    const version = print('')
    if (!taken.has(version)) return version
    throw new Problem(
      'version_taken',
      `The version of ${today} is ${version}, which already has a tag. Add MICRO to versioning.calver, such as "${calver}.MICRO".`,
    )
  }
  const [before = '', after = ''] = print('\0').split('\0')
  let highest = -1
  for (const version of taken) {
    const micro = version.slice(before.length, version.length - after.length)
    if (version.startsWith(before) && version.endsWith(after) && /^\d{1,9}$/.test(micro))
      highest = Math.max(highest, Number(micro))
  }
  return print(String(highest + 1))
}

function datePartsOf(today: string) {
  const [year, month, day] = today.split('-').map(Number) as [number, number, number]
  const week = weekOfYear(year, month, day)
  const padded = (value: number) => String(value).padStart(2, '0')
  const short = year % 100
  return {
    ...{ YYYY: String(year), YY: String(short), '0Y': padded(short) },
    ...{ MM: String(month), '0M': padded(month), DD: String(day), '0D': padded(day) },
    ...{ WW: String(week), '0W': padded(week) },
  }
}

const dayMs = 86_400_000

/** The week of a date, counted from the first day of its year, so that later weeks have higher numbers. */
function weekOfYear(year: number, month: number, day: number): number {
  const days = (Date.UTC(year, month - 1, day) - Date.UTC(year, 0, 1)) / dayMs
  return 1 + Math.floor(days / 7)
}
