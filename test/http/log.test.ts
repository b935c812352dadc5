import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Host } from '../../src/core/host.ts'
import { hasRedis, startRedis } from '../redis/redis-server.ts'
import { startGitlab } from '../stand-ins/gitlab.ts'
import { buildRepository, makeFolder } from '../support/build-repository.ts'
import { type StartedProgram, startProgram } from '../support/start-program.ts'
import { waitOptions } from '../support/wait-options.ts'
import { ask, localFolder, openService, token } from './service.ts'

// None of them looks like a secret of a known kind: only who knows them can hide them.
const canaries = {
  hostToken: 'plumbago-host-7Qk2vX9m',
  modelKey: 'larkspur-model-Zr4Tb8Wn',
  agentToken: 'saxifrage-agent-Lc3Yd6Hp',
  inAddress: 'celandine-address-Fv5Gs2Kj',
  commitText: 'asphodel',
}
const everything = Object.values(canaries)

function expectQuiet(text: string): void {
  for (const canary of everything) {
    expect(text).not.toContain(canary)
    expect(text).not.toContain(Buffer.from(canary).toString('base64').slice(0, -4))
  }
}

const root = makeFolder()
buildRepository(['Start', { tag: 'v1.0.0' }, `feat: add ${canaries.commitText} (!1)`], {
  path: join(root, 'acme/widget'),
})
const gitlab = await startGitlab({
  root,
  tokens: { [canaries.hostToken]: { scopes: ['read_api'], sees: 'all' } },
})

type Echo = (received: string, response: ServerResponse) => void

const failing =
  (status: number): Echo =>
  (received, response) =>
    response
      .writeHead(status)
      .end(JSON.stringify({ message: received, error: { message: received, code: status } }))

/** Ways in which a server echoes everything it received. */
const sayings: Record<string, Echo> = {
  'no-json': (received, response) => response.end(received),
  'other-json': (received, response) => response.end(JSON.stringify([received])),
  cut: (received, response) => response.writeHead(200).write(received, () => response.destroy()),
  ...Object.fromEntries([400, 401, 403, 404, 429, 500].map((status) => [`says-${status}`, failing(status)])),
}
const names = Object.keys(sayings)

/** A host of each kind says everything back as its path begins, and a gateway as the model is called. */
const echo = createServer(async (request: IncomingMessage, response: ServerResponse) => {
  let body = ''
  for await (const chunk of request) body += String(chunk)
  const name = /^\/([a-z]+-[a-z0-9]+)\//.exec(request.url!)?.[1] ?? /"echo\/([a-z0-9-]+)"/.exec(body)?.[1]
  const say = sayings[name ?? 'says-404']!
  say(`${canaries.commitText} ${JSON.stringify(request.headers)} ${body}`, response)
}).listen(0, '127.0.0.1')
await once(echo, 'listening')
const echoUrl = `http://127.0.0.1:${(echo.address() as AddressInfo).port}`

const hosts = [
  { name: 'lab', kind: 'gitlab', url: gitlab.url },
  ...names.flatMap((name) =>
    ['gitlab', 'github', 'git'].map((kind) => ({ name: `${kind}-${name}`, kind, url: `${echoUrl}/${name}` })),
  ),
]

function start(words: string[], env: Record<string, string>): StartedProgram {
  const started = startProgram(words, {
    NOTEWRIGHT_HOSTS: JSON.stringify(hosts),
    NOTEWRIGHT_GATEWAY_URL: `${echoUrl}/v1`,
    LOG_LEVEL: 'trace',
    NOTEWRIGHT_RATE: '1000',
    NOTEWRIGHT_CONCURRENCY: '100',
    NOTEWRIGHT_DEADLINE_MS: '8000',
    ...env,
  })
  onTestFinished(() => void started.child.kill('SIGKILL'))
  return started
}

const credentials = {
  authorization: `Bearer ${canaries.hostToken}`,
  'x-api-key': canaries.modelKey,
  'content-type': 'application/json',
}

interface Asked {
  host: string
  model?: string
  headers?: Record<string, string>
}

async function generate(origin: string, { host, model, headers }: Asked): Promise<number> {
  const answered = await fetch(`${origin}/api/v1/generate?access_token=${canaries.inAddress}`, {
    method: 'POST',
    headers: { ...credentials, 'cache-control': 'no-cache', ...headers },
    body: JSON.stringify({
      ...{ repoFullName: 'acme/widget', host, fromRef: 'v1.0.0' },
      ...(model === undefined ? { writer: 'rules' } : { model: `echo/${model}` }),
    }),
  })
  await answered.text()
  return answered.status
}

