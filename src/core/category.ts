/** The six categories, which Keep a Changelog calls types of changes, in the order in which they are printed. */
export const categories = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'] as const
export type Category = (typeof categories)[number]
