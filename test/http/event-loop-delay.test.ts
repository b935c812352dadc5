import type { FastifyInstance } from 'fastify'
import { expect, test, vi } from 'vitest'
import { LoopDelay } from '../../src/server/loop-delay.ts'
import { buildRepository } from '../support/build-repository.ts'
import { ask, closedAfterEach, expectProblem, localFolder } from './service.ts'

const openService = closedAfterEach()

test('a service whose event loop is delayed rejects requests with Retry-After', async ({
  onTestFinished,
}) => {
  const app = await openDelayedBy(301, onTestFinished)
  const { retryAfter } = expectProblem(await ask(app, { repoFullName: 'local/x' }), 503, 'overloaded')
  expect(retryAfter).toBe(5)
})

test('a delayed service still answers probes and serves the files of the editor', async ({
  onTestFinished,
}) => {
  const app = await openDelayedBy(301, onTestFinished)
  for (const url of ['/livez', '/livez?probe=1', '/metrics', '/metrics?format=text'])
    expect([url, (await app.inject(url)).statusCode]).toEqual([url, 200])
  // A page that misses some of its files does not work.
  for (const url of ['/', '/?from=v1'])
    expect((await app.inject(url)).headers['content-type']).toMatch(/^text\/html/)
})

test('a delayed service says that it is not ready, so that requests go elsewhere', async ({
  onTestFinished,
}) => {
  const app = await openDelayedBy(301, onTestFinished)
  for (const url of ['/readyz', '/readyz?probe=1']) expectProblem(await app.inject(url), 503, 'overloaded')
})

test('a delay within the limit rejects no request', async ({ onTestFinished }) => {
  const app = await openDelayedBy(300, onTestFinished)
  expect((await ask(app, { repoFullName: 'local/x' })).json()).toMatchObject({ code: 'repository_not_found' })
})

/** A service that allows a delay of 300 ms and measures the given one. */
async function openDelayedBy(
  delay: number,
  onTestFinished: (restore: () => void) => void,
): Promise<FastifyInstance> {
  const measured = vi.spyOn(LoopDelay.prototype, 'lowest').mockReturnValue(delay)
  onTestFinished(() => measured.mockRestore())
  const { app } = await openService([localFolder(buildRepository(['One']))], { shedDelayMs: 300 })
  return app
}
