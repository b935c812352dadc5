import { isSameRelease, type TagVersion } from '../git/tag.ts'
import { compareVersions } from '../git/version.ts'
import { findDate } from './heading-date.ts'
import { isAfterRelease, maskMarkup, plannedWord } from './parse-heading.ts'
import { isUnreleased, type NewSection } from './parse-notes.ts'
import { keyOf, lineText, type Outline, type Section } from './parse-outline.ts'

/** Finds the section of a release; null if the file has none. */
export function findSection(
  outline: Outline,
  section: Pick<NewSection, 'version' | 'label'>,
): Section | null {
  const { version, label } = section
  if (isUnreleased(section)) return findOpenSection(outline)
  const found = outline.sections.filter(({ heading }) => {
    if (version) return heading.version !== null && isSameRelease(version, heading.version)
    return keyOf(heading.label) === keyOf(label)
  })
  return found.find(({ heading }) => version && heading.version?.scope === version.scope) ?? found[0] ?? null
}

/** Finds the section for unreleased changes: the one called so, or else a planned version newer than all releases. */
function findOpenSection({ sections, list }: Outline): Section | null {
  const isForgotten = createForgottenCheck(sections)
  const unreleased = sections.find(
    (section, index) =>
      section.heading.version === null &&
      (!isVersionLabel(section.heading.label) || plannedWord.test(section.heading.title)) &&
      !isForgotten(index),
  )
  const planned = sections.find(
    ({ heading }) =>
      heading.isPlanned &&
      sections.every(
        ({ heading: { version, isPlanned } }) =>
          isPlanned ||
          !version ||
          !isSameScope(version, heading.version!) ||
          compareVersions(version, heading.version!) < 0,
      ),
  )
  if (unreleased && planned) return unreleased.first < planned.first ? unreleased : planned
  return unreleased ?? planned ?? list
}

/**
 * Returns a check whether a section is between releases: it was forgotten there when its changes were released, or is
 * about something else. One release above a section called "Unreleased" can be a back-port; three cannot.
 */
function createForgottenCheck(sections: Section[]): (index: number) => boolean {
  const released = [...sections.keys()].filter((index) => {
    const { version, isPlanned } = sections[index]!.heading
    return version !== null && !isPlanned
  })
  const last = released.at(-1) ?? -1
  return (index) => {
    const isNamed = /unreleased/i.test(sections[index]!.heading.label)
    const above = released[isNamed ? 2 : 0]
    return above !== undefined && above < index && index < last
  }
}

function isSameScope(one: TagVersion, other: TagVersion): boolean {
  return one.scope === '' || other.scope === '' || one.scope === other.scope
}

/** Finds the unreleased section that becomes this release; null unless the release is the newest. */
export function findUnreleased(outline: Outline, section: NewSection): Section | null {
  const { sections, list } = outline
  const released = sections.filter(({ heading }) => !heading.isPlanned)
  if (isUnreleased(section) || !isNewest({ sections: released }, section)) return null
  const { version } = section
  const open = findOpenSection(outline)
  const isNewestOfAll = isNewest(outline, section)
  return (
    sections.find((each) => {
      const { heading } = each
      if (heading.version === null) return isNewestOfAll && each === open
      if (!heading.isPlanned || version === null || version.pre.length > 0) return false
      // `3.0.0-dev` becomes 3.0.0, and `2.9.1.9000` any release after 2.9.1.
      return isAfterRelease(heading.version)
        ? isNewestOfAll && each === open
        : heading.version.pre.length > 0 && sameNumbers(heading.version, version)
    }) ?? (isNewestOfAll ? list : null)
  )
}

function sameNumbers(one: TagVersion, other: TagVersion): boolean {
  return compareVersions({ ...one, pre: [], post: [] }, { ...other, pre: [], post: [] }) === 0
}

function isVersionLabel(label: string): boolean {
  return /^v?\d/.test(label)
}

/** Whether the file has no newer release. */
export function isNewest(
  { sections }: Pick<Outline, 'sections'>,
  { version }: Pick<NewSection, 'version'>,
): boolean {
  return (
    version === null ||
    sections.every(
      ({ heading }) =>
        !heading.version ||
        !isSameScope(heading.version, version) ||
        compareVersions(heading.version, version) < 0,
    )
  )
}

/** Where a new section is inserted: before a section, or at the end of the releases. */
export type InsertionPoint = { before: Section } | { after: Section } | null

