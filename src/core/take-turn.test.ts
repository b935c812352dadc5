import { setImmediate as nextRound } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { takeTurn } from './take-turn.ts'

function work(milliseconds: number): void {
  const until = performance.now() + milliseconds
  while (performance.now() < until);
}

test('work that arrives at once in hundreds of streams lets others run in between', async () => {
  const order: string[] = []
  const read = async (name: string) => {
    for (let part = 0; part < 2; part += 1) {
      await takeTurn()
      work(6)
      order.push(name)
    }
  }
  const all = Promise.all(Array.from({ length: 6 }, (_, index) => read(`stream ${index}`)))
  await nextRound()
  order.push('another request')
  await all
  expect(order).toHaveLength(13)
  expect(order.indexOf('another request')).toBeLessThan(12)
})

test('short work does not wait', async () => {
  await nextRound()
  const order: string[] = []
  setImmediate(() => order.push('next round'))
  for (let part = 0; part < 5; part += 1) {
    await takeTurn()
    order.push('part')
  }
  expect(order).toEqual(['part', 'part', 'part', 'part', 'part'])
})
