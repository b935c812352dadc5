import { nextVersionSchema } from '../api/answer-schema.ts'
import { generateRequestSchema, parseGenerateRequest } from '../api/generate-request.ts'
import { findNextVersion } from '../app/next-version.ts'
import { configFields, rangeDefaults, rangeFields, runCall, type Tool } from './tool.ts'

const { channel } = generateRequestSchema.shape
const { nextVersion, warnings } = nextVersionSchema.shape
const { to, host } = rangeFields

/** `next_version`: returns the version that the next release should have. */
export const nextVersionTool: Tool = {
  name: 'next_version',
  title: 'Propose the next version',
  description: 'Propose the next version from the changes since the last release, with the reasons.',
  fields: {
    to,
    host,
    ...configFields,
    channel: channel.describe('Of a pre-release, such as rc.'),
  },
  unlisted: ['from', 'date', 'audience', 'paths', 'diffs', 'version'],
  writes: false,
  answer: nextVersion.extend({ warnings }),
  async call(given, call) {
    const repository = await call.context.findRepository(given)
    const parsed = parseGenerateRequest(repository.body, rangeDefaults)
    const target = { repository, hostName: parsed.host, request: parsed.request }
    const answer = await runCall(call, target, findNextVersion)
    return { ...answer.nextVersion, warnings: [...parsed.warnings, ...answer.warnings] }
  },
}
