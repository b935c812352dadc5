import type { Format, Part } from '../../src/core/format.ts'
import { type Piece, printPieces } from '../../src/text/inline-text.ts'
import { checkClaims } from '../../src/verify/check-claims.ts'
import { checkFormat } from '../../src/verify/check-format.ts'
import { createEvidenceLookup, readGuidance } from '../../src/verify/evidence-lookup.ts'
import type { EditorEntry, EditorModel } from '../editor-model/editor-model.ts'
import { changesOf, type EvidenceIndex } from '../editor-model/evidence.ts'
import type { Finding } from '../editor-model/finding.ts'
import { type InlineNode, parseInline, toPlainText } from '../editor-model/inline-markdown.ts'

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
  const found = entries.filter((entry) => lineLetters.includes(letters(toPlainText(entry))))
  return found.sort((a, b) => b.text.length - a.text.length)[0]?.id ?? null
}

function letters(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
}

const knownFindings = new WeakMap<EditorEntry, { index: EvidenceIndex; findings: Finding[] }>()

/** Finds statements of the user that the evidence does not support; the server checks its own texts. */
function checkEntry(entry: EditorEntry, index: EvidenceIndex): Finding[] {
  if (entry.writtenBy !== 'person' || entry.commits.length === 0) return []
  const known = knownFindings.get(entry)
  if (known?.index === index) return known.findings
  const findings = findUnknownNames(entry, index)
  knownFindings.set(entry, { index, findings })
  return findings
}

function findUnknownNames(entry: EditorEntry, index: EvidenceIndex): Finding[] {
  const subjects = entry.commits.flatMap((sha) => index.commits.get(sha)?.subject ?? [])
  const evidence = changesOf(entry, index).flatMap((change) => [
    ...[change.title, change.scope ?? '', ...change.texts, ...change.labels, ...change.paths],
    ...[...change.advisories, ...change.breakingNotes],
  ])
  // With an undetermined language only names and numbers are checked: the user may use any words.
  const guidance = readGuidance([], 'und')
  const text = printPieces(piecesOf(parseInline(entry.text)))
  return checkClaims(text, createEvidenceLookup([...subjects, ...evidence], guidance)).map((fault) => {
    const words = /^says [`"“]+(.+?)[`"”]+, which is not in the evidence/.exec(fault)?.[1]
    const detail = `“${shorten(toPlainText(entry))}” ${fault}.`
    return { detail, entryId: entry.id, ...(words === undefined ? {} : { words, code: 'unknown' as const }) }
  })
}

/** The words and code spans of Markdown; where a link leads is not a statement about the commits. */
function piecesOf(nodes: InlineNode[]): Piece[] {
  return nodes.flatMap((node) => {
    if (!('value' in node)) return piecesOf(node.children)
    return [{ kind: node.kind === 'code' ? ('code' as const) : ('text' as const), value: node.value }]
  })
}

function shorten(text: string): string {
  return text.length > 50 ? `${text.slice(0, 48).trimEnd()}…` : text
}
