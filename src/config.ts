import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { Problem } from './errors.ts'

const whole = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().min(least).max(most))
const token = z
  .string()
  .min(1)
  .max(1024, 'must be at most 1,024 characters')
  .regex(/^[\x21-\x7e]+$/, 'must be printable ASCII without spaces')

const rate = z
  .string()
  .regex(/^\d{1,6}(\/min)?$/, 'must be a number of requests a minute, such as 30')
  .transform((text) => Number.parseInt(text, 10))
  .pipe(z.number().min(1))

/** Every variable we read: one line a key, with its default. */
const schema = z.object({
  PORT: whole(0, 65535).default(3000),
  NOTEWRIGHT_ADDRESS: z.string().min(1).default('127.0.0.1'),
  NOTEWRIGHT_HOST: z.string().min(1).optional(),
  NOTEWRIGHT_LOCAL_ROOT: z.string().min(1).optional(),
  NOTEWRIGHT_LOCAL_TOKEN: token.optional(),
  NOTEWRIGHT_TOKEN: token.optional(),
  NOTEWRIGHT_SECRET: z.string().min(16).optional(),
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
  /** The host token that the command line uses. */
  commandLineToken: string | null
  secret: string
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
  if (!read.success) throw refused(read.error.issues)
  const values = read.data
  return {
    port: values.PORT,
    address: values.NOTEWRIGHT_ADDRESS,
    defaultHost: values.NOTEWRIGHT_HOST ?? null,
    localRoot: values.NOTEWRIGHT_LOCAL_ROOT ?? null,
    localToken: values.NOTEWRIGHT_LOCAL_TOKEN ?? randomBytes(24).toString('base64url'),
    localTokenMade: values.NOTEWRIGHT_LOCAL_TOKEN === undefined,
    commandLineToken: values.NOTEWRIGHT_TOKEN ?? null,
    secret: values.NOTEWRIGHT_SECRET ?? randomBytes(32).toString('base64url'),
    maxCommits: values.NOTEWRIGHT_MAX_COMMITS ?? null,
    requestsPerMinute: values.NOTEWRIGHT_RATE,
    concurrency: values.NOTEWRIGHT_CONCURRENCY,
    deadlineMs: values.NOTEWRIGHT_DEADLINE_MS,
    logLevel: values.LOG_LEVEL,
    searchPath: values.PATH,
  }
}

function refused(issues: z.core.$ZodIssue[]): Problem {
  // Only names and rules: the value of a variable may be a secret.
  const lines = issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  return new Problem(
    'invalid_request',
    `The environment has ${issues.length === 1 ? 'a fault' : `${issues.length} faults`}, nothing was started:\n${lines.map((line) => `  ${line}`).join('\n')}\nCorrect or unset these variables.`,
  )
}
