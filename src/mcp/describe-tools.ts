import { z } from 'zod'
import { collectChangesTool } from './collect-changes-tool.ts'
import { generateChangelogTool } from './generate-changelog-tool.ts'
import { checkNotesTool, renderNotesTool } from './notes-tools.ts'
import { resolveRangeTool } from './resolve-range-tool.ts'
import { repositoryFields, type Tool } from './tool.ts'
import { updateChangelogTool } from './update-changelog-tool.ts'

/** The tools that every server has; none of them writes anything. */
const readingTools = [
  resolveRangeTool,
  collectChangesTool,
  checkNotesTool,
  renderNotesTool,
  generateChangelogTool,
]

/** The tools that write to the folder they are started in: only there are the files the caller's own. */
const writingTools: Tool[] = [updateChangelogTool]

/** A tool as agents are told of it. */
export interface ToldTool extends Tool {
  input: object
  output: object
}

const told = new Map<boolean, ToldTool[]>()

/** The tools with their schemas, worked out once: servers are built for every request. */
export function describeTools(ownMachine: boolean): ToldTool[] {
  const known = told.get(ownMachine)
  if (known) return known
  const tools = ownMachine ? [...readingTools, ...writingTools] : readingTools
  const made = tools.map((tool) => ({
    ...tool,
    input: asJson(z.object({ ...repositoryFields(ownMachine), ...tool.fields }), 'input'),
    output: asJson(tool.answer, 'output'),
  }))
  told.set(ownMachine, made)
  return made
}

function asJson(schema: z.ZodObject, io: 'input' | 'output'): object {
  const { $schema: _draft, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return portable(json as Json)
}

interface Json {
  [name: string]: unknown
  type?: string | string[]
  properties?: Record<string, Json>
  items?: Json
  anyOf?: Json[]
}

/**
 * A schema that every client can take: one type each, since some know no lists of types, and neither patterns,
 * which are of one engine's dialect, nor bounds that only say what a number is anyway.
 */
function portable({ pattern: _one, allOf: _several, type, minimum, maximum, ...rest }: Json): Json {
  const { properties, items, anyOf } = rest
  return {
    ...(Array.isArray(type) ? { anyOf: type.map((each) => ({ type: each })) } : type && { type }),
    ...rest,
    ...(minimum === undefined || minimum === Number.MIN_SAFE_INTEGER ? {} : { minimum }),
    ...(maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? {} : { maximum }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, field]) => [name, portable(field)]),
      ),
    }),
    ...(items && { items: portable(items) }),
    ...(anyOf && { anyOf: anyOf.map(portable) }),
  }
}
