import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { buildRepository } from '../support/build-repository.ts'
import { ask, expectProblem, localFolder, openService } from './service.ts'

test('a service that cannot keep up turns requests away, and says when to come back', async ({
  onTestFinished,
}) => {
  const { app, drain } = await openService([localFolder(buildRepository(['One']))], { shedDelayMs: 20 })
  onTestFinished(drain)
  await app.ready()
  // It looks at its pulse once a second.
  const until = Date.now() + 1300
  while (Date.now() < until);
  await wait(50)
  const { retryAfter } = expectProblem(await ask(app, { repoFullName: 'local/x' }), 503, 'overloaded')
  expect(retryAfter).toBe(5)
  expect((await app.inject('/livez')).statusCode).toBe(200)
  expect((await app.inject('/metrics')).statusCode).toBe(200)
  // A page with half of its files is of no use.
  expect((await app.inject('/')).headers['content-type']).toMatch(/^text\/html/)
})
