import { toNodeHandler } from '@modelcontextprotocol/node'
import { createMcpHandler, localhostAllowedOrigins, validateOriginHeader } from '@modelcontextprotocol/server'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { problemSchema } from '../api/answer-schema.ts'
import { chooseHost } from '../api/choose-host.ts'
import { answerRequest } from '../app/answer-request.ts'
import type { Answer } from '../core/answer.ts'
import { startDeadline } from '../core/deadline.ts'
import { Problem } from '../core/errors.ts'
import type { GenerateRequest } from '../core/request.ts'
import type { McpContext } from '../mcp/mcp-context.ts'
import { buildServer } from '../mcp/server.ts'
import { hideCaller } from '../observability/logger.ts'
import { formatCause } from '../text/format-error.ts'
import { readModelKey, takeTurn } from './authenticate.ts'
import { countAnswer } from './count-answer.ts'
import { logProblem, problemType } from './problem-document.ts'
import { notesBytes } from './render-route.ts'
import type { ServerContext } from './server-context.ts'
import { timeStages } from './time-stages.ts'

const schema = {
  summary: 'The Model Context Protocol, for agents',
  description:
    "Streamable HTTP without sessions; closing the connection ends the work. The tools are those of `/llms.txt`. The host's token comes in `X-Host-Token`: what an agent sends in `Authorization` is meant for this service and is passed on to nobody.",
  headers: z.object({
    'x-host-token': z
      .string()
      .optional()
      .describe("A personal access token of the repository's host; every tool needs it."),
    'x-api-key': z.string().optional().describe("The caller's own key for the language-model gateway."),
  }),
  body: z.looseObject({ jsonrpc: z.literal('2.0'), method: z.string() }),
  response: {
    200: {
      description: 'One message of JSON-RPC, or a stream that ends with it.',
      content: {
        'application/json': { schema: z.looseObject({ jsonrpc: z.literal('2.0') }) },
        'text/event-stream': { schema: z.string() },
      },
    },
    default: {
      description: 'A problem; where the protocol has an error of its own for it, that error.',
      content: {
        [problemType]: { schema: problemSchema },
        'application/json': { schema: z.looseObject({ jsonrpc: z.literal('2.0') }) },
      },
    },
  },
}

/** `POST /mcp`: the tools, prompts and resources for agents. */
export function addMcpRoute(app: FastifyInstance, context: ServerContext): void {
  app.post('/mcp', { schema, onRequest: checkOrigin, bodyLimit: notesBytes }, async (request, reply) => {
    const onerror = (error: Error) =>
      request.log.info({ cause: hideCaller(request)(formatCause(error)) }, 'mcp')
    const handler = createMcpHandler(() => buildServer(mcpContext(context, request)), {
      // Nothing that is listed ever changes, so that there is nothing to listen for.
      maxSubscriptions: 0,
      onerror,
    })
    reply.hijack()
    for (const [name, value] of Object.entries(reply.getHeaders())) {
      if (value !== undefined) reply.raw.setHeader(name, value)
    }
    await toNodeHandler(handler, { onerror })(asNode(request), reply.raw, request.body)
  })
}

/** Node's request as the adapter types it. */
function asNode({ raw }: FastifyRequest): Parameters<ReturnType<typeof toNodeHandler>>[0] {
  return raw as Parameters<ReturnType<typeof toNodeHandler>>[0]
}

/** A page of a stranger in somebody's browser must not reach a service on their machine. */
async function checkOrigin({ headers }: FastifyRequest): Promise<void> {
  if (validateOriginHeader(headers.origin, localhostAllowedOrigins()).ok) return
  throw new Problem(
    'origin_not_allowed',
    `The request comes from a page of ${JSON.stringify(String(headers.origin).slice(0, 100))}, and only pages of this machine may call /mcp. Call it from a program, which sends no Origin header.`,
  )
}

function mcpContext(context: ServerContext, request: FastifyRequest): McpContext {
  return {
    ownMachine: false,
    findSource: async (given) => {
      const token = readHostToken(request)
      return {
        body: given,
        ask: async (name) => ({ host: chooseHost(context.hosts, name ?? context.defaultHost), token }),
      }
    },
    makeNotes: (asked, asking) => shareNotes({ context, modelKey: readModelKey(request) }, asked, asking),
    openChangelog: null,
    maxCommits: context.maxCommits,
    memoCache: context.memoCache,
    inTime: async (left, work) => {
      const time = startDeadline(left, context.deadlineMs)
      const inside = () => takeTurn(context, { token: readHostToken(request) }, () => work(time))
      return inside()
        .catch((error: unknown) => {
          throw time.explain(error)
        })
        .finally(time.end)
    },
    onProblem: (problem) => logProblem(problem, request),
    onAnswer: (answer) => countAnswer(context.metrics, answer),
  }
}

/** The same way that `/api/v1/generate` goes: what it knows is told here, and what is made here is known there. */
async function shareNotes(
  { context, modelKey }: { context: ServerContext; modelKey: string | null },
  asked: GenerateRequest,
  asking: Parameters<McpContext['makeNotes']>[1],
): Promise<Answer> {
  const { metrics, flights, secret } = context
  const gateway = context.gatewayFor(modelKey, asked.model)
  const question = {
    ...{ asked, host: asking.host, token: asking.token ?? '', modelKey, gateway },
    warnings: [],
  }
  const sharing = { flights, secret, watch: timeStages(context), fresh: false, onEntry: () => {} }
  const { text, made, by } = await answerRequest(question, { ...asking, ...sharing })
  if (made) countAnswer(metrics, made)
  metrics.add('notewright_answers_total', { by })
  return JSON.parse(text) as Answer
}

function readHostToken({ headers }: FastifyRequest): string {
  const token = headers['x-host-token']
  if (typeof token === 'string' && /^[\x21-\x7e]{1,4096}$/.test(token)) return token
  throw new Problem(
    'token_missing',
    `${token === undefined ? 'The request has no X-Host-Token header' : 'The X-Host-Token header is no token'}. Set it to a personal access token of the repository's host in the configuration of the agent; a token in Authorization is not passed on.`,
  )
}
