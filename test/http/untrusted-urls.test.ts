import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { configuredHosts } from '../../src/hosts/configured-hosts.ts'
import { ask, openService } from './service.ts'

/** Fields in which an attacker may send a URL for the server to fetch. */
function formsOf(port: number): string[] {
  const place = `127.0.0.1:${port}`
  return [
    ...[`http://${place}/`, `https://${place}/`, `//${place}/x`, `http:${place}/x`, `HTTP://${place}/a/b`],
    ...[`http://localhost:${port}/a/b`, `http://[::1]:${port}/a/b`, `http://0x7f000001:${port}/a/b`],
    ...[`http://2130706433:${port}/a/b`, `http://0177.0.0.1:${port}/a/b`, `http://127.1:${port}/a/b`],
    ...[`http://user:pass@${place}/a/b`, `http://example.org@${place}/a/b`, `http://${place}#@example.org/`],
    ...[`http://${place}%2f/a/b`, `http://${place}\\a\\b`, `\\\\${place}\\a`, `file:///etc/passwd`],
    ...[`git://${place}/a/b`, `ssh://${place}/a/b`, `ext::sh -c curl% ${place}`, `gopher://${place}/_x`],
    ...[`ftp://${place}/a/b`, `data:text/plain,x`, `jar:http://${place}!/`, `dict://${place}/`, place],
    ...[`${place}/a/b`, `@${place}/a`, `../../${place}`, `a/../../../${place}`, `a/b?u=http://${place}`],
    ...[`a/b#http://${place}`, `a/b%0d%0aHost: ${place}`, `a/b\r\nHost: ${place}`, `a/b\u0000${place}`],
    ...[`http://①②⑦.⓪.⓪.①:${port}/`, `http://${place}.nip.io/a/b`, `http://169.254.169.254/latest`],
    ...[`http://[::ffff:127.0.0.1]:${port}/a`, `http://127.0.0.1:${port}:80/a`, ` http://${place}/a/b `],
  ]
}

test('a URL in a request is never fetched', async ({ onTestFinished }) => {
  const seen: string[] = []
  const canary = createServer((socket: Socket) => {
    socket.on('error', () => {}).on('data', (bytes) => seen.push(bytes.toString('latin1')))
    seen.push('a connection')
    socket.end()
  })
  canary.listen(0, '127.0.0.1')
  await once(canary, 'listening')
  const { port } = canary.address() as AddressInfo
  // The only configured host uses an HTTP client that records URLs and sends nothing.
  const asked: string[] = []
  const outside = {
    ...{ now: Date.now, random: () => 0, sleep: async () => {} },
    fetch: async (address: string | URL | Request) => {
      asked.push(String(address))
      return new Response('{"message":"Not Found"}', { status: 404 })
    },
  }
  const urls = { url: 'https://host.example', apiUrl: 'https://api.host.example' }
  const setting = { name: 'github', kind: 'github' as const, ...urls, graphqlUrl: `${urls.apiUrl}/graphql` }
  const { app, drain } = await openService(configuredHosts([setting], outside))
  onTestFinished(async () => {
    await drain()
    canary.close()
  })
  const forms = formsOf(port)
  expect(forms.length).toBeGreaterThanOrEqual(40)
  for (const form of forms) {
    const bodies = [
      { repoFullName: form },
      { repoFullName: 'a/b', host: form },
      { repoFullName: 'a/b', fromRef: form },
      { repoFullName: 'a/b', toRef: form, format: 'simple' },
      { repoFullName: 'a/b', model: form, writer: 'rules', url: form, apiUrl: form },
    ]
    for (const body of bodies) {
      const { statusCode } = await ask(app, body, {
        host: `127.0.0.1:${port}`,
        'x-forwarded-host': form.replace(/[^\x20-\x7e]/g, ''),
      })
      expect([400, 404, 422, 502]).toContain(statusCode)
    }
  }
  expect(seen).toEqual([])
  const origins = new Set(asked.map((address) => new URL(address).origin))
  expect([...origins].filter((origin) => !/^https:\/\/(?:api\.)?host\.example$/.test(origin))).toEqual([])
})
