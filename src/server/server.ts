import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import helmet from '@fastify/helmet'
import swagger from '@fastify/swagger'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { Problem } from '../core/errors.ts'
import { version } from '../core/package.ts'
import { loggerOptions } from '../observability/logger.ts'
import { type BuildEditor, findEditorBuild } from './build-editor.ts'
import { addChangesRoute } from './changes-route.ts'
import { checkServerName } from './check-server-name.ts'
import { closeStalledConnections } from './close-stalled.ts'
import { addConfigRoutes } from './config-routes.ts'
import { addCors } from './cors.ts'
import { addDoctorRoute } from './doctor-route.ts'
import { addDraftRoutes } from './draft-routes.ts'
import { addEditorRoutes, builtEditor } from './editor-routes.ts'
import { addGenerateRoute } from './generate-route.ts'
import { GracefulShutdown } from './graceful-shutdown.ts'
import { addHealthRoutes } from './health-routes.ts'
import { addJobRoutes } from './job-routes.ts'
import { addMcpRoute } from './mcp-route.ts'
import { addNextVersionRoute } from './next-version-route.ts'
import { parseJson } from './parse-json.ts'
import { addPickerRoutes } from './picker-routes.ts'
import { rejectMalformedHttp, sendProblem, sendRawProblem } from './problem-document.ts'
import { addReferenceRoutes, pageStyleHash } from './reference-routes.ts'
import { addReleaseRoute } from './release-route.ts'
import { addRenderRoute } from './render-route.ts'
import type { ServerContext } from './server-context.ts'
import { limitEventLoopDelay, limitInFlight } from './shed-load.ts'
import { traceRequests } from './trace-requests.ts'

const maxStallMs = 6_000
const limits = {
  bodyLimit: 64 * 1024,
  requestTimeout: 10_000,
  connectionTimeout: 0,
  keepAliveTimeout: 5_000,
  http: {
    maxHeaderSize: 16 * 1024,
    headersTimeout: 5_000,
    connectionsCheckingInterval: 1_000,
    // Node would reject a missing Host header itself; the hook below returns a problem document instead.
    requireHostHeader: false,
  },
}
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

/** The HTTP service. */
export interface Service {
  app: FastifyInstance
  /** Shuts down gracefully: rejects new requests and finishes those in flight. */
  drain: () => Promise<void>
}

/** Builds the HTTP service; call `app.listen` to start it. */
export async function buildService(
  context: ServerContext,
  logLevel: string,
  editorFolder = builtEditor,
  buildEditor: BuildEditor | null = editorFolder === builtEditor ? findEditorBuild() : null,
): Promise<Service> {
  const shutdown = new GracefulShutdown()
  const app = createApp(logLevel)
  if (context.traces) traceRequests(app, context.traces)
  closeStalledConnections(app, maxStallMs)
  shutdown.addHooks(app)
  if (context.serverNames) checkServerName(app, context.serverNames)
  limitInFlight(app, context)
  await app.register(helmet, securityHeaders)
  addCors(app, context.allowedOrigins)
  limitEventLoopDelay(app, context.shedDelayMs)
  await app.register(swagger, { openapi: openApiHead, transform: jsonSchemaTransform })
  addGenerateRoute(app, context)
  addChangesRoute(app, context)
  addNextVersionRoute(app, context)
  addRenderRoute(app, context)
  addConfigRoutes(app, context)
  addMcpRoute(app, context)
  addPickerRoutes(app, context)
  addReleaseRoute(app, context)
  addDraftRoutes(app, context)
  addDoctorRoute(app, context)
  addJobRoutes(app, context)
  addHealthRoutes(app, context)
  addReferenceRoutes(app)
  await addEditorRoutes(app, editorFolder, buildEditor)
  return { app, drain: () => shutdown.shutDown(app) }
}

function createApp(logLevel: string): FastifyInstance {
  const currentResponses = new WeakMap<Socket, ServerResponse>()
  const app = Fastify({
    logger: loggerOptions(logLevel),
    ...limits,
    return503OnClosing: false,
    requestIdHeader: false,
    genReqId: (request) => readRequestId(request.headers['x-request-id']) ?? randomUUID(),
    clientErrorHandler: (error, socket) => {
      const current = currentResponses.get(socket)
      // A response that is already being sent cannot be replaced by an error.
      if (!socket.writable || (current?.headersSent && !current.writableEnded)) socket.destroy()
      else rejectMalformedHttp(error, socket, randomUUID())
    },
    frameworkErrors: (error, request, reply) => {
      reply.header('x-request-id', request.id).header('cache-control', 'no-store')
      sendProblem(error, request, reply)
    },
  })
  app.addHook('onRequest', async (request, reply) => {
    currentResponses.set(request.raw.socket, reply.raw)
    reply.header('x-request-id', request.id).header('cache-control', 'no-store')
    if (request.headers.host === undefined && request.raw.httpVersion !== '1.0') {
      throw new Problem('malformed_http', 'The request has no Host header. HTTP/1.1 requires one.')
    }
    // Checked before the body is read, which is not needed for an unknown route.
    if (request.is404) throw routeNotFound(app, request, reply)
  })
  app.server.on('checkExpectation', (_request, response: ServerResponse) => {
    const problem = new Problem(
      'expectation_failed',
      'Unsupported Expect header: only 100-continue is supported. Omit the header.',
    )
    sendRawProblem(response, problem, randomUUID())
  })
  app.decorateRequest('hostToken', '')
  app.decorateRequest('span', null)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: unknown, body: Buffer) => parseJson(body),
  )
  // The routes validate requests themselves, so that an error lists every fault.
  app.setValidatorCompiler(() => (value) => ({ value }))
  app.setSerializerCompiler(() => (value) => JSON.stringify(value))
  app.setErrorHandler((error, request, reply) => sendProblem(error, request, reply))
  return app
}

function routeNotFound(app: FastifyInstance, request: FastifyRequest, reply: FastifyReply): Problem {
  const path = request.url.split('?', 1)[0]!
  const allowed = methods.filter((method) => app.hasRoute({ method, url: path }))
  if (allowed.length === 0) {
    return new Problem(
      'route_not_found',
      `Unknown endpoint ${request.method} ${path.slice(0, 100)}. The endpoints are listed at /docs.`,
    )
  }
  reply.header('allow', allowed.join(', '))
  return new Problem(
    'method_not_allowed',
    `${path} does not support ${request.method}. Supported methods: ${allowed.join(', ')}.`,
  )
}

function readRequestId(header: string | string[] | undefined): string | null {
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
  // The operator's proxy terminates TLS, so it decides about HSTS.
  strictTransportSecurity: false,
}

const openApiHead = {
  openapi: '3.1.0' as const,
  info: {
    title: 'Notewright',
    version,
    description: 'Turns the commits of a repository into release notes.',
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
