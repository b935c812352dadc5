import { generateRequestSchema, parseGenerateRequest } from '../api/generate-request.ts'
import { renderedAnswer } from './notes-tools.ts'
import { filterFields, layoutFields, rangeDefaults, rangeFields, runCall, type Tool } from './tool.ts'

const { writer, model, language, instructions, summary, check } = generateRequestSchema.shape

/** `generate_changelog`: writes the notes of a range in one call. */
export const generateChangelogTool: Tool = {
  name: 'generate_changelog',
  title: 'Generate a changelog',
  description:
    'Write the notes in one call, by rules, or by a language model if the server has a key for one. Use it only if you should not write them yourself.',
  fields: {
    ...rangeFields,
    ...filterFields,
    ...layoutFields,
    writer: writer.describe('"rules" uses no model.'),
    model: model.describe('A model id.'),
    language: language.describe('A BCP 47 tag.'),
    instructions: instructions.describe('For the model.'),
    check: check.describe('How the text of the model is checked.'),
    summary: summary.describe('Begin with a summary, by the model.'),
  },
  unlisted: ['channel', 'areas', 'diffs', 'highlights', 'only'],
  writes: false,
  answer: renderedAnswer,
  async call(given, call) {
    const repository = await call.context.findRepository(given)
    const { request, host: hostName, warnings } = parseGenerateRequest(repository.body, rangeDefaults)
    const target = { repository, hostName, request }
    const answer = await runCall(call, target, call.context.generateNotes)
    const rendered = renderedAnswer.parse({ ...answer, warnings: [...warnings, ...answer.warnings] })
    if (call.context.isLocal) call.context.renderedTexts.add(rendered.changelog)
    return rendered
  },
}
