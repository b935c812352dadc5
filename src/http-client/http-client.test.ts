import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { type HttpClientContext, type HttpRequest, openHttpClient } from './http-client.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A door whose pauses are written down instead of waited for. */
function httpClientFor(origin: string, context: Partial<HttpClientContext> = {}) {
  const pauses: number[] = []
  const httpClient = openHttpClient([origin], {
    fetch,
    now: () => 0,
    random: () => 1,
    sleep: async (milliseconds) => void pauses.push(milliseconds),
    ...context,
  })
  const ask = (question: Partial<HttpRequest> = {}) =>
    httpClient({
      method: 'GET',
      url: `${origin}/path`,
      headers: {},
      signal: new AbortController().signal,
      deadlineAt: 60_000,
      ...question,
    })
  return { ask, pauses }
}

describe('the HTTP client', () => {
  test('gives status, headers and text of an answer', async () => {
    const origin = await serve((request, response) =>
      response.setHeader('x-seen', String(request.headers['x-sent'])).end('grüße'),
    )
    const answer = await httpClientFor(origin).ask({ headers: { 'x-sent': 'yes' } })
    expect([answer.status, answer.headers.get('x-seen'), await answer.text()]).toEqual([200, 'yes', 'grüße'])
  })

  test('is shut to every other origin', async () => {
    const { ask } = httpClientFor('http://127.0.0.1:1')
    await expect(ask({ url: 'http://127.0.0.1:2/' })).rejects.toMatchObject({ code: 'internal' })
    await expect(ask({ url: 'https://127.0.0.1:1/' })).rejects.toMatchObject({ code: 'internal' })
  })

  test('follows no redirection', async () => {
    const seen: string[] = []
    const origin = await serve((request, response) => {
      seen.push(request.url!)
      response.writeHead(302, { location: '/elsewhere' }).end()
    })
    expect((await httpClientFor(origin).ask()).status).toBe(302)
    expect(seen).toEqual(['/path'])
  })

  test.each([429, 502, 503, 504])('tries again after %i, three times in all', async (status) => {
    let calls = 0
    const origin = await serve((_request, response) => {
      calls += 1
      response.writeHead(status).end()
    })
    const { ask, pauses } = httpClientFor(origin)
    expect((await ask()).status).toBe(status)
    expect(calls).toBe(3)
    expect(pauses).toEqual([500, 1000])
  })

  test('waits as long as the host asks', async () => {
    let calls = 0
    const origin = await serve((_request, response) => {
      calls += 1
      if (calls === 1) response.writeHead(429, { 'retry-after': '7' }).end()
      else response.end('now')
    })
    const { ask, pauses } = httpClientFor(origin)
    expect(await (await ask()).text()).toBe('now')
    expect(pauses).toEqual([7000])
  })

  test('does not wait past the deadline', async () => {
    const origin = await serve((_request, response) =>
      response.writeHead(429, { 'retry-after': '3600' }).end(),
    )
    const { ask, pauses } = httpClientFor(origin)
    expect((await ask()).status).toBe(429)
    expect(pauses).toEqual([])
  })

  test.each([400, 401, 403, 404, 500])('takes %i for an answer', async (status) => {
    let calls = 0
    const origin = await serve((_request, response) => {
      calls += 1
      response.writeHead(status).end()
    })
    expect((await httpClientFor(origin).ask()).status).toBe(status)
    expect(calls).toBe(1)
  })

  test('says that a host cannot be reached, and nothing of what was sent', async () => {
    const { ask } = httpClientFor('http://127.0.0.1:1')
    const failed = ask({ headers: { authorization: 'Bearer canary' } })
    await expect(failed).rejects.toMatchObject({ code: 'host_unreachable' })
    expect(String((await failed.catch((error: Error) => error.message)) as string)).not.toContain('canary')
  })

  test('stops at the cap, counted after decompression', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000))
    const origin = await serve((_request, response) =>
      response.setHeader('content-encoding', 'gzip').end(bomb),
    )
    const answer = await httpClientFor(origin).ask({ maxBytes: 1_000_000 })
    await expect(answer.text()).rejects.toMatchObject({ code: 'host_unusable' })
  })

  test('tells an answer that breaks off', async () => {
    const origin = await serve((_request, response) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('half')
      setImmediate(() => response.destroy())
    })
    const answer = await httpClientFor(origin).ask()
    await expect(answer.text()).rejects.toMatchObject({ code: 'host_unreachable' })
  })

  test('says of a gateway that it is a gateway', async () => {
    const nobody = httpClientFor('http://127.0.0.1:1').ask({ source: 'gateway', attempts: 1 })
    await expect(nobody).rejects.toMatchObject({ code: 'gateway_unreachable' })
    const origin = await serve((_request, response) => response.end('too much'))
    const answer = await httpClientFor(origin).ask({ source: 'gateway', maxBytes: 3 })
    await expect(answer.text()).rejects.toMatchObject({
      code: 'gateway_unusable',
      message: expect.stringContaining("The gateway's answer is larger than 3 bytes"),
    })
  })

  test('waits for the beginning of an answer as long as the question says', async () => {
    const origin = await serve(() => {})
    const short = httpClientFor(origin).ask({ answerMs: 20, attempts: 1 })
    await expect(short).rejects.toMatchObject({ code: 'host_unreachable' })
    const unlimited = httpClientFor(origin).ask({ answerMs: null, signal: AbortSignal.timeout(20) })
    await expect(unlimited).rejects.toMatchObject({ name: 'TimeoutError' })
  })

  test('waits until the date that a host gives', async () => {
    let calls = 0
    const origin = await serve((_request, response) => {
      calls += 1
      const headers = {
        'retry-after': 'Sun, 01 Mar 2026 10:00:05 GMT',
        date: 'Sun, 01 Mar 2026 10:00:00 GMT',
      }
      if (calls === 1) response.writeHead(503, headers).end()
      else response.end('now')
    })
    const { ask, pauses } = httpClientFor(origin)
    expect(await (await ask()).text()).toBe('now')
    expect(pauses).toEqual([5000])
  })

  test('has its place free again when nobody reads the answer', async () => {
    const origin = await serve((_request, response) => response.writeHead(404).end('nothing here'))
    const { ask } = httpClientFor(origin, { bulkhead: { most: 1, mostWaiting: 0, waitMs: 0 } })
    for (let times = 0; times < 3; times += 1) {
      const answer = await ask()
      expect(answer.status).toBe(404)
      await answer.discard()
    }
    await ask()
    await expect(ask()).rejects.toMatchObject({ code: 'host_busy' })
  })

  test('tells of every call, also of one that nobody answered', async () => {
    const origin = await serve((_request, response) => response.end())
    const told: unknown[] = []
    const onCall: HttpClientContext['onCall'] = ({ seconds: _seconds, ...call }) => void told.push(call)
    await httpClientFor(origin, { onCall }).ask()
    const nobody = 'http://127.0.0.1:1'
    await httpClientFor(nobody, { onCall })
      .ask({ attempts: 1, source: 'gateway' })
      .catch(() => {})
    expect(told).toEqual([
      { source: 'host', method: 'GET', origin, status: 200 },
      { source: 'gateway', method: 'GET', origin: nobody, status: null },
    ])
  })

  test('closes when the caller leaves', async () => {
    const origin = await serve(() => {})
    const caller = new AbortController()
    const waiting = httpClientFor(origin).ask({ signal: caller.signal })
    setTimeout(() => caller.abort(new Error('left')), 20)
    await expect(waiting).rejects.toThrow('left')
  })
})
