import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { blockEventLoop } from '../../test/support/block-event-loop.ts'
import type { Progress } from './progress.ts'
import { reportStages, StageQueue } from './progress.ts'

function stages({ signal = new AbortController().signal, stageQueue = new StageQueue() } = {}) {
  const reported: Progress[] = []
  const onProgress = (progress: Progress) => void reported.push(progress)
  return { reported, begin: reportStages({ signal, stageQueue, onProgress }) }
}

test('each stage is reported when it begins and when it ends', async () => {
  const { reported, begin } = stages()
  await begin('collect', null)
  await begin('curate', 3)
  await begin(null, null)
  expect(reported).toEqual([
    { stage: 'collect', total: null, done: 0 },
    { stage: 'curate', total: 3, done: 0 },
    { stage: 'curate', total: 3, done: 3 },
  ])
})

test('of many stages that wait, one begins in each round of the event loop, in their order', async () => {
  const begun: number[] = []
  const stageQueue = new StageQueue()
  const all = Array.from({ length: 5 }, (_, index) =>
    stages({ stageQueue })
      .begin('curate', 1)
      .then(() => begun.push(index)),
  )
  const rounds: number[] = []
  for (let round = 0; round < 6; round += 1) {
    await setImmediate()
    rounds.push(begun.length)
  }
  await Promise.all(all)
  expect(begun).toEqual([0, 1, 2, 3, 4])
  for (const [index, count] of rounds.entries())
    expect(count - (rounds[index - 1] ?? 0)).toBeLessThanOrEqual(1)
})

test('the queue knows how long the next stage has waited, and an empty queue is not late', async () => {
  const stageQueue = new StageQueue()
  expect(stageQueue.lateBy()).toBe(0)
  const waiting = stages({ stageQueue }).begin('curate', 1)
  blockEventLoop(20)
  expect(stageQueue.lateBy()).toBeGreaterThan(0)
  await waiting
  expect(stageQueue.lateBy()).toBe(0)
})

test('nothing is reported after the caller has left', async () => {
  const left = new AbortController()
  const { reported, begin } = stages({ signal: left.signal })
  await begin('collect', null)
  left.abort(new Error('the caller left'))
  await expect(begin('curate', 1)).rejects.toThrow('the caller left')
  expect(reported.map(({ stage }) => stage)).toEqual(['collect'])
})

test('a stage that is running already continues', async () => {
  const { reported, begin } = stages()
  await begin('verify', 2)
  await begin('verify', 5)
  await begin(null, null)
  expect(reported).toEqual([
    { stage: 'verify', total: 2, done: 0 },
    { stage: 'verify', total: 2, done: 2 },
  ])
})
