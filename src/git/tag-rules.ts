import { isMovingTag, isStrayTag, parseReleaseTag, type TagVersion, versionLabel } from './tag.ts'
import { parseVersion } from './version.ts'

/** How a project tags its releases. */
export interface TagRules {
  /** Patterns such as `v{version}`; the first one names new tags. Null: any tag that reads as a version. */
  patterns: string[] | null
  /** Whether a tag is not a release although it looks like one. */
  isIgnored: (name: string) => boolean
  /** Whether the release after some pre-releases covers their changes too, or only what came after the last one. */
  preReleases: 'collect' | 'separate'
}

/** The rules of a project that configures none. */
export const defaultTagRules: TagRules = {
  patterns: null,
  isIgnored: () => false,
  preReleases: 'collect',
}

const placeholder = '{version}'

/** Parses the tag of a release by the rules of the project; null for any other tag. */
export function readReleaseTag(name: string, { patterns, isIgnored }: TagRules): TagVersion | null {
  if (isIgnored(name) || isMovingTag(name)) return null
  if (patterns === null) return isStrayTag(name) ? null : parseReleaseTag(name)
  for (const pattern of patterns) {
    const { before, after } = splitPattern(pattern)
    if (name.length <= before.length + after.length) continue
    if (!name.startsWith(before) || !name.endsWith(after)) continue
    const version = parseVersion(name.slice(before.length, name.length - after.length))
    if (version) return { ...version, scope: '', prefix: before }
  }
  return null
}

/** The version that a release tag names: under `core@{version}` that of `core@1.3.0` is `1.3.0`. */
export function versionOfTag(name: string, rules: TagRules): string {
  const pattern = rules.patterns?.find((each) => readReleaseTag(name, { ...rules, patterns: [each] }))
  if (pattern === undefined) {
    const tag = parseReleaseTag(name)
    return tag?.scope === '' ? name.slice(tag.prefix.length) : versionLabel(name)
  }
  const { before, after } = splitPattern(pattern)
  return name.slice(before.length, name.length - after.length)
}

/** Names the tag of a new version: by the first pattern, or spelled like the newest release's. */
export function nameTag(version: string, { patterns }: TagRules, newest: string | null): string {
  if (patterns?.[0] !== undefined) {
    const { before, after } = splitPattern(patterns[0])
    return `${before}${version}${after}`
  }
  const prefix = newest === null ? undefined : parseReleaseTag(newest)?.prefix
  return `${prefix ?? 'v'}${version}`
}

function splitPattern(pattern: string): { before: string; after: string } {
  const at = pattern.indexOf(placeholder)
  return { before: pattern.slice(0, at), after: pattern.slice(at + placeholder.length) }
}
