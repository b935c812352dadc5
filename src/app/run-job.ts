import { setTimeout as wait } from 'node:timers/promises'
import { chooseHost } from '../api/choose-host.ts'
import type { Deadline } from '../core/deadline.ts'
import { startDeadline } from '../core/deadline.ts'
import type { Problem } from '../core/errors.ts'
import type { Gateway } from '../core/gateway.ts'
import type { GenerateContext, Memoize } from '../core/generate-context.ts'
import type { RunHeavy } from '../core/heavy-work.ts'
import type { Host } from '../core/host.ts'
import type { Progress, StageQueue } from '../core/progress.ts'
import type { GenerateRequest } from '../core/request.ts'
import type { Warning } from '../core/warnings.ts'
import type { Metrics } from '../observability/metrics.ts'
import type { Attempt, Jobs, JobUpdate, StoredProblem } from '../state/jobs.ts'
import { answerRequest } from './answer-request.ts'
import type { Sharing } from './generate-once.ts'

/** A request as it waits in the queue, encrypted. */
export interface QueuedRequest {
  asked: GenerateRequest
  host: string
  token: string
  modelKey: string | null
  warnings: Warning[]
}

/** What answering queued requests needs. */
export interface JobContext extends Pick<Sharing, 'flights' | 'secret'> {
  jobs: Jobs
  hosts: Map<string, Host>
  gatewayFor: (key: string | null, model: string | null) => Gateway | null
  memoCacheFor: (token: string) => Memoize
  maxCommits: number
  stageQueue: StageQueue
  /** Runs heavy work; by default in this thread. */
  runHeavy?: RunHeavy | undefined
  /** How long one attempt may take. */
  jobMs: number
  metrics: Metrics
  /** Receives every problem that a request failed with. */
  onProblem: (problem: Problem) => void
  /** Aborted when the worker has to stop; another worker then repeats its requests. */
  signal: AbortSignal
}

const lookMs = 500

/** Answers one queued request; throws only when it should be attempted again. */
export async function runJob(attempt: Attempt, context: JobContext): Promise<void> {
  const { jobs, metrics } = context
  const { id, number } = attempt
  const end = (state: string) =>
    // The label is published.
    metrics.add('notewright_jobs_total', { state: state === 'superseded' ? 'overtaken' : state })
  const begun = await jobs.update(id, number, { state: 'running', progress: null })
  if (begun !== 'saved') return end(begun)
  const watch = watchJob(attempt, jobs)
  const time = startDeadline(AbortSignal.any([watch.stopped, context.signal]), context.jobMs)
  const update = await answerQueued(attempt.payload, context, { ...time, onProgress: watch.onProgress })
    .then((text): JobUpdate => ({ state: 'done', text }))
    .catch((error: unknown): JobUpdate | null => {
      if (watch.why() !== null) return null
      context.signal.throwIfAborted()
      const problem = time.explain(error)
      if (problem.row.retryable && !attempt.last) throw error
      context.onProblem(problem)
      return { state: 'failed', problem: toStored(problem) }
    })
    .finally(time.end)
    .finally(watch.end)
  if (update === null) return end(watch.why()!)
  // This fails when Redis is unavailable; the queue then starts another attempt.
  const result = await jobs.update(id, number, update)
  end(result === 'saved' ? update.state : result)
}

async function answerQueued(
  payload: string,
  context: JobContext,
  { signal, deadlineAt, onProgress }: Deadline & Pick<GenerateContext, 'onProgress'>,
): Promise<string> {
  const { asked, host: hostName, token, modelKey, warnings } = JSON.parse(payload) as QueuedRequest
  const host = chooseHost(context.hosts, hostName)
  const gateway = context.gatewayFor(modelKey, asked.model)
  const { maxCommits, stageQueue, runHeavy, flights, secret } = context
  const { text } = await answerRequest(
    { request: asked, host, token, modelKey, gateway, warnings },
    {
      generation: {
        signal,
        deadlineAt,
        maxCommits,
        stageQueue,
        runHeavy,
        memoize: context.memoCacheFor(token),
        onProgress,
        onEntry: () => {},
      },
      sharing: { flights, secret, watch: () => {}, fresh: false },
    },
  )
  return text
}

/** Stores the progress of a request twice a second, and stops the work when the request was cancelled or overtaken. */
function watchJob({ id, number }: Attempt, jobs: Jobs) {
  const stopped = new AbortController()
  const over = new AbortController()
  let progress: Progress | null = null
  let why: 'cancelled' | 'superseded' | null = null
  const look = async () => {
    while (!over.signal.aborted) {
      await wait(lookMs, undefined, { signal: over.signal }).catch(() => {})
      if (over.signal.aborted) return
      // If Redis is unavailable for a moment, the next round stores it.
      const result = await jobs
        .update(id, number, { state: 'running', progress })
        .catch(() => 'saved' as const)
      if (result === 'saved') continue
      why = result
      return stopped.abort(new Error(`the request was ${result}`))
    }
  }
  const looking = look()
  return {
    stopped: stopped.signal,
    /** Why the work was stopped; null while it is needed. */
    why: () => why,
    onProgress: (next: Progress) => {
      progress = next
    },
    end: async () => {
      over.abort()
      await looking
    },
  }
}

function toStored({ code, message, retryAfter, faults }: Problem): StoredProblem {
  return { code, detail: message, retryAfter, faults }
}
