import { z } from 'zod'
import { answerSchema, problemSchema } from '../api/answer-schema.ts'
import { agentNotesFields, parseNotesRequest } from '../api/notes-request.ts'
import { parseRequest } from '../api/parse-request.ts'
import { checkSentNotes } from '../app/check-sent-notes.ts'
import { renderNotes } from '../app/render-notes.ts'
import { filterFields, layoutFields, rangeDefaults, rangeFields, runCall, type Tool } from './tool.ts'

const partial = z
  .boolean()
  .default(false)
  .describe(
    'Set this if the entries cover only some pages, so that changes without an entry are not reported.',
  )

const { commitCount, range, warnings } = answerSchema.shape

/** `check_notes`: checks notes and returns their faults. */
export const checkNotesTool: Tool = {
  name: 'check_notes',
  title: 'Check notes against their commits',
  description:
    'Check entries that you wrote against the commits they cite: unknown commits, changes without an entry, statements without evidence, unsafe text. Returns every fault with its entry and how to fix it, and advice about statements that the commits may not support. Use `partial: true` while you work through pages.',
  fields: { ...rangeFields, ...filterFields, ...agentNotesFields, partial },
  writes: false,
  answer: z.object({
    ok: z.boolean().describe('Whether render_notes would accept the notes.'),
    faults: problemSchema.shape.errors.unwrap().describe('`pointer` names the entry.'),
    faultCount: z.int(),
    advice: problemSchema.shape.errors
      .unwrap()
      .describe('Statements that the commits may not support; the notes are accepted all the same.'),
    uncovered: z.int().describe('The number of changes that are neither included nor excluded.'),
    commitCount,
    range,
    warnings,
  }),
  async call(given, call) {
    const repository = await call.context.findRepository(given)
    const { partial: givenPartial, ...body } = repository.body
    const { partial: isPartial } = parseRequest(z.object({ partial }), { partial: givenPartial })
    const notes = parseNotesRequest({ ...body, writtenBy: 'agent' }, rangeDefaults)
    const target = { repository, hostName: notes.host, request: notes.request }
    const checked = await runCall(call, target, (request, context) =>
      checkSentNotes(request, context, isPartial),
    )
    return { ...checked, warnings: [...notes.warnings, ...checked.warnings] }
  },
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
  description:
    'Render your entries in a format if they pass the checks of check_notes; otherwise an error lists every fault. Links, references, names, dates and headings are added from git.',
  fields: { ...rangeFields, ...filterFields, ...layoutFields, ...agentNotesFields },
  writes: false,
  answer: checkedAnswer,
  async call(given, call) {
    const repository = await call.context.findRepository(given)
    const notes = parseNotesRequest({ ...repository.body, writtenBy: 'agent' }, rangeDefaults)
    const target = { repository, hostName: notes.host, request: notes.request }
    const answer = await runCall(call, target, renderNotes)
    call.context.onAnswer(answer)
    return checkedAnswer.parse({ ...answer, warnings: [...notes.warnings, ...answer.warnings] })
  },
}
