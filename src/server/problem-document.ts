import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ProblemDocument } from '../api/answer-schema.ts'
import { asProblem, Problem, type ProblemCode } from '../core/errors.ts'
import { maskCredentials } from '../observability/logger.ts'
import { formatCause, formatError } from '../text/format-error.ts'

/** The media type of every error response (RFC 9457). */
export const problemType = 'application/problem+json'

// Added only here: the library and the command line have no such page.
const fieldsHint = 'The fields are described at /docs.'

/** The body of the error response for a problem. */
export function problemDocument(problem: Problem, requestId: string): ProblemDocument {
  const { status, title, source = 'service', retryable = false } = problem.row
  const hasFields = problem.code === 'invalid_request' && problem.faults.length > 0
  return {
    success: false,
    type: problemPath(problem.code),
    title,
    status,
    detail: hasFields ? `${problem.message} ${fieldsHint}` : problem.message,
    instance: `urn:request:${requestId}`,
    code: problem.code,
    source,
    retryable,
    ...(problem.retryAfter === null ? {} : { retryAfter: problem.retryAfter }),
    requestId,
    ...(problem.faults.length === 0 ? {} : { errors: problem.faults }),
  }
}

/** The path that describes a problem type. */
export function problemPath(code: ProblemCode): string {
  return `/problems/${code.replaceAll('_', '-')}`
}

/** Logs a problem with its cause, which the client does not see. */
export function logProblem(problem: Problem, request: FastifyRequest): void {
  const hide = maskCredentials(request)
  const { code, cause } = problem
  if (code === 'internal') request.log.error({ code, cause: hide(formatError(cause)) }, 'unexpected error')
  else request.log.info({ code, cause: hide(formatCause(cause)) || undefined }, problem.row.title)
}

/** Sends the error response for an error. */
export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = fromFastifyError(error, request) ?? asProblem(error)
  logProblem(problem, request)
  if (problem.row.status === 401) reply.header('www-authenticate', 'Bearer realm="notewright"')
  if (problem.retryAfter !== null) reply.header('retry-after', problem.retryAfter)
  return reply.code(problem.row.status).type(problemType).send(problemDocument(problem, request.id))
}

/** The problem for an error that Fastify itself throws; null for other errors. */
function fromFastifyError(error: unknown, request: FastifyRequest): Problem | null {
  const code = error instanceof Error && 'code' in error ? error.code : null
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new Problem(
        'body_too_large',
        `The body is larger than ${request.routeOptions.bodyLimit.toLocaleString('en')} bytes. ${adviseShorter(request.routeOptions.url)}`,
      )
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_ERR_CTP_EMPTY_TYPE':
      return new Problem(
        'unsupported_media_type',
        `The body was sent ${describeType(request)}. Send JSON with Content-Type: application/json.`,
      )
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return new Problem(
        'malformed_json',
        'The body is empty. Send one JSON object, at least {"repoFullName": "owner/repo"}.',
      )
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new Problem(
        'malformed_http',
        'The length of the body differs from Content-Length. Let the HTTP client set Content-Length.',
        {
          cause: error,
        },
      )
    case 'FST_ERR_BAD_URL':
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return new Problem('route_not_found', 'The URL is invalid. The endpoints are listed at /docs.')
    case 'ECONNRESET':
    case 'ERR_STREAM_PREMATURE_CLOSE':
      return new Problem(
        'malformed_http',
        'The connection was closed before the whole body arrived. Send the request again.',
        {
          cause: error,
        },
      )
    default:
      return null
  }
}

function describeType({ headers }: FastifyRequest): string {
  const type = headers['content-type']
  return type === undefined ? 'without a Content-Type' : `as ${JSON.stringify(type.slice(0, 60))}`
}

function adviseShorter(route: string | undefined): string {
  return route === '/mcp' || route === '/api/v1/render'
    ? 'Write the notes of a smaller range.'
    : 'Shorten `instructions` or `paths`.'
}

/** Answers a connection whose request could not be parsed: too slow, too large or malformed. */
export function rejectMalformedHttp(error: NodeJS.ErrnoException, socket: Socket, requestId: string): void {
  const document = problemDocument(clientProblem(error), requestId)
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

/** Sends the error response for a problem outside of Fastify. */
export function sendRawProblem(response: ServerResponse, problem: Problem, requestId: string): void {
  response
    .writeHead(problem.row.status, {
      'content-type': problemType,
      'x-request-id': requestId,
      'cache-control': 'no-store',
    })
    .end(JSON.stringify(problemDocument(problem, requestId)))
}

function clientProblem(error: NodeJS.ErrnoException): Problem {
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new Problem(
      'slow_request',
      'The request did not arrive within 10 seconds (its headers within 5). Send it again over a faster connection.',
    )
  }
  if (error.code === 'HPE_HEADER_OVERFLOW') {
    return new Problem(
      'headers_too_large',
      'The headers are larger than 16,384 bytes. Send fewer or shorter headers.',
    )
  }
  return new Problem(
    'malformed_http',
    'The data received is not a valid HTTP request. Check the client and any proxy in between.',
  )
}
