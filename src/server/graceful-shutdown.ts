import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { Problem } from '../core/errors.ts'

// Balancers look every few seconds; whoever looked this lately will look again.
const watchedMs = 60_000
const noticeMs = 3_000

/** Takes a service out of use without losing a request: balancers are told first, then nothing new is taken. */
export class Leaving {
  #phase: 'serving' | 'noticed' | 'draining' = 'serving'
  #lastLook = Number.NEGATIVE_INFINITY

  /** Says no to what comes too late. */
  guard(app: FastifyInstance): void {
    app.addHook('onRequest', async (request, reply) => {
      const isLook = request.url === '/readyz'
      if (isLook) this.#lastLook = performance.now()
      if (this.#phase === 'serving') return
      reply.header('connection', 'close')
      if (request.url === '/livez' || (this.#phase === 'noticed' && !isLook)) return
      throw new Problem(
        'draining',
        'The service is shutting down. Send the request again; another instance will take it.',
        { retryAfter: 1 },
      )
    })
    app.addHook('onResponse', async () => {
      // A caller may keep the connection for a next request; waiting for that would hold the process.
      if (!app.server.listening) setImmediate(() => app.server.closeIdleConnections())
    })
  }

  /** Ends when every request that was taken has been answered. */
  async leave(app: FastifyInstance): Promise<void> {
    if (performance.now() - this.#lastLook < watchedMs) {
      this.#phase = 'noticed'
      await wait(noticeMs)
    }
    this.#phase = 'draining'
    app.server.closeIdleConnections()
    await app.close()
  }
}
