import { setTimeout as wait } from 'node:timers/promises'
import type { GenerateUpdate } from '../app/generate-once.ts'
import { type JobContext, runJob } from '../app/run-job.ts'
import { Problem } from '../core/errors.ts'
import { version } from '../core/package.ts'
import type { Traces } from '../observability/traces.ts'
import type { Attempt } from '../state/jobs.ts'
import { MemoCache } from '../state/memo-cache.ts'
import { openState } from '../state/open-state.ts'
import { SingleFlight } from '../state/single-flight.ts'
import { formatError } from '../text/format-error.ts'
import { ThreadPool } from '../workers/thread-pool.ts'
import type { CliContext } from './cli-context.ts'
import type { FlagValues } from './flags.ts'
import { openCallerGateways } from './gateways.ts'

const defaultMaxCommits = 2000
const defaultConcurrency = 8
const lockMs = 15_000
const jobMs = 10 * 60 * 1000
const drainMs = 25_000

/** `notewright worker`: processes queued requests until the process is stopped. */
export async function workerCommand(values: FlagValues, context: CliContext): Promise<void> {
  const concurrency = readConcurrency(values.get('at-once'))
  const { environment } = context
  const metrics = await context.openMetrics()
  const log = (line: string) => context.printError(`${line}\n`)
  if (environment.secretNote !== null) log(environment.secretNote)
  const state = await openState({
    kind: 'worker',
    redisUrl: environment.redisUrl,
    secret: environment.secret,
    previousSecret: environment.previousSecret,
    requestsPerMinute: environment.requestsPerMinute,
    concurrency: environment.concurrency,
    deadlineMs: environment.deadlineMs,
    metrics,
    log,
  })
  const { jobs } = state
  if (!jobs) {
    throw new Problem(
      'invalid_request',
      'REDIS_URL is not set. A worker takes requests from Redis: set REDIS_URL to the value that `serve` uses.',
    )
  }
  const memoCache = new MemoCache(environment.secret, environment.redisUrl === null ? null : state.store)
  const pool = new ThreadPool()
  const stop = new AbortController()
  const jobContext: JobContext = {
    jobs,
    hosts: await context.openHosts(state.store),
    gatewayFor: await openCallerGateways(context),
    memoCacheFor: (token: string) => memoCache.of(token),
    flights: new SingleFlight<GenerateUpdate>(state.store, Date.now),
    secret: environment.secret,
    stageQueue: context.stageQueue,
    runHeavy: pool.run,
    maxCommits: environment.maxCommits ?? defaultMaxCommits,
    jobMs,
    metrics,
    onProblem: ({ code, cause }: Problem) => {
      // The client gets every problem; only internal errors are also logged.
      if (code === 'internal') log(`internal error in a request\n${formatError(cause)}`)
    },
    signal: stop.signal,
  }
  const tracing = await context.openTraces(metrics)
  const run = (attempt: Attempt) => runJob(attempt, jobContext)
  const worker = await jobs.work(tracing ? withSpan(tracing.traces, run) : run, {
    concurrency,
    lockMs,
  })
  context.print(`Notewright ${version} is processing queued requests, ${concurrency} at a time.\n`)
  await context.untilStopped()
  const ended = worker.end()
  // A request that is not done by then is stopped, and another worker starts it again.
  await Promise.race([ended, wait(drainMs, undefined, { ref: false })])
  stop.abort(new Error('the worker is stopping'))
  await ended
  await pool.close()
  await state.close()
  await tracing?.close()
}

type RunJob = (attempt: Attempt) => Promise<void>

/** Runs each job within a span. */
function withSpan(traces: Traces, run: RunJob): RunJob {
  return async (attempt) => {
    const span = traces.begin({ name: 'job', kind: 'internal' })
    let failed = true
    try {
      await traces.within(span, () => run(attempt))
      failed = false
    } finally {
      span.end({ failed })
    }
  }
}

function readConcurrency(value: string | string[] | boolean | undefined): number {
  if (value === undefined) return defaultConcurrency
  if (/^[1-9]\d{0,2}$/.test(String(value))) return Number(value)
  throw new Problem(
    'invalid_request',
    `Invalid --at-once "${String(value).slice(0, 40)}": must be a whole number from 1 to 999.`,
  )
}
