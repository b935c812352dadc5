import type { Category } from './category.ts'

const names: [Category, RegExp][] = [
  ['Added', /^(?:added|additions?|(?:new )?features?|new|what's new)$/i],
  [
    'Changed',
    /^(?:changed|changes|improve(?:d|ments?)|enhancements?|performance(?: improvements)?|updated)$/i,
  ],
  ['Deprecated', /^(?:deprecated|deprecations?)$/i],
  ['Removed', /^(?:removed|removals?)$/i],
  ['Fixed', /^(?:fixed|fix|fixes|(?:bug ?|hot)fix(?:es)?|bug fix(?:es)?|fixed bugs|bugs fixed)$/i],
  ['Security', /^(?:security(?: fixes)?|vulnerabilities)$/i],
]

/** The category that a name stands for, in the words of Keep a Changelog or of others; null for any other name. */
export function categoryNamed(title: string): Category | null {
  const plain = title
    .slice(0, 60)
    .replace(/:[a-z_]{1,30}:/g, '')
    .replace(/[^\p{L}\p{N}' ]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return names.find(([, form]) => form.test(plain))?.[0] ?? null
}
