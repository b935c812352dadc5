import { readRequest, requestSchema } from '../api/request.ts'
import { renderedAnswer } from './notes-tools.ts'
import { askStory, choiceFields, layoutFields, rangeFields, type Tool } from './tool.ts'

const { writer, model, language, instructions, summary } = requestSchema.shape

/** `generate_changelog`: the notes of a range in one call. */
export const generateChangelogTool: Tool = {
  name: 'generate_changelog',
  title: 'Generate a changelog',
  description:
    "Write the notes of a range in one call, in the rules' words, or in a language model's where the server has a key for one. For notes in your own words use collect_changes, check_notes and render_notes.",
  fields: {
    ...rangeFields,
    ...choiceFields,
    ...layoutFields,
    writer,
    model,
    language,
    instructions,
    summary,
  },
  writes: false,
  answer: renderedAnswer,
  async call(given, call) {
    const source = await call.context.findSource(given)
    const { request, host, warnings } = readRequest(source.body)
    const answer = await askStory(call, { source, host }, (asking) => call.context.makeNotes(request, asking))
    return renderedAnswer.parse({ ...answer, warnings: [...warnings, ...answer.warnings] })
  },
}
