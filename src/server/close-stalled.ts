import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

interface SendProgress {
  /** The number of bytes sent at the last check that saw progress. */
  sentBytes: number
  since: number
}

const checkMs = 1_000

/**
 * Closes connections whose clients do not read the response. A response may take long, and a stream may be idle for
 * long; a client is stalled only if bytes are waiting and none of them are sent.
 */
export function closeStalledConnections(app: FastifyInstance, maxStallMs: number): void {
  const connections = new Map<Socket, SendProgress>()
  app.server.on('connection', (socket: Socket) => {
    connections.set(socket, { sentBytes: 0, since: performance.now() })
    socket.once('close', () => connections.delete(socket))
  })
  const check = () => {
    const now = performance.now()
    for (const [socket, progress] of connections) {
      const sentBytes = socket.bytesWritten - socket.writableLength
      if (socket.writableLength === 0 || sentBytes !== progress.sentBytes)
        connections.set(socket, { sentBytes, since: now })
      else if (now - progress.since >= maxStallMs) socket.resetAndDestroy()
    }
  }
  const timer = setInterval(check, checkMs)
  timer.unref()
  app.addHook('onClose', async () => clearInterval(timer))
}
