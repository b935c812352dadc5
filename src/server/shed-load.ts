import type { FastifyInstance, FastifyReply } from 'fastify'
import { Problem } from '../core/errors.ts'
import { turnsLateBy } from '../core/progress.ts'
import type { Metrics } from '../observability/metrics.ts'

// An answer has half a dozen stages: whoever is let in when each waits this long is still answered in time.
const latestTurnMs = 3_000
const watchers = new Set(['/livez', '/readyz', '/metrics'])

/** Takes no more requests at a time than the process can hold; whoever watches it is always answered. */
export function shedLoad(app: FastifyInstance, metrics: Metrics, most: number): void {
  let inFlight = 0
  const change = (by: 1 | 0 | -1) => {
    inFlight += by
    metrics.set('notewright_requests_in_flight', {}, inFlight)
  }
  // Autoscalers go by it: it is there from the start.
  change(0)
  app.addHook('onRequest', async (request, reply) => {
    if (watchers.has(request.url)) return
    const limit = inFlight >= most ? 'in-flight' : turnsLateBy() > latestTurnMs ? 'turns' : null
    if (limit !== null) {
      metrics.add('notewright_refusals_total', { limit })
      const what = limit === 'turns' ? 'is behind with its work' : `is answering ${most} requests already`
      throw new Problem(
        'overloaded',
        `The service ${what}, and takes no more for now. Wait a few seconds and send the request again.`,
        { retryAfter: 2 },
      )
    }
    change(1)
    onceOver(reply, () => change(-1))
  })
}

/** Calls back when an answer is over: sent, or left by its caller. */
function onceOver({ raw }: FastifyReply, callBack: () => void): void {
  let over = false
  const end = () => {
    if (!over) callBack()
    over = true
  }
  raw.once('finish', end).once('close', end)
}
