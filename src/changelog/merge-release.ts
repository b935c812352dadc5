import { insertEntries } from './insert-entries.ts'
import { parseGroups } from './parse-groups.ts'
import type { ReleaseHeading } from './parse-heading.ts'
import type { NewSection } from './parse-notes.ts'
import { lineText, type Outline, parseOutline, type Section } from './parse-outline.ts'
import { TextEdits } from './text-edits.ts'

const nameless: ReleaseHeading = {
  version: null,
  label: '',
  isPlanned: false,
  before: '',
  form: 'plain',
  after: '',
}

/** Puts the entries that the text of a release lacks into it; what somebody wrote there since stays as it is. */
export function mergeRelease(text: string, notes: string): string {
  if (text.trim() === '') return notes
  const theirs = parseOutline(text)
  const there = bodyOf(theirs)
  const groups = parseGroups(theirs, there)
  const edits = new TextEdits()
  const isFlat = groups.length === 1
  insertEntries({
    outline: theirs,
    edits,
    links: [],
    section: entriesOf(notes),
    there,
    sources: [],
    isNew: false,
    style: {
      heading: nameless,
      depth: 2,
      underlined: false,
      flat: isFlat && groups[0]!.items.length > 0,
      groupDepth: 3,
      groupColon: false,
      groupNames: new Map(),
      bullet: '* ',
      gap: theirs.lineBreak.repeat(2),
      byReference: true,
    },
  })
  return edits.apply(text)
}

/** What lies between the first heading and who is new, or the line with the whole comparison. */
function bodyOf(outline: Outline): Section {
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
  return { heading: nameless, depth: 2, underlined: false, first: 0, body, end: last }
}

function entriesOf(notes: string): NewSection {
  const outline = parseOutline(notes)
  const entries = parseGroups(outline, bodyOf(outline)).flatMap(({ key, title, items }) =>
    items.map(({ text }) => ({ key: key ?? '', title: title ?? '', text: text.replace(/^[-*+] /, '') })),
  )
  return { version: null, label: '', date: null, opening: '', entries, links: new Map(), preamble: '' }
}
