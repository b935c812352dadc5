import { z } from 'zod'
import { categories } from '../core/category.ts'
import { blockNames, type NotesBlocks } from '../core/notes-blocks.ts'
import { previousRelease } from '../core/release-words.ts'
import { type Citation, type NotesRequest, type SentEntry, senders } from '../core/sent-notes.ts'
import type { Warning } from '../core/warnings.ts'
import { ref, singleLine } from './field-schemas.ts'
import { generateRequestSchema, parseFields, type RangeDefaults, rangeRequest } from './generate-request.ts'
import { invalidRequest, warnUnknownFields } from './parse-request.ts'

const maxEntries = 5000
const maxValues = 100_000

/** Notes that are already written need none of the fields for the writer. */
const rangeFields = generateRequestSchema.omit({
  writer: true,
  model: true,
  instructions: true,
  summary: true,
  highlights: true,
  only: true,
  check: true,
}).shape

const citation = {
  id: z
    .string()
    .max(100)
    .optional()
    .describe('The id of an entry in an earlier answer; the same as one of `ids`.'),
  ids: z
    .array(z.string().max(100))
    .max(100)
    .optional()
    .describe('The ids of the changes that this item is about.'),
  commits: z
    .array(z.string().regex(/^[0-9a-f]{7,64}$/i, 'must be a SHA of at least 7 digits'))
    .max(maxEntries)
    .optional()
    .describe(
      'The SHAs of commits that this item is about, full or abbreviated. A commit stands for its whole change.',
    ),
}

const sha = z.string().regex(/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/, 'must be a full SHA')

const entryText = z.string().max(4000)
const block = z.string().max(20_000)

/** The names of the blocks in the list `blocks`. */
const blockPlaces = {
  introduction: 'introduction',
  highlights: 'highlights',
  upgrade: 'upgradeNotes',
  footer: 'footer',
} as const
type BlockPlace = keyof typeof blockPlaces

const blockFields = {
  introduction: block
    .nullish()
    .describe(
      'Only from a person: free Markdown that the notes begin with, such as paragraphs, lists and images.',
    ),
  highlights: block.nullish().describe('Only from a person: free Markdown below the heading "Highlights".'),
  upgradeNotes: block
    .nullish()
    .describe('Only from a person: free Markdown below the heading "Upgrade notes".'),
  footer: block.nullish().describe('Only from a person: free Markdown that the notes end with.'),
}

/** The schema of notes that a person or an agent wrote: the range, as in every request, and the entries. */
export const notesRequestSchema = z
  .looseObject({
    ...rangeFields,
    language: rangeFields.language.describe('The language that the notes are written in, as a BCP 47 tag.'),
    range: z
      .looseObject({
        fromRef: z.literal('').or(ref).optional(),
        toRef: rangeFields.toRef,
        fromSha: sha.nullish(),
        toSha: sha.optional(),
      })
      .optional()
      .describe(
        'The `range` of an earlier answer, instead of `fromRef` and `toRef`. The notes are rejected if a ref has moved since.',
      ),
    entries: z
      .array(
        z.looseObject({
          ...citation,
          category: z
            .string()
            .min(1)
            .max(100)
            .optional()
            .describe(
              `One of ${categories.join(', ')}, or the title of a category in the configuration file. If omitted, the category of the first change that the entry is about.`,
            ),
          text: entryText.describe(
            'One line: inline Markdown of a person, such as bold, code and links; plain text with optional code spans of an agent.',
          ),
          breaking: z
            .boolean()
            .optional()
            .describe('Marks an entry of a person as breaking, or not. Default: as its changes are.'),
          quotes: z
            .array(z.string().max(1000))
            .max(20)
            .optional()
            .describe('Literal words of the commits that justify the text; each must occur in them.'),
        }),
      )
      .describe(
        'The entries of the notes, in order. Include each change of the range exactly once. An entry of a person can cite nothing (`ids: []`, `commits: []`).',
      ),
    omit: z
      .array(
        z.looseObject({
          ...citation,
          reason: singleLine(300).describe('Why it is excluded, in one line.'),
        }),
      )
      .default([])
      .describe('The changes to exclude.'),
    rest: z
      .literal('rules')
      .optional()
      .describe(
        'Set this to "rules" to get the text of the rules for every change that is neither included nor excluded.',
      ),
    summary: z
      .string()
      .max(4000)
      .nullish()
      .describe(
        'One or two sentences about the whole release, before the entries. From a person it is the introduction.',
      ),
    ...blockFields,
    blocks: z
      .array(z.looseObject({ place: z.enum(Object.keys(blockPlaces) as [BlockPlace]), markdown: block }))
      .max(8)
      .optional()
      .describe('The same blocks as a list.'),
    writtenBy: z.enum(senders).default('person').describe('Who wrote the notes.'),
  })
  .meta({ anyOf: [{ required: ['repoFullName'] }, { required: ['repo'] }] })

const { entries, omit, language } = notesRequestSchema.shape

/** The notes of an agent; it cites changes by `ids` or `commits`, so `id` is not offered. */
export const agentNotesFields = {
  entries: z
    .array(
      entries.element
        .omit({ id: true, breaking: true })
        .extend({ text: entryText.describe('One line of plain text with optional code spans.') })
        .strip(),
    )
    .describe('The entries of the notes, in order. Include each change of the range exactly once.'),
  omit: z
    .array(omit.unwrap().element.omit({ id: true }).strip())
    .default([])
    .describe(omit.description!),
  summary: z
    .string()
    .max(4000)
    .optional()
    .describe('One or two sentences about the whole release, before the entries.'),
  language,
}

