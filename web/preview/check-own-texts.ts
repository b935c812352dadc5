import type { Advice } from '../../src/core/advice.ts'
import { type Piece, printPieces } from '../../src/text/inline-text.ts'
import { advisePerson } from '../../src/verify/advise-person.ts'
import { checkClaims } from '../../src/verify/check-claims.ts'
import { createEvidenceLookup, readGuidance } from '../../src/verify/evidence-lookup.ts'
import {
  type BlockName,
  blockNames,
  type EditorEntry,
  type EditorModel,
} from '../editor-model/editor-model.ts'
import { changesOf, type EvidenceIndex } from '../editor-model/evidence.ts'
import type { Finding } from '../editor-model/finding.ts'
import { type InlineNode, parseInline, toPlainText } from '../editor-model/inline-markdown.ts'

/** Checks the texts of the user: their Markdown, and their entries against the evidence. */
export function checkOwnTexts(editor: EditorModel, index: EvidenceIndex): Finding[] {
  return [...checkBlocks(editor), ...editor.entries.flatMap((entry) => checkEntry(entry, index))]
}

const knownFindings = new WeakMap<EditorEntry, { index: EvidenceIndex; findings: Finding[] }>()

/** Finds statements of the user that the evidence does not support; the server checks its own texts. */
function checkEntry(entry: EditorEntry, index: EvidenceIndex): Finding[] {
  if (entry.writtenBy !== 'person') return []
  const known = knownFindings.get(entry)
  if (known?.index === index) return known.findings
  const advice = advisePerson(entry.text, '', 'line').map((each) => toFinding(each, entry.id))
  const unknown = entry.commits.length === 0 ? [] : findUnknownNames(entry, index)
  const findings = [...unknown, ...advice]
  knownFindings.set(entry, { index, findings })
  return findings
}

const adviceCodes: Partial<Record<NonNullable<Advice['code']>, Finding['code']>> = {
  html: 'neutralised',
  link: 'neutralised',
  image: 'neutralised',
  markup: 'neutralised',
  mention: 'mention',
  'image-alt': 'image-alt',
  'broken-link': 'broken-link',
}

function toFinding({ code, text, detail }: Advice, entryId: string | null): Finding {
  const known = code === undefined ? undefined : adviceCodes[code]
  return {
    detail: `${detail}.`,
    entryId,
    ...(known === undefined || text === undefined ? {} : { code: known, words: text }),
  }
}

/** Returns what the user may want to know about the free blocks. */
function checkBlocks(editor: Pick<EditorModel, BlockName | 'isIntroductionDrafted'>): Finding[] {
  return blockNames.flatMap((name) => {
    const text = editor[name]
    if (text === null || (name === 'introduction' && editor.isIntroductionDrafted)) return []
    return advisePerson(text, '', 'block').map((each) => toFinding(each, null))
  })
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
