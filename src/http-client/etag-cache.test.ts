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

/** A door with a memory to a server that notes how it was asked. */
async function httpClientFor(listener: RequestListener) {
  const asked: (string | undefined)[] = []
  const server = createServer((request, response) => {
    asked.push(request.headers['if-none-match'])
    listener(request, response)
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const values = new Map<string, string>()
  const outside = { fetch, now: () => 0, random: () => 0, sleep: async () => {} }
  const httpClient = withEtagCache(openHttpClient([origin], outside), {
    secret: 'a secret of these tests',
    get: async (name) => values.get(name) ?? null,
    set: async (name, value) => void values.set(name, value),
  })
  const ask = (token: string, question: Partial<HttpRequest> = {}) =>
    httpClient({
      method: 'GET',
      url: `${origin}/path`,
      headers: { authorization: `Bearer ${token}` },
      signal: new AbortController().signal,
      deadlineAt: 60_000,
      ...question,
    })
  return { ask, asked, values }
}

/** Tells its text to whoever brings the right token, and "not changed" to whoever has it. */
function telling(texts: Record<string, string>, headers: Record<string, string> = {}): RequestListener {
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

test('what has not changed is not sent again, and what the host says of limits is the newest', async () => {
  const { ask, asked } = await httpClientFor(telling({ ada: 'one' }))
  expect(await (await ask('ada')).text()).toBe('one')
  const again = await ask('ada')
  expect([again.status, await again.text()]).toEqual([200, 'one'])
  expect(asked).toEqual([undefined, '"one"'])
  expect(again.headers.get('x-left')).toBe('98')
  expect(again.headers.get('link')).toBe('<next>')
})

test('what has changed is told anew', async () => {
  const texts = { ada: 'one' }
  const { ask, asked } = await httpClientFor(telling(texts))
  await (await ask('ada')).text()
  texts.ada = 'two'
  expect(await (await ask('ada')).text()).toBe('two')
  expect(await (await ask('ada')).text()).toBe('two')
  expect(asked).toEqual([undefined, '"one"', '"two"'])
})

test('nobody is told what another token was told', async () => {
  const { ask, asked, values } = await httpClientFor(telling({ ada: 'secret of ada', ben: 'secret of ben' }))
  await (await ask('ada')).text()
  expect(await (await ask('ben')).text()).toBe('secret of ben')
  expect((await ask('eve')).status).toBe(404)
  expect(asked).toEqual([undefined, undefined, undefined])
  expect([...values.keys()].join()).not.toMatch(/ada|ben|Bearer/)
})

test('a token that the host no longer accepts is told nothing of what it was told before', async () => {
  const texts: Record<string, string> = { ada: 'one' }
  const { ask } = await httpClientFor(telling(texts))
  await (await ask('ada')).text()
  delete texts.ada
  const refused = await ask('ada')
  expect([refused.status, await refused.text()]).toEqual([404, 'nothing here'])
})

test.each([
  ['an answer that must not be stored', { 'cache-control': 'private, no-store' }],
  ['an answer that differs by what nobody can know', { vary: '*' }],
])('%s is not kept', async (_what, headers) => {
  const { ask, asked } = await httpClientFor(telling({ ada: 'one' }, headers))
  await (await ask('ada')).text()
  await (await ask('ada')).text()
  expect(asked).toEqual([undefined, undefined])
})

test('an answer that is read in part, or is very long, is not kept', async () => {
  const { ask, values } = await httpClientFor(telling({ ada: 'x'.repeat(100_000), ben: 'x'.repeat(600_000) }))
  for await (const _ of (await ask('ada')).bytes()) break
  await (await ask('ben')).text()
  await (await ask('ada')).discard()
  expect(values.size).toBe(0)
})

test('another form of the same thing is another question, and a change is never one', async () => {
  const { ask, asked } = await httpClientFor(telling({ ada: 'one' }))
  await (await ask('ada')).text()
  await (await ask('ada', { headers: { authorization: 'Bearer ada', accept: 'text/plain' } })).text()
  await (await ask('ada', { method: 'POST', body: '{}' })).text()
  expect(asked).toEqual([undefined, undefined, undefined])
})

test('a long answer of unknown length is not kept', async () => {
  const { ask, values } = await httpClientFor((_request, response) => {
    response.setHeader('etag', '"long"')
    response.write('x'.repeat(400_000))
    response.end('x'.repeat(400_000))
  })
  expect((await (await ask('ada')).text()).length).toBe(800_000)
  expect(values.size).toBe(0)
})

test('what was kept stays what it was, whatever "not changed" calls itself', async () => {
  const { ask } = await httpClientFor((request, response) => {
    const known = request.headers['if-none-match'] !== undefined
    response.setHeader('etag', '"one"').setHeader('content-type', known ? 'text/html' : 'application/json')
    response.writeHead(known ? 304 : 200).end(known ? undefined : '{}')
  })
  await (await ask('ada')).text()
  const again = await ask('ada')
  expect([again.headers.get('content-type'), await again.text()]).toEqual(['application/json', '{}'])
})
