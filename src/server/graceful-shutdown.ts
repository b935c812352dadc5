import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { Problem } from '../core/errors.ts'

// Load balancers poll /readyz every few seconds: one that polled this recently will poll again.
const recentProbeMs = 60_000
const noticeMs = 3_000

/**
 * Shuts the server down without losing a request. First `/readyz` fails, so that load balancers stop sending
 * requests; then new requests are rejected, and those in flight are answered.
 */
export class GracefulShutdown {
  #phase: 'serving' | 'noticing' | 'draining' = 'serving'
  #lastReadinessProbe = Number.NEGATIVE_INFINITY

  /** Adds the hooks that reject requests during the shutdown. */
  addHooks(app: FastifyInstance): void {
    app.addHook('onRequest', async (request, reply) => {
      const { probe } = request.routeOptions.config
      if (probe === 'readiness') this.#lastReadinessProbe = performance.now()
      if (this.#phase === 'serving') return
      reply.header('connection', 'close')
      if (probe === 'liveness' || (this.#phase === 'noticing' && probe !== 'readiness')) return
      throw new Problem(
        'draining',
        'The service is shutting down. Send the request again; another instance will take it.',
        { retryAfter: 1 },
      )
    })
    app.addHook('onResponse', async () => {
      // A client may keep its connection open for a next request; waiting for that would delay the shutdown.
      if (!app.server.listening) setImmediate(() => app.server.closeIdleConnections())
    })
  }

  /** Shuts down; resolves when every accepted request is answered. */
  async shutDown(app: FastifyInstance): Promise<void> {
    if (performance.now() - this.#lastReadinessProbe < recentProbeMs) {
      this.#phase = 'noticing'
      await wait(noticeMs)
    }
    this.#phase = 'draining'
    app.server.closeIdleConnections()
    await app.close()
  }
}
