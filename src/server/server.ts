import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import helmet from '@fastify/helmet'
import swagger from '@fastify/swagger'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { version } from '../config/package.ts'
import { Problem } from '../core/errors.ts'
import { carefulLog } from '../observability/logger.ts'
import { allowOrigins } from './allow-origins.ts'
import { addChangesRoute } from './changes-route.ts'
import { closeStalled } from './close-stalled.ts'
import { addEditorRoutes, builtEditor } from './editor-routes.ts'
import { addGenerateRoute } from './generate-route.ts'
import { GracefulShutdown } from './graceful-shutdown.ts'
import { addHealthRoutes } from './health-routes.ts'
import { addJobRoutes } from './job-routes.ts'
import { addMcpRoute } from './mcp-route.ts'
import { parseJson } from './parse-json.ts'
import { addPickerRoutes } from './picker-routes.ts'
import { answerBrokenClient, answerRaw, sendProblem } from './problem-document.ts'
import { addReferenceRoutes, pageStyleHash } from './reference-routes.ts'
import { addReleaseRoute } from './release-route.ts'
import { addRenderRoute } from './render-route.ts'
import type { ServerContext } from './server-context.ts'
import { limitEventLoopDelay, limitInFlight } from './shed-load.ts'
import { traceRequests } from './trace-requests.ts'

const stalledMs = 6_000
const limits = {
  bodyLimit: 64 * 1024,
  requestTimeout: 10_000,
  connectionTimeout: 0,
  keepAliveTimeout: 5_000,
  http: {
    maxHeaderSize: 16 * 1024,
    headersTimeout: 5_000,
    connectionsCheckingInterval: 1_000,
    // Node would refuse a missing host in its own words; ours are below.
    requireHostHeader: false,
  },
}
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

/** A service that can be asked to stop: it finishes what it began, and takes nothing new. */
export interface Service {
  app: FastifyInstance
  drain: () => Promise<void>
}

/** Builds the HTTP service; it listens when its `app` is told to. */
export async function buildService(
  context: ServerContext,
  logLevel: string,
  editorFolder = builtEditor,
): Promise<Service> {
  const shutdown = new GracefulShutdown()
  const app = createApp(logLevel)
  if (context.traces) traceRequests(app, context.traces)
  closeStalled(app, stalledMs)
  shutdown.addHooks(app)
  limitInFlight(app, context.metrics, context.maxInFlight)
  await app.register(helmet, securityHeaders)
  allowOrigins(app, context.allowedOrigins)
  await limitEventLoopDelay(app, context.shedDelayMs)
  await app.register(swagger, { openapi: openApiHead, transform: jsonSchemaTransform })
  addGenerateRoute(app, context)
  addChangesRoute(app, context)
  addRenderRoute(app, context)
  addMcpRoute(app, context)
  addPickerRoutes(app, context)
  addReleaseRoute(app, context)
  addJobRoutes(app, context)
  addHealthRoutes(app, context)
  addReferenceRoutes(app)
  await addEditorRoutes(app, editorFolder)
  return { app, drain: () => shutdown.shutDown(app) }
}

function createApp(logLevel: string): FastifyInstance {
  const answering = new WeakMap<Socket, ServerResponse>()
  const app = Fastify({
    logger: carefulLog(logLevel),
    ...limits,
    return503OnClosing: false,
    requestIdHeader: false,
    genReqId: (request) => acceptedId(request.headers['x-request-id']) ?? randomUUID(),
    clientErrorHandler: (error, socket) => {
      const current = answering.get(socket)
      // In the midst of an answer nothing can be said any more.
      if (!socket.writable || (current?.headersSent && !current.writableEnded)) socket.destroy()
      else answerBrokenClient(error, socket, randomUUID())
    },
    frameworkErrors: (error, request, reply) => {
      reply.header('x-request-id', request.id).header('cache-control', 'no-store')
      sendProblem(error, request, reply)
    },
  })
  app.addHook('onRequest', async (request, reply) => {
    answering.set(request.raw.socket, reply.raw)
    reply.header('x-request-id', request.id).header('cache-control', 'no-store')
    if (request.headers.host === undefined && request.raw.httpVersion !== '1.0') {
      throw new Problem(
        'malformed_http',
        'The request has no Host header, which HTTP/1.1 requires. Send one.',
      )
    }
    // Decided before the body is looked at: what is sent to nowhere need not be read.
    if (request.is404) throw nothingThere(app, request, reply)
  })
  app.server.on('checkExpectation', (_request, response: ServerResponse) => {
    const problem = new Problem(
      'expectation_failed',
      'The Expect header asks for something else than 100-continue. Leave it out.',
    )
    answerRaw(response, problem, randomUUID())
  })
  app.decorateRequest('hostToken', '')
  app.decorateRequest('span', null)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: unknown, body: Buffer) => parseJson(body),
  )
  // The schemas are checked where the request is read, so that all its faults are told at once.
  app.setValidatorCompiler(() => (value) => ({ value }))
  app.setSerializerCompiler(() => (value) => JSON.stringify(value))
  app.setErrorHandler((error, request, reply) => sendProblem(error, request, reply))
  return app
}

function nothingThere(app: FastifyInstance, request: FastifyRequest, reply: FastifyReply): Problem {
  const path = request.url.split('?', 1)[0]!
  const allowed = methods.filter((method) => app.hasRoute({ method, url: path }))
  if (allowed.length === 0) {
    return new Problem(
      'route_not_found',
      `There is nothing at ${request.method} ${path.slice(0, 100)}. The addresses of the service are listed at /docs.`,
    )
  }
  reply.header('allow', allowed.join(', '))
  return new Problem(
    'method_not_allowed',
    `${path} does not take ${request.method}. It takes ${allowed.join(', ')}.`,
  )
}

function acceptedId(header: string | string[] | undefined): string | null {
  return typeof header === 'string' && /^[A-Za-z0-9._-]{1,128}$/.test(header) ? header : null
}

const securityHeaders = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      styleSrc: [pageStyleHash],
      baseUri: ["'none'"],
      formAction: ["'none'"],
      frameAncestors: ["'none'"],
    },
  },
  // Whether the service is reached over TLS is the operator's matter, not this process's.
  strictTransportSecurity: false,
}

const openApiHead = {
  openapi: '3.1.0' as const,
  info: {
    title: 'Notewright',
    version,
    description: 'Turns the commits of a repository into release notes a maintainer would sign.',
    license: { name: 'MIT', identifier: 'MIT' },
  },
  components: {
    securitySchemes: {
      hostToken: {
        type: 'http' as const,
        scheme: 'bearer',
        description: "A personal access token of the repository's host.",
      },
    },
  },
}
