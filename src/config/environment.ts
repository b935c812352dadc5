import { z } from 'zod'
import { Problem } from '../core/errors.ts'
import type { HostSetting } from '../core/host.ts'
import { type Check, checks } from '../core/request.ts'
import type { HostKind } from '../core/web-address.ts'
import { formatSchemaError } from '../text/format-schema-error.ts'
import { trimTrailingSlashes } from '../text/url.ts'
import { hostList, hostSettings, isUnsafe, unsafeHosts } from './host-settings.ts'
import { readSecretFile, type StoredSecret } from './secret-file.ts'

/** One variable: the schema of its text, and its value if it is not set. */
interface Variable<Value, Default> {
  schema: () => z.ZodType<Value>
  default: Default
}

function variable<Value>(schema: () => z.ZodType<Value>): Variable<Value, undefined>
function variable<Value>(schema: () => z.ZodType<Value>, defaultValue: NoInfer<Value>): Variable<Value, Value>
/** The schema is built only if the variable is set, because building one takes time and few are set. */
function variable(schema: () => z.ZodType, defaultValue?: unknown): Variable<unknown, unknown> {
  return { schema, default: defaultValue }
}

const url = () => z.url()
const httpUrl = () => z.url({ protocol: /^https?$/ })
const text = () => z.string().min(1)
const secret = () => z.string().min(16)

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().min(min).max(max))

const token = () =>
  z
    .string()
    .min(1)
    .max(1024, 'must be at most 1,024 characters')
    .regex(/^[\x21-\x7e]+$/, 'must be printable ASCII without spaces')

const redisUrl = () => z.url({ protocol: /^rediss?$/, error: 'must be a URL such as redis://localhost:6379' })

const rate = () =>
  z
    .string()
    .regex(/^\d{1,6}(\/min)?$/, 'must be a number of requests per minute, such as 30')
    .transform((text) => Number.parseInt(text, 10))
    .pipe(z.number().min(1))

const originList = () =>
  z
    .string()
    .transform((text) => text.split(/[\s,]+/).filter((origin) => origin !== ''))
    .pipe(
      z.array(
        z.string().refine((origin) => URL.canParse(origin) && new URL(origin).origin === origin, {
          message: 'must be origins such as https://notes.example.org, separated by commas',
        }),
      ),
    )

const nameList = () =>
  z
    .string()
    .transform((text) => text.split(/[\s,]+/).filter((name) => name !== ''))
    .pipe(
      z.array(
        z.string().regex(/^(?:\*|[\w-]{1,63}(?:\.[\w-]{1,63}){0,9})$/, {
          message:
            'must be names such as notes.example.org without protocol and port, separated by commas, or *',
        }),
      ),
    )

/** OpenTelemetry's format: `name=value` separated by commas, with percent-encoded values. */
const headerList = () =>
  z.string().transform((text, context) => {
    const pairs = text.split(',').map((pair) => /^\s{0,9}([\w-]{1,100})\s{0,9}=(.{0,4000})$/s.exec(pair))
    if (pairs.every((pair) => pair !== null)) {
      return Object.fromEntries(pairs.map((pair) => [pair[1]!.toLowerCase(), decodeValue(pair[2]!.trim())]))
    }
    context.addIssue({ code: 'custom', message: 'must be name=value, separated by commas' })
    return z.NEVER
  })

function decodeValue(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // Many people do not encode the value.
    return text
  }
}

