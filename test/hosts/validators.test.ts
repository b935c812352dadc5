import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { Answer } from '../../src/core/answer.ts'
import { startGitlab } from '../stand-ins/gitlab.ts'
import { buildRepository, git, makeFolder } from '../support/build-repository.ts'
import { startProgram } from '../support/start-program.ts'

const root = makeFolder()
const path = join(root, 'acme/widget')
buildRepository(['Start', { tag: 'v1.0.0' }, 'feat: tabs (!1)', 'fix: crash on empty input (!2)'], { path })
const scopes = ['read_api']
const tokens = {
  ada: { scopes, sees: 'all' as const },
  ben: { scopes, sees: 'all' as const },
  eve: { scopes, sees: [] },
}
const gitlab = await startGitlab({ root, tokens })
const hosts = JSON.stringify([{ name: 'lab', kind: 'gitlab', url: gitlab.url }])
const service = startProgram(['serve', '--port', '0'], { NOTEWRIGHT_HOSTS: hosts, LOG_LEVEL: 'silent' })
const origin = await service.origin
beforeEach(() => {
  gitlab.calls.length = 0
})
afterAll(async () => {
  service.child.kill()
  await gitlab.close()
})

/** Regenerates an answer, so that only cached responses of the host can be reused. */
async function generate(token: string, toRef = 'main'): Promise<{ status: number; answer: Answer }> {
  const answered = await fetch(`${origin}/api/v1/generate`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'cache-control': 'no-cache',
    },
    body: JSON.stringify({ repoFullName: 'acme/widget', host: 'lab', fromRef: 'v1.0.0', toRef }),
  })
  return { status: answered.status, answer: (await answered.json()) as Answer }
}

const validators = () => gitlab.calls.map(({ ifNoneMatch }) => ifNoneMatch)

test('responses are revalidated, and unchanged ones give the same answer', async () => {
  const first = await generate('ada')
  expect(first.status).toBe(200)
  expect(validators().filter((validator) => validator !== null)).toEqual([])
  const paths = gitlab.calls.map(({ path }) => path).toSorted()
  gitlab.calls.length = 0
  const second = await generate('ada')
  expect(second).toEqual(first)
  expect(gitlab.calls.map(({ path }) => path).toSorted()).toEqual(paths)
  const revalidated = gitlab.calls.filter(({ ifNoneMatch }) => ifNoneMatch !== null)
  expect(revalidated.length).toBeGreaterThan(0)
  expect(revalidated.every(({ ifNoneMatch, notModified }) => /^W\/"/.test(ifNoneMatch!) && notModified)).toBe(
    true,
  )
})

test('another token gets nothing from the cache, though the responses are the same', async () => {
  const ada = await generate('ada')
  gitlab.calls.length = 0
  const ben = await generate('ben')
  expect(ben).toEqual(ada)
  expect(gitlab.calls.length).toBeGreaterThan(0)
  expect(gitlab.calls.every(({ ifNoneMatch, notModified }) => ifNoneMatch === null && !notModified)).toBe(
    true,
  )
})

test('a token without access gets nothing, whatever was cached before', async () => {
  await generate('ada')
  gitlab.calls.length = 0
  expect((await generate('eve')).status).toBe(404)
  expect(validators().every((validator) => validator === null)).toBe(true)
})

test('a changed repository gives a new answer', async () => {
  const before = await generate('ada')
  git(path, ['commit', '--quiet', '--allow-empty', '-m', 'feat: dark mode (!3)'])
  const { answer } = await generate('ada')
  expect(answer.commitCount).toBe(before.answer.commitCount + 1)
  expect(JSON.stringify(answer.entries)).toMatch(/dark mode/i)
})
