import type { ChangelogStyle } from './changelog-style.ts'
import type { LinkDefinition } from './link-definitions.ts'
import type { NewEntry, NewSection } from './parse-notes.ts'
import { keyOf } from './parse-outline.ts'

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
  const opening = section.opening.replaceAll('\n', lineBreak)
  const groups = printGroups(section.entries, { section, style, lineBreak })
  const body = [opening, ...groups.map(({ text }) => text)].filter((part) => part !== '')
  const text = body.length === 0 ? heading : `${heading}${style.gap}${body.join(lineBreak.repeat(2))}`
  return { text, links: groups.flatMap(({ links }) => links) }
}

/** Prints entries in groups, or as one list if the file has no groups. */
export function printGroups(entries: NewEntry[], context: PrintContext): PrintedText[] {
  const { style } = context
  if (entries.length === 0) return []
  if (style.flat) return [printList(entries, context)]
  const keys = [...new Set(entries.map(({ key }) => key))]
  return keys.map((key) => {
    const own = entries.filter((entry) => entry.key === key)
    const { text, links } = printList(own, context)
    return { text: `${printGroupHeading(own[0]!, style)}${style.gap}${text}`, links }
  })
}

function printGroupHeading(
  { key, title }: NewEntry,
  { groupNames, groupDepth, groupColon }: ChangelogStyle,
): string {
  const name = groupNames.get(key) ?? (groupColon ? `${title}:` : title)
  return groupDepth === 0 ? `**${name}**` : `${'#'.repeat(groupDepth)} ${name}`
}

function printList(entries: NewEntry[], { section, style, lineBreak }: PrintContext): PrintedText {
  const printed = entries.map((entry) => printEntry(section, entry, style))
  return {
    text: printed.map(({ text }) => `${style.bullet}${text}`).join(lineBreak),
    links: printed.flatMap(({ links }) => links),
  }
}

/** Prints an entry with its references in the style of the file: as definitions, or as inline links. */
export function printEntry(
  { links }: Pick<NewSection, 'links'>,
  { text }: NewEntry,
  { byReference }: Pick<ChangelogStyle, 'byReference'>,
): PrintedText {
  const trailingReferences = / \((?:\[[#!]\d{1,9}\](?:, )?){1,50}\)$/.exec(text)
  if (!trailingReferences) return { text, links: [] }
  const labels = [...trailingReferences[0].matchAll(/\[([#!]\d{1,9})\]/g)].map(([, label]) => label!)
  const found = labels.flatMap((label) => links.get(keyOf(label)) ?? [])
  if (byReference) return { text, links: found }
  const inline = trailingReferences[0].replace(/\[([#!]\d{1,9})\]/g, (whole, label: string) => {
    const url = links.get(keyOf(label))?.url
    return url === undefined ? whole : `${whole}(${url})`
  })
  return { text: text.slice(0, trailingReferences.index) + inline, links: [] }
}
