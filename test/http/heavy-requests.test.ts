import { join } from 'node:path'
import { expect, test } from 'vitest'
import { generatedHistory } from '../../bench/speed/generated-history.ts'
import { ThreadPool } from '../../src/workers/thread-pool.ts'
import { buildRepository, makeFolder } from '../support/build-repository.ts'
import { ask, closedAfterEach, localFolder } from './service.ts'

const openService = closedAfterEach()

test('threads give the same answer, and a full pool rejects the request', async ({ onTestFinished }) => {
  const pool = new ThreadPool({ threads: 1 })
  onTestFinished(() => pool.close())
  const ran: string[] = []
  const watched: ThreadPool['run'] = (task, input, options) => {
    if (task.sizeOf(input) >= task.inlineBelow) ran.push(task.name)
    return pool.run(task, input, options)
  }
  const root = makeFolder()
  buildRepository(generatedHistory(700), { path: join(root, 'acme/widget') })
  const host = localFolder(root)
  const { app } = await openService([host])
  const { app: threaded } = await openService([host], { pool: { run: watched, isFull: false } })
  const body = { repoFullName: 'acme/widget', fromRef: 'HEAD~400', audience: 'developers' }
  const answer = await ask(app, body)
  expect(answer.statusCode).toBe(200)
  expect((await ask(threaded, body)).body).toBe(answer.body)
  expect(ran).toEqual(expect.arrayContaining(['curate', 'write', 'finish']))

  const { app: full } = await openService([host], {
    pool: new ThreadPool({ threads: 0, maxWaiting: 0 }),
  })
  const rejected = await ask(full, body)
  expect(rejected.statusCode).toBe(503)
  expect(rejected.json()).toMatchObject({ code: 'overloaded' })
})
