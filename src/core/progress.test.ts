import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Progress } from './progress.ts'
import { reportStages, turnsLateBy } from './progress.ts'

function stages(signal = new AbortController().signal) {
  const told: Progress[] = []
  return { told, begin: reportStages({ signal, onProgress: (progress) => void told.push(progress) }) }
}

test('each stage is told when it begins and when it is done', async () => {
  const { told, begin } = stages()
  await begin('collect', null)
  await begin('curate', 3)
  await begin(null, null)
  expect(told).toEqual([
    { stage: 'collect', total: null, done: 0 },
    { stage: 'curate', total: 3, done: 0 },
    { stage: 'curate', total: 3, done: 3 },
  ])
})

test('of many stages that wait, one begins in each round of the event loop, in their order', async () => {
  const begun: number[] = []
  const all = Array.from({ length: 5 }, (_, index) =>
    stages()
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

test('how late the turns are is known, and nothing is late when nobody waits', async () => {
  expect(turnsLateBy()).toBe(0)
  const waiting = stages().begin('curate', 1)
  const until = performance.now() + 20
  while (performance.now() < until);
  expect(turnsLateBy()).toBeGreaterThan(0)
  await waiting
  expect(turnsLateBy()).toBe(0)
})

test('nothing more is told when nobody waits for it', async () => {
  const left = new AbortController()
  const { told, begin } = stages(left.signal)
  await begin('collect', null)
  left.abort(new Error('the caller left'))
  await expect(begin('curate', 1)).rejects.toThrow('the caller left')
  expect(told.map(({ stage }) => stage)).toEqual(['collect'])
})
