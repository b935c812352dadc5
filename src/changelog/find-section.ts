import { isSameRelease } from '../git/tag.ts'
import { compareVersions } from '../git/version.ts'
import { isUnreleased, type NewSection } from './parse-notes.ts'
import { keyOf, lastContent, type Outline, type Section } from './parse-outline.ts'

/** Finds the section of a release; null if the file has none. */
export function findSection({ sections }: Outline, section: NewSection): Section | null {
  const { version, label } = section
  const found = sections.find(({ heading }) => {
    if (isUnreleased(section)) return heading.version === null || heading.isPlanned
    if (version) return heading.version !== null && isSameRelease(version, heading.version)
    return keyOf(heading.label) === keyOf(label)
  })
  return found ?? null
}

/** Finds the unreleased section that becomes this release; null unless the release is the newest. */
export function findUnreleased(outline: Outline, section: NewSection): Section | null {
  if (isUnreleased(section) || !isNewest(outline, section)) return null
  return (
    outline.sections.find(({ heading }) => heading.version === null && !isVersionLabel(heading.label)) ?? null
  )
}

function isVersionLabel(label: string): boolean {
  return /^v?\d/.test(label)
}

/** Whether the file has no newer release. */
export function isNewest({ sections }: Outline, { version }: NewSection): boolean {
  return (
    version === null ||
    sections.every(({ heading }) => !heading.version || compareVersions(heading.version, version) < 0)
  )
}

/** Returns the line after which a new section is inserted; -1 for the beginning of the file. */
export function findInsertionLine(outline: Outline, section: NewSection): number {
  const { sections, lines } = outline
  const all = sections.filter(({ heading }) => heading.version !== null && !heading.isPlanned)
  // In a monorepo, releases of the same package are kept together.
  const own = all.filter(({ heading }) => heading.version!.scope === section.version?.scope)
  const released = own.length > 0 ? own : all
  const [first, last] = [released[0]?.heading.version, released.at(-1)?.heading.version]
  const isOldestFirst = first && last ? compareVersions(first, last) < 0 : false
  const next = released.find(({ heading }) => {
    if (section.version === null) return !isOldestFirst
    const order = compareVersions(section.version, heading.version!)
    return isOldestFirst ? order < 0 : order > 0
  })
  if (next) return lastAbove(outline, next.first)
  const end = sections.at(-1)?.end ?? lines.length
  return lastContent(outline, 0, end)
}

/** The last line above another that is not blank. */
function lastAbove({ lines }: Outline, index: number): number {
  let last = index - 1
  while (last >= 0 && lines[last]!.kind === 'blank') last -= 1
  return last
}
