import { z } from 'zod'
import { categories } from '../core/category.ts'
import { type Citation, type NotesRequest, senders } from '../core/sent-notes.ts'
import type { Warning } from '../core/warnings.ts'
import { line } from './field-schemas.ts'
import { refused, unknownFields } from './parse-request.ts'
import { rangeOf, readFields, requestSchema } from './request.ts'

const mostEntries = 5000
const mostParts = 100_000

/** What only a language model is asked with has no place here. */
const rangeFields = requestSchema.omit({
  writer: true,
  model: true,
  instructions: true,
  summary: true,
  only: true,
}).shape

const citation = {
  id: z
    .string()
    .max(100)
    .optional()
    .describe('The id that an entry of an answer has; it counts among `ids`.'),
  ids: z.array(z.string().max(100)).max(100).optional().describe('The ids of the changes it is about.'),
  commits: z
    .array(z.string().regex(/^[0-9a-f]{7,64}$/i, 'must be a SHA, of which at least 7 digits'))
    .max(mostEntries)
    .optional()
    .describe('SHAs of commits it is about, full or abbreviated; each stands for its whole change.'),
}

const sha = z.string().regex(/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/, 'must be a full SHA')

/** The schema of notes that somebody wrote: the range as in every request, and what is said about it. */
export const notesSchema = z
  .looseObject({
    ...rangeFields,
    language: rangeFields.language.describe('The language that the notes are written in, by BCP 47.'),
    range: z
      .looseObject({
        fromRef: rangeFields.fromRef,
        toRef: rangeFields.toRef,
        fromSha: sha.nullish(),
        toSha: sha.optional(),
      })
      .optional()
      .describe(
        'The `range` of an earlier answer, in place of `fromRef` and `toRef`; notes on ends that have moved since are refused.',
      ),
    entries: z
      .array(
        z.looseObject({
          ...citation,
          category: z.enum(categories).optional().describe('Else that of the first change it is about.'),
          text: z.string().max(4000).describe('One line of plain words and code spans.'),
        }),
      )
      .describe('The lines of the notes, in their order. Each change of the range is told once.'),
    omit: z
      .array(
        z.looseObject({
          ...citation,
          reason: line(300).describe('Why it is not told, in a line.'),
        }),
      )
      .default([])
      .describe('The changes that are not told.'),
    summary: z
      .string()
      .max(4000)
      .nullish()
      .describe('A sentence or two about the whole, before the entries.'),
    writtenBy: z.enum(senders).default('person').describe('Who wrote the notes.'),
  })
  .meta({ anyOf: [{ required: ['repoFullName'] }, { required: ['repo'] }] })

/** Sent notes that were read, the host they name, and what to tell the caller about them. */
export interface ReadNotes {
  request: NotesRequest
  host: string | null
  warnings: Warning[]
}

/** Reads sent notes; every fault is listed before they are refused. */
export function readNotes(body: unknown): ReadNotes {
  refuseGiants(body)
  const fields = readFields(notesSchema, withRangeRefs(body))
  return {
    request: {
      ...rangeOf(fields),
      writtenBy: fields.writtenBy,
      seen: { fromSha: fields.range?.fromSha, toSha: fields.range?.toSha },
      summary: fields.summary ?? null,
      entries: fields.entries.map(({ category, text, ...entry }) => ({
        ...cited(entry),
        category: category ?? null,
        text,
      })),
      omit: fields.omit.map(({ reason, ...omission }) => ({ ...cited(omission), reason })),
    },
    host: fields.host ?? null,
    warnings: unknownFields(Object.keys(fields), Object.keys(notesSchema.shape)),
  }
}

interface GivenCitation {
  id?: string | undefined
  ids?: string[] | undefined
  commits?: string[] | undefined
}

function cited({ id, ids = [], commits = [] }: GivenCitation): Citation {
  return { ids: [...new Set(id === undefined ? ids : [id, ...ids])], commits: [...new Set(commits)] }
}

/** The refs of `range` count where the body names none itself; where it does, both must agree. */
function withRangeRefs(body: unknown): unknown {
  if (!isRecord(body) || !isRecord(body.range)) return body
  const { fromRef, toRef } = body.range
  const ends = [
    ['fromRef', 'from', fromRef],
    ['toRef', 'to', toRef],
  ] as const
  const differing = ends.find(
    ([name, alias, ref]) => ref !== undefined && ref !== (body[name] ?? body[alias] ?? ref),
  )
  if (differing) {
    const [name] = differing
    const detail = `\`range.${name}\` and \`${name}\` differ; send one of them`
    throw refused([{ pointer: `#/range/${name}`, detail }])
  }
  const added = ends.filter(
    ([name, alias, ref]) => ref !== undefined && (body[name] ?? body[alias]) === undefined,
  )
  return { ...body, ...Object.fromEntries(added.map(([name, , ref]) => [name, ref])) }
}

/** What is far too large is not looked at piece by piece. */
function refuseGiants(body: unknown): void {
  if (!isRecord(body)) return
  for (const name of ['entries', 'omit']) {
    const list = body[name]
    if (Array.isArray(list) && list.length > mostEntries) {
      const detail = `has ${list.length} items, the most is ${mostEntries}; write the notes of a smaller range`
      throw refused([{ pointer: `#/${name}`, detail }])
    }
  }
  if (countParts(body) > mostParts) {
    const detail = `has more than ${mostParts} values; write the notes of a smaller range`
    throw refused([{ pointer: '#', detail }])
  }
}

function countParts(body: unknown): number {
  const open = [body]
  let count = 0
  while (open.length > 0 && count <= mostParts) {
    const value = open.pop()
    if (typeof value !== 'object' || value === null) continue
    const parts = Object.values(value)
    count += parts.length
    for (const part of parts) if (typeof part === 'object') open.push(part)
  }
  return count
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