async function callTool(origin: string, host: string): Promise<void> {
  const answered = await fetch(`${origin}/mcp?key=${canaries.inAddress}`, {
    method: 'POST',
    headers: {
      ...credentials,
      authorization: `Bearer ${canaries.agentToken}`,
      'x-host-token': canaries.hostToken,
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'generate_changelog', arguments: { repo: 'acme/widget', host, from: 'v1.0.0' } },
    }),
  })
  await answered.text()
}

describe('neither the most detailed log nor a metric contains a credential or text of a commit', () => {
  test('when hosts and the gateway echo everything', async () => {
    const { output, origin: starting } = start(['serve', '--port', '0'], {})
    const origin = await starting
    expect(await generate(origin, { host: 'lab' })).toBe(200)
    const byModel = names.map((model) => generate(origin, { host: 'lab', model }))
    expect((await Promise.all(byModel)).every((status) => status < 500)).toBe(true)
    const kinds = ['gitlab', 'github', 'git']
    const byHost = names.flatMap((name) => kinds.map((kind) => generate(origin, { host: `${kind}-${name}` })))
    expect((await Promise.all(byHost)).every((status) => status >= 400)).toBe(true)
    for (const host of ['lab', ...names.map((name) => `gitlab-${name}`)]) await callTool(origin, host)
    const headers = { authorization: `Basic ${btoa(canaries.hostToken)}` }
    expect(await generate(origin, { host: 'lab', headers })).toBe(401)
    const measures = await (await fetch(`${origin}/metrics`)).text()
    await vi.waitFor(() =>
      expect(output().match(/request completed/g)!.length).toBeGreaterThan(4 * names.length),
    )
    expect(output()).toContain('"url":"/api/v1/generate"')
    expectQuiet(output())
    expectQuiet(measures)
  }, 60_000)

  test('when the program itself has a fault, which is logged with its place', async () => {
    const lines: string[] = []
    const spy = vi.spyOn(process.stderr, 'write').mockImplementation((line) => lines.push(String(line)) > 0)
    onTestFinished(() => spy.mockRestore())
    const secrets = `${token} ${everything.join(' ')}`
    const faults = [
      () => new Error(secrets, { cause: new TypeError(`"${secrets}" is not iterable`) }),
      () =>
        Object.assign(new SyntaxError(`Unexpected token 'a', "${secrets}" is not valid JSON`), {
          input: secrets,
        }),
      () => new Error(`one line\n    at ${secrets} (file.ts:1:1)x`),
      () => secrets.slice(0, token.length),
    ]
    for (const fault of faults) {
      const host: Host = { ...localFolder(root), open: () => Promise.reject(fault()) }
      const { app } = await openService([host], {}, 'trace')
      expect((await ask(app, { repoFullName: 'acme/widget' })).statusCode).toBe(500)
      await app.close()
    }
    const text = lines.join('')
    expect(text.match(/unexpected error/g)).toHaveLength(faults.length)
    expect(text).toContain('log.test.ts:')
    expectQuiet(text)
    expect(text).not.toContain(token)
  })

  test.skipIf(!hasRedis)('when a worker uses hosts that echo everything, and when it crashes', async () => {
    const redis = await startRedis()
    onTestFinished(() => redis.close())
    const env = { REDIS_URL: redis.url, NOTEWRIGHT_SECRET: 'a secret of these tests' }
    const service = start(['serve', '--port', '0'], env)
    const crash = `process.on('SIGUSR2', () => { throw new Error(process.env.CANARIES) })`
    const worker = start(['worker'], {
      ...env,
      CANARIES: everything.join(' '),
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(crash)}`,
    })
    const origin = await service.origin
    await vi.waitFor(() => expect(worker.output()).toContain('is processing queued requests'), waitOptions)
    for (const host of ['lab', ...names.map((name) => `gitlab-${name}`)]) {
      // On a slow machine Redis may look lost for a moment, and the server answers at once instead.
      const isQueued = async () =>
        expect(await generate(origin, { host, headers: { prefer: 'respond-async' } })).toBe(202)
      await vi.waitFor(isQueued, waitOptions)
    }
    const ended = once(worker.child, 'exit')
    setTimeout(() => worker.child.kill('SIGUSR2'), 3_000)
    expect(await ended).toEqual([1, null])
    expect(worker.output()).toMatch(/ended by an unexpected error\nError\n {4}at /)
    expectQuiet(worker.output())
    expectQuiet(service.output())
  })
})

afterAll(async () => {
  echo.close()
  await gitlab.close()
})
