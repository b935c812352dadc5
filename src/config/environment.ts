import { z } from 'zod'
import { Problem } from '../core/errors.ts'
import type { HostSetting } from '../core/host.ts'
import type { HostKind } from '../core/web-address.ts'
import { trimTrailingSlashes } from '../text/url.ts'
import { hostList, hostSettings, isUnsafe, unsafeHosts } from './host-settings.ts'
import { readSettings, type SettingValues, setting } from './read-settings.ts'
import { headerList, originList, rate, redisUrl, token, whole } from './setting-schemas.ts'

const address = () => z.url()
const webAddress = () => z.url({ protocol: /^https?$/ })
const text = () => z.string().min(1)
const secret = () => z.string().min(16)

/** Every variable we read: one line a key, with its default. */
const settings = {
  PORT: setting(() => whole(0, 65535), 3000),
  NOTEWRIGHT_ADDRESS: setting(text, '127.0.0.1'),
  NOTEWRIGHT_HOST: setting(text),
  NOTEWRIGHT_HOSTS: setting(hostList),
  NOTEWRIGHT_ALLOW_HTTP: setting(() => z.enum(['0', '1']), '0'),
  NOTEWRIGHT_LOCAL_ROOT: setting(text),
  NOTEWRIGHT_LOCAL_TOKEN: setting(token),
  NOTEWRIGHT_TOKEN: setting(token),
  GITHUB_TOKEN: setting(token),
  GITLAB_TOKEN: setting(token),
  GITEA_TOKEN: setting(token),
  BITBUCKET_TOKEN: setting(token),
  GITHUB_SERVER_URL: setting(address),
  GITHUB_API_URL: setting(address),
  GITHUB_GRAPHQL_URL: setting(address),
  CI_SERVER_URL: setting(address),
  NOTEWRIGHT_GATEWAY_URL: setting(webAddress),
  NOTEWRIGHT_GATEWAY_KEY: setting(token),
  NOTEWRIGHT_MODEL: setting(() => text().max(200), 'openrouter/auto'),
  NOTEWRIGHT_API_KEY: setting(token),
  OPENROUTER_BASE_URL: setting(webAddress),
  OPENROUTER_API_KEY: setting(token),
  OPENAI_BASE_URL: setting(webAddress),
  OPENAI_API_KEY: setting(token),
  NOTEWRIGHT_SECRET: setting(secret),
  NOTEWRIGHT_SECRET_PREVIOUS: setting(secret),
  REDIS_URL: setting(redisUrl),
  NOTEWRIGHT_MAX_IN_FLIGHT: setting(() => whole(1, 100_000), 2000),
  NOTEWRIGHT_ALLOWED_ORIGINS: setting(originList, []),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(webAddress),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: setting(webAddress),
  OTEL_EXPORTER_OTLP_HEADERS: setting(headerList, {}),
  OTEL_SERVICE_NAME: setting(() => text().max(200), 'notewright'),
  NOTEWRIGHT_MAX_COMMITS: setting(() => whole(1, 1_000_000)),
  NOTEWRIGHT_RATE: setting(rate, 30),
  NOTEWRIGHT_CONCURRENCY: setting(() => whole(1, 10_000), 4),
  NOTEWRIGHT_DEADLINE_MS: setting(() => whole(1, 120_000), 60_000),
  PATH: setting(text, ''),
  LOG_LEVEL: setting(() => z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']), 'info'),
}

type Values = SettingValues<typeof settings>

/** The settings of a process, checked once at its start. */
export interface Config {
  port: number
  address: string
  defaultHost: string | null
  localRoot: string | null
  /** The local host's token: the operator's, or one made for this process. */
  localToken: string
  localTokenMade: boolean
  hosts: HostSetting[]
  /** The host tokens that the command line uses, by kind of host; strangers never get to use them. */
  commandLineTokens: Map<HostKind, string>
  /** The language-model gateway, up to its `/v1`-like base. */
  gatewayUrl: string
  /** The model that is asked when a request names none. */
  model: string
  /** The operator's own key, used when a request brings none. */
  gatewayKey: string | null
  /** The model key that the command line uses; strangers never get to use it. */
  commandLineModelKey: string | null
  secret: string
  /** The secret before this one; it still opens what was sealed with it. */
  previousSecret: string | null
  /** Where state is shared between replicas; null when there is only this process. */
  redisUrl: string | null
  /** The most requests that are answered at the same time, whoever asks. */
  maxInFlight: number
  /** The origins whose pages may call the service from a browser. */
  allowedOrigins: string[]
  /** Where spans are sent, and with which headers; null when nobody collects them. */
  traces: { url: string; headers: Record<string, string>; serviceName: string } | null
  maxCommits: number | null
  requestsPerMinute: number
  concurrency: number
  deadlineMs: number
  logLevel: string
  /** Where programs are found; git is run with it. */
  searchPath: string
}

/** Reads the environment; lists every fault and refuses to start when there is one. */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const { values, faults } = readSettings(settings, environment)
  if (faults.length > 0) throw refused(faults)
  const hosts = hostSettings(values.NOTEWRIGHT_HOSTS ?? [], {
    githubUrl: values.GITHUB_SERVER_URL,
    githubApiUrl: values.GITHUB_API_URL,
    githubGraphqlUrl: values.GITHUB_GRAPHQL_URL,
    gitlabUrl: values.CI_SERVER_URL,
  })
  const gatewayUrl = gatewayUrlOf(values)
  const unsafe = values.NOTEWRIGHT_ALLOW_HTTP === '1' ? [] : unsafeHosts(hosts)
  if (values.NOTEWRIGHT_ALLOW_HTTP !== '1' && isUnsafe(gatewayUrl)) {
    throw refused([
      'NOTEWRIGHT_GATEWAY_URL: plain http would send model keys in the clear; use https, or set NOTEWRIGHT_ALLOW_HTTP=1',
    ])
  }
  if (values.REDIS_URL !== undefined && values.NOTEWRIGHT_SECRET === undefined) {
    throw refused([
      'NOTEWRIGHT_SECRET: must be set beside REDIS_URL, the same on all replicas: what they share is sealed with it',
    ])
  }
  if (unsafe.length > 0) {
    throw refused([
      `NOTEWRIGHT_HOSTS: plain http would send tokens in the clear to ${unsafe.join(', ')}; use https, or set NOTEWRIGHT_ALLOW_HTTP=1`,
    ])
  }
  const localToken = madeOnce(values.NOTEWRIGHT_LOCAL_TOKEN, 24)
  const ownSecret = madeOnce(values.NOTEWRIGHT_SECRET, 32)
  return {
    port: values.PORT,
    address: values.NOTEWRIGHT_ADDRESS,
    defaultHost: values.NOTEWRIGHT_HOST ?? null,
    localRoot: values.NOTEWRIGHT_LOCAL_ROOT ?? null,
    get localToken() {
      return localToken()
    },
    localTokenMade: values.NOTEWRIGHT_LOCAL_TOKEN === undefined,
    hosts,
    commandLineTokens: commandLineTokens(values),
    gatewayUrl,
    model: values.NOTEWRIGHT_MODEL,
    gatewayKey: values.NOTEWRIGHT_GATEWAY_KEY ?? null,
    commandLineModelKey: modelKeyOf(values),
    get secret() {
      return ownSecret()
    },
    previousSecret: values.NOTEWRIGHT_SECRET_PREVIOUS ?? null,
    redisUrl: values.REDIS_URL ?? null,
    maxInFlight: values.NOTEWRIGHT_MAX_IN_FLIGHT,
    allowedOrigins: values.NOTEWRIGHT_ALLOWED_ORIGINS,
    traces: tracesOf(values),
    maxCommits: values.NOTEWRIGHT_MAX_COMMITS ?? null,
    requestsPerMinute: values.NOTEWRIGHT_RATE,
    concurrency: values.NOTEWRIGHT_CONCURRENCY,
    deadlineMs: values.NOTEWRIGHT_DEADLINE_MS,
    logLevel: values.LOG_LEVEL,
    searchPath: values.PATH,
  }
}

