import type { Entry } from '../core/entry.ts'
import type { ReleaseConfig, ReleaseFilter } from '../core/project-files.ts'

/** A section of a release, with the title from .github/release.yml. */
export interface ReleaseSection {
  title: string
  entries: Entry[]
}

/** The entries by section, and those that are not in the text. */
interface GroupedEntries {
  sections: ReleaseSection[]
  excluded: Entry[]
}

/**
 * Groups entries as GitHub does: an entry goes to the first category with one of its labels, and `*` matches every
 * entry. Entries that are excluded or match no category are not in the text.
 */
export function groupByReleaseConfig(entries: Entry[], config: ReleaseConfig): GroupedEntries {
  const sections = config.categories.map(({ title }): ReleaseSection => ({ title, entries: [] }))
  const excluded: Entry[] = []
  for (const entry of entries) {
    const at = isExcluded(entry, config.exclude)
      ? -1
      : config.categories.findIndex(
          ({ labels, exclude }) => matchesLabels(entry, labels) && !isExcluded(entry, exclude),
        )
    if (at === -1) excluded.push(entry)
    else sections[at]!.entries.push(entry)
  }
  return { sections: sections.filter((section) => section.entries.length > 0), excluded }
}

function matchesLabels(entry: Entry, labels: string[]): boolean {
  return labels.includes('*') || labels.some((label) => entry.labels.includes(label))
}

function isExcluded(entry: Entry, { labels, authors }: ReleaseFilter): boolean {
  if (matchesLabels(entry, labels)) return true
  return entry.authors.length > 0 && entry.authors.every((author) => authors.includes(author))
}
