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
  // The delay is sampled once a second; on a busy machine a sample may be taken between the delay and the request.
  let response = await askAfterDelay(app)
  for (let attempt = 0; attempt < 10 && response.statusCode !== 503; attempt += 1)
    response = await askAfterDelay(app)
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

async function askAfterDelay(app: FastifyInstance) {
  blockEventLoop(1300)
  await wait(50)
  return ask(app, { repoFullName: 'local/x' })
}
