import { getEventListeners } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { generate } from '../../src/library.ts'

test('waiting before a retry leaves no listener on the signal of the caller', async ({ onTestFinished }) => {
  let calls = 0
  const server = createServer((_request, response) => {
    calls += 1
    response.writeHead(503).end()
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  const { signal } = new AbortController()
  const url = `http://127.0.0.1:${port}`
  const generating = generate({
    repo: 'acme/widget',
    host: 'code',
    hosts: [{ name: 'code', kind: 'gitea', url }],
    token: 'token',
    signal,
  })
  await expect(generating).rejects.toMatchObject({ name: 'Problem' })
  expect(calls).toBeGreaterThan(1)
  expect(getEventListeners(signal, 'abort')).toHaveLength(0)
})