/** What was given, or else something nobody can guess, made when it is first asked for: few commands need it. */
function madeOnce(given: string | undefined, bytes: number): () => string {
  let known = given
  return () => {
    known ??= process.getBuiltinModule('node:crypto').randomBytes(bytes).toString('base64url')
    return known
  }
}

function tracesOf(values: Values): Config['traces'] {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: base, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: own } = values
  const url = own ?? (base === undefined ? null : `${trimTrailingSlashes(base)}/v1/traces`)
  if (url === null) return null
  return { url, headers: values.OTEL_EXPORTER_OTLP_HEADERS, serviceName: values.OTEL_SERVICE_NAME }
}

function commandLineTokens(values: Values): Map<HostKind, string> {
  const own: [HostKind, string | undefined][] = [
    ['github', values.GITHUB_TOKEN],
    ['gitlab', values.GITLAB_TOKEN],
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

function gatewayUrlOf(values: Values): string {
  const { NOTEWRIGHT_GATEWAY_URL, OPENROUTER_BASE_URL, OPENAI_BASE_URL } = values
  const url =
    NOTEWRIGHT_GATEWAY_URL ?? OPENROUTER_BASE_URL ?? OPENAI_BASE_URL ?? 'https://openrouter.ai/api/v1'
  return trimTrailingSlashes(url)
}

function modelKeyOf(values: Values): string | null {
  const { NOTEWRIGHT_GATEWAY_URL, OPENROUTER_BASE_URL, OPENAI_BASE_URL, OPENAI_API_KEY } = values
  // A key for OpenAI goes to the address that was set for it, and nowhere else.
  const isOpenAi = !NOTEWRIGHT_GATEWAY_URL && !OPENROUTER_BASE_URL && OPENAI_BASE_URL !== undefined
  const found = isOpenAi ? OPENAI_API_KEY : values.OPENROUTER_API_KEY
  return values.NOTEWRIGHT_API_KEY ?? found ?? values.NOTEWRIGHT_GATEWAY_KEY ?? null
}

function refused(lines: string[]): Problem {
  return new Problem(
    'invalid_request',
    `The environment has ${lines.length === 1 ? 'a fault' : `${lines.length} faults`}, nothing was started:\n${lines.map((line) => `  ${line}`).join('\n')}\nCorrect or unset these variables.`,
  )
}

/** Where programs are found, for whoever uses the library and configures nothing. */
export function programPath(): string {
  return process.env.PATH ?? ''
}
