import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { agentNotesFields, notesRequestSchema } from '../api/notes-request.ts'
import { invalidRequest, parseRequest } from '../api/parse-request.ts'
import type { AnsweredRange } from '../core/range.ts'
import type { DraftStore } from './draft-store.ts'
import type { ToolArguments } from './mcp-context.ts'
import { commonNames } from './tool.ts'

const { entries, omit, language } = agentNotesFields
const { rest } = notesRequestSchema.shape
const { ids: anyIds, category: anyCategory, text: anyText, quotes: anyQuotes } = entries.element.shape
const reason = omit.unwrap().element.shape.reason.describe('')

const ids = anyIds.describe('`pr-12`, `#12` or a SHA; also of excluded changes.')
const category = anyCategory.describe('Default: that of the change.')
const text = anyText.describe('')
const quotes = anyQuotes.describe('Literal words of the evidence.')

const patch = z.object({
  id: z.string().max(100),
  text: text.optional(),
  category: category.describe(''),
  quotes: quotes.describe(''),
  omit: reason.optional().describe('Exclude the change, for this reason.'),
})

/** The arguments with which an agent sends its notes, or corrects notes that it has sent before. */
export const notesFields = {
  draft: z.string().max(70_000).optional().describe('Instead of a range and all entries.'),
  changes: z.array(patch).max(5000).optional().describe('Corrections of the draft.'),
  entries: z.array(z.object({ ids, category, text, quotes })).optional(),
  omit: z.array(z.object({ ids: ids.describe(''), reason })).optional(),
  rest: rest.describe('Use the text of the rules for all other changes.'),
  summary: z.string().max(4000).optional(),
  language: language.describe(''),
}

/** Arguments that tools accept beside a draft and do not list, because the draft has them. */
export const unlistedNotesFields = [...Object.keys(notesFields), ...commonNames, 'range', 'areas', 'diffs']

interface Cited {
  ids?: string[]
  [field: string]: unknown
}

/** The lists of notes, not yet validated. */
interface NotesLists {
  entries: Cited[]
  omit: Cited[]
}

/** What belongs to the range of a draft, so that it cannot change with the notes. */
const rangeNames = ['repo', 'repoFullName', 'dir', 'host', 'audience', 'paths', 'package', 'config'] as const

/** Returns the arguments of a call with the notes of its draft and with its corrections. */
export async function readNotes(given: ToolArguments, drafts: DraftStore): Promise<ToolArguments> {
  const { draft, changes, ...own } = given
  const { draft: handle, changes: patches = [] } = parseRequest(
    z.object({ draft: notesFields.draft, changes: notesFields.changes }),
    { draft, changes },
  )
  const kept = handle === undefined ? null : await drafts.open(handle)
  if (kept === null && own.entries === undefined && patches.length === 0 && own.rest === undefined)
    throw invalidRequest([
      { pointer: '#/entries', detail: 'is required; send entries, or the `draft` that check_notes returned' },
    ])
  if (kept) checkSameRange(kept, own)
  const { from: _from, to: _to, fromRef: _fromRef, toRef: _toRef, ...beside } = own
  const body = kept ? { ...kept, ...beside } : own
  const lists = patches.reduce(applyPatch, {
    entries: mergeLists(kept?.entries, own.entries),
    omit: mergeLists(kept?.omit, own.omit),
  })
  return { ...body, ...lists }
}

function checkSameRange(kept: ToolArguments, own: ToolArguments): void {
  const range = kept.range as AnsweredRange
  const others = rangeNames.filter(
    (name) => own[name] !== undefined && !isDeepStrictEqual(own[name], kept[name]),
  )
  const ends = [
    ['from', own.from ?? own.fromRef, range.fromRef, range.fromSha],
    ['to', own.to ?? own.toRef, range.toRef, range.toSha],
  ] as const
  const moved = ends.flatMap(([name, ref, known, sha]) =>
    ref === undefined || ref === known || ref === sha ? [] : [name],
  )
  if (others.length + moved.length === 0) return
  throw invalidRequest(
    [...others, ...moved].map((name) => ({
      pointer: `#/${name}`,
      detail: 'differs from the range of the draft; omit it, or send the entries without `draft`',
    })),
  )
}

/** The items of a draft and those of a call; an item replaces an earlier one about the same change. */
function mergeLists(kept: unknown, own: unknown): Cited[] {
  // What is no list is reported when the notes are parsed.
  if (!Array.isArray(kept)) return (own ?? []) as Cited[]
  if (!Array.isArray(own)) return (own ?? kept) as Cited[]
  const replaced = new Set(own.flatMap(idsOf))
  return [
    ...(kept as Cited[]).filter((item) => !idsOf(item).some((id) => replaced.has(id))),
    ...(own as Cited[]),
  ]
}

function idsOf(item: unknown): string[] {
  const listed = (item as Cited | null)?.ids
  return Array.isArray(listed) ? listed.map((id) => plainId(String(id))) : []
}

/** The id of a change without the sign before its number. */
function plainId(id: string): string {
  return id.toLowerCase().replace(/^(?:pr-|[#!])(?=\d+$)/, '')
}

function applyPatch(
  { entries: written, omit: left }: NotesLists,
  patched: z.infer<typeof patch>,
): NotesLists {
  const { id, omit: why, ...correction } = patched
  const concerns = (item: Cited) => idsOf(item).includes(plainId(id))
  const old = written.find(concerns)
  const others = left.filter((item) => !concerns(item))
  if (why !== undefined)
    return {
      entries: written.filter((entry) => entry !== old),
      omit: [...others, { ids: old?.ids ?? [id], reason: why }],
    }
  return {
    entries: old
      ? written.map((entry) => (entry === old ? { ...entry, ...correction } : entry))
      : [...written, { ids: [id], ...correction }],
    omit: others,
  }
}

/** What is kept of a call for the next one: its notes, its filters and the ends of its range. */
export function toDraft(
  notes: ToolArguments,
  { fromRef, toRef, fromSha, toSha }: AnsweredRange,
): ToolArguments {
  const names = [...rangeNames, 'entries', 'omit', 'summary', 'language', 'rest']
  const kept = names.flatMap((name) => (notes[name] === undefined ? [] : [[name, notes[name]]]))
  return { ...Object.fromEntries(kept), range: { fromRef, toRef, fromSha, toSha } }
}
