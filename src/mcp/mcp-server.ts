import {
  type CallToolResult,
  type ServerContext as McpRequestContext,
  McpServer,
  ResourceTemplate,
  type StandardSchemaWithJSON,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import { warnUnknownFields } from '../api/parse-request.ts'
import { progressMessage } from '../api/progress-messages.ts'
import { agentSteps, bullets, numbered, writingRules } from '../api/writing-guide.ts'
import { asProblem, type Problem } from '../core/errors.ts'
import { version } from '../core/package.ts'
import { type Progress, stages } from '../core/progress.ts'
import type { Warning } from '../core/warnings.ts'
import { type DescribedTool, describeLocalTools, describeRemoteTools } from './describe-tools.ts'
import type { McpContext, ToolArguments } from './mcp-context.ts'
import { prompts } from './prompts.ts'
import { houseStyleUriTemplate, localHouseStyleUri, readHouseStyleText, textResources } from './resources.ts'

const instructions = `Notewright turns commits into release notes and checks every statement against the commits.\n\n${numbered(agentSteps)}\n\n${bullets(writingRules)}\n\nThe resource ${localHouseStyleUri} says what the project lists. Arguments that resolve_range describes mean the same in every tool.`

/** Builds an MCP server for one HTTP request or one stdio connection; it keeps no state. */
export function buildMcpServer(context: McpContext): McpServer {
  const server = new McpServer(
    { name: 'notewright', title: 'Notewright', version },
    {
      instructions,
      // The lists never change while the server runs.
      capabilities: {
        tools: { listChanged: false },
        prompts: { listChanged: false },
        resources: { listChanged: false },
      },
      cacheHints: {
        'tools/list': oneHour,
        'prompts/list': oneHour,
        'resources/list': oneHour,
        'resources/templates/list': oneHour,
      },
    },
  )
  if (context.isLocal) for (const tool of describeLocalTools()) addTool(server, tool, context)
  else for (const tool of describeRemoteTools()) addTool(server, tool, context)
  addPrompts(server)
  addResources(server, context)
  return server
}

const oneHour = { ttlMs: 3_600_000, cacheScope: 'public' as const }

function addTool<Context extends McpContext>(
  server: McpServer,
  tool: DescribedTool<Context>,
  context: Context,
): void {
  const { name, title, description, writes, input, output } = tool
  server.registerTool(
    name,
    {
      title,
      description,
      inputSchema: describeOnly(input),
      outputSchema: describeOnly(output),
      // The other hints are about tools that write.
      annotations: writes
        ? { readOnlyHint: false, destructiveHint: false, idempotentHint: true }
        : { readOnlyHint: true },
    },
    async (given: unknown, requestContext: McpRequestContext): Promise<CallToolResult> => {
      const { known, unknown } = splitArguments(tool, toArguments(given))
      try {
        const answer = await tool.call(known, {
          context,
          clientSignal: requestContext.mcpReq.signal,
          onProgress: notifyProgress(requestContext),
        })
        const shown = withWarnings(answer, unknown)
        return { content: [{ type: 'text', text: JSON.stringify(shown) }], structuredContent: shown }
      } catch (error) {
        // The client has cancelled the call and ignores its result.
        if (requestContext.mcpReq.signal.aborted) return { isError: true, content: [] }
        const problem = asProblem(error)
        context.onProblem(problem)
        return toToolError(problem, unknown)
      }
    },
  )
}

/** Separates the arguments that a tool does not have; a warning names each with the one that was probably meant. */
function splitArguments<Context extends McpContext>(
  { accepted, fields }: DescribedTool<Context>,
  given: ToolArguments,
): { known: ToolArguments; unknown: Warning[] } {
  const names = Object.keys(given)
  const known = names.filter((name) => accepted.has(name)).map((name) => [name, given[name]] as const)
  const inside = known.flatMap(([name, value]) => listUnknownInside(name, value, fields[name]))
  return {
    known: Object.fromEntries(known),
    unknown: [...warnUnknownFields(names, [...accepted]), ...inside],
  }
}

/** The unknown fields of the items of a list. */
function listUnknownInside(name: string, value: unknown, field: unknown): Warning[] {
  const list = field instanceof z.ZodOptional ? field.unwrap() : field
  const item = list instanceof z.ZodArray ? list.element : null
  if (!(item instanceof z.ZodObject) || !Array.isArray(value)) return []
  const given = value.flatMap((each) => (typeof each === 'object' && each !== null ? Object.keys(each) : []))
  const accepted = [...Object.keys(item.shape), 'id', 'commits']
  return warnUnknownFields([...new Set(given)], accepted).map(({ code, detail }) => ({
    code,
    detail: `In \`${name}\`: ${detail}`,
  }))
}

/** An answer with more warnings; they name the arguments as the tools do. */
function withWarnings(answer: object, more: Warning[]): Record<string, unknown> {
  const own = 'warnings' in answer ? (answer.warnings as Warning[]) : []
  const warnings = [...more, ...own].map(({ code, detail }) => ({ code, detail: withShortNames(detail) }))
  return 'warnings' in answer || warnings.length > 0 ? { ...answer, warnings } : { ...answer }
}

function withShortNames(text: string): string {
  return text
    .replace(/\bfromRef\b/g, 'from')
    .replace(/\btoRef\b/g, 'to')
    .replace(/\brepoFullName\b/g, 'repo')
}

/** A problem as a tool error: its code and message, then each fault on its own line. */
function toToolError(problem: Problem, unknown: Warning[]): CallToolResult {
  const faults = problem.faults.map(
    ({ pointer, detail }) => `- ${pointer.slice(2) || 'arguments'}: ${detail}`,
  )
  const hints = unknown.map(({ detail }) => `- ${detail}`)
  const text = withShortNames([`${problem.code}: ${problem.message}`, ...faults, ...hints].join('\n'))
  return { isError: true, content: [{ type: 'text', text }] }
}

function toArguments(given: unknown): ToolArguments {
  return typeof given === 'object' && given !== null ? (given as ToolArguments) : {}
}

/** Sends progress notifications if the client asked for them; the protocol requires increasing numbers. */
function notifyProgress({ mcpReq }: McpRequestContext): (progress: Progress) => void {
  const token = mcpReq._meta?.progressToken
  if (token === undefined) return () => {}
  let last = 0
  return (progress) => {
    const { stage, done, total } = progress
    const share = total === null ? done / (done + 1000) : total === 0 ? 0 : done / total
    const reached = stages.indexOf(stage) + 0.01 + 0.98 * share
    if (reached <= last) return
    last = reached
    const params = {
      progressToken: token,
      progress: Number(reached.toFixed(4)),
      total: stages.length,
      message: progressMessage(progress),
    }
    // Sending fails if the client has disconnected; its signal stops the work.
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {})
  }
}