/** Finds the place of a new section by the order of the file; null if the file has no sections. */
export function findInsertionPoint(outline: Outline, section: NewSection): InsertionPoint {
  const { lines } = outline
  // A section in a collapsed block is no place for others.
  const visible = outline.sections.filter(({ body }) => lines[body - 1]!.details === 0)
  const sections = visible.length > 0 ? visible : outline.sections
  const [first, last] = [sections[0], sections.at(-1)]
  if (!first || !last) return null
  const all = sections.filter(({ heading }) => heading.version !== null && !heading.isPlanned)
  // In a monorepo, releases of the same package are kept together.
  const own = all.filter(({ heading }) => heading.version!.scope === section.version?.scope)
  const released = own.length > 0 ? own : all
  if (released.length === 0) return section.version === null ? { before: first } : { after: last }
  const isOldestFirst = ascends(released)
  if (section.version === null)
    return isOldestFirst ? { after: last } : { before: aboveDates(outline, topOf(sections, released[0]!)) }
  const compare = isByDate(released, isOldestFirst) ? compareByDate : compareByVersion
  const candidate = { version: section.version, date: section.date }
  const planned = sections.filter(
    ({ heading }) => heading.isPlanned && heading.version!.scope === released[0]!.heading.version!.scope,
  )
  const lastOf = new Map(sections.map((each) => [versionKey(each), each]))
  const ordered = sections
    .filter((each) => released.includes(each) || planned.includes(each))
    // The first of two headings of one version is a mistake if a newer release follows it.
    .filter((each, index, listed) => {
      const below = listed[index + 1]?.heading.version
      const isAboveNewer = below && compareVersions(below, each.heading.version!) > 0
      return isOldestFirst || !isAboveNewer || lastOf.get(versionKey(each)) === each
    })
    .map((each) => {
      const position = { version: each.heading.version!, date: each.heading.date?.iso ?? null }
      const order = planned.includes(each)
        ? compareByVersion(candidate, position)
        : compare(candidate, position)
      return { section: each, order }
    })
  const next = ordered.find(({ order }) => order !== null && (isOldestFirst ? order < 0 : order > 0))
  if (next) return { before: next.section === first ? aboveDates(outline, first) : next.section }
  return { after: released === own && own.length < all.length ? own.at(-1)! : outline.sections.at(-1)! }
}

function versionKey({ heading: { version } }: Section): string {
  return version === null ? '' : [version.scope, version.numbers, version.pre, version.post].join(' ')
}

/** A new unreleased section goes above all others that are not released. */
function topOf(sections: Section[], released: Section): Section {
  return sections.find(({ heading }) => heading.isPlanned) && sections[0]!.first < released.first
    ? sections[0]!
    : released
}

/** Some changelogs have sections above the first release whose headings are only dates: a new section goes above them. */
function aboveDates(outline: Outline, section: Section): Section {
  let first = section.first
  for (let index = section.first - 1; index >= 0; index -= 1) {
    const { kind, depth } = outline.lines[index]!
    const text = maskMarkup(lineText(outline, index).replace(/^#{1,6} /, '')).trim()
    const date = /^(?:text|heading)$/.test(kind) && text.length <= 40 ? findDate(text) : null
    const isDate = date?.start === 0 && date.end === text.length
    if (isDate && (kind === 'heading' || outline.lines[index - 1]?.kind !== 'text')) first = index
    else if (kind === 'heading' && depth < section.depth) break
  }
  return { ...section, first }
}

/** What the order of releases depends on. */
interface Position {
  version: TagVersion
  date: string | null
}

function compareByVersion(one: Position, other: Position): number {
  return compareVersions(one.version, other.version)
}

function compareByDate(one: Position, other: Position): number | null {
  if (one.date === null) return compareByVersion(one, other)
  if (other.date === null) return null
  if (one.date !== other.date) return one.date < other.date ? -1 : 1
  return compareByVersion(one, other)
}

/** Whether the file begins with its oldest release. */
function ascends(released: Section[]): boolean {
  let balance = 0
  for (const [one, other] of pairs(released)) {
    const [earlier, later] = [one.heading.date?.iso, other.heading.date?.iso]
    const byDate = earlier && later && earlier !== later ? (earlier < later ? -1 : 1) : null
    balance += Math.sign(byDate ?? compareVersions(one.heading.version!, other.heading.version!))
  }
  return balance < 0
}

/** Whether dates explain the order of the file better than versions do. */
function isByDate(released: Section[], isOldestFirst: boolean): boolean {
  const sign = isOldestFirst ? -1 : 1
  let [datesWrong, versionsWrong, dated] = [0, 0, 0]
  for (const [one, other] of pairs(released)) {
    const [earlier, later] = [one.heading.date?.iso, other.heading.date?.iso]
    if (earlier && later) {
      dated += 1
      if (earlier !== later && (earlier < later ? -1 : 1) !== sign) datesWrong += 1
    }
    if (Math.sign(compareVersions(one.heading.version!, other.heading.version!)) === -sign) versionsWrong += 1
  }
  const isDated =
    released.length === 1 ? Boolean(released[0]!.heading.date?.iso) : dated * 2 >= released.length - 1
  return isDated && datesWrong < versionsWrong
}

function pairs(released: Section[]): [Section, Section][] {
  return released.slice(1).map((each, index) => [released[index]!, each])
}
