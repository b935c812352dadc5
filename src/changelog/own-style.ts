import type { ChangelogStyle } from './changelog-style.ts'
import type { NewEntry, NewSection } from './parse-notes.ts'

/** What the configuration of a project decides about a section, instead of the style of the file. */
export interface OwnStyle {
  /** The title of the heading; null for one like the others of the file. */
  heading: string | null
  /** Whether groups have the titles of the notes, in their order. */
  hasOwnTitles: boolean
  /** Whether the entries are one list. */
  isFlat: boolean
  /** Whether entries are printed as the notes have them. */
  isVerbatim: boolean
}

/** Gives entries whose groups have titles of their own a key for each title, even where two mean the same category. */
export function keyByTitle(entries: NewEntry[]): NewEntry[] {
  const titles = new Map<string, Set<string>>()
  for (const { key, title } of entries) titles.set(key, (titles.get(key) ?? new Set()).add(title))
  return entries.map((entry) =>
    titles.get(entry.key)!.size > 1 ? { ...entry, key: entry.title.toLowerCase() } : entry,
  )
}

/** Returns the style of the file with what the configuration decides. */
export function applyOwnStyle(
  style: ChangelogStyle,
  own: OwnStyle | null,
  { entries }: Pick<NewSection, 'entries'>,
): ChangelogStyle {
  if (!own) return style
  const keys = [...new Set(entries.map(({ key }) => key))]
  const titles = new Map(entries.map(({ key, title }) => [key, title]))
  return {
    ...style,
    ...(own.isFlat ? { flat: true } : own.hasOwnTitles ? { flat: false } : {}),
    groups: own.hasOwnTitles
      ? {
          ...style.groups,
          names: new Map([...style.groups.names, ...titles]),
          order: [...keys, ...style.groups.order.filter((key) => !keys.includes(key))],
        }
      : style.groups,
    entries: {
      ...style.entries,
      ...(own.isFlat || own.isVerbatim ? { prefixes: null } : {}),
      isVerbatim: own.isVerbatim,
    },
  }
}
