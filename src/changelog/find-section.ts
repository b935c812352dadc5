import { isSameRelease } from '../git/tag.ts'
import { compareVersions } from '../git/version.ts'
import { isUnreleased, type NewSection } from './parse-notes.ts'
import { keyOf, lastContent, type Outline, type Section } from './parse-outline.ts'

/** The section of a release, where the file has one; a second is never made. */
export function findSection({ sections }: Outline, section: NewSection): Section | null {
  const { version, label } = section
  const found = sections.find(({ heading }) => {
    if (isUnreleased(section)) return heading.version === null || heading.isPlanned
    if (version) return heading.version !== null && isSameRelease(version, heading.version)
    return keyOf(heading.label) === keyOf(label)
  })
  return found ?? null
}

/** What is not released yet becomes the newest release, and no other. */
export function findUnreleased(outline: Outline, section: NewSection): Section | null {
  if (isUnreleased(section) || !isNewest(outline, section)) return null
  return outline.sections.find(({ heading }) => heading.version === null && !isNamed(heading.label)) ?? null
}

function isNamed(label: string): boolean {
  return /^v?\d/.test(label)
}

/** Whether the file has no release after it. */
export function isNewest({ sections }: Outline, { version }: NewSection): boolean {
  return (
    version === null ||
    sections.every(({ heading }) => !heading.version || compareVersions(heading.version, version) < 0)
  )
}

/** The last line above the place of a new section; -1 when it is the beginning of the file. */
export function findInsertionLine(outline: Outline, section: NewSection): number {
  const { sections, lines } = outline
  const all = sections.filter(({ heading }) => heading.version !== null && !heading.isPlanned)
  // Beside other releases of the same package, where there are some.
  const own = all.filter(({ heading }) => heading.version!.scope === section.version?.scope)
  const released = own.length > 0 ? own : all
  const [first, last] = [released[0]?.heading.version, released.at(-1)?.heading.version]
  const isTurned = first && last ? compareVersions(first, last) < 0 : false
  const next = released.find(({ heading }) => {
    if (section.version === null) return !isTurned
    const order = compareVersions(section.version, heading.version!)
    return isTurned ? order < 0 : order > 0
  })
  if (next) return lastAbove(outline, next.first)
  const end = sections.at(-1)?.end ?? lines.length
  return lastContent(outline, 0, end)
}

/** The last line above another with something in it; addresses and lines drawn there stay above. */
function lastAbove({ lines }: Outline, index: number): number {
  let last = index - 1
  while (last >= 0 && lines[last]!.kind === 'blank') last -= 1
  return last
}
