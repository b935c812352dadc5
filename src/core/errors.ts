/** Where a problem comes from: the service, the repository host or the language-model gateway. */
type ProblemSource = 'service' | 'host' | 'gateway'

interface Row {
  status: number
  exit: number
  title: string
  source?: ProblemSource
  retryable?: boolean
}

/** Every problem there is: its HTTP status, its exit code on the command line, its title. */
export const problems = {
  invalid_request: { status: 400, exit: 2, title: 'The request is invalid' },
  malformed_json: { status: 400, exit: 2, title: 'The body is not valid JSON' },
  malformed_http: { status: 400, exit: 2, title: 'The request is not valid HTTP' },
  token_missing: { status: 401, exit: 3, title: 'No host token was sent' },
  token_rejected: { status: 401, exit: 3, title: 'The host rejected the token', source: 'host' },
  gateway_key_rejected: {
    status: 401,
    exit: 3,
    title: 'The gateway rejected the model key',
    source: 'gateway',
  },
  gateway_credit: {
    status: 402,
    exit: 3,
    title: 'The model key is out of credit',
    source: 'gateway',
  },
  gateway_denied: {
    status: 403,
    exit: 3,
    title: 'The model key lacks the required permission',
    source: 'gateway',
  },
  scope_missing: { status: 403, exit: 3, title: 'The token is missing a permission', source: 'host' },
  sso_required: {
    status: 403,
    exit: 3,
    title: 'The token is not authorised for single sign-on',
    source: 'host',
  },
  server_name_not_allowed: {
    status: 421,
    exit: 2,
    title: 'The server does not accept requests for this server name',
  },
  origin_not_allowed: { status: 403, exit: 2, title: 'The origin of the page is not allowed' },
  repository_not_found: {
    status: 404,
    exit: 3,
    title: 'The repository does not exist, or the token cannot read it',
    source: 'host',
  },
  repository_moved: { status: 404, exit: 3, title: 'The repository was renamed', source: 'host' },
  ref_not_found: { status: 404, exit: 3, title: 'The ref is not in the repository', source: 'host' },
  job_not_found: { status: 404, exit: 3, title: 'There is no such queued request' },
  draft_not_found: { status: 404, exit: 3, title: 'There is no such shared draft' },
  route_not_found: { status: 404, exit: 2, title: 'There is no such route' },
  method_not_allowed: { status: 405, exit: 2, title: 'The route does not allow this method' },
  slow_request: { status: 408, exit: 4, title: 'The request did not arrive in time', retryable: true },
  empty_repository: { status: 409, exit: 3, title: 'The repository has no commits', source: 'host' },
  choice_needed: { status: 409, exit: 2, title: 'There are several possibilities; choose one' },
  history_incomplete: { status: 409, exit: 3, title: 'The clone does not have the whole history' },
  changelog_outdated: { status: 409, exit: 6, title: 'The changelog is not up to date' },
  nothing_to_release: { status: 409, exit: 7, title: 'There is nothing to release' },
  version_taken: { status: 409, exit: 2, title: 'The version already has a tag' },
  release_published: {
    status: 409,
    exit: 2,
    title: 'The release is already published',
    source: 'host',
  },
  idempotency_in_progress: {
    status: 409,
    exit: 2,
    title: 'A request with this idempotency key is being answered',
    retryable: true,
  },
  job_cancelled: { status: 409, exit: 2, title: 'The queued request was cancelled' },
  body_too_large: { status: 413, exit: 2, title: 'The body is too large' },
  unsupported_media_type: { status: 415, exit: 2, title: 'The body is not sent as JSON' },
  expectation_failed: { status: 417, exit: 2, title: 'The `Expect` header cannot be honoured' },
  publishing_unsupported: {
    status: 422,
    exit: 2,
    title: 'The host does not support this kind of publishing',
  },
  write_refused: { status: 422, exit: 2, title: 'The host rejected the change', source: 'host' },
  range_too_large: { status: 422, exit: 2, title: 'The range has too many commits' },
  notes_refused: { status: 422, exit: 2, title: 'The notes do not match the range' },
  idempotency_key_reused: { status: 422, exit: 2, title: 'The idempotency key belongs to another request' },
  config_invalid: { status: 422, exit: 2, title: 'The configuration file is invalid' },
  template_failed: { status: 422, exit: 2, title: 'The template in the configuration failed' },
  config_too_costly: {
    status: 422,
    exit: 2,
    title: 'The patterns in the configuration take too long to match',
  },
  model_not_configured: { status: 422, exit: 5, title: 'No language model is configured' },
  model_not_found: {
    status: 422,
    exit: 2,
    title: 'The gateway has no such model',
    source: 'gateway',
  },
  rate_limited: { status: 429, exit: 4, title: 'Too many requests', retryable: true },
  host_rate_limited: {
    status: 429,
    exit: 4,
    title: 'The host is rate-limiting this token',
    source: 'host',
    retryable: true,
  },
  gateway_rate_limited: {
    status: 429,
    exit: 5,
    title: 'The gateway is rate-limiting this model key',
    source: 'gateway',
    retryable: true,
  },
  headers_too_large: { status: 431, exit: 2, title: 'The headers are too large' },
  repository_blocked: {
    status: 451,
    exit: 3,
    title: 'The repository is blocked for legal reasons',
    source: 'host',
  },
  internal: { status: 500, exit: 1, title: 'Internal error' },
  host_unusable: { status: 502, exit: 4, title: 'The host returned an invalid response', source: 'host' },
  host_incomplete: {
    status: 502,
    exit: 4,
    title: 'The host did not return all commits',
    source: 'host',
    retryable: true,
  },
  host_unreachable: {
    status: 502,
    exit: 4,
    title: 'The host cannot be reached',
    source: 'host',
    retryable: true,
  },
  gateway_unusable: {
    status: 502,
    exit: 5,
    title: 'The gateway returned an invalid response',
    source: 'gateway',
  },
  gateway_unreachable: {
    status: 502,
    exit: 5,
    title: 'The gateway cannot be reached',
    source: 'gateway',
    retryable: true,
  },
  gateway_down: {
    status: 503,
    exit: 5,
    title: 'The gateway is unavailable',
    source: 'gateway',
    retryable: true,
  },
  host_busy: {
    status: 503,
    exit: 4,
    title: 'Too many requests are waiting for the host',
    source: 'host',
    retryable: true,
  },
  gateway_busy: {
    status: 503,
    exit: 5,
    title: 'Too many requests are waiting for the gateway',
    source: 'gateway',
    retryable: true,
  },
  job_lost: { status: 503, exit: 4, title: 'The queued request was lost', retryable: true },
  jobs_unavailable: { status: 503, exit: 4, title: 'The queue cannot be reached', retryable: true },
  overloaded: { status: 503, exit: 4, title: 'The service is overloaded', retryable: true },
  draining: { status: 503, exit: 4, title: 'The service is shutting down', retryable: true },
  gateway_timeout: {
    status: 504,
    exit: 5,
    title: 'The gateway took too long',
    source: 'gateway',
    retryable: true,
  },
  deadline_exceeded: { status: 504, exit: 4, title: 'The answer took too long', retryable: true },
} as const satisfies Record<string, Row>

