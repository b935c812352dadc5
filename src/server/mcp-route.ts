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
import { createSignedDrafts } from '../mcp/draft-store.ts'
import type { CallContext, RemoteMcpContext } from '../mcp/mcp-context.ts'
import { buildMcpServer } from '../mcp/mcp-server.ts'
import { maskCredentials } from '../observability/logger.ts'
import { formatCause } from '../text/format-error.ts'
import { readHostToken, readModelKey } from './authenticate.ts'
import { countAnswer } from './count-answer.ts'
import { logProblem, problemType } from './problem-document.ts'
import { runWithinLimits } from './rate-limit.ts'
import { notesBodyLimit } from './render-route.ts'
import type { ServerContext } from './server-context.ts'
import { timeStages } from './time-stages.ts'

const schema = {
  summary: 'Call the MCP tools (Model Context Protocol)',
  description:
    "Streamable HTTP without sessions. Closing the connection cancels the call. `/llms.txt` lists the tools. Send the host's token in `X-Host-Token`; a token in `Authorization` is meant for this service and is never passed on.",
  headers: z.object({
    'x-host-token': z
      .string()
      .optional()
      .describe("A personal access token of the repository's host. Every tool requires it."),
    'x-api-key': z.string().optional().describe("The client's own key for the language-model gateway."),
  }),
  body: z.looseObject({ jsonrpc: z.literal('2.0'), method: z.string() }),
  response: {
    200: {
      description: 'A JSON-RPC message, or a stream that ends with one.',
      content: {
        'application/json': { schema: z.looseObject({ jsonrpc: z.literal('2.0') }) },
        'text/event-stream': { schema: z.string() },
      },
    },
    default: {
      description: 'An error, as a JSON-RPC error if the protocol defines one for it.',
      content: {
        [problemType]: { schema: problemSchema },
        'application/json': { schema: z.looseObject({ jsonrpc: z.literal('2.0') }) },
      },
    },
  },
}

/** `POST /mcp`: serves the MCP tools, prompts and resources. */
export function addMcpRoute(app: FastifyInstance, context: ServerContext): void {
  app.post('/mcp', { schema, onRequest: checkOrigin, bodyLimit: notesBodyLimit }, async (request, reply) => {
    const onerror = (error: Error) =>
      request.log.info({ cause: maskCredentials(request)(formatCause(error)) }, 'mcp')
    const handler = createMcpHandler(() => buildMcpServer(createMcpContext(context, request)), {
      // The lists never change, so there is nothing to subscribe to.
      maxSubscriptions: 0,
      onerror,
    })
    reply.hijack()
    for (const [name, value] of Object.entries(reply.getHeaders())) {
      if (value !== undefined) reply.raw.setHeader(name, value)
    }
    await toNodeHandler(handler, { onerror })(request.raw as NodeRequest, reply.raw, request.body)
  })
}

/** Node's request as the adapter types it; the adapter does not export the type. */
type NodeRequest = Parameters<ReturnType<typeof toNodeHandler>>[0]

/** Rejects requests from web pages of other machines (DNS rebinding). */
async function checkOrigin({ headers }: FastifyRequest): Promise<void> {
  if (validateOriginHeader(headers.origin, localhostAllowedOrigins()).ok) return
  throw new Problem(
    'origin_not_allowed',
    `The Origin ${JSON.stringify(String(headers.origin).slice(0, 100))} is not allowed: only pages on localhost may call /mcp. Call it from a program, which sends no Origin header.`,
  )
}

function createMcpContext(context: ServerContext, request: FastifyRequest): RemoteMcpContext {
  return {
    isLocal: false,
    findRepository: async (given) => {
      const token = readHostToken(request)
      return {
        body: given,
        connect: async (hostName) => ({
          host: chooseHost(context.hosts, hostName ?? context.defaultHost),
          token,
        }),
      }
    },
    generateNotes: (generateRequest, callContext) =>
      generateSharedNotes(
        context,
        { request: generateRequest, modelKey: readModelKey(request) },
        callContext,
      ),
    maxCommits: context.maxCommits,
    memoCache: context.memoCache,
    drafts: createSignedDrafts(context.secret),
    stageQueue: context.stageQueue,
    runHeavy: context.pool?.run,
    withDeadline: async (clientSignal, work) => {
      const deadline = startDeadline(clientSignal, context.deadlineMs)
      try {
        const token = readHostToken(request)
        return await runWithinLimits(context, { token }, () => work(deadline))
      } catch (error) {
        throw deadline.explain(error)
      } finally {
        deadline.end()
      }
    },
    onProblem: (problem) => logProblem(problem, request),
    onAnswer: (answer) => countAnswer(context.metrics, answer),
  }
}

/** Generates notes as `/api/v1/generate` does, and shares its answers with it. */
async function generateSharedNotes(
  context: ServerContext,
  { request, modelKey }: { request: GenerateRequest; modelKey: string | null },
  call: CallContext,
): Promise<Answer> {
  const { text, made, by } = await answerRequest(
    {
      request,
      host: call.host,
      token: call.token ?? '',
      modelKey,
      gateway: context.gatewayFor(modelKey, request.model),
      warnings: [],
    },
    {
      generation: {
        maxCommits: call.maxCommits,
        memoize: call.memoize,
        signal: call.signal,
        deadlineAt: call.deadlineAt,
        stageQueue: call.stageQueue,
        runHeavy: call.runHeavy,
        onProgress: call.onProgress,
        onEntry: () => {},
      },
      sharing: {
        flights: context.flights,
        secret: context.secret,
        watch: timeStages(context),
        fresh: false,
      },
    },
  )
  if (made) countAnswer(context.metrics, made)
  context.metrics.add('notewright_answers_total', { by })
  return JSON.parse(text) as Answer
}
