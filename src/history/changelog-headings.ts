import { type Category, categoryNamed } from '../core/category.ts'
import { categoryByKeyword } from '../core/category-names.ts'
import type { HouseHeading } from '../core/house-style.ts'
import { readChangelog } from './read-changelog.ts'

/** Returns the category that a heading means, by its name or a keyword; null when it is none of the six. */
export function categoryOfHeading(heading: string): Category | null {
  if (/breaking|internal|doc|depend/i.test(heading)) return null
  return categoryNamed(heading) ?? categoryByKeyword(heading)
}

const maxReleases = 60
const maxHeadings = 20

/** Lists the headings of a changelog, the most used first, and the category that each of them means. */
export function listHeadings(changelog: string): HouseHeading[] {
  const counts = new Map<string, number>()
  for (const { entries } of readChangelog(changelog).slice(0, maxReleases))
    for (const { heading } of entries)
      if (heading !== null) counts.set(heading, (counts.get(heading) ?? 0) + 1)
  return [...counts]
    .map(([heading, entries]) => ({ heading, category: categoryOfHeading(heading), entries }))
    .sort((one, other) => other.entries - one.entries)
    .slice(0, maxHeadings)
}