/** Parsed notes, the host that they name, and the warnings for the client. */
export interface ParsedNotesRequest {
  request: NotesRequest
  host: string | null
  warnings: Warning[]
}

/** Parses notes that a client sent; an error lists every fault. */
export function parseNotesRequest(body: unknown, options: RangeDefaults = {}): ParsedNotesRequest {
  rejectTooLarge(body)
  const fields = parseFields(notesRequestSchema, withRangeRefs(body))
  return {
    request: {
      ...rangeRequest(fields, body, options),
      writtenBy: fields.writtenBy,
      seen: { fromSha: fields.range?.fromSha, toSha: fields.range?.toSha },
      summary: fields.summary ?? null,
      blocks: toBlocks(fields),
      entries: fields.entries.map(({ category, text, quotes, breaking, ...entry }) => ({
        ...toCitation(entry),
        ...toCategory(category),
        text,
        quotes: quotes ?? [],
        ...(breaking === undefined || fields.writtenBy !== 'person' ? {} : { breaking }),
      })),
      omit: fields.omit.map(({ reason, ...omission }) => ({ ...toCitation(omission), reason })),
      ...(fields.rest === undefined ? {} : { rest: fields.rest }),
    },
    host: fields.host ?? null,
    warnings: warnUnknownFields(Object.keys(fields), Object.keys(notesRequestSchema.shape)),
  }
}

interface BlockFields extends Partial<Record<(typeof blockNames)[number], string | null | undefined>> {
  blocks?: { place: BlockPlace; markdown: string }[] | undefined
  writtenBy: NotesRequest['writtenBy']
}

/** The blocks of a person; those of an agent would be printed without a check. */
function toBlocks({ blocks = [], writtenBy, ...fields }: BlockFields): NotesBlocks {
  const listed = new Map(blocks.map(({ place, markdown }) => [blockPlaces[place] as string, markdown]))
  const given = blockNames.flatMap((name) => {
    const text = fields[name] ?? listed.get(name) ?? ''
    return text.trim() === '' ? [] : [[name, text] as const]
  })
  if (given.length === 0 || writtenBy === 'person') return Object.fromEntries(given)
  const detail =
    'is free Markdown, which only a person can send; use `summary`, or set `writtenBy` to "person"'
  throw invalidRequest(given.map(([name]) => ({ pointer: `#/${name}`, detail })))
}

/** One of the six categories, or else the title of a configured one. */
function toCategory(name: string | undefined): Pick<SentEntry, 'category' | 'section'> {
  const category = categories.find((each) => each === name) ?? null
  return name === undefined || category !== null ? { category } : { category, section: name }
}

interface CitationFields {
  id?: string | undefined
  ids?: string[] | undefined
  commits?: string[] | undefined
}

function toCitation({ id, ids = [], commits = [] }: CitationFields): Citation {
  return { ids: [...new Set(id === undefined ? ids : [id, ...ids])], commits: [...new Set(commits)] }
}

/** Copies the refs of `range` into the body; if the body names refs itself, both must agree. */
function withRangeRefs(body: unknown): unknown {
  if (!isRecord(body) || !isRecord(body.range)) return body
  const { toRef } = body.range
  // The start is empty if the service found no release before the end.
  const fromRef = body.range.fromRef === '' ? previousRelease : body.range.fromRef
  const ends = [
    ['fromRef', 'from', fromRef],
    ['toRef', 'to', toRef],
  ] as const
  const differing = ends.find(
    ([name, alias, ref]) => ref !== undefined && ref !== (body[name] ?? body[alias] ?? ref),
  )
  if (differing) {
    const [name] = differing
    const detail = `\`range.${name}\` and \`${name}\` differ; send only one of them`
    throw invalidRequest([{ pointer: `#/range/${name}`, detail }])
  }
  const added = ends.filter(
    ([name, alias, ref]) => ref !== undefined && (body[name] ?? body[alias]) === undefined,
  )
  return { ...body, ...Object.fromEntries(added.map(([name, , ref]) => [name, ref])) }
}

/** Rejects a body with too many values before the schema checks each of them. */
function rejectTooLarge(body: unknown): void {
  if (!isRecord(body)) return
  for (const name of ['entries', 'omit']) {
    const list = body[name]
    if (Array.isArray(list) && list.length > maxEntries) {
      const detail = `has ${list.length} items, the maximum is ${maxEntries}; write the notes of a smaller range`
      throw invalidRequest([{ pointer: `#/${name}`, detail }])
    }
  }
  if (countValues(body) > maxValues) {
    const detail = `has more than ${maxValues} values; write the notes of a smaller range`
    throw invalidRequest([{ pointer: '#', detail }])
  }
}

function countValues(body: unknown): number {
  const open = [body]
  let count = 0
  while (open.length > 0 && count <= maxValues) {
    const value = open.pop()
    if (typeof value !== 'object' || value === null) continue
    const values = Object.values(value)
    count += values.length
    for (const child of values) if (typeof child === 'object') open.push(child)
  }
  return count
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
