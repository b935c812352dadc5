import { afterAll, expect, test } from 'vitest'
import { makeFolder } from '../support/build-repository.ts'
import { expectProblem, localFolder, openService, token } from './service.ts'

const { app, drain } = await openService([localFolder(makeFolder())])
afterAll(drain)

const share = (body: object, bearer = token) =>
  app.inject({
    method: 'POST',
    url: '/api/v1/drafts',
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
    payload: JSON.stringify(body),
  })
const at = (method: 'GET' | 'DELETE', id: string) => app.inject({ method, url: `/api/v1/drafts/${id}` })

test('an encrypted draft is kept for those who have the link, until it is removed', async () => {
  const created = await share({ ciphertext: 'c2VjcmV0', expiresIn: 3600 })
  expect(created.statusCode).toBe(200)
  const { id, expiresAt, temporary } = created.json()
  expect(id).toMatch(/^[\w-]{22}$/)
  expect(temporary).toBe(true)
  const read = await at('GET', id)
  expect(read.json()).toEqual({ ciphertext: 'c2VjcmV0', expiresAt })
  expect(read.headers['cache-control']).toBe('no-store')
  expect((await at('DELETE', id)).statusCode).toBe(204)
  expectProblem(await at('GET', id), 404, 'draft_not_found')
})

test('only a token that the host accepts can share, and only a draft of 1 MB at most', async () => {
  expectProblem(await share({ ciphertext: 'c2VjcmV0' }, 'another-token'), 401, 'token_rejected')
  expectProblem(await share({ ciphertext: 'not base64!' }), 400, 'invalid_request')
  expectProblem(await share({ ciphertext: 'c2VjcmV0', expiresIn: 15 * 24 * 3600 }), 400, 'invalid_request')
  expect((await share({ ciphertext: 'a'.repeat(1_398_102) })).statusCode).toBe(200)
  expectProblem(await share({ ciphertext: 'a'.repeat(1_398_103) }), 400, 'invalid_request')
})

test('an id that no draft can have is not found', async () => {
  for (const id of ['x', '../../etc', 'a'.repeat(22)])
    expectProblem(await at('GET', encodeURIComponent(id)), 404, 'draft_not_found')
})