export type ProblemCode = keyof typeof problems

/** One fault of a request, where it is and what is wrong. */
export interface Fault {
  pointer: string
  detail: string
  /** Its place in a file, counted from 1. */
  line?: number
  column?: number
}

interface ProblemOptions {
  faults?: Fault[]
  retryAfter?: number
  cause?: unknown
}

/** The error that every surface reports; its message says what failed, the value, and how to fix it. */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly faults: Fault[]
  readonly retryAfter: number | null

  constructor(code: ProblemCode, detail: string, options: ProblemOptions = {}) {
    super(detail, { cause: options.cause })
    this.name = 'Problem'
    this.code = code
    this.faults = options.faults ?? []
    this.retryAfter = options.retryAfter ?? null
  }

  get row(): Row {
    return problems[this.code]
  }
}

/** Turns anything thrown into a problem; an unexpected error becomes `internal` and shows no detail. */
export function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  return new Problem(
    'internal',
    'An unexpected error stopped this request. The log says where in the program; please report it.',
    { cause: error },
  )
}

/** The error for a repository without commits. */
export function emptyRepository(fullName: string): Problem {
  return new Problem(
    'empty_repository',
    `${fullName} has no commits yet, so there is nothing to write about. Push a commit first.`,
  )
}

/** The error for a range that a shallow clone has only in part. */
export function incompleteHistory(): Problem {
  return new Problem(
    'history_incomplete',
    'The clone is shallow and does not have all commits of the range. Run `git fetch --unshallow --tags` (in GitHub Actions: set `fetch-depth: 0` for the checkout), or start at a commit that the clone has with `fromRef`.',
  )
}
