import { type Category, categoryNamed, type HeadingClass } from '../core/category.ts'
import { categoryByKeyword } from '../core/category-names.ts'
import type { HouseHeading } from '../core/house-style.ts'
import { readChangelog } from './read-changelog.ts'

// Headings about people and files, which list no changes.
const notAboutChanges =
  /\b(?:contribut(?:or|ion)s?|thanks|thank you|credits?|acknowledge?ments?|authors|people|committers|sponsors?|checksums?|downloads?|full changelog)\b/i
const otherClass =
  /\b(?:internals?|docs?|documentation|dependenc(?:y|ies)|deps|misc(?:ellaneous)?|others?|tests?|testing|chores?|maintenance|builds?|ci|tooling|infrastructure|housekeeping|under the hood|development|packaging|translations?|locali[sz]ation|refactor(?:s|ings?)?|code quality|project)\b/i

// Such headings name the part of the version that a change raises, not its category.
const versionPart = /^(?:major|minor|patch) changes$/i

/** Whether a heading introduces people or files, not changes, such as "New Contributors". */
export function isAboutPeople(heading: string): boolean {
  return notAboutChanges.test(heading)
}

/** Returns the class of a heading: a category, or `Other` for documentation, dependencies and their kind. */
export function classOfHeading(heading: string): HeadingClass | null {
  if (isAboutPeople(heading) || versionPart.test(heading)) return null
  const category = categoryOfHeading(heading)
  if (category !== null) return category
  return otherClass.test(heading) ? 'Other' : null
}

/** Returns the category that a heading means, by its name or a keyword; null when it is none of the six. */
export function categoryOfHeading(heading: string): Category | null {
  if (/breaking|\bbc[- ]break|internal|doc|depend|refactor/i.test(heading) || isAboutPeople(heading))
    return null
  return categoryNamed(heading) ?? categoryByKeyword(heading)
}

const maxReleases = 60
const maxHeadings = 20

/** Lists the headings of a changelog, the most used first, and the category that each of them means. */
export function listHeadings(changelog: string): HouseHeading[] {
  const counts = new Map<string, number>()
  for (const { entries } of readChangelog(changelog).slice(0, maxReleases))
    for (const { heading } of entries)
      if (heading !== null && !isAboutPeople(heading)) counts.set(heading, (counts.get(heading) ?? 0) + 1)
  return [...counts]
    .map(([heading, entries]) => ({ heading, category: categoryOfHeading(heading), entries }))
    .sort((one, other) => other.entries - one.entries)
    .slice(0, maxHeadings)
}
