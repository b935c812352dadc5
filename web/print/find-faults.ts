import type { Part } from '../../src/core/format.ts'
import { readPieces } from '../../src/text/inline-text.ts'
import { checkFormat } from '../../src/verify/check-format.ts'
import { checkWording } from '../../src/verify/check-wording.ts'
import type { EditorModel, Item } from '../editor-model/editor-model.ts'
import { changesOf, type EvidenceIndex } from '../editor-model/evidence.ts'
import type { ShownFormat } from '../state/app-state.ts'

/** Something to look at before signing; where it is about one entry, that entry. */
export interface Finding {
  detail: string
  itemId: string | null
}

/** Reads the printed text as a purist of its format, and a person's words as a suspicious editor. */
export function findFaults(
  { text, format, part }: { text: string; format: ShownFormat; part: Part },
  { items }: Pick<EditorModel, 'items'>,
  index: EvidenceIndex,
): Finding[] {
  const lines = text.split('\n')
  const formal = checkFormat(text, { format, part }).map(({ detail }) => ({
    detail,
    itemId: itemAt(lineOf(detail, lines), items),
  }))
  return [...formal, ...items.flatMap((item) => findClaims(item, index))]
}

/** The line that a fault names; both ways in which the checks count. */
function lineOf(detail: string, lines: string[]): string | null {
  const [, unit, number] = /^(Line|Entry) (\d{1,6}):/.exec(detail) ?? []
  if (number === undefined) return null
  const counted = unit === 'Line' ? lines : lines.filter((line) => line !== '')
  return counted[Number(number) - 1] ?? null
}

/** The entry whose words stand in a line; of several the longest. */
function itemAt(line: string | null, items: Item[]): string | null {
  if (line === null || line.startsWith('#')) return null
  const printed = letters(line)
  const found = items.filter(({ text }) => printed.includes(letters(plain(text))))
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

/** What a person's words claim and the evidence does not say; the service checked its own. */
function findClaims(item: Item, index: EvidenceIndex): Finding[] {
  if (item.writtenBy !== 'person') return []
  const texts = item.commits.flatMap((sha) => index.commits.get(sha)?.subject ?? [])
  const told = changesOf(item, index).flatMap((change) => [
    ...[change.title, change.scope ?? '', ...change.texts, ...change.labels, ...change.paths],
    ...[...change.advisories, ...change.breakingNotes],
  ])
  // The language of the check is not English, so that a person's own words are free; names and numbers are not.
  const faults = checkWording(item.text, { texts: [...texts, ...told], instructions: [], language: 'und' })
  return faults.map((fault) => ({ detail: `“${shorten(item.text)}” ${fault}.`, itemId: item.id }))
}

function shorten(text: string): string {
  return text.length > 50 ? `${text.slice(0, 48).trimEnd()}…` : text
}
