import { describe, expect, test } from 'vitest'
import { isLoopback } from '../../src/server/check-server-name.ts'
import { buildRepository, makeFolder } from '../support/build-repository.ts'
import { startProgram } from '../support/start-program.ts'
import { closedAfterEach, expectProblem, localFolder } from './service.ts'

const openService = closedAfterEach()

async function statusFor(host: string, serverNames: string[] | null, url = '/livez'): Promise<number> {
  const { app } = await openService([localFolder(makeFolder())], { serverNames })
  return (await app.inject({ url, headers: { host } })).statusCode
}

describe('a server that answers for its own names only', () => {
  test.each([
    ...['localhost', 'localhost:3000', 'LOCALHOST:3000', 'localhost.', 'app.localhost:3000'],
    ...['127.0.0.1', '127.0.0.1:3000', '127.9.9.9', '[::1]:3000', '[::1]', '192.168.1.7:3000', '10.0.0.3'],
    ...['notes.example.org', 'notes.example.org:8443', 'Notes.Example.org.'],
  ])('answers %s', async (host) => {
    expect(await statusFor(host, ['notes.example.org'])).toBe(200)
  })

  test.each([
    ...['attacker.example', 'attacker.example:3000', 'localhost.attacker.example', 'notlocalhost'],
    ...['127.0.0.1.attacker.example', '127.0.0.1@attacker.example', 'example.org', 'a.notes.example.org'],
    ...[' ', '[::1', '0x7f000001', '127.1'],
  ])('rejects %j', async (host) => {
    const { app } = await openService([localFolder(makeFolder())], { serverNames: ['notes.example.org'] })
    for (const url of ['/livez', '/readyz', '/metrics', '/docs', '/api/v1/openapi.json']) {
      const answer = await app.inject({ url, headers: { host } })
      expectProblem(answer, 421, 'server_name_not_allowed')
    }
  })
})

test('a server for every name answers every name', async () => {
  expect(await statusFor('attacker.example', null)).toBe(200)
})

test.each([
  ['127.0.0.1', true],
  ['127.1.2.3', true],
  ['::1', true],
  ['localhost', true],
  ['0.0.0.0', false],
  ['::', false],
  ['10.0.0.1', false],
  ['127.0.0.1.example', false],
])('%s is a loopback address: %s', (address, expected) => {
  expect(isLoopback(address)).toBe(expected)
})

describe('serve', () => {
  test.each<[string, Record<string, string>, number]>([
    ['on a loopback address rejects other names', {}, 421],
    [
      'with a configured name answers it',
      { NOTEWRIGHT_SERVER_NAMES: 'other.example, notes.example.org' },
      200,
    ],
    ['with * answers every name', { NOTEWRIGHT_SERVER_NAMES: '*' }, 200],
    ['on every address answers every name, as in a container', { NOTEWRIGHT_ADDRESS: '0.0.0.0' }, 200],
  ])('%s', async (_what, variables, status) => {
    const path = buildRepository(['Start'])
    const { child, origin } = startProgram(['serve', '--local', path], { PORT: '0', ...variables })
    try {
      const { request } = await import('node:http')
      const url = `${await origin}/livez`
      const answered = await new Promise<number | undefined>((resolve, reject) => {
        const sent = request(url, { headers: { host: 'notes.example.org' } }, (response) => {
          response.resume()
          resolve(response.statusCode)
        })
        sent.on('error', reject).end()
      })
      expect(answered).toBe(status)
      expect((await fetch(url)).status).toBe(200)
    } finally {
      child.kill()
    }
  })
})
