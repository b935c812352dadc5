import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { withEtagCache } from './etag-cache.ts'
import { type HttpRequest, openHttpClient } from './http-client.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

/** A client with a cache, and the validators that its server receives. */
async function httpClientFor(listener: RequestListener) {
  const validators: (string | undefined)[] = []
  const server = createServer((request, response) => {
    validators.push(request.headers['if-none-match'])
    listener(request, response)
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const values = new Map<string, string>()
  const outside = { fetch, now: () => 0, random: () => 0, sleep: async () => {} }
  const httpClient = withEtagCache(openHttpClient([origin], outside), {
    secret: 'a secret of these tests',
    get: async (key) => values.get(key) ?? null,
    set: async (key, value) => void values.set(key, value),
  })
  const send = (token: string, request: Partial<HttpRequest> = {}) =>
    httpClient({
      method: 'GET',
      url: `${origin}/path`,
      headers: { authorization: `Bearer ${token}` },
      signal: new AbortController().signal,
      deadlineAt: 60_000,
      ...request,
    })
  return { send, validators, values }
}

/** Sends each token its own text, and 304 to a client that already has it. */
function textsByToken(texts: Record<string, string>, headers: Record<string, string> = {}): RequestListener {
  let calls = 0
  return (request, response) => {
    calls += 1
    const text = texts[String(request.headers.authorization).replace('Bearer ', '')]
    if (text === undefined) return void response.writeHead(404).end('nothing here')
    const etag = `"${text.slice(0, 20)}"`
    response
      .setHeader('etag', etag)
      .setHeader('x-left', String(100 - calls))
      .setHeader('link', '<next>')
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
    if (request.headers['if-none-match'] === etag) return void response.writeHead(304).end()
    response.end(text)
  }
}

test('an unchanged body is not sent again, and the headers are current', async () => {
  const { send, validators } = await httpClientFor(textsByToken({ ada: 'one' }))
  expect(await (await send('ada')).text()).toBe('one')
  const again = await send('ada')
  expect([again.status, await again.text()]).toEqual([200, 'one'])
  expect(validators).toEqual([undefined, '"one"'])
  expect(again.headers.get('x-left')).toBe('98')
  expect(again.headers.get('link')).toBe('<next>')
})

test('a changed body is sent again', async () => {
  const texts = { ada: 'one' }
  const { send, validators } = await httpClientFor(textsByToken(texts))
  await (await send('ada')).text()
  texts.ada = 'two'
  expect(await (await send('ada')).text()).toBe('two')
  expect(await (await send('ada')).text()).toBe('two')
  expect(validators).toEqual([undefined, '"one"', '"two"'])
})

test('a cached response is never used for another token', async () => {
  const { send, validators, values } = await httpClientFor(
    textsByToken({ ada: 'secret of ada', ben: 'secret of ben' }),
  )
  await (await send('ada')).text()
  expect(await (await send('ben')).text()).toBe('secret of ben')
  expect((await send('eve')).status).toBe(404)
  expect(validators).toEqual([undefined, undefined, undefined])
  expect([...values.keys()].join()).not.toMatch(/ada|ben|Bearer/)
})

test('a token that the host no longer accepts gets nothing from the cache', async () => {
  const texts: Record<string, string> = { ada: 'one' }
  const { send } = await httpClientFor(textsByToken(texts))
  await (await send('ada')).text()
  delete texts.ada
  const rejected = await send('ada')
  expect([rejected.status, await rejected.text()]).toEqual([404, 'nothing here'])
})

test.each([
  ['a response with no-store', { 'cache-control': 'private, no-store' }],
  ['a response that varies by unknown headers', { vary: '*' }],
])('%s is not cached', async (_what, headers) => {
  const { send, validators } = await httpClientFor(textsByToken({ ada: 'one' }, headers))
  await (await send('ada')).text()
  await (await send('ada')).text()
  expect(validators).toEqual([undefined, undefined])
})

test('a response that is read in part, or is very long, is not cached', async () => {
  const { send, values } = await httpClientFor(
    textsByToken({ ada: 'x'.repeat(100_000), ben: 'x'.repeat(600_000) }),
  )
  for await (const _ of (await send('ada')).bytes()) break
  await (await send('ben')).text()
  await (await send('ada')).discard()
  expect(values.size).toBe(0)
})

test('another media type is another request, and a POST is never cached', async () => {
  const { send, validators } = await httpClientFor(textsByToken({ ada: 'one' }))
  await (await send('ada')).text()
  await (await send('ada', { headers: { authorization: 'Bearer ada', accept: 'text/plain' } })).text()
  await (await send('ada', { method: 'POST', body: '{}' })).text()
  expect(validators).toEqual([undefined, undefined, undefined])
})

test('a long response of unknown length is not cached', async () => {
  const { send, values } = await httpClientFor((_request, response) => {
    response.setHeader('etag', '"long"')
    response.write('x'.repeat(400_000))
    response.end('x'.repeat(400_000))
  })
  expect((await (await send('ada')).text()).length).toBe(800_000)
  expect(values.size).toBe(0)
})

test('the content type of a 304 does not replace the cached one', async () => {
  const { send } = await httpClientFor((request, response) => {
    const known = request.headers['if-none-match'] !== undefined
    response.setHeader('etag', '"one"').setHeader('content-type', known ? 'text/html' : 'application/json')
    response.writeHead(known ? 304 : 200).end(known ? undefined : '{}')
  })
  await (await send('ada')).text()
  const again = await send('ada')
  expect([again.headers.get('content-type'), await again.text()]).toEqual(['application/json', '{}'])
})
