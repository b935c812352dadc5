import { z } from 'zod'
import { answerSchema, changesSchema } from '../api/answer-schema.ts'
import { parseGenerateRequest } from '../api/generate-request.ts'
import { lookUpRange } from '../app/look-up-range.ts'
import { configFields, rangeDefaults, rangeFields, runCall, type Tool } from './tool.ts'

/** `resolve_range`: resolves the start and the end of a range. */
export const resolveRangeTool: Tool = {
  name: 'resolve_range',
  title: 'Resolve a range of commits',
  description:
    'Resolve the start and the end of a range of commits, count its commits, and list the newest tags. Call this first. Usually `from` is the tag of the last release.',
  fields: { ...rangeFields, ...configFields },
  writes: false,
  answer: z.object({
    repoFullName: z.string(),
    range: answerSchema.shape.range.omit({ relation: true }),
    version: changesSchema.shape.version,
    date: changesSchema.shape.date,
    commitCount: z.int().nullable().describe('Null if the host does not provide a count.'),
    tags: z
      .array(
        z.object({
          name: z.string(),
          kind: z.literal('tag'),
          sha: z.string(),
          date: z.string().nullable(),
        }),
      )
      .describe('The newest tags.'),
    warnings: answerSchema.shape.warnings,
  }),
  async call(given, call) {
    const repository = await call.context.findRepository(given)
    const { request, host: hostName, warnings } = parseGenerateRequest(repository.body, rangeDefaults)
    const answer = await runCall(call, { repository, hostName, request }, lookUpRange)
    return { ...answer, warnings: [...warnings, ...answer.warnings] }
  },
}
