import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import Fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { closeStalledConnections } from '../../src/server/close-stalled.ts'
import { buildRepository, makeFolder } from '../support/build-repository.ts'
import { expectProblem, listen, localFolder, openService, openSocket, rawHead, token } from './service.ts'

const root = makeFolder()
buildRepository(['feat: add search'], { path: join(root, 'acme/widget') })

const much = 'x'.repeat(32 * 1024 * 1024)

/** A service that says much, and something after a while of silence. */
async function open(maxMs: number) {
  const app = Fastify()
  closeStalledConnections(app, maxMs)
  app.get('/much', async () => much)
  app.get('/late', async () => {
    await wait(2_500)
    return 'late'
  })
  return { app, port: await listen(app) }
}

// Every test here waits for most of its time: they wait beside each other.
describe.concurrent('a client', () => {
  test('that does not read its response is disconnected', async ({ expect, onTestFinished }) => {
    const { app, port } = await open(500)
    onTestFinished(() => app.close())
    const socket = connect(port, '127.0.0.1')
    socket.pause().on('error', () => {})
    socket.write('GET /much HTTP/1.1\r\nHost: x\r\n\r\n')
    await expect.poll(() => connections(app), { timeout: 10_000, interval: 100 }).toBe(1)
    await expect.poll(() => connections(app), { timeout: 10_000, interval: 100 }).toBe(0)
    socket.destroy()
  })

  test('that waits long for its answer is not', async ({ onTestFinished }) => {
    const { app, port } = await open(500)
    onTestFinished(() => app.close())
    expect(await (await fetch(`http://127.0.0.1:${port}/late`)).text()).toBe('late')
  })

  test('whose body does not arrive in ten seconds gets 408', async ({ onTestFinished }) => {
    const { app } = await openService([localFolder(root)])
    onTestFinished(() => app.close())
    const head = rawHead('Content-Type: application/json', 'Content-Length: 100')
    const { answered } = openSocket(await listen(app), `${head}\r\n\r\n{"repo`)
    expect(expectProblem(await answered, 408, 'slow_request').retryable).toBe(true)
  })
})

describe.concurrent('a service that shuts down', () => {
  test('is alive to the end, and takes nothing else when no load balancer polls it', async () => {
    const { app, drain } = await openService([localFolder(root)])
    await app.ready()
    const drained = drain()
    const answers = ['/livez', '/livez?probe=1', '/readyz', '/readyz?probe=1'].map((url) => app.inject(url))
    const [alive, aliveWithQuery, ready, readyWithQuery] = await Promise.all(answers)
    expect([alive!.statusCode, aliveWithQuery!.statusCode]).toEqual([200, 200])
    expectProblem(ready!, 503, 'draining')
    expectProblem(readyWithQuery!, 503, 'draining')
    await drained
  })

  test.each(['/readyz', '/readyz?probe=1'])(
    'fails %s first, and takes requests until load balancers have seen it',
    async (probe) => {
      const { app, drain } = await openService([localFolder(root)])
      const origin = `http://127.0.0.1:${await listen(app)}`
      expect((await fetch(`${origin}${probe}`)).status).toBe(200)
      const drained = drain()
      const looked = await fetch(`${origin}${probe}`)
      expect([looked.status, ((await looked.json()) as { code: string }).code]).toEqual([503, 'draining'])
      const answered = await fetch(`${origin}/api/v1/generate`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ repoFullName: 'acme/widget' }),
      })
      expect([answered.status, answered.headers.get('connection')]).toEqual([200, 'close'])
      await drained
    },
  )
})

function connections(app: {
  server: { getConnections: (callback: (error: unknown, count: number) => void) => void }
}) {
  return new Promise<number>((resolve) => app.server.getConnections((_error, count) => resolve(count)))
}
