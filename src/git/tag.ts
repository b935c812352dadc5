import { compareVersions, isSameVersion, parseVersion, type Version } from './version.ts'

/** A version as a tag or the heading of a release writes it: `v1.2.0`, `core@1.2.0`, `release-1.2.0`. */
export interface TagVersion extends Version {
  /** The package it belongs to, such as `core` or `@acme/core`; empty in a repository of one package. */
  scope: string
  /** The text before the first number of the version: `v`, `core@`, `release-`. */
  prefix: string
}

const longestTag = 250
// Three forms: core@1.2.0 or cli/v1.2.0, log4j-2.17.0 or curl-8_21_0, and go1.21.0.
const prefixForms = [
  /^(@?[A-Za-z][\w./-]{0,99})[@/]v?(?=\d)/i,
  /^([A-Za-z][A-Za-z_-]{0,99})[-_]v?(?=\d)/i,
  /^(?!v\d|ver\d|version\d|rel\d|release\d)([A-Za-z][\w./-]{0,99}?)[-_]v?(?=\d{1,9}[._]\d)/i,
  /^([A-Za-z]{1,40})(?=\d{1,9}\.\d)/,
  /^(?:v\.?)?(?=\d)/i,
]
const genericWord = /^(?:v|ver|version|rel|releases?)$/i

/** Parses the name of a tag, or of a release in a heading; null when it names no version. */
export function parseTag(name: string): TagVersion | null {
  const found = prefixForms.map((form) => form.exec(name)).find((match) => match !== null)
  if (!found) return null
  const [prefix, word = ''] = found
  // Some projects write underscores between the numbers: curl-8_21_0.
  const version = parseVersion(name.slice(prefix.length, longestTag).replace(/(?<=\d)_(?=\d)/g, '.'))
  return version && { ...version, scope: genericWord.test(word) ? '' : word, prefix }
}

/** Parses the tag of one release; null for any other name and for tags that move with each release (`v4`). */
export function parseReleaseTag(name: string): TagVersion | null {
  const tag = parseTag(name)
  return tag && tag.numbers.length > 1 ? tag : null
}

/** Whether a tag moves from release to release, as `v4` and `latest` do. */
export function isMovingTag(name: string): boolean {
  return /^(?:v?\d+|latest|stable|nightly|edge|next)$/.test(name)
}

/** Whether a tag is a number by chance, such as `016.5`: no version begins with a padded number. */
export function isStrayTag(name: string): boolean {
  return /^v?0\d/i.test(name)
}

/** The version as a heading shows it: the tag without its leading `v`. */
export function versionLabel(tag: string): string {
  return tag.replace(/^v(?=\d)/, '')
}

/** Sorts by the names of tags: versions first, package by package, the newest version of each first. */
export function sortTags<Item>(items: Item[], nameOf: (item: Item) => string): Item[] {
  const tags = items.map((item) => ({ item, name: nameOf(item), version: parseTag(nameOf(item)) }))
  return tags.sort(compareTags).map(({ item }) => item)
}

interface NamedTag {
  name: string
  version: TagVersion | null
}

function compareTags(one: NamedTag, other: NamedTag): number {
  if (!one.version || !other.version)
    return (one.version ? 0 : 1) - (other.version ? 0 : 1) || compareTexts(one.name, other.name)
  return (
    compareTexts(one.version.scope, other.version.scope) ||
    compareVersions(other.version, one.version) ||
    compareTexts(one.name, other.name)
  )
}

function compareTexts(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}

/** Whether two names mean the same release; a package that only one of them names makes no difference. */
export function isSameRelease(one: TagVersion, other: TagVersion): boolean {
  const isOtherPackage = one.scope !== '' && other.scope !== '' && one.scope !== other.scope
  return !isOtherPackage && isSameVersion(one, other)
}
