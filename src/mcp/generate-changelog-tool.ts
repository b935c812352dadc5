import { generateRequestSchema, parseGenerateRequest } from '../api/generate-request.ts'
import { renderedAnswer } from './notes-tools.ts'
import { filterFields, layoutFields, rangeDefaults, rangeFields, runCall, type Tool } from './tool.ts'

const { writer, model, language, instructions, summary, check } = generateRequestSchema.shape

/** `generate_changelog`: writes the notes of a range in one call. */
export const generateChangelogTool: Tool = {
  name: 'generate_changelog',
  title: 'Generate a changelog',
  description:
    'Write the notes of a range in one call, with rules, or with a language model if the server has a key for one. To write the notes yourself, use collect_changes, check_notes and render_notes.',
  fields: {
    ...rangeFields,
    ...filterFields,
    ...layoutFields,
    writer,
    model,
    language,
    instructions,
    check,
    summary,
  },
  writes: false,
  answer: renderedAnswer,
  async call(given, call) {
    const repository = await call.context.findRepository(given)
    const { request, host: hostName, warnings } = parseGenerateRequest(repository.body, rangeDefaults)
    const target = { repository, hostName, request }
    const answer = await runCall(call, target, call.context.generateNotes)
    return renderedAnswer.parse({ ...answer, warnings: [...warnings, ...answer.warnings] })
  },
}
