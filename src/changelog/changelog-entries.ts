import type { TagVersion } from '../git/tag.ts'
import { compareVersions } from '../git/version.ts'
import { existingEntry } from './changelog-style.ts'
import { referencesIn } from './entry-references.ts'
import { findSection, isNewest } from './find-section.ts'
import { parsePrefix } from './line-prefixes.ts'
import { type ExistingEntries, normaliseLine } from './match-entries.ts'
import { WordWeights } from './match-words.ts'
import { type EntryItem, parseGroups } from './parse-groups.ts'
import type { NewSection } from './parse-notes.ts'
import type { Outline, Section } from './parse-outline.ts'

/** A release for which existing entries are looked up. */
interface ReleaseView {
  release: Pick<NewSection, 'version'>
  /** Its section in the file, if there is one. */
  target: Section | null
  /** The release that its commits start after, if it is known. */
  since: TagVersion | null
}

/** The entries of all sections of a changelog; read once for all releases. */
export class ChangelogEntries {
  readonly #outline: Outline
  /** The section for unreleased changes. */
  readonly #open: Section | null
  readonly #items = new Map<Section, string[]>()
  readonly #byReference = new Map<string, Set<Section>>()
  readonly #byLine = new Map<string, Set<Section>>()

  constructor(outline: Outline) {
    this.#outline = outline
    this.#open = findSection(outline, { version: null, label: 'Unreleased' })
    const sections = outline.list ? [outline.list] : outline.sections
    for (const [index, section] of sections.entries()) {
      // Headings of an unknown kind end a section, but up to the next release the entries are still about it.
      const end = sections[index + 1]?.first ?? section.end
      const items = parseGroups(outline, { ...section, end }).flatMap((group) =>
        group.items.map((item) => withoutPrefix(outline, item)),
      )
      this.#items.set(section, items)
      for (const item of items) {
        for (const reference of referencesIn(item)) addTo(this.#byReference, reference, section)
        addTo(this.#byLine, normaliseLine(item), section)
      }
    }
  }

  /** Returns what the file contains, from the point of view of one release. */
  viewOf(view: ReleaseView): Omit<ExistingEntries, 'sources'> {
    const { target } = view
    const near = new Set(this.#outline.sections.filter((section) => this.#isAboutSameCommits(section, view)))
    const own = (target && this.#items.get(target)) ?? []
    const others = [...near].filter((section) => section !== target)
    const isElsewhere = (sections: Set<Section> | undefined, writtenOn: string | null = null) =>
      sections !== undefined &&
      [...sections].some((section) => !near.has(section) && !isBefore(section, writtenOn))
    return {
      section: target ? sectionText(this.#outline, target) : '',
      items: [...own, ...others.flatMap((section) => this.#items.get(section)!)],
      ownCount: own.length,
      isReferenceElsewhere: (reference, writtenOn) =>
        isElsewhere(this.#byReference.get(reference), writtenOn),
      isLineElsewhere: (line) => isElsewhere(this.#byLine.get(line)),
      weights: () => new WordWeights(this.#listOlderItems(view)),
    }
  }

  /** The entries of older releases. What this update adds is not among them, so that a second run decides the same. */
  #listOlderItems({ release, target }: ReleaseView): string[] {
    return [...this.#items].flatMap(([{ heading, ...section }, items]) => {
      const { version } = heading
      const isNewer =
        version === null || (release.version !== null && compareVersions(version, release.version) >= 0)
      return isNewer || section.first === target?.first ? [] : items
    })
  }

  /** Whether a section is about the commits of a release: its own, the unreleased one, and those since its start. */
  #isAboutSameCommits(section: Section, { release, target, since }: ReleaseView): boolean {
    if (section === target) return true
    if (section === this.#open) return this.#isNewestBeside(target, release)
    const { version } = section.heading
    if (version === null || since === null || compareVersions(version, since) <= 0) return false
    // The tags of a package name it, and the headings of its changelog usually do not.
    if (version.scope !== '' && version.scope !== since.scope) return false
    return release.version === null || compareVersions(version, release.version) < 0
  }

  #isNewestBeside(target: Section | null, release: ReleaseView['release']): boolean {
    return isNewest({ sections: this.#outline.sections.filter((section) => section !== target) }, release)
  }
}

function isBefore({ heading: { date } }: Section, day: string | null): boolean {
  return day !== null && date !== null && date.iso !== null && date.iso < day
}

/** The text of an item without the label of its category. */
function withoutPrefix(outline: Outline, item: EntryItem): string {
  const { text } = existingEntry(outline, item)
  return text.slice(parsePrefix(text)?.raw.length ?? 0)
}

function addTo(map: Map<string, Set<Section>>, key: string, section: Section): void {
  const known = map.get(key)
  if (known) known.add(section)
  else map.set(key, new Set([section]))
}

function sectionText({ text, lines }: Outline, { body, end }: Section): string {
  return text.slice(lines[body]?.start ?? text.length, lines[end]?.start ?? text.length)
}
