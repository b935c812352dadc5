import { insertEntries } from './insert-entries.ts'
import { parseGroups } from './parse-groups.ts'
import type { ReleaseHeading } from './parse-heading.ts'
import type { NewSection } from './parse-notes.ts'
import { lineText, type Outline, parseOutline, type Section } from './parse-outline.ts'
import { TextEdits } from './text-edits.ts'

const noHeading: ReleaseHeading = {
  version: null,
  label: '',
  isPlanned: false,
  before: '',
  form: 'plain',
  after: '',
}

/** Adds the missing entries of the notes to the body of a release; existing text is kept. */
export function mergeRelease(text: string, notes: string): string {
  if (text.trim() === '') return notes
  const outline = parseOutline(text)
  const existing = findBody(outline)
  const groups = parseGroups(outline, existing)
  const edits = new TextEdits()
  const isFlat = groups.length === 1
  insertEntries({
    outline,
    edits,
    links: [],
    section: parseEntries(notes),
    existing,
    sources: [],
    isNew: false,
    style: {
      heading: noHeading,
      depth: 2,
      underlined: false,
      flat: isFlat && groups[0]!.items.length > 0,
      groupDepth: 3,
      groupColon: false,
      groupNames: new Map(),
      bullet: '* ',
      gap: outline.lineBreak.repeat(2),
      byReference: true,
    },
  })
  return edits.apply(text)
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
  return { heading: noHeading, depth: 2, underlined: false, first: 0, body, end: last }
}

function parseEntries(notes: string): NewSection {
  const outline = parseOutline(notes)
  const entries = parseGroups(outline, findBody(outline)).flatMap(({ key, title, items }) =>
    items.map(({ text }) => ({ key: key ?? '', title: title ?? '', text: text.replace(/^[-*+] /, '') })),
  )
  return { version: null, label: '', date: null, opening: '', entries, links: new Map(), preamble: '' }
}
