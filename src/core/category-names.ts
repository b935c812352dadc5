import { type Category, categoryNamed } from './category.ts'

const otherNames: [Category, RegExp][] = [
  [
    'Added',
    /^(?:add|adds|adding|feat|feature|features? added|feature (?:enhancements|improvements|additions)|(?:major |main |highlighted )?new features?(?: added)?|new functionality|(?:features|additions) (?:and|&|\/) (?:improvements|enhancements|changes)|new|introduced|minor changes)$/i,
  ],
  [
    'Changed',
    /^(?:change|(?:other|notable|general|minor|internal|misc(?:ellaneous)?|behaviou?r(?:al)?|api|ui|user[- ]facing|user[- ]visible|public|performance|usability) (?:changes|improvements|updates|enhancements)|changes? (?:and|&) improvements|improve|improvements?|improving|enhance(?:d|ment|ments)|enhancements? (?:and|&) (?:improvements|changes)|optimi[sz](?:ations?|ed|e)|perf|performance|updates?|updated|refactor(?:ed|ing|s)?|polish|miscellaneous|misc|other)$/i,
  ],
  [
    'Deprecated',
    /^(?:deprecate|deprecates|deprecating|deprecation notices?|deprecated (?:features|apis?))$/i,
  ],
  ['Removed', /^(?:remove|removes|removing|drop|dropped|removed (?:features|apis?)|deleted?)$/i],
  [
    'Fixed',
    /^(?:fixe?s?|fixing|bug|bugs|bug-?fixe?s?|bugs? fixe?[sd]?|bug fixing|fixed (?:bugs|issues)|fixes (?:and|&) improvements|(?:improvements|enhancements|changes) (?:and|&) (?:bug ?)?fixes|bug fixes (?:and|&) (?:improvements|enhancements|other changes)|resolved(?: issues| bugs)?|corrections?|corrected|patch changes|hot ?fix(?:es)?|issues? fixed|issues)$/i,
  ],
  [
    'Security',
    /^(?:security (?:updates?|patch(?:es)?|improvements|issues?|advisor(?:y|ies)|changes)|vulnerability fixes|vulnerability|cves?)$/i,
  ],
]

/** Returns the category that a heading or a label names, with or without emoji and punctuation; null for any other. */
export function findCategory(title: string): Category | null {
  const known = categoryNamed(title)
  if (known) return known
  const plain = title
    .slice(0, 80)
    .replace(/:[a-z_]{1,30}:/g, '')
    .replace(/[^\p{L}\p{N}'’&/ -]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return otherNames.find(([, form]) => form.test(plain))?.[0] ?? null
}

/** Whether a title names breaking changes, which some changelogs list in a group of their own. */
export function isBreakingTitle(title: string): boolean {
  return /^[^\p{L}]*(?:breaking(?:[ -]changes?)?|backwards?[ -]incompatib\w{1,6}(?: changes)?|incompatible changes|major changes|bc breaks?|compatibility notes)[^\p{L}]*$/iu.test(
    title.slice(0, 80),
  )
}

/** Whether a title is above the changes of all categories, as "What's changed" and "Changes since v1.2.0" are. */
export function isGeneralTitle(title: string): boolean {
  return /^(?:what['’]?s (?:changed|new)|(?:all |list of )?changes|changelog)(?: (?:since|in|from|after) [^\s]{1,60})?:?$/i.test(
    title.trim().slice(0, 100),
  )
}

const keywords: [Category, RegExp][] = [
  ['Security', /security|vulnerab|\bcve/i],
  ['Deprecated', /deprecat/i],
  ['Removed', /remov|dropped/i],
  ['Fixed', /fix|bug|crash|regression/i],
  ['Added', /\badd|\bnew\b|feat/i],
  ['Changed', /chang|improv|enhanc|updat|perf|refactor|optimi[sz]|upgrade/i],
]

/** Returns the category that a word in a heading hints at; null if none does. The caller excludes other topics. */
export function categoryByKeyword(heading: string): Category | null {
  return keywords.find(([, form]) => form.test(heading))?.[0] ?? null
}
