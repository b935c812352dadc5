import { z } from 'zod'
import { answerSchema, problemSchema } from '../api/answer-schema.ts'
import { parseNotesRequest } from '../api/notes-request.ts'
import { parseRequest } from '../api/parse-request.ts'
import { checkSentNotes } from '../app/check-sent-notes.ts'
import { renderNotes } from '../app/render-notes.ts'
import { type Fault, Problem } from '../core/errors.ts'
import type { AnsweredRange } from '../core/range.ts'
import type { ToolArguments } from './mcp-context.ts'
import { notesFields, readNotes, toDraft, unlistedNotesFields } from './notes-arguments.ts'
import { filterFields, layoutFields, rangeDefaults, rangeFields, runCall, type Tool } from './tool.ts'

const partial = z.boolean().default(false).describe('Do not report changes without an entry.')

const { commitCount, range, warnings } = answerSchema.shape
const faults = z.array(problemSchema.shape.errors.unwrap().element.extend({ id: z.string().optional() }))

/** `check_notes`: checks notes and returns their faults. */
export const checkNotesTool: Tool = {
  name: 'check_notes',
  title: 'Check notes against their commits',
  description:
    'Check entries against the changes that they cite. Correct `faults` with `changes: [{id, text}]` and the returned `draft`. `advice` lists words that the evidence may not support: re-read them, and change the text or add literal `quotes`.',
  fields: { ...rangeFields, ...filterFields, ...notesFields, partial },
  unlisted: ['range', 'areas', 'diffs', 'version', 'date'],
  writes: false,
  answer: z.object({
    ok: z.boolean(),
    draft: z.string().nullable(),
    faults,
    faultCount: z.int(),
    advice: faults,
    uncovered: z.int(),
    byRules: z.int(),
    commitCount,
    range,
    warnings,
  }),
  async call(given, call) {
    const { partial: givenPartial, ...sent } = given
    const { partial: isPartial } = parseRequest(z.object({ partial }), { partial: givenPartial })
    const body = await readNotes(sent, call.context.drafts)
    const repository = await call.context.findRepository(body)
    const notes = parseNotesRequest({ ...repository.body, writtenBy: 'agent' }, rangeDefaults)
    const target = { repository, hostName: notes.host, request: notes.request }
    const checked = await runCall(call, target, (request, context) =>
      checkSentNotes(request, context, isPartial),
    )
    return {
      ...checked,
      range: shortRange(checked.range),
      draft: await call.context.drafts.keep(toDraft(body, checked.range)),
      faults: checked.faults.map((fault) => nameEntry(fault, body)),
      advice: checked.advice.map((fault) => nameEntry(fault, body)),
      warnings: [...notes.warnings, ...checked.warnings],
    }
  },
}

/** The ends of a range without what resolve_range has said already. */
function shortRange({ fromRef, toRef, toSha }: AnsweredRange): object {
  return { fromRef, toRef, toSha: toSha.slice(0, 12) }
}

/** Adds the id of the change to a fault, because corrections name changes and not places. */
function nameEntry({ pointer, detail }: Fault, body: ToolArguments): Fault & { id?: string } {
  const [, list, index] = /^#\/(entries|omit)\/(\d+)/.exec(pointer) ?? []
  const item = list === undefined ? undefined : (body[list] as { ids?: string[] }[])[Number(index)]
  const id = item?.ids?.[0]
  // What to do about advice is in the description of the tool.
  const short = detail.replace(/; check it, or add the words of the commits that show it to `quotes`$/, '')
  return { pointer, ...(id === undefined ? {} : { id }), detail: short }
}

/** Names the changes in the faults of an error: the entries of a draft have no places that the agent knows. */
export function withIds(error: unknown, body: ToolArguments): unknown {
  if (!(error instanceof Problem) || error.faults.length === 0) return error
  const { code, message, faults: found, retryAfter, cause } = error
  const named = found.map((fault) => {
    const { id } = nameEntry(fault, body)
    return id === undefined ? fault : { ...fault, detail: `${fault.detail} (\`${id}\`)` }
  })
  return new Problem(code, message, { faults: named, cause, ...(retryAfter === null ? {} : { retryAfter }) })
}

/** The answer with rendered notes; it leaves out the entries, which the agent sent itself. */
export const renderedAnswer = answerSchema.pick({
  changelog: true,
  commitCount: true,
  format: true,
  range: true,
  writer: true,
  warnings: true,
})

const checkedAnswer = renderedAnswer.extend({
  advice: z
    .array(z.object({ pointer: z.string(), detail: z.string() }))
    .describe(
      'Statements that the commits may not support, at most 200; `pointer` names the entry. Nothing is rejected for them.',
    ),
})

/** `render_notes`: renders notes that pass the checks. */
export const renderNotesTool: Tool = {
  name: 'render_notes',
  title: 'Render notes',
  description: 'Render a `draft` that passes check_notes, with links, references, names and headings.',
  fields: { draft: notesFields.draft.describe(''), ...layoutFields },
  unlisted: unlistedNotesFields,
  writes: false,
  answer: checkedAnswer,
  async call(given, call) {
    const body = await readNotes(given, call.context.drafts)
    const repository = await call.context.findRepository(body)
    const notes = parseNotesRequest({ ...repository.body, writtenBy: 'agent' }, rangeDefaults)
    const target = { repository, hostName: notes.host, request: notes.request }
    const answer = await runCall(call, target, renderNotes).catch((error: unknown) => {
      throw given.draft === undefined ? error : withIds(error, body)
    })
    call.context.onAnswer(answer)
    const rendered = checkedAnswer.parse({ ...answer, warnings: [...notes.warnings, ...answer.warnings] })
    if (call.context.isLocal) call.context.renderedTexts.add(rendered.changelog)
    // The check that made the draft has given its advice.
    const advice = given.draft === undefined ? rendered.advice : []
    return { ...rendered, advice, range: shortRange(answer.range) }
  },
}
