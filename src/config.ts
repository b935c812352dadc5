import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { Problem } from './errors.ts'
import { hostList, hostSettings, isUnsafe, unsafeHosts } from './host-settings.ts'

import { sayFault } from './say-fault.ts'

import { headerList, originList, rate, token, whole } from './setting-forms.ts'
import type { HostSetting } from './types/host.ts'
import type { HostKind } from './types/web-address.ts'

/** Every variable we read: one line a key, with its default. */
const schema = z.object({
  PORT: whole(0, 65535).default(3000),
  NOTEWRIGHT_ADDRESS: z.string().min(1).default('127.0.0.1'),
  NOTEWRIGHT_HOST: z.string().min(1).optional(),
  NOTEWRIGHT_HOSTS: hostList.optional(),
  NOTEWRIGHT_ALLOW_HTTP: z.enum(['0', '1']).default('0'),
  NOTEWRIGHT_LOCAL_ROOT: z.string().min(1).optional(),
  NOTEWRIGHT_LOCAL_TOKEN: token.optional(),
  NOTEWRIGHT_TOKEN: token.optional(),
  GITHUB_TOKEN: token.optional(),
  GITLAB_TOKEN: token.optional(),
  GITEA_TOKEN: token.optional(),
  BITBUCKET_TOKEN: token.optional(),
  GITHUB_SERVER_URL: z.url().optional(),
  GITHUB_API_URL: z.url().optional(),
  GITHUB_GRAPHQL_URL: z.url().optional(),
  CI_SERVER_URL: z.url().optional(),
  NOTEWRIGHT_GATEWAY_URL: z.url({ protocol: /^https?$/ }).optional(),
  NOTEWRIGHT_GATEWAY_KEY: token.optional(),
  NOTEWRIGHT_MODEL: z.string().min(1).max(200).default('openrouter/auto'),
  NOTEWRIGHT_API_KEY: token.optional(),
  OPENROUTER_BASE_URL: z.url({ protocol: /^https?$/ }).optional(),
  OPENROUTER_API_KEY: token.optional(),
  OPENAI_BASE_URL: z.url({ protocol: /^https?$/ }).optional(),
  OPENAI_API_KEY: token.optional(),
  NOTEWRIGHT_SECRET: z.string().min(16).optional(),
  NOTEWRIGHT_SECRET_PREVIOUS: z.string().min(16).optional(),
  REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
  NOTEWRIGHT_MAX_IN_FLIGHT: whole(1, 100_000).default(2000),
  NOTEWRIGHT_ALLOWED_ORIGINS: originList.default([]),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  OTEL_EXPORTER_OTLP_HEADERS: headerList.default({}),
  OTEL_SERVICE_NAME: z.string().min(1).max(200).default('notewright'),
  NOTEWRIGHT_MAX_COMMITS: whole(1, 1_000_000).optional(),
  NOTEWRIGHT_RATE: rate.default(30),
  NOTEWRIGHT_CONCURRENCY: whole(1, 10_000).default(4),
  NOTEWRIGHT_DEADLINE_MS: whole(1, 120_000).default(60_000),
  PATH: z.string().default(''),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
})

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
  // An empty variable is what a pipeline sets for "none".
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const read = schema.safeParse(given)
  // Only names and rules: the value of a variable may be a secret.
  if (!read.success)
    throw refused(read.error.issues.map((issue) => `${issue.path.join('.')}: ${sayFault(issue)}`))
  const values = read.data
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
  return {
    port: values.PORT,
    address: values.NOTEWRIGHT_ADDRESS,
    defaultHost: values.NOTEWRIGHT_HOST ?? null,
    localRoot: values.NOTEWRIGHT_LOCAL_ROOT ?? null,
    localToken: values.NOTEWRIGHT_LOCAL_TOKEN ?? randomBytes(24).toString('base64url'),
    localTokenMade: values.NOTEWRIGHT_LOCAL_TOKEN === undefined,
    hosts,
    commandLineTokens: commandLineTokens(values),
    gatewayUrl,
    model: values.NOTEWRIGHT_MODEL,
    gatewayKey: values.NOTEWRIGHT_GATEWAY_KEY ?? null,
    commandLineModelKey: modelKeyOf(values),
    secret: values.NOTEWRIGHT_SECRET ?? randomBytes(32).toString('base64url'),
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

function tracesOf(values: z.infer<typeof schema>): Config['traces'] {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: base, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: own } = values
  const url = own ?? (base === undefined ? null : `${base.replace(/(?<!\/)\/+$/, '')}/v1/traces`)
  if (url === null) return null
  return { url, headers: values.OTEL_EXPORTER_OTLP_HEADERS, serviceName: values.OTEL_SERVICE_NAME }
}

function commandLineTokens(values: z.infer<typeof schema>): Map<HostKind, string> {
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

function gatewayUrlOf(values: z.infer<typeof schema>): string {
  const { NOTEWRIGHT_GATEWAY_URL, OPENROUTER_BASE_URL, OPENAI_BASE_URL } = values
  const url =
    NOTEWRIGHT_GATEWAY_URL ?? OPENROUTER_BASE_URL ?? OPENAI_BASE_URL ?? 'https://openrouter.ai/api/v1'
  return url.replace(/(?<!\/)\/+$/, '')
}

function modelKeyOf(values: z.infer<typeof schema>): string | null {
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
