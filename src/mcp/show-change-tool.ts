import { z } from 'zod'
import { parseGenerateRequest } from '../api/generate-request.ts'
import { parseRequest } from '../api/parse-request.ts'
import { showChange } from '../app/show-change.ts'
import { filterFields, rangeDefaults, rangeFields, runCall, type Tool } from './tool.ts'

const id = z.string().min(1).max(100).describe('`pr-12`, `#12` or a SHA; also of an excluded change.')

/** `show_change`: returns all evidence of one change. */
export const showChangeTool: Tool = {
  name: 'show_change',
  title: 'Show one change',
  description:
    'Return the whole evidence of one change: messages, pull request, changelog lines, files and diff. All of it counts in the checks.',
  fields: { ...rangeFields, ...filterFields, id },
  writes: false,
  answer: z.object({
    id: z.string(),
    title: z.string(),
    messages: z.array(z.string()),
    files: z.array(z.looseObject({ path: z.string() })),
    fileCount: z.int(),
    diff: z.string(),
  }),
  async call(given, call) {
    const repository = await call.context.findRepository(given)
    const { id: givenId, ...body } = repository.body
    const parsed = parseRequest(z.object({ id }), { id: givenId })
    const { request, host: hostName } = parseGenerateRequest(body, rangeDefaults)
    return runCall(call, { repository, hostName, request: { ...request, ...parsed } }, showChange)
  },
}
