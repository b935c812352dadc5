import { setTimeout as wait } from 'node:timers/promises'
import type { GenerateUpdate } from '../app/generate-once.ts'
import { runJob } from '../app/run-job.ts'
import { version } from '../config/package.ts'
import { Problem } from '../core/errors.ts'
import type { Traces } from '../observability/traces.ts'
import type { Attempt } from '../state/jobs.ts'
import { MemoCache } from '../state/memo-cache.ts'
import { openState } from '../state/open-state.ts'
import { SingleFlight } from '../state/single-flight.ts'
import { formatError } from '../text/format-error.ts'
import type { CliContext } from './cli-context.ts'
import { ownFlag, readFlags } from './flags.ts'
import { gatewayFinder } from './gateway-finder.ts'
import { commandHelp } from './help.ts'

const defaultMaxCommits = 2000
const usualAtOnce = 8
const usualLockMs = 15_000
const jobMs = 10 * 60 * 1000
const drainMs = 25_000

const flags = [
  ownFlag('at-once', 'N', `How many requests are answered at the same time. Default: ${usualAtOnce}.`),
  ownFlag('help', null, 'Show this help.'),
]

/** `notewright worker`: answers queued requests until it is told to stop. */
export async function workerCommand(words: string[], context: CliContext): Promise<void> {
  const given = readFlags(words, flags, 'worker')
  if (given.has('help')) return context.print(help())
  const concurrency = readAtOnce(given.get('at-once'))
  const { environment } = context
  const metrics = await context.openMetrics()
  const log = (line: string) => context.complain(`${line}\n`)
  const state = await openState({ ...environment, metrics, log, kind: 'worker' })
  const { jobs } = state
  if (!jobs) {
    throw new Problem(
      'invalid_request',
      'A worker takes requests out of Redis, and REDIS_URL is not set. Set it to the address that `serve` uses.',
    )
  }
  const memoCache = new MemoCache(environment.secret)
  const stop = new AbortController()
  const jobWorld = {
    jobs,
    hosts: await context.openHosts(state.store),
    gatewayFor: await gatewayFinder(context),
    memoCacheFor: (token: string) => memoCache.of(token),
    flights: new SingleFlight<GenerateUpdate>(state.store, Date.now),
    secret: environment.secret,
    maxCommits: environment.maxCommits ?? defaultMaxCommits,
    jobMs,
    metrics,
    onProblem: ({ code, cause }: Problem) => {
      // What a caller did wrong the caller is told; what we did wrong must be found again.
      if (code === 'internal') log(`a request failed by an unexpected error\n${formatError(cause)}`)
    },
    signal: stop.signal,
  }
  const tracing = await context.openTraces(metrics)
  const run = (attempt: Attempt) => runJob(attempt, jobWorld)
  const working = await jobs.work(tracing ? inSpan(tracing.traces, run) : run, {
    concurrency,
    lockMs: usualLockMs,
  })
  context.print(`Notewright ${version} answers queued requests, ${concurrency} at a time.\n`)
  await context.untilStopped()
  const ended = working.end()
  // What is not done by then is stopped, and begun anew by another worker.
  await Promise.race([ended, wait(drainMs, undefined, { ref: false })])
  stop.abort(new Error('the worker stops'))
  await ended
  await state.close()
  await tracing?.close()
}

type RunJob = (attempt: Attempt) => Promise<void>

/** The same work, each time within a span. */
function inSpan(traces: Traces, run: RunJob): RunJob {
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

function readAtOnce(given: string | string[] | boolean | undefined): number {
  if (given === undefined) return usualAtOnce
  if (/^[1-9]\d{0,2}$/.test(String(given))) return Number(given)
  throw new Problem(
    'invalid_request',
    `--at-once takes a whole number from 1 to 999, not "${String(given).slice(0, 40)}".`,
  )
}

function help(): string {
  return commandHelp({
    usage: 'notewright worker [--at-once N]',
    about:
      'Answers the requests that callers of `serve` sent with Prefer: respond-async. It needs REDIS_URL, and the NOTEWRIGHT_SECRET, hosts and gateway of the service.',
    flags,
    examples: [
      'REDIS_URL=redis://localhost NOTEWRIGHT_SECRET=… notewright worker',
      'notewright worker --at-once 16',
    ],
  })
}
