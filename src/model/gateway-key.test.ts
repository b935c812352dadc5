import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import { failing, saying } from '../../test/stand-ins/gateway/behaviours.ts'
import { type Behaviour, inJson } from '../../test/stand-ins/gateway/gateway.ts'
import {
  canaryKey,
  expectNoKey,
  openTo,
  problemOf,
  requestOf,
  standInForTests,
} from '../../test/stand-ins/gateway/open.ts'

import { Problem } from '../core/errors.ts'

const good = saying('{"entries":[]}')

const standIn = await standInForTests(good)

describe('the key', () => {
  test.each([401, 402, 403])("of an operator is the operator's matter (%i)", async (status) => {
    standIn.become(failing(status, { message: `Account of Acme: ${status}` }))
    const { gateway } = openTo(standIn.url, { keyOwner: 'operator' })
    const problem = await problemOf(gateway.ask(requestOf().request))
    expect([problem.code, standIn.calls.length]).toEqual(['gateway_unusable', 1])
    expect(problem.message).toMatch(/operator/)
    expect(problem.message).not.toMatch(/Acme/)
    expect(problem.cause).toContain('Account of Acme')
  })

  test.each(['caller', 'operator'] as const)(
    'is in no problem, even if the gateway repeats it (%s)',
    async (keyOwner) => {
      const base64 = Buffer.from(`:${canaryKey}`).toString('base64')
      for (const status of [400, 401, 402, 403, 404, 408, 413, 429, 500, 502, 504]) {
        const message = `Bad key ${canaryKey} (${base64}, ${encodeURIComponent(canaryKey)})`
        const echo = { message, code: `odd ${canaryKey}`, metadata: { raw: canaryKey } }
        for (const behaviour of [
          failing(status, echo),
          failing(status, { ...echo, message: `${'x'.repeat(190)}${canaryKey}` }),
          () => inJson({ error: { ...echo, code: status } }),
          () => inJson(message, status),
          (): ReturnType<Behaviour> => ({ status, steps: [{ send: message }] }),
          (): ReturnType<Behaviour> => ({ headers: { 'content-type': `x/${canaryKey}` }, steps: [] }),
        ]) {
          standIn.become(behaviour)
          const { gateway } = openTo(standIn.url, { keyOwner })
          const problem = await problemOf(gateway.ask(requestOf().request))
          expectNoKey(problem)
          expect(problem.message).not.toContain(canaryKey.slice(0, 8))
        }
      }
    },
  )

  test('is in no problem, even if an error on the way repeats it', async () => {
    const cause = new TypeError('fetch failed', {
      cause: new TypeError(`"Bearer ${canaryKey}" is no header`),
    })
    const httpClient = () =>
      Promise.reject(new Problem('gateway_unreachable', 'It did not answer.', { cause }))
    const problem = await problemOf(
      openTo(standIn.url, { context: { httpClient } }).gateway.ask(requestOf().request),
    )
    expect(problem.cause).toContain('fetch failed')
    expectNoKey(problem)
  })

  test.each(['caller', 'operator'] as const)(
    'of letters that no header takes is not sent (%s)',
    async (keyOwner) => {
      for (const key of ['', 'two words', 'line\nfeed', 'schlüssel']) {
        const { gateway } = openTo(standIn.url, { keyOwner, key })
        const problem = await problemOf(gateway.ask(requestOf().request))
        expect(problem.code).toBe(keyOwner === 'caller' ? 'gateway_key_rejected' : 'gateway_unusable')
        if (key !== '') expect(inspect(problem)).not.toContain(key)
      }
      expect(standIn.calls).toEqual([])
    },
  )
})
