import { z } from 'zod'
import { configRequestSchema } from '../api/config-request.ts'
import { parseGenerateRequest } from '../api/generate-request.ts'
import { parseRequest } from '../api/parse-request.ts'
import { checkRepositoryConfig } from '../app/check-config.ts'
import { formatFault } from '../text/format-fault.ts'
import { configFields, rangeDefaults, rangeFields, runCall, type Tool } from './tool.ts'

const { text, path } = configRequestSchema.shape
const fields = {
  text: text.optional().describe('Default: the file of the repository.'),
  path: path.describe('Default: notewright.yml'),
}
const { to, host } = rangeFields

/** Each package is a range of its own, which takes requests to the host. */
const maxPackages = 5

/** `check_config`: checks a configuration file against its repository. */
export const checkConfigTool: Tool = {
  name: 'check_config',
  title: 'Check the configuration file',
  description: 'Check `notewright.yml`: errors with their lines, and hints.',
  fields: { to, host, ...fields, ...configFields },
  writes: false,
  answer: z.object({ valid: z.boolean(), errors: z.array(z.string()), hints: z.array(z.string()) }),
  async call(given, call) {
    const repository = await call.context.findRepository(given)
    const { text: givenText, path: givenPath, ...body } = repository.body
    const file = parseRequest(z.object(fields), { text: givenText, path: givenPath })
    const { request, host: hostName } = parseGenerateRequest(body, rangeDefaults)
    const target = { repository, hostName, request }
    const { path, valid, errors, hints, unfitting } = await runCall(call, target, (configured, context) =>
      checkRepositoryConfig(
        file.text === undefined ? null : { text: file.text, path: file.path },
        configured,
        { ...context, maxPackages },
      ),
    )
    return {
      valid,
      errors: errors.map(formatFault),
      hints: [...hints.map(formatFault), ...unfitting.map((each) => `${path}: ${each}`)],
    }
  },
}
