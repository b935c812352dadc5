import type { Entry } from '../core/entry.ts'
import type { ReleaseConfig, ReleaseFilter } from '../core/project-files.ts'

/** A section of a release, as the project itself titles it. */
export interface ReleaseSection {
  title: string
  entries: Entry[]
}

/**
 * Files entries as GitHub does: the first category with one of the labels takes an entry, `*` takes any, and
 * what is excluded or fits nowhere is left out of the text.
 */
export function groupByReleaseConfig(
  entries: Entry[],
  config: ReleaseConfig,
): { sections: ReleaseSection[]; leftOut: Entry[] } {
  const sections = config.categories.map(({ title }): ReleaseSection => ({ title, entries: [] }))
  const leftOut: Entry[] = []
  for (const entry of entries) {
    const at = isExcluded(entry, config.exclude)
      ? -1
      : config.categories.findIndex(
          ({ labels, exclude }) => takes(entry, labels) && !isExcluded(entry, exclude),
        )
    if (at === -1) leftOut.push(entry)
    else sections[at]!.entries.push(entry)
  }
  return { sections: sections.filter((section) => section.entries.length > 0), leftOut }
}

function takes(entry: Entry, labels: string[]): boolean {
  return labels.includes('*') || labels.some((label) => entry.labels.includes(label))
}

function isExcluded(entry: Entry, { labels, authors }: ReleaseFilter): boolean {
  if (labels.includes('*') || labels.some((label) => entry.labels.includes(label))) return true
  return entry.authors.length > 0 && entry.authors.every((author) => authors.includes(author))
}
