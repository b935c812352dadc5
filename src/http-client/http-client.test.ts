import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { version } from '../core/package.ts'
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

/** A client that records its delays instead of waiting. */
function httpClientFor(origin: string, context: Partial<HttpClientContext> = {}) {
  const delays: number[] = []
  const httpClient = openHttpClient([origin], {
    fetch,
    now: () => 0,
    random: () => 1,
    sleep: async (milliseconds) => void delays.push(milliseconds),
    ...context,
  })
  const send = (request: Partial<HttpRequest> = {}) =>
    httpClient({
      method: 'GET',
      url: `${origin}/path`,
      headers: {},
      signal: new AbortController().signal,
      deadlineAt: 60_000,
      ...request,
    })
  return { send, delays }
}

describe('the HTTP client', () => {
  test('returns status, headers and text of a response', async () => {
    const origin = await serve((request, response) =>
      response.setHeader('x-seen', String(request.headers['x-sent'])).end('grüße'),
    )
    const response = await httpClientFor(origin).send({ headers: { 'x-sent': 'yes' } })
    expect([response.status, response.headers.get('x-seen'), await response.text()]).toEqual([
      200,
      'yes',
      'grüße',
    ])
  })

  test('says which version of Notewright it is', async () => {
    const origin = await serve((request, response) => response.end(request.headers['user-agent']))
    const { send } = httpClientFor(origin)
    expect(await (await send()).text()).toBe(`notewright/${version}`)
    expect(await (await send({ headers: { 'user-agent': 'git/2' } })).text()).toBe('git/2')
  })

  test('rejects every other origin', async () => {
    const { send } = httpClientFor('http://127.0.0.1:1')
    await expect(send({ url: 'http://127.0.0.1:2/' })).rejects.toMatchObject({ code: 'internal' })
    await expect(send({ url: 'https://127.0.0.1:1/' })).rejects.toMatchObject({ code: 'internal' })
  })

  test('follows no redirect', async () => {
    const seen: string[] = []
    const origin = await serve((request, response) => {
      seen.push(request.url!)
      response.writeHead(302, { location: '/elsewhere' }).end()
    })
    expect((await httpClientFor(origin).send()).status).toBe(302)
    expect(seen).toEqual(['/path'])
  })

  test.each([429, 502, 503, 504])('retries %i, with three attempts in all', async (status) => {
    let calls = 0
    const origin = await serve((_request, response) => {
      calls += 1
      response.writeHead(status).end()
    })
    const { send, delays } = httpClientFor(origin)
    expect((await send()).status).toBe(status)
    expect(calls).toBe(3)
    expect(delays).toEqual([500, 1000])
  })

  test('respects Retry-After', async () => {
    let calls = 0
    const origin = await serve((_request, response) => {
      calls += 1
      if (calls === 1) response.writeHead(429, { 'retry-after': '7' }).end()
      else response.end('now')
    })
    const { send, delays } = httpClientFor(origin)
    expect(await (await send()).text()).toBe('now')
    expect(delays).toEqual([7000])
  })

  test('does not wait past the deadline', async () => {
    const origin = await serve((_request, response) =>
      response.writeHead(429, { 'retry-after': '3600' }).end(),
    )
    const { send, delays } = httpClientFor(origin)
    expect((await send()).status).toBe(429)
    expect(delays).toEqual([])
  })

  test.each([400, 401, 403, 404, 500])('does not retry %i', async (status) => {
    let calls = 0
    const origin = await serve((_request, response) => {
      calls += 1
      response.writeHead(status).end()
    })
    expect((await httpClientFor(origin).send()).status).toBe(status)
    expect(calls).toBe(1)
  })

  test('reports an unreachable host without revealing what was sent', async () => {
    const { send } = httpClientFor('http://127.0.0.1:1')
    const failed = send({ headers: { authorization: 'Bearer canary' } })
    await expect(failed).rejects.toMatchObject({ code: 'host_unreachable' })
    expect(String((await failed.catch((error: Error) => error.message)) as string)).not.toContain('canary')
  })

  test('stops at the size limit, counted after decompression', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000))
    const origin = await serve((_request, response) =>
      response.setHeader('content-encoding', 'gzip').end(bomb),
    )
    const response = await httpClientFor(origin).send({ maxBytes: 1_000_000 })
    await expect(response.text()).rejects.toMatchObject({ code: 'host_unusable' })
  })

  test('reports a response that breaks off', async () => {
    const origin = await serve((_request, response) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('half')
      setImmediate(() => response.destroy())
    })
    const response = await httpClientFor(origin).send()
    await expect(response.text()).rejects.toMatchObject({ code: 'host_unreachable' })
  })

  test('names the gateway in errors of the gateway', async () => {
    const failed = httpClientFor('http://127.0.0.1:1').send({ source: 'gateway', attempts: 1 })
    await expect(failed).rejects.toMatchObject({ code: 'gateway_unreachable' })
    const origin = await serve((_request, response) => response.end('too much'))
    const response = await httpClientFor(origin).send({ source: 'gateway', maxBytes: 3 })
    await expect(response.text()).rejects.toMatchObject({
      code: 'gateway_unusable',
      message: expect.stringContaining('The response from the gateway is larger than 3 bytes'),
    })
  })

  test('limits the time until the response headers arrive', async () => {
    const origin = await serve(() => {})
    const short = httpClientFor(origin).send({ responseTimeoutMs: 20, attempts: 1 })
    await expect(short).rejects.toMatchObject({ code: 'host_unreachable' })
    const unlimited = httpClientFor(origin).send({ responseTimeoutMs: null, signal: AbortSignal.timeout(20) })
    await expect(unlimited).rejects.toMatchObject({ name: 'TimeoutError' })
  })

  test('respects a Retry-After date', async () => {
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
    const { send, delays } = httpClientFor(origin)
    expect(await (await send()).text()).toBe('now')
    expect(delays).toEqual([5000])
  })

  test('frees the slot of a response that is discarded', async () => {
    const origin = await serve((_request, response) => response.writeHead(404).end('nothing here'))
    const { send } = httpClientFor(origin, { bulkhead: { maxRunning: 1, maxWaiting: 0, maxWaitMs: 0 } })
    for (let times = 0; times < 3; times += 1) {
      const response = await send()
      expect(response.status).toBe(404)
      await response.discard()
    }
    await send()
    await expect(send()).rejects.toMatchObject({ code: 'host_busy' })
  })

  test('reports every call, also one without a response', async () => {
    const origin = await serve((_request, response) => response.end())
    const calls: unknown[] = []
    const onCall: HttpClientContext['onCall'] = ({ seconds: _seconds, ...call }) => void calls.push(call)
    await httpClientFor(origin, { onCall }).send()
    const closedPort = 'http://127.0.0.1:1'
    await httpClientFor(closedPort, { onCall })
      .send({ attempts: 1, source: 'gateway' })
      .catch(() => {})
    expect(calls).toEqual([
      { source: 'host', method: 'GET', origin, status: 200 },
      { source: 'gateway', method: 'GET', origin: closedPort, status: null },
    ])
  })

  test('stops when the caller aborts', async () => {
    const origin = await serve(() => {})
    const caller = new AbortController()
    const waiting = httpClientFor(origin).send({ signal: caller.signal })
    setTimeout(() => caller.abort(new Error('left')), 20)
    await expect(waiting).rejects.toThrow('left')
  })
})
