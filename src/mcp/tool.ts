import { z } from 'zod'
import { requestSchema } from '../api/request.ts'
import type { GenerateContext } from '../core/generate-context.ts'
import type { Arguments, Call, Source } from './mcp-context.ts'

/** A tool as it is told to agents, and what it does. */
export interface Tool {
  name: string
  title: string
  description: string
  /** Its arguments beside the repository. */
  fields: z.ZodRawShape
  answer: z.ZodObject
  /** Whether it writes anything anywhere. */
  writes: boolean
  call: (given: Arguments, call: Call) => Promise<object>
}

const { shape } = requestSchema

/** The arguments that name a range, from the one schema of a request; by their short names, and only by those. */
export const rangeFields = {
  from: shape.fromRef,
  to: shape.toRef,
  host: shape.host,
}

/** The arguments that decide which changes count. */
export const choiceFields = { audience: shape.audience, paths: shape.paths }

/** The arguments that decide how notes are laid out. */
export const layoutFields = {
  format: shape.format,
  version: shape.version.describe(byShortName(shape.version.description!)),
  date: shape.date.describe(byShortName(shape.date.description!)),
  part: shape.part,
}

function byShortName(description: string): string {
  return description.replace('`toRef`', '`to`')
}

/** The argument that names the repository; where a clone lies at hand it may be left out. */
export function repositoryFields(ownMachine: boolean): z.ZodRawShape {
  const repo = shape.repo.describe(shape.repoFullName.description!)
  if (!ownMachine) return { repo: repo.nonoptional() }
  return {
    repo: repo.describe(
      `${shape.repoFullName.description} Asks a host with a token of the environment; left out, the clone in \`dir\` is read.`,
    ),
    dir: z
      .string()
      .min(1)
      .max(1000)
      .optional()
      .describe('The folder of a clone; else the one that the server was started in.'),
  }
}

/** Asks the story for something, with the host of a call and within its time. */
export function askStory<Made>(
  { context, left, onProgress }: Call,
  { source, host: hostName }: { source: Source; host: string | null },
  work: (asking: Omit<GenerateContext, 'gateway' | 'onEntry'>) => Promise<Made>,
): Promise<Made> {
  const { maxCommits, memoCache } = context
  return context.inTime(left, async (time) => {
    const { host, token } = await source.ask(hostName)
    return work({ host, token, maxCommits, onProgress, memoize: memoCache.of(token ?? ''), ...time })
  })
}
