import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { asProblem, Problem, type ProblemCode } from '../core/errors.ts'
import { hideCaller } from '../observability/logger.ts'
import { formatCause, formatError } from '../text/format-error.ts'

/** The media type of every answer that is not a success. */
export const problemType = 'application/problem+json'

// Only here: a library and a command have no such page.
const whereFields = 'The fields are described at /docs.'

/** A problem as callers see it. */
export function problemDocument(problem: Problem, requestId: string) {
  const { status, title, source = 'service', retryable = false } = problem.row
  const hasFields = problem.code === 'invalid_request' && problem.faults.length > 0
  return {
    success: false,
    type: problemAddress(problem.code),
    title,
    status,
    detail: hasFields ? `${problem.message} ${whereFields}` : problem.message,
    instance: `urn:request:${requestId}`,
    code: problem.code,
    source,
    retryable,
    ...(problem.retryAfter === null ? {} : { retryAfter: problem.retryAfter }),
    requestId,
    ...(problem.faults.length === 0 ? {} : { errors: problem.faults }),
  }
}

/** Where a problem is explained. */
export function problemAddress(code: ProblemCode): string {
  return `/problems/${code.replaceAll('_', '-')}`
}

/** Logs a problem with its cause, which callers are not shown. */
export function logProblem(problem: Problem, request: FastifyRequest): void {
  const hide = hideCaller(request)
  const { code, cause } = problem
  if (code === 'internal') request.log.error({ code, cause: hide(formatError(cause)) }, 'unexpected error')
  else request.log.info({ code, cause: hide(formatCause(cause)) || undefined }, problem.row.title)
}

/** Answers a request with a problem. */
export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = fromFastify(error, request) ?? asProblem(error)
  logProblem(problem, request)
  if (problem.row.status === 401) reply.header('www-authenticate', 'Bearer realm="notewright"')
  if (problem.retryAfter !== null) reply.header('retry-after', problem.retryAfter)
  return reply.code(problem.row.status).type(problemType).send(problemDocument(problem, request.id))
}

/** What the framework itself refuses, in our words. */
function fromFastify(error: unknown, request: FastifyRequest): Problem | null {
  const code = error instanceof Error && 'code' in error ? error.code : null
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new Problem(
        'body_too_large',
        `The body has more than ${request.routeOptions.bodyLimit.toLocaleString('en')} bytes. ${shorten(request.routeOptions.url)}`,
      )
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_ERR_CTP_EMPTY_TYPE':
      return new Problem(
        'unsupported_media_type',
        `The body was sent ${seenType(request)}. Send it as JSON, with Content-Type: application/json.`,
      )
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return new Problem(
        'malformed_json',
        'The body is empty. Send one JSON object, at least {"repoFullName": "owner/repo"}.',
      )
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new Problem(
        'malformed_http',
        'The body has another length than Content-Length says. Let the client count it.',
        {
          cause: error,
        },
      )
    case 'FST_ERR_BAD_URL':
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return new Problem(
        'route_not_found',
        'The address cannot be read. The addresses of the service are listed at /docs.',
      )
    case 'ECONNRESET':
    case 'ERR_STREAM_PREMATURE_CLOSE':
      return new Problem(
        'malformed_http',
        'The connection was closed before the body was whole. Send the request again.',
        {
          cause: error,
        },
      )
    default:
      return null
  }
}

function seenType({ headers }: FastifyRequest): string {
  const type = headers['content-type']
  return type === undefined ? 'without a Content-Type' : `as ${JSON.stringify(type.slice(0, 60))}`
}

function shorten(route: string | undefined): string {
  return route === '/mcp' || route === '/api/v1/render'
    ? 'Write the notes of a smaller range.'
    : 'A request needs far less; shorten `instructions` or `paths`.'
}

/** Answers what never became a request: slow, oversized or broken HTTP. */
export function answerBrokenClient(error: NodeJS.ErrnoException, socket: Socket, requestId: string): void {
  const document = problemDocument(problemOfClient(error), requestId)
  const body = JSON.stringify(document)
  const head = [
    `HTTP/1.1 ${document.status} ${STATUS_CODES[document.status]}`,
    `content-type: ${problemType}`,
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestId}`,
    'cache-control: no-store',
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

/** Answers where the framework is not asked: expectations that nobody can meet. */
export function answerRaw(response: ServerResponse, problem: Problem, requestId: string): void {
  response
    .writeHead(problem.row.status, {
      'content-type': problemType,
      'x-request-id': requestId,
      'cache-control': 'no-store',
    })
    .end(JSON.stringify(problemDocument(problem, requestId)))
}

function problemOfClient(error: NodeJS.ErrnoException): Problem {
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new Problem(
      'slow_request',
      'The request was not whole after 10 seconds (its headers after 5). Send it again, faster.',
    )
  }
  if (error.code === 'HPE_HEADER_OVERFLOW') {
    return new Problem(
      'headers_too_large',
      'The headers have more than 16,384 bytes. Send fewer or shorter ones.',
    )
  }
  return new Problem(
    'malformed_http',
    'The bytes that arrived are not an HTTP request. Check the client and any proxy in between.',
  )
}
