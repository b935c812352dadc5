import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { answerTo, ask, localFolder, openService, token } from '../http/service.ts'
import { buildRepository, makeFolder } from '../support/build-repository.ts'
import { widget, widgetChanges } from './widget-history.ts'

const root = makeFolder()
buildRepository(widget, { path: join(root, 'acme/widget') })
buildRepository(['Start', { tag: 'v1.4.0' }, ...widgetChanges], { path: join(root, 'acme/unreleased') })
const { app } = await openService([localFolder(root)])
afterAll(() => app.close())

const repoFullName = 'acme/widget'

test('23: a request without a start begins at HEAD~50, as it always did', async () => {
  const answer = await answerTo(app, { repoFullName })
  expect(answer.range.fromRef).toBe('HEAD~50')
  expect(answer.nextVersion).toBeNull()
})

test('23: the answer names the tags that the words stand for', async () => {
  const answer = await answerTo(app, { repoFullName, fromRef: 'previous-release', toRef: 'v1.5.0' })
  expect(answer.range).toMatchObject({ fromRef: 'v1.4.0', toRef: 'v1.5.0' })
  const latest = await answerTo(app, { repoFullName, from: 'previous-release', to: 'latest-release' })
  expect(latest.range).toMatchObject({ fromRef: 'v1.4.0', toRef: 'v1.5.0' })
})

test('23: a release keeps its version, and a warning names the one that its changes call for', async () => {
  const body = { repoFullName, fromRef: 'previous-release', toRef: 'v1.5.0', version: 'auto' }
  const answer = await answerTo(app, body)
  expect(answer.changelog).toContain('## [1.5.0] - 2026-01-14')
  expect(answer.nextVersion).toMatchObject({ version: '2.0.0', bump: 'major' })
  expect(answer.warnings.map(({ code }) => code)).toContain('version-differs')
})

test('a start that is not the last release does not change the next version', async () => {
  const body = { repoFullName: 'acme/unreleased', fromRef: 'HEAD~1', version: 'auto' }
  const answer = await answerTo(app, body)
  expect(answer.entries).toHaveLength(1)
  expect(answer.nextVersion!.version).toBe('2.0.0')
  expect(answer.changelog).toContain('## [2.0.0]')
})

test('the next version alone', async () => {
  const answered = await app.inject({
    method: 'POST',
    url: '/api/v1/next-version',
    headers: { authorization: `Bearer ${token}` },
    payload: { repo: 'acme/unreleased', channel: 'beta' },
  })
  expect(answered.json()).toMatchObject({
    success: true,
    nextVersion: {
      version: '2.0.0-beta.1',
      tag: 'v2.0.0-beta.1',
      previous: { version: '1.4.0', tag: 'v1.4.0' },
      reasons: [{ bump: 'major', id: 'pr-122', detail: 'Breaking: drop Node 18' }],
    },
    range: { fromRef: 'v1.4.0' },
  })
})

test('a repository without a release has no latest one', async () => {
  buildRepository(['feat: start'], { path: join(root, 'acme/new') })
  const answered = await ask(app, { repo: 'acme/new', to: 'latest-release' })
  expect(answered.json()).toMatchObject({ status: 404, code: 'ref_not_found' })
  expect(answered.json().detail).toContain('acme/new has no release')
})
