import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startGithub } from '../stand-ins/github.ts'
import { buildRepository, makeFolder } from '../support/build-repository.ts'
import { type StartedProgram, startProgram } from '../support/start-program.ts'

const canary = 'ghp_canary5f0c1d7e9b3a'
const root = makeFolder()
buildRepository(['Start', { tag: 'v1.0.0' }, 'feat: tabs (#1)'], { path: join(root, 'acme/widget') })
const github = await startGithub({ root, tokens: { [canary]: 'all' } })

const elsewhere: string[] = []
const foreign = createServer((request, response) => {
  elsewhere.push(JSON.stringify(request.headers))
  response.end()
})
await new Promise<void>((resolve) => foreign.listen(0, '127.0.0.1', resolve))
const redirecting = createServer((request, response) => {
  const { port } = foreign.address() as AddressInfo
  response.writeHead(307, { location: `http://127.0.0.1:${port}${request.url}` }).end()
})
await new Promise<void>((resolve) => redirecting.listen(0, '127.0.0.1', resolve))

const service = startService()
afterAll(async () => {
  service.child.kill()
  await github.close()
  foreign.close()
  redirecting.close()
})

function startService(): StartedProgram {
  const { port } = redirecting.address() as AddressInfo
  const hosts = [
    { name: 'demo', kind: 'github', url: github.url, apiUrl: github.apiUrl },
    ...['github', 'gitlab', 'gitea', 'bitbucket', 'git'].map((kind) => ({
      name: `away-${kind}`,
      kind,
      url: `http://127.0.0.1:${port}`,
    })),
    { name: 'unreachable', kind: 'gitlab', url: 'http://127.0.0.1:1' },
  ]
  const env = {
    NOTEWRIGHT_HOSTS: JSON.stringify(hosts),
    LOG_LEVEL: 'trace',
    NOTEWRIGHT_RATE: '1000',
    NOTEWRIGHT_CONCURRENCY: '100',
    NOTEWRIGHT_DEADLINE_MS: '5000',
  }
  // As `npm start` runs it: without being compiled.
  return startProgram(['serve', '--port', '0'], env, 'src/main.ts')
}

async function generate(
  host: string,
  token: string,
  repoFullName = 'acme/widget',
): Promise<{ status: number; text: string }> {
  const answer = await fetch(`${await service.origin}/api/v1/generate`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'x-api-key': `key-${canary}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ repoFullName, host, fromRef: 'v1.0.0' }),
  })
  return { status: answer.status, text: await answer.text() }
}

test('a token is in no log, no answer and no request to another origin', async () => {
  const answers = await Promise.all([
    generate('demo', canary),
    generate('demo', canary, 'acme/absent'),
    generate('demo', `wrong-${canary}`),
    generate('unreachable', canary),
    ...['github', 'gitlab', 'gitea', 'bitbucket', 'git'].map((kind) => generate(`away-${kind}`, canary)),
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 404, 401, 502, 404, 404, 404, 404, 404])
  const base64 = Buffer.from(`x-access-token:${canary}`).toString('base64')
  for (const { text } of answers) expect(text).not.toContain(canary)
  expect(service.output()).toContain('incoming request')
  expect(service.output()).not.toContain(canary)
  expect(service.output()).not.toContain(base64)
  expect(elsewhere).toEqual([])
})
