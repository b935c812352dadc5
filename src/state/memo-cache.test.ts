import { expect, test } from 'vitest'
import { MemoCache } from './memo-cache.ts'
import { MemoryStore } from './memory-store.ts'

const maker = () => {
  let made = 0
  return async () => {
    made += 1
    return made
  }
}

test('a result is made once for the same caller and input', async () => {
  const make = maker()
  const memoize = new MemoCache('secret').of('ada')
  expect(await memoize(['habit', 'x'], make)).toBe(1)
  expect(await memoize(['habit', 'x'], make)).toBe(1)
  expect(await memoize(['habit', 'y'], make)).toBe(2)
})

test('a caller does not get the result of another one', async () => {
  const make = maker()
  const memoCache = new MemoCache('secret')
  expect(await memoCache.of('ada')(['x'], make)).toBe(1)
  expect(await memoCache.of('ben')(['x'], make)).toBe(2)
  expect(await memoCache.of('ada')(['x'], make)).toBe(1)
})

test('null is cached too, and a failure is not', async () => {
  const memoize = new MemoCache('secret').of('ada')
  let calls = 0
  const none = async () => {
    calls += 1
    return null
  }
  await memoize(['none'], none)
  await memoize(['none'], none)
  expect(calls).toBe(1)
  await expect(memoize(['bad'], () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await memoize(['bad'], async () => 'good')).toBe('good')
})

test('the least recently used result is evicted when there are too many', async () => {
  const make = maker()
  const memoize = new MemoCache('secret').of('ada')
  for (let n = 0; n < 60; n += 1) await memoize([String(n)], make)
  expect(await memoize(['59'], make)).toBe(60)
  expect(await memoize(['0'], make)).toBe(61)
})

test('a result with a shared form is kept for other callers and other replicas', async () => {
  const store = new MemoryStore(() => 0)
  const shared = {
    write: async (made: number[]) => made.join(),
    read: async (text: string) => [Number(text)],
  }
  let made = 0
  const make = async () => {
    made += 1
    return [made]
  }
  const [one, other] = [new MemoCache('secret', store), new MemoCache('secret', store)]
  expect(await one.of('ada')(['style', 'x'], make, shared)).toEqual([1])
  expect(await one.of('bob')(['style', 'x'], make, shared)).toEqual([1])
  expect(await other.of('eve')(['style', 'x'], make, shared)).toEqual([1])
  expect(await other.of('eve')(['style', 'y'], make, shared)).toEqual([2])
})
