import type { FastifyInstance, FastifyReply } from 'fastify'
import { Problem } from '../core/errors.ts'
import type { StageQueue } from '../core/progress.ts'
import type { Metrics } from '../observability/metrics.ts'
import { LoopDelay } from './loop-delay.ts'
import { sendProblem } from './problem-document.ts'
import type { HeavyPool } from './server-context.ts'

// A generation has six stages: even if each waits this long for its turn, the answer meets the deadline.
const maxStageWaitMs = 3_000

interface LoadLimits {
  metrics: Metrics
  stageQueue: StageQueue
  pool?: HeavyPool
  maxInFlight: number
}

/** Rejects requests while the process already handles as much as it can; probes are always let through. */
export function limitInFlight(
  app: FastifyInstance,
  { metrics, stageQueue, pool, maxInFlight }: LoadLimits,
): void {
  let inFlight = 0
  const add = (count: 1 | 0 | -1) => {
    inFlight += count
    metrics.set('notewright_requests_in_flight', {}, inFlight)
  }
  // Autoscalers read this metric, so it is there from the start.
  add(0)
  const isBehind = () => pool?.isFull === true || stageQueue.lateBy() > maxStageWaitMs
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.probe) return
    const limit = inFlight >= maxInFlight ? 'in-flight' : isBehind() ? 'turns' : null
    if (limit !== null) {
      metrics.add('notewright_refusals_total', { limit })
      const reason =
        limit === 'turns' ? 'is behind with its work' : `is already handling ${maxInFlight} requests`
      throw new Problem(
        'overloaded',
        `The service ${reason}. Wait a few seconds and send the request again.`,
        { retryAfter: 2 },
      )
    }
    add(1)
    onEnd(reply, () => add(-1))
  })
}

/** Calls back once when a response is sent or its connection closes. */
function onEnd({ raw }: FastifyReply, callback: () => void): void {
  let ended = false
  const end = () => {
    if (!ended) callback()
    ended = true
  }
  raw.once('finish', end).once('close', end)
}

/** Rejects requests while every turn of the event loop is late; 0 turns this off. */
export function limitEventLoopDelay(app: FastifyInstance, maxDelayMs: number): void {
  if (maxDelayMs === 0) return
  const delay = new LoopDelay()
  app.addHook('onClose', async () => delay.stop())
  app.addHook('onRequest', async (request, reply) => {
    if (delay.lowest() <= maxDelayMs) return
    const { probe, staticFile } = request.routeOptions.config
    // Static files cost next to nothing, and a page that misses some of them does not work.
    if (probe === 'liveness' || probe === 'metrics' || staticFile) return
    const problem = new Problem(
      'overloaded',
      'The service has more work than it can finish in time. Wait a few seconds and send the request again.',
      { retryAfter: 5 },
    )
    sendProblem(problem, request, reply)
    return reply
  })
}
