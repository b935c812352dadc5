import { z } from 'zod'
import { answerSchema, changesSchema } from '../api/answer-schema.ts'
import { readRequest } from '../api/request.ts'
import { lookUpRange } from '../app/look-up-range.ts'
import { askStory, rangeFields, type Tool } from './tool.ts'

/** `resolve_range`: where a range starts and ends. */
export const resolveRangeTool: Tool = {
  name: 'resolve_range',
  title: 'Resolve a range of commits',
  description:
    'Find where a range of commits starts and ends, how many commits it holds, and the newest tags to choose another from. Call this first. Usually `from` is the tag of the last release.',
  fields: rangeFields,
  writes: false,
  answer: z.object({
    repoFullName: z.string(),
    range: answerSchema.shape.range.omit({ relation: true }),
    version: changesSchema.shape.version,
    date: changesSchema.shape.date,
    commitCount: z.int().nullable().describe('Null where the host has no count of its own.'),
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
    const source = await call.context.findSource(given)
    const { request, host, warnings } = readRequest(source.body)
    const answer = await askStory(call, { source, host }, (asking) => lookUpRange(request, asking))
    return { ...answer, warnings: [...warnings, ...answer.warnings] }
  },
}
