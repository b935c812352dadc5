import { z } from 'zod'
import { answerSchema, problemSchema } from '../api/answer-schema.ts'
import { notesSchema, readNotes } from '../api/notes-request.ts'
import { parseRequest } from '../api/parse-request.ts'
import { checkSentNotes } from '../app/check-sent-notes.ts'
import { renderNotes } from '../app/render-notes.ts'
import { askStory, choiceFields, layoutFields, rangeFields, type Tool } from './tool.ts'

const { entries, omit, summary, language } = notesSchema.shape

/** The notes themselves; an agent cites by `ids` or `commits`, and has no need of the further name `id`. */
const notesFields = {
  entries: z.array(entries.element.omit({ id: true }).strip()).describe(entries.description!),
  omit: z
    .array(omit.unwrap().element.omit({ id: true }).strip())
    .default([])
    .describe(omit.description!),
  summary: z.string().max(4000).optional().describe(summary.description!),
  language,
}

const partial = z
  .boolean()
  .default(false)
  .describe('Whether these are the entries of some pages only, so that nothing counts as missing.')

const { commitCount, range, warnings } = answerSchema.shape

/** `check_notes`: what is wrong with notes. */
export const checkNotesTool: Tool = {
  name: 'check_notes',
  title: 'Check notes against their commits',
  description:
    'Check entries that you wrote against the commits they cite: unknown commits, changes that nobody tells, claims without evidence, unsafe text. Returns every fault with its entry and what to do. Use `partial: true` while you work through pages.',
  fields: { ...rangeFields, ...choiceFields, ...notesFields, partial },
  writes: false,
  answer: z.object({
    ok: z.boolean().describe('Whether render_notes would take them.'),
    faults: problemSchema.shape.errors.unwrap().describe('`pointer` leads to the entry.'),
    faultCount: z.int(),
    uncovered: z.int().describe('How many changes are neither told nor left out.'),
    commitCount,
    range,
    warnings,
  }),
  async call(given, call) {
    const source = await call.context.findSource(given)
    const { partial: asked, ...body } = source.body
    const { partial: isPartial } = parseRequest(z.object({ partial }), { partial: asked })
    const notes = readNotes({ ...body, writtenBy: 'agent' })
    const checked = await askStory(call, { source, host: notes.host }, (asking) =>
      checkSentNotes(notes.request, asking, isPartial),
    )
    return { ...checked, warnings: [...notes.warnings, ...checked.warnings] }
  },
}

/** What an agent is told of finished notes; the entries are its own. */
export const renderedAnswer = answerSchema.pick({
  changelog: true,
  commitCount: true,
  format: true,
  range: true,
  writer: true,
  warnings: true,
})

/** `render_notes`: notes that pass, laid out. */
export const renderNotesTool: Tool = {
  name: 'render_notes',
  title: 'Render notes',
  description:
    'Lay out your entries in a format, once they pass the checks of check_notes. Links, references, names, dates and headings are added here, from git. Otherwise an error lists every fault.',
  fields: { ...rangeFields, ...choiceFields, ...layoutFields, ...notesFields },
  writes: false,
  answer: renderedAnswer,
  async call(given, call) {
    const source = await call.context.findSource(given)
    const notes = readNotes({ ...source.body, writtenBy: 'agent' })
    const answer = await askStory(call, { source, host: notes.host }, (asking) =>
      renderNotes(notes.request, asking),
    )
    call.context.onAnswer(answer)
    return renderedAnswer.parse({ ...answer, warnings: [...notes.warnings, ...answer.warnings] })
  },
}
