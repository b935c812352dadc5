import type { Part } from '../../src/core/format.ts'
import { readPieces } from '../../src/text/inline-text.ts'
import { checkFormat } from '../../src/verify/check-format.ts'
import { checkWording } from '../../src/verify/check-wording.ts'
import type { EditorEntry, EditorModel } from '../editor-model/editor-model.ts'
import { changesOf, type EvidenceIndex } from '../editor-model/evidence.ts'
import type { PreviewFormat } from '../state/app-state.ts'

/** Something to review before publishing. */
export interface Finding {
  detail: string
  /** The entry that the finding is about; null if it is about the whole text. */
  entryId: string | null
}

/** Checks the rendered text against its format, and the user's texts against the evidence. */
export function collectFindings(
  { text, format, part }: { text: string; format: PreviewFormat; part: Part },
  { entries }: Pick<EditorModel, 'entries'>,
  index: EvidenceIndex,
): Finding[] {
  const lines = text.split('\n')
  const formatFindings = checkFormat(text, { format, part }).map(({ detail }) => ({
    detail,
    entryId: findEntry(findLine(detail, lines), entries),
  }))
  return [...formatFindings, ...entries.flatMap((entry) => checkEntry(entry, index))]
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
