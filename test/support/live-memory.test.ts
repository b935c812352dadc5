import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { heldMoreThan } from './live-memory.ts'

const bound = 50_000_000

test('live memory counts against the bound', async () => {
  const kept: Buffer[] = []
  const tooMuch = await heldMoreThan(bound, async () => {
    for (let index = 0; index < 8; index += 1) {
      kept.push(Buffer.alloc(10_000_000))
      await wait(2)
    }
  })
  expect(kept).toHaveLength(8)
  expect(tooMuch).toBe(true)
})

test('live memory counts in spite of earlier garbage', async () => {
  expect(Array.from({ length: 2000 }, () => Buffer.alloc(50_000))).toHaveLength(2000)
  const kept: Buffer[] = []
  const tooMuch = await heldMoreThan(bound, async () => {
    for (let index = 0; index < 8; index += 1) kept.push(Buffer.alloc(10_000_000))
    await wait(20)
  })
  expect(kept).toHaveLength(8)
  expect(tooMuch).toBe(true)
})

test('garbage does not count', async () => {
  const tooMuch = await heldMoreThan(bound, async () => {
    for (let index = 0; index < 30; index += 1) {
      Buffer.alloc(10_000_000)
      await wait(2)
    }
  })
  expect(tooMuch).toBe(false)
})
