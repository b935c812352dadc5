import { join } from 'node:path'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Access, Host } from '../../src/core/host.ts'
import { expectProblem, localFolder, openService, token } from '../http/service.ts'
import { buildRepository, makeFolder } from '../support/build-repository.ts'

const root = makeFolder()
buildRepository(['Start', 'feat: add search (#1)'], { path: join(root, 'acme/widget') })
const local = localFolder(root)
const asked: (string | null)[] = []
const watched: Host = {
  ...local,
  open: (access: Access) => {
    asked.push(access.token)
    return local.open(access)
  },
}
const { app, drain } = await openService([watched])
afterAll(drain)

const call = (name = 'resolve_range', given: object = { repo: 'acme/widget' }) => ({
  jsonrpc: '2.0',
  id: 7,
  method: 'tools/call',
  params: { name, arguments: given },
})

function post(body: unknown, headers: Record<string, string> = {}, service = app) {
  return service.inject({
    method: 'POST',
    url: '/mcp',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'x-host-token': token,
      ...headers,
    },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  })
}

/** The one message of an answer, however it was sent. */
function messageOf({ body, headers }: { body: string; headers: Record<string, unknown> }) {
  const json = String(headers['content-type']).startsWith('text/event-stream')
    ? /^data: (\{.*)$/m.exec(body)![1]!
    : body
  return JSON.parse(json)
}

describe('web pages of other origins are rejected', () => {
  test.each([
    'https://evil.example',
    'http://evil.example:3000',
    'null',
    'http://localhost.evil.example',
    'x',
  ])('a page of %s gets 403, and the host is not called', async (origin) => {
    const before = asked.length
    const { detail } = expectProblem(await post(call(), { origin }), 403, 'origin_not_allowed')
    expect(detail).toMatch(/only pages on localhost may call \/mcp/)
    expect(asked).toHaveLength(before)
  })

  test.each(['http://localhost:3000', 'http://127.0.0.1', 'http://[::1]:8080'])(
    'a page on localhost, %s, is allowed',
    async (origin) => {
      expect((await post(call(), { origin })).statusCode).toBe(200)
    },
  )
})

describe('the token of the host', () => {
  test('is sent in its own header', async () => {
    await post(call())
    expect(asked.at(-1)).toBe(token)
  })

  test('is not taken from Authorization, which is meant for this service', async () => {
    const before = asked.length
    const answered = await post(call(), { 'x-host-token': '', authorization: `Bearer ${token}` })
    expect(messageOf(answered).result).toMatchObject({
      isError: true,
      content: [
        { text: expect.stringMatching(/^token_missing: .+ a token in Authorization is not passed on\.$/) },
      ],
    })
    expect(asked).toHaveLength(before)
  })

  test('that is wrong is a tool error', async () => {
    const { result } = messageOf(await post(call(), { 'x-host-token': 'another' }))
    expect(result.content[0].text).toMatch(/^token_rejected: /)
  })

  test('is not needed for listing tools', async () => {
    const answered = await post({ jsonrpc: '2.0', id: 1, method: 'tools/list' }, { 'x-host-token': '' })
    expect(messageOf(answered).result.tools).toHaveLength(8)
  })

  test('counts against the limits of its bearer', async () => {
    const service = await openService([local], { requestsPerMinute: 2 })
    onTestFinished(service.drain)
    const texts = []
    for (let round = 0; round < 3; round += 1)
      texts.push(messageOf(await post(call(), {}, service.app)).result.content[0].text)
    expect(texts[1]).toMatch(/^\{/)
    expect(texts[2]).toMatch(/^rate_limited: This token made more than 2 requests per minute\. Wait \d+ s/)
  })
})

describe('POST /mcp', () => {
  test('has the headers of every other answer', async () => {
    const { headers } = await post(call(), { 'x-request-id': 'abc' })
    expect(headers['x-request-id']).toBe('abc')
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['cache-control']).toMatch(/no-(?:store|cache)/)
  })

  test.each(['GET', 'DELETE', 'PUT'] as const)('does not support %s', async (method) => {
    const answered = await app.inject({ method, url: '/mcp' })
    expectProblem(answered, 405, 'method_not_allowed')
    expect(answered.headers.allow).toBe('POST')
  })

  test.each([
    ['what is no JSON', '{', 400, 'malformed_json'],
    ['nothing at all', '', 400, 'malformed_json'],
    ['what is too large', `"${'x'.repeat(1024 * 1024)}"`, 413, 'body_too_large'],
  ] as const)('refuses %s', async (_what, body, status, code) => {
    expectProblem(await post(body), status, code)
  })

  test('rejects a body that is not sent as JSON', async () => {
    expectProblem(await post(call(), { 'content-type': 'text/plain' }), 415, 'unsupported_media_type')
  })

  test.each([[[]], [null], [7], [{ jsonrpc: '2.0' }], [{ jsonrpc: '2.0', id: 1, method: 'no/such' }]])(
    'answers %j, which is no call, with an error of the protocol',
    async (body) => {
      const answered = await post(body)
      expect(answered.statusCode).toBeLessThan(500)
      expect(messageOf(answered).error.code).toBeLessThan(-32_000)
    },
  )

  test.each(['resolve_range', 'collect_changes', 'generate_changelog'])(
    'warns about an argument that %s does not know',
    async (tool) => {
      const { result } = messageOf(await post(call(tool, { repo: 'acme/widget', pahts: ['src'] })))
      const { warnings } = result.structuredContent
      expect(warnings.map(({ code }: { code: string }) => code)).toContain('unknown-field')
    },
  )

  test('has no other tools', async () => {
    expect(messageOf(await post(call('update_changelog'))).error.message).toBe(
      'Tool update_changelog not found',
    )
  })

  test('ends a subscription to changes at once', async () => {
    const answered = await post(
      {
        jsonrpc: '2.0',
        id: 1,
        method: 'subscriptions/listen',
        params: {
          notifications: { toolsListChanged: true },
          _meta: {
            'io.modelcontextprotocol/protocolVersion': '2026-07-28',
            'io.modelcontextprotocol/clientInfo': { name: 'x', version: '1' },
            'io.modelcontextprotocol/clientCapabilities': {},
          },
        },
      },
      { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'subscriptions/listen' },
    )
    expect(messageOf(answered).error.message).toMatch(/Subscription limit reached/)
  })

  test('shows neither the token nor a folder of the server', async () => {
    const answers = [
      await post(call('resolve_range', { repo: 'acme/nothing' })),
      await post(call('collect_changes', { repo: 'acme/widget', from: 'v9' })),
    ]
    for (const { body } of answers) {
      expect(body).not.toContain(token)
      expect(body).not.toContain(root)
    }
  })

  test('counts who wrote the entries', async () => {
    await post(call('generate_changelog'))
    const { body } = await app.inject('/metrics')
    expect(body).toMatch(/notewright_entries_total\{writer="rules"\} \d/)
    expect(body).toMatch(/notewright_requests_total\{route="\/mcp",status="200"\} \d/)
  })
})
