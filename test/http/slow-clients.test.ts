import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { closeStalled } from '../../src/surface/http/close-stalled.ts'
import { listen } from './service.ts'

const much = 'x'.repeat(32 * 1024 * 1024)

/** A service that says much, and something after a while of silence. */
async function open(mostMs: number) {
  const app = Fastify()
  closeStalled(app, mostMs)
  app.get('/much', async () => much)
  app.get('/late', async () => {
    await wait(2_500)
    return 'late'
  })
  return { app, port: await listen(app) }
}

test('a client that reads nothing of what it asked for is closed', async ({ onTestFinished }) => {
  const { app, port } = await open(500)
  onTestFinished(() => app.close())
  const socket = connect(port, '127.0.0.1')
  socket.pause().on('error', () => {})
  socket.write('GET /much HTTP/1.1\r\nHost: x\r\n\r\n')
  await expect.poll(() => connections(app), { timeout: 10_000, interval: 100 }).toBe(1)
  await expect.poll(() => connections(app), { timeout: 10_000, interval: 100 }).toBe(0)
  socket.destroy()
})

test('a client that waits long for its answer is not', async ({ onTestFinished }) => {
  const { app, port } = await open(500)
  onTestFinished(() => app.close())
  expect(await (await fetch(`http://127.0.0.1:${port}/late`)).text()).toBe('late')
})

function connections(app: {
  server: { getConnections: (tell: (error: unknown, count: number) => void) => void }
}) {
  return new Promise<number>((resolve) => app.server.getConnections((_error, count) => resolve(count)))
}
