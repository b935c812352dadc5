import type { Format, Part } from '../../src/core/format.ts'
import { readPieces } from '../../src/text/inline-text.ts'
import { checkFormat } from '../../src/verify/check-format.ts'
import { checkWording } from '../../src/verify/check-wording.ts'
import type { EditorEntry, EditorModel } from '../editor-model/editor-model.ts'
import { changesOf, type EvidenceIndex } from '../editor-model/evidence.ts'

/** Something to review before publishing. */
export interface Finding {
  detail: string
  /** The entry that the finding is about; null if it is about the whole text. */
  entryId: string | null
}

/** Checks a text against its format, if it follows one, and the user's texts against the evidence. */
export function collectFindings(
  rendered: { text: string; format: Format; part: Part } | null,
  { entries }: Pick<EditorModel, 'entries'>,
  index: EvidenceIndex,
): Finding[] {
  const formatFindings = rendered ? checkRendered(rendered, entries) : []
  return [...formatFindings, ...entries.flatMap((entry) => checkEntry(entry, index))]
}

function checkRendered(
  { text, format, part }: { text: string; format: Format; part: Part },
  entries: EditorEntry[],
): Finding[] {
  const lines = text.split('\n')
  return checkFormat(text, { format, part }).map(({ detail }) => ({
    detail,
    entryId: findEntry(findLine(detail, lines), entries),
  }))
}

/** Returns the line that a format error refers to; some checks count all lines, others skip empty ones. */
function findLine(detail: string, lines: string[]): string | null {
  const [, unit, number] = /^(Line|Entry) (\d{1,6}):/.exec(detail) ?? []
  if (number === undefined) return null
  const counted = unit === 'Line' ? lines : lines.filter((line) => line !== '')
  return counted[Number(number) - 1] ?? null
}

/** Returns the id of the entry whose text is in a line; the longest text wins. */
function findEntry(line: string | null, entries: EditorEntry[]): string | null {
  if (line === null || line.startsWith('#')) return null
  const lineLetters = letters(line)
  const found = entries.filter(({ text }) => lineLetters.includes(letters(plain(text))))
  return found.sort((a, b) => b.text.length - a.text.length)[0]?.id ?? null
}

function plain(text: string): string {
  return readPieces(text)
    .map(({ value }) => value)
    .join('')
}

function letters(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
}

/** Finds statements of the user that the evidence does not support; the server checks its own texts. */
function checkEntry(entry: EditorEntry, index: EvidenceIndex): Finding[] {
  if (entry.writtenBy !== 'person') return []
  const subjects = entry.commits.flatMap((sha) => index.commits.get(sha)?.subject ?? [])
  const evidence = changesOf(entry, index).flatMap((change) => [
    ...[change.title, change.scope ?? '', ...change.texts, ...change.labels, ...change.paths],
    ...[...change.advisories, ...change.breakingNotes],
  ])
  // With an undetermined language only names and numbers are checked: the user may use any words.
  const errors = checkWording(entry.text, {
    texts: [...subjects, ...evidence],
    instructions: [],
    language: 'und',
  })
  return errors.map((error) => ({ detail: `“${shorten(entry.text)}” ${error}.`, entryId: entry.id }))
}

function shorten(text: string): string {
  return text.length > 50 ? `${text.slice(0, 48).trimEnd()}…` : text
}
