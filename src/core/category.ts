/** The six categories, which Keep a Changelog calls types of changes, in the order in which they are printed. */
export const categories = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'] as const
export type Category = (typeof categories)[number]

/** What a heading of a changelog can mean: a category, or something else such as dependencies or documentation. */
export const headingClasses = [...categories, 'Other'] as const
export type HeadingClass = (typeof headingClasses)[number]

const headingForms: [Category, RegExp][] = [
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

/** Returns the category that a heading names, in Keep a Changelog or a common variant; null for any other heading. */
export function categoryNamed(title: string): Category | null {
  const plain = title
    .slice(0, 60)
    .replace(/:[a-z_]{1,30}:/g, '')
    .replace(/[^\p{L}\p{N}' ]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return headingForms.find(([, form]) => form.test(plain))?.[0] ?? null
}

/** The categories whose changes are always included, and which no writer may change. */
export const mustIncludeCategories: ReadonlySet<Category> = new Set(['Deprecated', 'Removed', 'Security'])
