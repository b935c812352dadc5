import { expect, test, vi } from 'vitest'
import { StageQueue } from '../../src/core/progress.ts'
import { Metrics } from '../../src/observability/metrics.ts'
import { buildRepository } from '../support/build-repository.ts'
import { expectProblem, localFolder, openService } from './service.ts'

test('a service whose stages wait long for their turn rejects requests', async ({ onTestFinished }) => {
  const metrics = new Metrics()
  const stageQueue = new StageQueue()
  const { app, drain } = await openService([localFolder(buildRepository(['One']))], { metrics, stageQueue })
  await app.ready()
  // The event loop of this service gets around to no stage until the test says so.
  vi.useFakeTimers({ toFake: ['setImmediate'] })
  const began = performance.now()
  const stage = stageQueue.nextTurn()
  onTestFinished(async () => {
    vi.runAllTimers()
    vi.useRealTimers()
    vi.restoreAllMocks()
    await stage
    await drain()
  })
  expect((await app.inject('/api/v1/hosts')).statusCode).toBe(200)
  vi.spyOn(performance, 'now').mockReturnValue(began + 60_000)
  const { detail } = expectProblem(await app.inject('/api/v1/hosts'), 503, 'overloaded')
  expect(detail).toMatch(/^The service is behind with its work/)
  expect((await app.inject('/livez')).statusCode).toBe(200)
  expect(await metrics.print()).toContain('notewright_refusals_total{limit="turns"} 1')
})
