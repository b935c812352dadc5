import { setTimeout as wait } from 'node:timers/promises'
import type { Problem } from '../errors.ts'
import type { Counters } from '../state/counters.ts'
import type { Jobs, KeptProblem } from '../state/jobs.ts'
import type { Gateway } from '../types/gateway.ts'
import type { Host } from '../types/host.ts'
import type { GenerateRequest } from '../types/request.ts'
import type { Warning } from '../types/warning.ts'
import type { Progress, World } from '../types/world.ts'
import { chooseHost } from './choose-host.ts'
import { startDeadline } from './deadline.ts'
import type { Sharing } from './generate-once.ts'
import { makeAnswer } from './make-answer.ts'

/** A request as it waits in the queue, sealed. */
export interface QueuedRequest {
  asked: GenerateRequest
  host: string
  token: string
  modelKey: string | null
  warnings: Warning[]
}

/** What answering queued requests needs from outside. */
export interface JobWorld extends Pick<Sharing, 'flights' | 'secret'> {
  jobs: Jobs
  hosts: Map<string, Host>
  gatewayFor: (key: string | null, model: string | null) => Gateway | null
  rememberedFor: (token: string) => World['remember']
  maxCommits: number
  /** The longest that one attempt may take. */
  jobMs: number
  counters: Counters
  /** Aborted when the worker has to stop: what it has begun is done by another. */
  signal: AbortSignal
}

const lookMs = 500

/** Answers one queued request; throws only when another attempt should be made. */
export async function runJob(id: string, secretWords: string, last: boolean, world: JobWorld): Promise<void> {
  const { jobs, counters } = world
  const end = (state: string) => counters.add('notewright_jobs_total', { state })
  if ((await jobs.note(id, { state: 'running' })) === 'cancelled') return end('cancelled')
  const watch = watchJob(id, jobs)
  const time = startDeadline(AbortSignal.any([watch.cancelled, world.signal]), world.jobMs)
  try {
    const queued = JSON.parse(secretWords) as QueuedRequest
    const text = await answerQueued(queued, world, time, watch.onProgress)
    await watch.end()
    await jobs.note(id, { state: 'done', text, progress: null })
    end('done')
  } catch (error) {
    await watch.end()
    if (watch.cancelled.aborted) return end('cancelled')
    world.signal.throwIfAborted()
    const problem = time.explain(error)
    if (problem.row.retryable && !last) throw error
    await jobs.note(id, { state: 'failed', problem: asKept(problem), progress: null })
    end('failed')
  } finally {
    time.end()
  }
}

async function answerQueued(
  { asked, host: hostName, token, modelKey, warnings }: QueuedRequest,
  world: JobWorld,
  { signal, deadlineAt }: Pick<World, 'signal' | 'deadlineAt'>,
  onProgress: (progress: Progress) => void,
): Promise<string> {
  const host = chooseHost(world.hosts, hostName)
  const gateway = world.gatewayFor(modelKey, asked.model)
  const { text } = await makeAnswer(
    { asked, host, token, modelKey, gateway, warnings },
    {
      ...world,
      signal,
      deadlineAt,
      remember: world.rememberedFor(token),
      onProgress,
      onEntry: () => {},
      watch: () => {},
      fresh: false,
    },
  )
  return text
}

/** Notes twice a second how far a request is, and looks whether it was cancelled. */
function watchJob(id: string, jobs: Jobs) {
  const cancelled = new AbortController()
  const over = new AbortController()
  let progress: Progress | null = null
  const look = async () => {
    while (!over.signal.aborted) {
      await wait(lookMs, undefined, { signal: over.signal }).catch(() => {})
      if (over.signal.aborted) return
      // When Redis is away for a moment, the next look will do.
      const noted = await jobs.note(id, { progress }).catch(() => 'noted' as const)
      if (noted === 'cancelled') cancelled.abort(new Error('the request was cancelled'))
    }
  }
  const looking = look()
  return {
    cancelled: cancelled.signal,
    onProgress: (next: Progress) => {
      progress = next
    },
    end: async () => {
      over.abort()
      await looking
    },
  }
}

function asKept({ code, message, retryAfter, faults }: Problem): KeptProblem {
  return { code, detail: message, retryAfter, faults }
}
