import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

interface Flow {
  /** How many bytes had left when somebody last looked and there was progress. */
  sent: number
  since: number
}

const lookMs = 1_000

/**
 * Closes connections whose clients do not read what they asked for. Waiting for an answer may take long, and a
 * stream may be quiet for long; only bytes that wait, and none of which leave, tell a client that does not read.
 */
export function closeStalled(app: FastifyInstance, mostMs: number): void {
  const flows = new Map<Socket, Flow>()
  app.server.on('connection', (socket: Socket) => {
    flows.set(socket, { sent: 0, since: performance.now() })
    socket.once('close', () => flows.delete(socket))
  })
  const look = () => {
    const now = performance.now()
    for (const [socket, flow] of flows) {
      const sent = socket.bytesWritten - socket.writableLength
      if (socket.writableLength === 0 || sent !== flow.sent) flows.set(socket, { sent, since: now })
      else if (now - flow.since >= mostMs) socket.resetAndDestroy()
    }
  }
  const timer = setInterval(look, lookMs)
  timer.unref()
  app.addHook('onClose', async () => clearInterval(timer))
}
