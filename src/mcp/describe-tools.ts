import { z } from 'zod'
import { checkConfigTool } from './check-config-tool.ts'
import { collectChangesTool } from './collect-changes-tool.ts'
import { generateChangelogTool } from './generate-changelog-tool.ts'
import type { LocalMcpContext, McpContext } from './mcp-context.ts'
import { nextVersionTool } from './next-version-tool.ts'
import { checkNotesTool, renderNotesTool } from './notes-tools.ts'
import { resolveRangeTool } from './resolve-range-tool.ts'
import { repositoryFields, type Tool } from './tool.ts'
import { updateChangelogTool } from './update-changelog-tool.ts'

/** A tool with the JSON schemas of its arguments and its answer. */
export interface DescribedTool<Context extends McpContext = McpContext> extends Tool<Context> {
  input: object
  output: object
}

const readTools = [
  resolveRangeTool,
  collectChangesTool,
  checkNotesTool,
  renderNotesTool,
  generateChangelogTool,
  nextVersionTool,
  checkConfigTool,
]

// The schemas are computed once, because the HTTP server builds an MCP server for every request.
let remoteServerTools: DescribedTool[] | null = null
let localServerTools: DescribedTool<LocalMcpContext>[] | null = null

/** The tools of a server that other machines call; none of them writes files. */
export function describeRemoteTools(): DescribedTool[] {
  remoteServerTools ??= readTools.map((tool) => describeTool(tool, false))
  return remoteServerTools
}

/** The tools of a server on the user's own machine. */
export function describeLocalTools(): DescribedTool<LocalMcpContext>[] {
  localServerTools ??= [...readTools, updateChangelogTool].map((tool) => describeTool(tool, true))
  return localServerTools
}

function describeTool<Context extends McpContext>(
  tool: Tool<Context>,
  isLocal: boolean,
): DescribedTool<Context> {
  return {
    ...tool,
    input: toJsonSchema(z.object({ ...repositoryFields(isLocal), ...tool.fields }), 'input'),
    output: toJsonSchema(tool.answer, 'output'),
  }
}

function toJsonSchema(schema: z.ZodObject, io: 'input' | 'output'): object {
  const { $schema: _draft, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return toPortable(json as JsonSchema)
}

interface JsonSchema {
  [name: string]: unknown
  type?: string | string[]
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  anyOf?: JsonSchema[]
}

/**
 * A schema that every client accepts. Some clients reject lists of types, and patterns are specific to one regex
 * engine. The bounds of a safe integer say nothing.
 */
function toPortable({
  pattern: _pattern,
  allOf: _allOf,
  type,
  minimum,
  maximum,
  ...rest
}: JsonSchema): JsonSchema {
  const { properties, items, anyOf } = rest
  return {
    ...(Array.isArray(type) ? { anyOf: type.map((each) => ({ type: each })) } : type && { type }),
    ...rest,
    ...(minimum === undefined || minimum === Number.MIN_SAFE_INTEGER ? {} : { minimum }),
    ...(maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? {} : { maximum }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, field]) => [name, toPortable(field)]),
      ),
    }),
    ...(items && { items: toPortable(items) }),
    ...(anyOf && { anyOf: anyOf.map(toPortable) }),
  }
}
