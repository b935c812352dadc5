import { z } from 'zod'
import { answerSchema, changesSchema } from '../api/answer-schema.ts'
import { parseGenerateRequest } from '../api/generate-request.ts'
import { lookUpRange } from '../app/look-up-range.ts'
import { filterFields, rangeDefaults, rangeFields, runCall, type Tool } from './tool.ts'

const maxReasons = 5

/** `resolve_range`: resolves the start and the end of a range. */
export const resolveRangeTool: Tool = {
  name: 'resolve_range',
  title: 'Resolve a range of commits',
  description:
    'Resolve a range, by default since the release before `to`: its ends, commits, warnings, the previous release and the next version with reasons.',
  fields: { ...rangeFields, ...filterFields },
  writes: false,
  answer: z.object({
    repoFullName: z.string(),
    from: z.string(),
    to: z.string(),
    range: answerSchema.shape.range.omit({ relation: true }),
    version: changesSchema.shape.version,
    date: changesSchema.shape.date,
    commitCount: z.int().nullable(),
    previousRelease: z.string().nullable(),
    nextVersion: z.looseObject({}).nullable(),
    tags: z.array(z.object({ name: z.string(), sha: z.string(), date: z.string().nullable() })),
    warnings: answerSchema.shape.warnings,
  }),
  async call(given, call) {
    const repository = await call.context.findRepository(given)
    const { request, host: hostName, warnings } = parseGenerateRequest(repository.body, rangeDefaults)
    const answer = await runCall(call, { repository, hostName, request }, lookUpRange)
    const { nextVersion, tags } = answer
    return {
      ...answer,
      nextVersion: nextVersion && { ...nextVersion, reasons: nextVersion.reasons.slice(0, maxReasons) },
      tags: tags.map(({ name, sha, date }) => ({ name, sha: sha.slice(0, 12), date })),
      warnings: [...warnings, ...answer.warnings],
    }
  },
}
