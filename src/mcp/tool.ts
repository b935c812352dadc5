import { z } from 'zod'
import { generateRequestSchema, toConfigChoice } from '../api/generate-request.ts'
import { parseRequest } from '../api/parse-request.ts'
import { Problem } from '../core/errors.ts'
import { formats } from '../core/format.ts'
import { previousRelease } from '../core/release-words.ts'
import type {
  CallContext,
  CallRepository,
  ConfiguredRequest,
  McpContext,
  ToolArguments,
  ToolCall,
} from './mcp-context.ts'

/** A tool: what agents see of it, and what it does. */
export interface Tool<Context extends McpContext = McpContext> {
  name: string
  title: string
  description: string
  /** Its arguments, without those that name the repository. */
  fields: z.ZodRawShape
  answer: z.ZodObject
  /** Arguments that are accepted but not listed. */
  unlisted?: string[]
  /** Whether it writes files. */
  writes: boolean
  call: (given: ToolArguments, call: ToolCall<Context>) => Promise<object>
}

const { shape } = generateRequestSchema

/** An agent that names no start means the last release. */
export const rangeDefaults = { defaultFrom: previousRelease }

/** The arguments that name a range, only by their short names. */
export const rangeFields = {
  from: shape.fromRef.meta({
    description:
      'Start, exclusive: a tag, branch or SHA, also with `~n` or `^`; `previous-release` (before `to`) or `latest-release`.',
    default: previousRelease,
  }),
  to: shape.toRef.meta({ description: 'End, inclusive.', default: 'HEAD' }),
  host: shape.host.describe('A configured host.'),
}

/** The arguments that decide which configuration is used. */
export const configFields = {
  package: shape.package.describe('A package of `notewright.yml`.'),
  config: shape.config.describe('Replaces `notewright.yml`; "none" ignores it.'),
}

/** The arguments that decide which changes are included. */
export const filterFields = {
  audience: shape.audience.describe('`developers` includes internal changes.'),
  paths: shape.paths.describe('Only changes to these files or folders.'),
  ...configFields,
}

/** The names of arguments that are described once and mean the same in every tool. */
export const commonNames = ['repo', 'dir', ...Object.keys(rangeFields), ...Object.keys(filterFields)]

/** Parses the configuration of a call without a range. */
export function parseConfigFields(given: ToolArguments): ConfiguredRequest {
  const { package: packageName, config } = parseRequest(z.object(configFields), given)
  return {
    ...(packageName === undefined ? {} : { packageName }),
    ...(config === undefined ? {} : { config: toConfigChoice(config) }),
  }
}

/** The arguments that decide the layout of the notes. */
export const layoutFields = {
  format: shape.format.meta({
    description: `${formats.join(', ')}, or a configured format.`,
    default: 'keepachangelog',
  }),
  version: shape.version.describe(
    'In the heading; default: that of the tag at `to`. "auto": the next version.',
  ),
  date: shape.date.describe('YYYY-MM-DD'),
  part: shape.part,
}

/** The arguments that name the repository; a local server also reads the clone in a folder. */
export function repositoryFields(isLocal: boolean, isOptional: boolean): z.ZodRawShape {
  const repo = shape.repo.describe('`owner/repo`')
  if (!isLocal) return { repo: isOptional ? repo : repo.nonoptional() }
  return {
    repo: repo.describe('`owner/repo` on a host, instead of the clone in `dir`.'),
    dir: z.string().min(1).max(1000).optional().describe('Default: the folder of the server.'),
  }
}

/** The repository of a tool call, the host that it names, and its request. */
interface CallTarget<Request> {
  repository: CallRepository
  hostName: string | null
  request: Request
}

/** Runs a use case for a tool call, with the host and the configuration of its repository and within its deadline. */
export function runCall<Request extends ConfiguredRequest, Result>(
  { context, clientSignal, onProgress }: ToolCall,
  { repository, hostName, request }: CallTarget<Request>,
  useCase: (request: Request, context: CallContext) => Promise<Result>,
): Promise<Result> {
  const work = context.withDeadline(clientSignal, async ({ signal, deadlineAt }) => {
    const { host, token } = await repository.connect(hostName)
    const configured = (await repository.withConfig?.(request)) ?? request
    return useCase(configured, {
      host,
      token,
      maxCommits: context.maxCommits,
      memoize: context.memoCache.of(token ?? ''),
      stageQueue: context.stageQueue,
      runHeavy: context.runHeavy,
      onProgress,
      signal,
      deadlineAt,
    })
  })
  return work.catch((error: unknown) => {
    throw withRange(error, request)
  })
}

/** Names the range in an error, so that an agent sees which ends were used when it named none. */
function withRange(error: unknown, request: object): unknown {
  if (!(error instanceof Problem) || !('fromRef' in request) || !('toRef' in request)) return error
  if (error.code === 'internal' || error.message.includes('The range is ')) return error
  const { code, message, faults, retryAfter, cause } = error
  const named = `${message} The range is ${request.fromRef}..${request.toRef}.`
  return new Problem(code, named, { faults, cause, ...(retryAfter === null ? {} : { retryAfter }) })
}