/** Every environment variable that we read, with its schema and default. */
const variables = {
  PORT: variable(() => wholeNumber(0, 65535), 3000),
  NOTEWRIGHT_ADDRESS: variable(text, '127.0.0.1'),
  NOTEWRIGHT_HOST: variable(text),
  NOTEWRIGHT_HOSTS: variable(hostList),
  NOTEWRIGHT_ALLOW_HTTP: variable(() => z.enum(['0', '1']), '0'),
  NOTEWRIGHT_LOCAL_ROOT: variable(text),
  NOTEWRIGHT_LOCAL_TOKEN: variable(token),
  NOTEWRIGHT_TOKEN: variable(token),
  GITHUB_TOKEN: variable(token),
  GITLAB_TOKEN: variable(token),
  GITEA_TOKEN: variable(token),
  BITBUCKET_TOKEN: variable(token),
  CI_JOB_TOKEN: variable(token),
  GITHUB_SERVER_URL: variable(url),
  GITHUB_API_URL: variable(url),
  GITHUB_GRAPHQL_URL: variable(url),
  CI_SERVER_URL: variable(url),
  NOTEWRIGHT_GATEWAY_URL: variable(httpUrl),
  NOTEWRIGHT_GATEWAY_KEY: variable(token),
  NOTEWRIGHT_MODEL: variable(() => text().max(200), 'openrouter/auto'),
  NOTEWRIGHT_CHECK: variable(() => z.enum(checks), 'full'),
  NOTEWRIGHT_API_KEY: variable(token),
  OPENROUTER_BASE_URL: variable(httpUrl),
  OPENROUTER_API_KEY: variable(token),
  OPENAI_BASE_URL: variable(httpUrl),
  OPENAI_API_KEY: variable(token),
  NOTEWRIGHT_SECRET: variable(secret),
  NOTEWRIGHT_SECRET_FILE: variable(text),
  NOTEWRIGHT_SECRET_PREVIOUS: variable(secret),
  REDIS_URL: variable(redisUrl),
  NOTEWRIGHT_MAX_IN_FLIGHT: variable(() => wholeNumber(1, 100_000), 2000),
  NOTEWRIGHT_SHED_DELAY_MS: variable(() => wholeNumber(0, 600_000), 250),
  NOTEWRIGHT_ALLOWED_ORIGINS: variable(originList, []),
  NOTEWRIGHT_SERVER_NAMES: variable(nameList, []),
  OTEL_EXPORTER_OTLP_ENDPOINT: variable(httpUrl),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: variable(httpUrl),
  OTEL_EXPORTER_OTLP_HEADERS: variable(headerList, {}),
  OTEL_SERVICE_NAME: variable(() => text().max(200), 'notewright'),
  NOTEWRIGHT_MAX_COMMITS: variable(() => wholeNumber(1, 1_000_000)),
  NOTEWRIGHT_RATE: variable(rate, 30),
  NOTEWRIGHT_LISTING_RATE: variable(rate, 300),
  NOTEWRIGHT_CONCURRENCY: variable(() => wholeNumber(1, 10_000), 4),
  NOTEWRIGHT_DEADLINE_MS: variable(() => wholeNumber(1, 120_000), 60_000),
  PATH: variable(text, ''),
  LOG_LEVEL: variable(() => z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']), 'info'),
}

/** Every environment variable that we read, with its default as people write it; null if there is none. */
export function listVariables(): { name: string; default: string | null }[] {
  return Object.entries<Variable<unknown, unknown>>(variables).map(([name, { default: value }]) => {
    const hasText = typeof value === 'number' || (typeof value === 'string' && value !== '')
    return { name, default: hasText ? String(value) : null }
  })
}

type Values = {
  [Name in keyof typeof variables]: (typeof variables)[Name] extends Variable<infer Value, infer Default>
    ? Value | Default
    : never
}

/** Where spans are sent, and with which headers. */
interface TraceSettings {
  url: string
  headers: Record<string, string>
  serviceName: string
}

/** The settings of a process, read once at its start. */
export interface Environment {
  port: number
  address: string
  defaultHost: string | null
  localRoot: string | null
  /** The local host's token: the operator's, or one generated for this process. */
  localToken: string
  isLocalTokenGenerated: boolean
  hosts: HostSetting[]
  /** The host tokens of the command line, by kind of host; the server never uses them for its callers. */
  commandLineTokens: Map<HostKind, string>
  /** The language-model gateway, up to its `/v1`-like base. */
  gatewayUrl: string
  /** The model for requests that name none. */
  model: string
  /** How entries of a model are checked, for requests that do not say. */
  check: Check
  /** The operator's own key, for requests that bring none. */
  gatewayKey: string | null
  /** The model key of the command line; the server never uses it for its callers. */
  commandLineModelKey: string | null
  secret: string
  /** What the operator should know about the secret; null if there is nothing. */
  secretNote: string | null
  /** The secret before this one; it still decrypts what was encrypted with it. */
  previousSecret: string | null
  /** The Redis in which replicas share state; null if there is only this process. */
  redisUrl: string | null
  /** The most requests that are answered at the same time, over all callers. */
  maxInFlight: number
  /** The event-loop delay at which requests are rejected; 0 turns this off. */
  shedDelayMs: number
  /** The origins whose pages may call the service from a browser. */
  allowedOrigins: string[]
  /** The names that the server answers for; `*` is any name. Empty if the operator set none. */
  serverNames: string[]
  /** Where spans are sent; null if they are not collected. */
  traces: TraceSettings | null
  maxCommits: number | null
  requestsPerMinute: number
  concurrency: number
  /** The limits for the editor's pickers. */
  listings: { requestsPerMinute: number; concurrency: number }
  deadlineMs: number
  logLevel: string
  /** The `PATH` with which git is run. */
  searchPath: string
}

/** Reads and checks the environment. Throws a problem that lists every error. */
export function readEnvironment(source: NodeJS.ProcessEnv = process.env): Environment {
  const values = readVariables(source)
  const hosts = hostSettings(values.NOTEWRIGHT_HOSTS ?? [], {
    githubUrl: values.GITHUB_SERVER_URL,
    githubApiUrl: values.GITHUB_API_URL,
    githubGraphqlUrl: values.GITHUB_GRAPHQL_URL,
    gitlabUrl: values.CI_SERVER_URL,
  })
  const gatewayUrl = gatewayUrlOf(values)
  const unsafe = values.NOTEWRIGHT_ALLOW_HTTP === '1' ? [] : unsafeHosts(hosts)
  if (values.NOTEWRIGHT_ALLOW_HTTP !== '1' && isUnsafe(gatewayUrl)) {
    throw invalidEnvironment([
      'NOTEWRIGHT_GATEWAY_URL: plain http would send model keys in the clear; use https, or set NOTEWRIGHT_ALLOW_HTTP=1',
    ])
  }
  const { NOTEWRIGHT_SECRET: ownSecret, NOTEWRIGHT_SECRET_FILE: secretFile } = values
  if (values.REDIS_URL !== undefined && ownSecret === undefined && secretFile === undefined) {
    throw invalidEnvironment([
      'NOTEWRIGHT_SECRET: must be set if REDIS_URL is set, to the same value on all replicas: it encrypts what they share. On a single machine, NOTEWRIGHT_SECRET_FILE can name a file instead, which is created if it does not exist',
    ])
  }
  if (unsafe.length > 0) {
    throw invalidEnvironment([
      `NOTEWRIGHT_HOSTS: plain http would send tokens in the clear to ${unsafe.join(', ')}; use https, or set NOTEWRIGHT_ALLOW_HTTP=1`,
    ])
  }
  const localToken = generateOnce(values.NOTEWRIGHT_LOCAL_TOKEN, 24)
  const processSecret = secretOf(ownSecret, secretFile)
  return {
    port: values.PORT,
    address: values.NOTEWRIGHT_ADDRESS,
    defaultHost: values.NOTEWRIGHT_HOST ?? null,
    localRoot: values.NOTEWRIGHT_LOCAL_ROOT ?? null,
    get localToken() {
      return localToken()
    },
    isLocalTokenGenerated: values.NOTEWRIGHT_LOCAL_TOKEN === undefined,
    hosts,
    commandLineTokens: commandLineTokens(values),
    gatewayUrl,
    model: values.NOTEWRIGHT_MODEL,
    check: values.NOTEWRIGHT_CHECK,
    gatewayKey: values.NOTEWRIGHT_GATEWAY_KEY ?? null,
    commandLineModelKey: modelKeyOf(values),
    get secret() {
      return processSecret().secret
    },
    get secretNote() {
      return processSecret().note
    },
    previousSecret: values.NOTEWRIGHT_SECRET_PREVIOUS ?? null,
    redisUrl: values.REDIS_URL ?? null,
    maxInFlight: values.NOTEWRIGHT_MAX_IN_FLIGHT,
    shedDelayMs: values.NOTEWRIGHT_SHED_DELAY_MS,
    allowedOrigins: values.NOTEWRIGHT_ALLOWED_ORIGINS,
    serverNames: values.NOTEWRIGHT_SERVER_NAMES,
    traces: tracesOf(values),
    maxCommits: values.NOTEWRIGHT_MAX_COMMITS ?? null,
    requestsPerMinute: values.NOTEWRIGHT_RATE,
    concurrency: values.NOTEWRIGHT_CONCURRENCY,
    listings: {
      requestsPerMinute: values.NOTEWRIGHT_LISTING_RATE,
      concurrency: 2 * values.NOTEWRIGHT_CONCURRENCY,
    },
    deadlineMs: values.NOTEWRIGHT_DEADLINE_MS,
    logLevel: values.LOG_LEVEL,
    searchPath: values.PATH,
  }
}

/** Error messages contain names and rules only: a value may be a secret. */
function readVariables(source: NodeJS.ProcessEnv): Values {
  const errors: string[] = []
  const values = Object.entries<Variable<unknown, unknown>>(variables).map(([name, variable]) => {
    const given = source[name]
    // CI systems set an empty variable for "none".
    if (given === undefined || given === '') return [name, variable.default]
    const read = variable.schema().safeParse(given)
    for (const issue of read.error?.issues ?? [])
      errors.push(`${[name, ...issue.path].join('.')}: ${formatSchemaError(issue)}`)
    return [name, read.data]
  })
  if (errors.length > 0) throw invalidEnvironment(errors)
  return Object.fromEntries(values) as Values
}

/** Returns the given value, or random bytes that are generated on first use because few commands need them. */
function generateOnce(given: string | undefined, bytes: number): () => string {
  let known = given
  return () => {
    known ??= process.getBuiltinModule('node:crypto').randomBytes(bytes).toString('base64url')
    return known
  }
}

/** The secret of this process: the given one, that of the file, or one that is generated on first use. */
function secretOf(given: string | undefined, file: string | undefined): () => StoredSecret {
  const generated = generateOnce(given, 32)
  let stored: StoredSecret | null = null
  return () => {
    stored ??=
      given === undefined && file !== undefined ? readSecretFile(file) : { secret: generated(), note: null }
    return stored
  }
}

function tracesOf(values: Values): TraceSettings | null {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: base, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: own } = values
  const url = own ?? (base === undefined ? null : `${trimTrailingSlashes(base)}/v1/traces`)
  if (url === null) return null
  return { url, headers: values.OTEL_EXPORTER_OTLP_HEADERS, serviceName: values.OTEL_SERVICE_NAME }
}