/** A schema that is listed but not applied: tools parse their arguments themselves and report every fault. */
function describeOnly(json: object): StandardSchemaWithJSON {
  const toJson = () => json as Record<string, unknown>
  return {
    '~standard': {
      version: 1,
      vendor: 'notewright',
      validate: (value) => ({ value }),
      jsonSchema: { input: toJson, output: toJson },
    },
  }
}

function addPrompts(server: McpServer): void {
  for (const { name, title, description, fields, write } of prompts) {
    server.registerPrompt(name, { title, description, argsSchema: z.object(fields) }, (given) => ({
      description,
      messages: [
        {
          role: 'user',
          content: { type: 'text', text: write(given as Record<string, string | undefined>) },
        },
      ],
    }))
  }
}

const markdown = 'text/markdown'

function addResources(server: McpServer, context: McpContext): void {
  for (const { name, uri, title, description, text } of textResources) {
    server.registerResource(name, uri, { title, description, mimeType: markdown }, () => ({
      contents: [{ uri, mimeType: markdown, text }],
    }))
  }
  const title = 'The house style of a repository'
  const description =
    'Which changes the repository lists, how it categorises them and how it writes about them, from its configuration file and its own changelog.'
  const about = { title, description, mimeType: markdown }
  server.registerResource(
    'house-style',
    new ResourceTemplate(houseStyleUriTemplate, { list: undefined }),
    about,
    async (uri, { host, repo }, requestContext) => ({
      contents: [
        {
          uri: uri.href,
          mimeType: markdown,
          text: await readHouseStyleText(context, { host, repo }, requestContext),
        },
      ],
    }),
  )
  if (!context.isLocal) return
  server.registerResource('own-house-style', localHouseStyleUri, about, async (uri, requestContext) => ({
    contents: [
      { uri: uri.href, mimeType: markdown, text: await readHouseStyleText(context, {}, requestContext) },
    ],
  }))
}
