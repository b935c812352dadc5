import { z } from 'zod'
import { generateRequestSchema, toConfigChoice } from '../api/generate-request.ts'
import { parseRequest } from '../api/parse-request.ts'
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
  /** Whether it writes files. */
  writes: boolean
  call: (given: ToolArguments, call: ToolCall<Context>) => Promise<object>
}

const { shape } = generateRequestSchema

/** An agent that names no start means the last release. */
export const rangeDefaults = { defaultFrom: previousRelease }

/** The arguments that name a range, only by their short names. */
export const rangeFields = {
  from: shape.fromRef.meta({ description: shape.fromRef.description!, default: previousRelease }),
  to: shape.toRef,
  host: shape.host,
}

/** The arguments that decide which configuration is used. */
export const configFields = {
  package: shape.package.describe('A package of the configuration file.'),
  config: shape.config.describe('A configuration instead of the file `notewright.yml`, or "none".'),
}

/** The arguments that decide which changes are included. */
export const filterFields = { audience: shape.audience, paths: shape.paths, ...configFields }

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
  format: shape.format,
  version: shape.version.describe(withShortNames(shape.version.description!)),
  date: shape.date.describe(withShortNames(shape.date.description!)),
  part: shape.part,
}

function withShortNames(description: string): string {
  return description.replace('`toRef`', '`to`')
}

/** The arguments that name the repository; a local server also reads the clone in a folder. */
export function repositoryFields(isLocal: boolean): z.ZodRawShape {
  const repo = shape.repo.describe(shape.repoFullName.description!)
  if (!isLocal) return { repo: repo.nonoptional() }
  return {
    repo: repo.describe(
      `${shape.repoFullName.description} It is read from its host, with a token from the environment. If omitted, the clone in \`dir\` is read.`,
    ),
    dir: z
      .string()
      .min(1)
      .max(1000)
      .optional()
      .describe('The folder of a clone; if omitted, the folder that the server was started in.'),
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
  return context.withDeadline(clientSignal, async ({ signal, deadlineAt }) => {
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
}