function commandLineTokens(values: Values): Map<HostKind, string> {
  const own: [HostKind, string | undefined][] = [
    ['github', values.GITHUB_TOKEN],
    ['gitlab', values.GITLAB_TOKEN ?? jobTokenOf(values)],
    ['gitea', values.GITEA_TOKEN],
    ['bitbucket', values.BITBUCKET_TOKEN],
    ['git', undefined],
    ['local', undefined],
  ]
  return new Map(
    own.flatMap(([kind, token]): [HostKind, string][] => {
      const used = values.NOTEWRIGHT_TOKEN ?? token
      return used === undefined ? [] : [[kind, used]]
    }),
  )
}

/** The token of a GitLab job, written as git needs it, so that it is not taken for a personal token. */
function jobTokenOf({ CI_JOB_TOKEN: token }: Values): string | undefined {
  return token === undefined ? undefined : `gitlab-ci-token:${token}`
}

function gatewayUrlOf(values: Values): string {
  const { NOTEWRIGHT_GATEWAY_URL, OPENROUTER_BASE_URL, OPENAI_BASE_URL } = values
  const url =
    NOTEWRIGHT_GATEWAY_URL ?? OPENROUTER_BASE_URL ?? OPENAI_BASE_URL ?? 'https://openrouter.ai/api/v1'
  return trimTrailingSlashes(url)
}

function modelKeyOf(values: Values): string | null {
  const { NOTEWRIGHT_GATEWAY_URL, OPENROUTER_BASE_URL, OPENAI_BASE_URL, OPENAI_API_KEY } = values
  // A key for OpenAI is sent only to the URL that was set for it.
  const isOpenAi = !NOTEWRIGHT_GATEWAY_URL && !OPENROUTER_BASE_URL && OPENAI_BASE_URL !== undefined
  const found = isOpenAi ? OPENAI_API_KEY : values.OPENROUTER_API_KEY
  return values.NOTEWRIGHT_API_KEY ?? found ?? values.NOTEWRIGHT_GATEWAY_KEY ?? null
}

function invalidEnvironment(lines: string[]): Problem {
  return new Problem(
    'invalid_request',
    `The environment has ${lines.length === 1 ? '1 error' : `${lines.length} errors`}:\n${lines.map((line) => `  ${line}`).join('\n')}\nCorrect or unset these variables.`,
  )
}

/** The `PATH` of this process, for the library, which reads no other variable. */
export function programPath(): string {
  return process.env.PATH ?? ''
}
