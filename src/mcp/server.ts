import {
  type CallToolResult,
  type ServerContext as McpRequestContext,
  McpServer,
  ResourceTemplate,
  type StandardSchemaWithJSON,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import { progressMessage } from '../api/progress-messages.ts'
import { agentSteps, bullets, numbered, writingRules } from '../api/writing-guide.ts'
import { version } from '../config/package.ts'
import { asProblem, type Problem } from '../core/errors.ts'
import { type Progress, stages } from '../core/progress.ts'
import { describeTools, type ToldTool } from './describe-tools.ts'
import type { Arguments, McpContext } from './mcp-context.ts'
import { prompts } from './prompts.ts'
import { houseStyleAddress, houseStyleTemplate, readHouseStyleText, resources } from './resources.ts'

const instructions = `Notewright turns commits into release notes that say nothing the commits do not say.\n\n${numbered(agentSteps)}\n\n${bullets(writingRules)}\n\nFor notes in one call, without words of your own: generate_changelog.`

/** Builds a server for one request, or for one connection; it holds nothing between two. */
export function buildServer(context: McpContext): McpServer {
  const server = new McpServer(
    { name: 'notewright', title: 'Notewright', version },
    {
      instructions,
      // What is listed never changes while the server runs.
      capabilities: {
        tools: { listChanged: false },
        prompts: { listChanged: false },
        resources: { listChanged: false },
      },
      cacheHints: {
        'tools/list': forAnHour,
        'prompts/list': forAnHour,
        'resources/list': forAnHour,
        'resources/templates/list': forAnHour,
      },
    },
  )
  for (const tool of describeTools(context.ownMachine)) addTool(server, tool, context)
  addPrompts(server)
  addResources(server, context)
  return server
}

const forAnHour = { ttlMs: 3_600_000, cacheScope: 'public' as const }

function addTool(server: McpServer, tool: ToldTool, context: McpContext): void {
  const { name, title, description, writes, input, output } = tool
  server.registerTool(
    name,
    {
      title,
      description,
      inputSchema: onlyTold(input),
      outputSchema: onlyTold(output),
      annotations: {
        readOnlyHint: !writes,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: true,
      },
    },
    async (given: unknown, requestContext: McpRequestContext): Promise<CallToolResult> => {
      try {
        const call = { context, left: requestContext.mcpReq.signal, onProgress: progressTo(requestContext) }
        const answer = await tool.call(asArguments(given), call)
        return { content: [{ type: 'text', text: JSON.stringify(answer) }], structuredContent: { ...answer } }
      } catch (error) {
        // Nobody hears what became of a call that was cancelled.
        if (requestContext.mcpReq.signal.aborted) return { isError: true, content: [] }
        const problem = asProblem(error)
        context.onProblem(problem)
        return refusal(problem)
      }
    },
  )
}

/** A problem as the agent reads it: the catalogue's text, and every fault on a line of its own. */
function refusal(problem: Problem): CallToolResult {
  const faults = problem.faults.map(
    ({ pointer, detail }) => `- ${pointer.slice(2) || 'arguments'}: ${detail}`,
  )
  const text = [`${problem.code}: ${problem.message}`, ...faults].join('\n')
  return { isError: true, content: [{ type: 'text', text }] }
}

function asArguments(given: unknown): Arguments {
  return typeof given === 'object' && given !== null ? (given as Arguments) : {}
}

/** Tells progress to whoever asked for it; the protocol wants numbers that only grow. */
function progressTo({ mcpReq }: McpRequestContext): (progress: Progress) => void {
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
    // Whoever has left hears nothing any more; that the work ends then is the signal's matter.
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {})
  }
}

/** A schema that is told and not applied: arguments are read like any request, so that all faults are ours. */
function onlyTold(json: object): StandardSchemaWithJSON {
  const asTold = () => json as Record<string, unknown>
  return {
    '~standard': {
      version: 1,
      vendor: 'notewright',
      validate: (value) => ({ value }),
      jsonSchema: { input: asTold, output: asTold },
    },
  }
}

function addPrompts(server: McpServer): void {
  for (const { name, title, description, fields, words } of prompts) {
    server.registerPrompt(name, { title, description, argsSchema: z.object(fields) }, (given) => ({
      description,
      messages: [
        {
          role: 'user',
          content: { type: 'text', text: words(given as Record<string, string | undefined>) },
        },
      ],
    }))
  }
}

const markdown = 'text/markdown'

function addResources(server: McpServer, context: McpContext): void {
  for (const { name, uri, title, description, text } of resources) {
    server.registerResource(name, uri, { title, description, mimeType: markdown }, () => ({
      contents: [{ uri, mimeType: markdown, text }],
    }))
  }
  const title = 'The house style of a repository'
  const description =
    'What the repository lists, where it files it and how it words it, learned from its own changelog.'
  const about = { title, description, mimeType: markdown }
  server.registerResource(
    'house-style',
    new ResourceTemplate(houseStyleTemplate, { list: undefined }),
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
  if (!context.ownMachine) return
  server.registerResource('own-house-style', houseStyleAddress, about, async (uri, requestContext) => ({
    contents: [
      { uri: uri.href, mimeType: markdown, text: await readHouseStyleText(context, {}, requestContext) },
    ],
  }))
}
