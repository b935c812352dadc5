import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { parseGenerateRequest } from '../../src/api/generate-request.ts'
import { generate } from '../../src/app/generate.ts'
import type { HostSetting } from '../../src/core/host.ts'
import { configuredHosts } from '../../src/hosts/configured-hosts.ts'
import { heldMoreThan } from '../support/live-memory.ts'
import { quietContext } from '../support/quiet-context.ts'

const kinds: HostSetting['kind'][] = ['github', 'gitlab', 'gitea', 'bitbucket', 'git']
const bomb = gzipSync(Buffer.alloc(200_000_000, ' '))

/** What a broken server sends for every request. */
const brokenServers: [name: string, listener: RequestListener][] = [
  ['nonsense', (_request, response) => response.end('<html>maintenance</html>')],
  ['nothing', (_request, response) => response.end()],
  ['an error', (_request, response) => response.writeHead(500).end('oops')],
  [
    'half an answer',
    (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
      response.write('{"data": {"repo')
      setImmediate(() => response.destroy())
    },
  ],
  ['a bomb', (_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb)],
  [
    'an answer without end',
    (_request, response) => {
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536, ' ')));
        if (!response.destroyed) response.once('drain', more)
      }
      more()
    },
  ],
]

/** What a server sends that keeps its callers waiting until their deadline. */
const stuckServers: typeof brokenServers = [
  ['silence', () => {}],
  [
    'a drip',
    (_request, response) => {
      const drip = setInterval(() => response.write(' '), 50)
      response.on('close', () => clearInterval(drip))
    },
  ],
]

async function askOn(kind: HostSetting['kind'], listener: RequestListener): Promise<unknown> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const context = { fetch, now: Date.now, random: () => 0, sleep: async () => {} }
  const [host] = configuredHosts(
    [{ name: kind, kind, url, apiUrl: url, graphqlUrl: `${url}/graphql` }],
    context,
  )
  try {
    return await generate(parseGenerateRequest({ repoFullName: 'acme/widget' }).request, {
      host: host!,
      token: 'token',
      ...quietContext,
      signal: AbortSignal.timeout(1500),
      deadlineAt: Date.now() + 1500,
    }).catch((error: unknown) => error)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

async function expectClearError(kind: HostSetting['kind'], listener: RequestListener): Promise<void> {
  let failed: unknown
  const tooMuch = await heldMoreThan(150 * 1024 * 1024, async () => {
    failed = await askOn(kind, listener)
  })
  // The deadline's own error becomes 504 at the surface.
  const code = failed instanceof DOMException ? failed.name : (failed as { code: string }).code
  expect(['host_unusable', 'host_unreachable', 'host_incomplete', 'TimeoutError']).toContain(code)
  expect(tooMuch).toBe(false)
}

const ending = 'that sends %s ends in a clear error before the deadline, in bounded memory'

describe.each(kinds)('a broken %s server', (kind) => {
  test.each(brokenServers)(ending, (_name, listener) => expectClearError(kind, listener))
})

// These run at the same time; together they must stay within the memory limit of one.
describe.concurrent.each(kinds)('a stuck %s server', (kind) => {
  test.each(stuckServers)(ending, (_name, listener) => expectClearError(kind, listener))
})
