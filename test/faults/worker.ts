import { setTimeout as wait } from 'node:timers/promises'
import type { GenerateUpdate } from '../../src/app/generate-once.ts'
import { runJob } from '../../src/app/run-job.ts'
import { StageQueue } from '../../src/core/progress.ts'
import { openHttpClient } from '../../src/http-client/http-client.ts'
import { Metrics } from '../../src/observability/metrics.ts'
import { MemoCache } from '../../src/state/memo-cache.ts'
import { openState } from '../../src/state/open-state.ts'
import { SingleFlight } from '../../src/state/single-flight.ts'
import { upstreamHost } from './upstream.ts'

/** How a worker of these tests is started; passed as JSON in the first argument. */
export interface WorkerProcessSettings {
  redisUrl: string
  upstreamUrl: string
  concurrency: number
  lockMs: number
}

const secret = 'a secret of these tests'
const { redisUrl, upstreamUrl, concurrency, lockMs } = JSON.parse(process.argv[2]!) as WorkerProcessSettings
const metrics = new Metrics()
const { jobs, store } = await openState({
  ...{ kind: 'worker', redisUrl, secret, previousSecret: null, deadlineMs: 10_000 },
  ...{ requestsPerMinute: 1, concurrency: 1, metrics, log: () => {} },
})
const outside = {
  ...{ fetch, now: Date.now, random: Math.random },
  sleep: (milliseconds: number, signal: AbortSignal) => wait(milliseconds, undefined, { signal }),
}
const host = upstreamHost(upstreamUrl, openHttpClient([upstreamUrl], outside), 10_000)
const memoCache = new MemoCache(secret)
const context = {
  ...{ jobs: jobs!, hosts: new Map([[host.name, host]]), gatewayFor: () => null, secret, metrics },
  memoCacheFor: (token: string) => memoCache.of(token),
  stageQueue: new StageQueue(),
  flights: new SingleFlight<GenerateUpdate>(store, Date.now),
  ...{ maxCommits: 2_000, jobMs: 30_000, signal: new AbortController().signal, onProblem: () => {} },
}
await jobs!.work((attempt) => runJob(attempt, context), { concurrency, lockMs })
process.send!('ready')
// The process that started this one has ended.
process.once('disconnect', () => process.exit())
