import { categories } from '../core/category.ts'
import { ChangelogEntries } from './changelog-entries.ts'
import type { ChangelogStyle } from './changelog-style.ts'
import { insertEntries } from './insert-entries.ts'
import { type EntrySource, matchEntries } from './match-entries.ts'
import { parseGroups } from './parse-groups.ts'
import type { ReleaseHeading } from './parse-heading.ts'
import type { NewSection } from './parse-notes.ts'
import { lineText, type Outline, parseOutline, type Section } from './parse-outline.ts'
import { TextEdits } from './text-edits.ts'

const noHeading: ReleaseHeading = {
  version: null,
  label: '',
  isPlanned: false,
  product: '',
  title: '',
  start: 0,
  end: 0,
  form: 'plain',
  linkText: '',
  date: null,
}

/** Adds the missing entries of the notes to the body of a release; existing text is kept. */
export function mergeRelease(text: string, notes: string, sources: EntrySource[] = []): string {
  if (text.trim() === '') return notes
  const outline = parseOutline(text, { path: 'release.md' })
  const existing = findBody(outline)
  const groups = parseGroups(outline, existing)
  const edits = new TextEdits()
  const section = parseEntries(notes)
  const view = new ChangelogEntries({ ...outline, sections: [existing] }).viewOf({
    release: section,
    target: existing,
    since: null,
  })
  // That a change edited the changelog says nothing about the text of a release.
  const known = sources.map(({ ownLines: _, ...source }) => ({ ...source, hasOwnEntry: false }))
  const isFlat = groups.length === 1
  insertEntries({
    outline,
    edits,
    links: [],
    section,
    existing,
    matches: matchEntries(section.entries, { ...view, sources: known }),
    isNew: false,
    style: releaseStyle(outline, isFlat && groups[0]!.items.length > 0),
  })
  return edits.apply(text)
}

/** The style of the text of a release, which hosts render: links by URL or number, no wrapped lines. */
function releaseStyle({ lineBreak }: Outline, flat: boolean): ChangelogStyle {
  const plain = { suffix: '', underline: '', overline: false }
  return {
    samples: [],
    depth: 2,
    flat,
    groups: {
      form: 'heading',
      markup: { ...plain, prefix: '### ' },
      hasColon: false,
      sample: 'Added',
      names: new Map(),
      order: [...categories],
      gap: lineBreak.repeat(2),
      separator: lineBreak.repeat(2),
    },
    entries: {
      markup: 'markdown',
      references: { link: 'definition', open: ' (', close: ')', lead: null, sign: null, role: '' },
      prefixes: null,
      authors: null,
      width: null,
      fullStop: null,
      isLowerCase: false,
    },
    bullet: '* ',
    isLoose: false,
    gap: lineBreak.repeat(2),
    separator: lineBreak.repeat(2),
    dateLine: null,
    definesReleases: false,
  }
}

/** The part between the first heading and "New Contributors" or the line "Full Changelog". */
function findBody(outline: Outline): Section {
  const { lines } = outline
  const title = lines.findIndex(({ kind, depth }) => kind === 'heading' && depth <= 2)
  const body = title === -1 ? 0 : title + lines[title]!.span
  const end = lines.findIndex((line, index) => {
    if (index < body) return false
    return (
      (line.kind === 'heading' && line.depth <= 2) ||
      lineText(outline, index).startsWith('**Full Changelog**')
    )
  })
  const last = end === -1 ? lines.length : end
  const markup = { prefix: '## ', suffix: '', underline: '', overline: false }
  return { heading: noHeading, depth: 2, markup, first: 0, body, end: last }
}

function parseEntries(notes: string): NewSection {
  const outline = parseOutline(notes, { path: 'release.md' })
  const entries = parseGroups(outline, findBody(outline)).flatMap(({ key, title, items }) =>
    items.map(({ text }) => ({ key: key ?? '', title: title ?? '', text: text.replace(/^[-*+] /, '') })),
  )
  return { version: null, label: '', date: null, opening: '', entries, links: new Map(), preamble: '' }
}
