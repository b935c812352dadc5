import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import { blockEventLoop } from '../support/block-event-loop.ts'
import { buildRepository } from '../support/build-repository.ts'
import { ask, expectProblem, localFolder, openService } from './service.ts'

test('a service whose event loop is delayed rejects requests with Retry-After, but still answers probes', async ({
  onTestFinished,
}) => {
  const { app, drain } = await openService([localFolder(buildRepository(['One']))], { shedDelayMs: 20 })
  onTestFinished(drain)
  await app.ready()
  const response = await askAfterDelays(app, 6)
  const { retryAfter } = expectProblem(response, 503, 'overloaded')
  expect(retryAfter).toBe(5)
  for (const url of ['/livez', '/livez?probe=1', '/metrics', '/metrics?format=text'])
    expect([url, (await app.inject(url)).statusCode]).toEqual([url, 200])
  // The files of the editor are served all the same: a page that misses some of its files does not work.
  for (const url of ['/', '/?from=v1'])
    expect((await app.inject(url)).headers['content-type']).toMatch(/^text\/html/)
  // A load balancer should send requests elsewhere until the event loop has caught up.
  for (const url of ['/readyz', '/readyz?probe=1']) expectProblem(await app.inject(url), 503, 'overloaded')
})

test('one slow turn of the event loop rejects no request', async ({ onTestFinished }) => {
  const { app, drain } = await openService([localFolder(buildRepository(['One']))], { shedDelayMs: 300 })
  onTestFinished(drain)
  await app.ready()
  expect((await askAfterDelays(app, 1)).json()).toMatchObject({ code: 'repository_not_found' })
})

/** Delays the event loop until several samples of its delay were late. */
async function askAfterDelays(app: FastifyInstance, times: number) {
  for (let time = 0; time < times; time += 1) {
    blockEventLoop(1300)
    await wait(0)
  }
  return ask(app, { repoFullName: 'local/x' })
}
