import { type ChangelogStyle, groupTitle } from './changelog-style.ts'
import type { LinkDefinition } from './link-definitions.ts'
import { blockTitles, type NewEntry, type NewSection } from './parse-notes.ts'
import { linksIn, printEntry } from './print-entry.ts'
import { printHeadingLines } from './print-heading.ts'

/** A text to insert, and the link definitions that it needs. */
export interface PrintedText {
  text: string
  links: LinkDefinition[]
}

/** The new section and the style of the file. */
interface PrintContext {
  section: NewSection
  style: ChangelogStyle
  lineBreak: string
}

/** Prints a new section in the style of the file. */
export function printSection(heading: string, { section, style, lineBreak }: PrintContext): PrintedText {
  const dateLine = section.version && section.date !== null ? (style.dateLine?.(section.date) ?? '') : ''
  const opening = [dateLine, printFree(section.opening, style, lineBreak)]
    .filter((part) => part !== '')
    .join(lineBreak.repeat(2))
  const groups = printGroups(section.entries, { section, style, lineBreak })
  const body = groups.map(({ text }) => text).join(style.groups.separator)
  const closing = printFree(section.closing ?? '', style, lineBreak)
  const content = [opening, body, closing].filter((part) => part !== '').join(lineBreak.repeat(2))
  return {
    text: content === '' ? heading : `${heading}${style.gap}${content}`,
    links: [
      ...groups.flatMap(({ links }) => links),
      ...linksIn(`${section.opening}\n${section.closing ?? ''}`, section.links),
    ],
  }
}

/** Prints free text; the titles of its blocks look like those of groups. */
export function printFree(text: string, { groups }: ChangelogStyle, lineBreak: string): string {
  return text
    .split('\n')
    .map((line) => {
      const title = line.startsWith('### ') ? line.slice(4) : ''
      if (!blockTitles.includes(title)) return line
      return groups.form === 'heading' ? printHeadingLines(title, groups.markup, lineBreak) : `**${title}**`
    })
    .join(lineBreak)
}

/** Prints entries in groups, or as one list if the file has no groups. */
export function printGroups(entries: NewEntry[], context: PrintContext): PrintedText[] {
  const { style, lineBreak } = context
  if (entries.length === 0) return []
  const keys = sortKeys([...new Set(entries.map(({ key }) => key))], style)
  const ofKey = (key: string) => entries.filter((entry) => entry.key === key)
  if (style.flat) return [printList(style.entries.prefixes ? keys.flatMap(ofKey) : entries, context)]
  return keys.map((key) => {
    const own = ofKey(key)
    const { text, links } = printList(own, context)
    const heading = printHeadingLines(groupTitle(style.groups, own[0]!), style.groups.markup, lineBreak)
    return { text: `${heading}${style.groups.gap}${text}`, links }
  })
}

/** Sorts the keys of groups in the order of the file. */
export function sortKeys(keys: string[], { groups: { order } }: Pick<ChangelogStyle, 'groups'>): string[] {
  const rank = (key: string) => (order.includes(key) ? order.indexOf(key) : order.length)
  return keys.toSorted((one, other) => rank(one) - rank(other))
}

function printList(entries: NewEntry[], { section, style, lineBreak }: PrintContext): PrintedText {
  const printed = entries.map((entry, index) =>
    printEntry(entry, {
      links: section.links,
      style: style.entries,
      bullet: numberBullet(style.bullet, index + 1),
      lineBreak,
    }),
  )
  return {
    text: printed.map(({ text }) => text).join(lineBreak.repeat(style.isLoose ? 2 : 1)),
    links: printed.flatMap(({ links }) => links),
  }
}

/** Replaces the number of a numbered bullet. */
export function numberBullet(bullet: string, number: number): string {
  return bullet.replace(/\d{1,9}/, String(number))
}
