import { z } from 'zod'
import { checkConfigTool } from './check-config-tool.ts'
import { collectChangesTool } from './collect-changes-tool.ts'
import { generateChangelogTool } from './generate-changelog-tool.ts'
import type { LocalMcpContext, McpContext } from './mcp-context.ts'
import { nextVersionTool } from './next-version-tool.ts'
import { checkNotesTool, renderNotesTool } from './notes-tools.ts'
import { resolveRangeTool } from './resolve-range-tool.ts'
import { showChangeTool } from './show-change-tool.ts'
import { commonNames, repositoryFields, type Tool } from './tool.ts'
import { updateChangelogTool } from './update-changelog-tool.ts'

/** A tool with the JSON schemas of its arguments and its answer. */
export interface DescribedTool<Context extends McpContext = McpContext> extends Tool<Context> {
  input: object
  output: object
  /** The arguments that it accepts. */
  accepted: Set<string>
}

const readTools = [
  resolveRangeTool,
  collectChangesTool,
  showChangeTool,
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
  // A draft and a cursor name their repository.
  const isNamed = 'draft' in tool.fields || 'cursor' in tool.fields
  const fields = { ...repositoryFields(isLocal, isNamed), ...tool.fields }
  const input = toJsonSchema(z.object(fields), 'input')
  return {
    ...tool,
    input: tool === resolveRangeTool ? input : withoutCommonDescriptions(input),
    output: outlineOf(toJsonSchema(tool.answer, 'output')),
    accepted: new Set([...Object.keys(fields), ...aliases, ...(tool.unlisted ?? [])]),
  }
}

const aliases = ['repoFullName', 'fromRef', 'toRef']

function toJsonSchema(schema: z.ZodObject, io: 'input' | 'output'): JsonSchema {
  const { $schema: _draft, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return toPortable(json as JsonSchema)
}

/** Every agent pays for the list of tools: what all tools have in common is described once, by resolve_range. */
function withoutCommonDescriptions(input: JsonSchema): JsonSchema {
  const properties = Object.entries(input.properties ?? {}).map(([name, field]) => {
    if (!commonNames.includes(name)) return [name, field]
    const { description: _description, default: _default, ...rest } = field
    return [name, rest]
  })
  return { ...input, properties: Object.fromEntries(properties) }
}

/** The fields of an answer with their types; what is inside of them is in the answer itself. */
function outlineOf({ type, properties = {} }: JsonSchema): JsonSchema {
  const outlined = Object.entries(properties).map(([name, field]) => [name, outlineField(field)])
  return { type: type!, properties: Object.fromEntries(outlined) }
}

function outlineField({ type, anyOf = [] }: JsonSchema): JsonSchema {
  // Most of those without a type can be null.
  return type === undefined ? { anyOf: anyOf.map((each) => ({ type: each.type! })) } : { type }
}

interface JsonSchema {
  [name: string]: unknown
  type?: string | string[]
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  anyOf?: JsonSchema[]
}

/**
 * A short schema that every client accepts. Some clients reject lists of types, and patterns are specific to one regex
 * engine. Limits are left to the errors, because hardly any call reaches them.
 */
function toPortable({
  pattern: _pattern,
  allOf: _allOf,
  minLength: _minLength,
  maxLength: _maxLength,
  maxItems: _maxItems,
  minimum: _minimum,
  maximum: _maximum,
  propertyNames: _propertyNames,
  additionalProperties: _additionalProperties,
  description,
  type,
  ...rest
}: JsonSchema): JsonSchema {
  const { properties, items, anyOf } = rest
  return {
    ...(description === '' || description === undefined ? {} : { description }),
    ...(Array.isArray(type) ? { anyOf: type.map((each) => ({ type: each })) } : type && { type }),
    ...rest,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, field]) => [name, toPortable(field)]),
      ),
    }),
    ...(items && { items: toPortable(items) }),
    ...(anyOf && { anyOf: anyOf.map(toPortable) }),
  }
}
