import { expect, test } from 'vitest'
import { Idempotency, readIdempotencyKey } from './idempotency.ts'
import { MemoryStore } from './memory-store.ts'

const request = { caller: 'ada', key: 'k', content: { repo: 'a/b' }, workMs: 1000 }
const opened = () => new Idempotency(new MemoryStore(Date.now), 'secret')

test('the same request under the same key is done once', async () => {
  const idempotency = opened()
  expect(await idempotency.once(request, async () => 'one')).toEqual({ text: 'one', isReplay: false })
  expect(await idempotency.once(request, async () => 'two')).toEqual({ text: 'one', isReplay: true })
})

test('another caller or another key is another request', async () => {
  const idempotency = opened()
  await idempotency.once(request, async () => 'one')
  expect((await idempotency.once({ ...request, caller: 'ben' }, async () => 'two')).text).toBe('two')
  expect((await idempotency.once({ ...request, key: 'l' }, async () => 'three')).text).toBe('three')
})

test('the same request is rejected with a retry time while the first one runs', async () => {
  const idempotency = opened()
  const gate = Promise.withResolvers<string>()
  const first = idempotency.once(request, () => gate.promise)
  await expect(idempotency.once(request, async () => 'two')).rejects.toMatchObject({
    code: 'idempotency_in_progress',
    retryAfter: 1,
  })
  gate.resolve('one')
  expect((await first).text).toBe('one')
})

test('the same key for another request is rejected, during the first and after it', async () => {
  const idempotency = opened()
  const other = { ...request, content: { repo: 'c/d' } }
  const gate = Promise.withResolvers<string>()
  const first = idempotency.once(request, () => gate.promise)
  await expect(idempotency.once(other, async () => 'x')).rejects.toMatchObject({
    code: 'idempotency_key_reused',
  })
  gate.resolve('one')
  await first
  await expect(idempotency.once(other, async () => 'x')).rejects.toMatchObject({
    code: 'idempotency_key_reused',
  })
})

test('a failed request can be sent again', async () => {
  const idempotency = opened()
  await expect(idempotency.once(request, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect((await idempotency.once(request, async () => 'one')).text).toBe('one')
})

test('a key is up to 255 printable characters', () => {
  expect(readIdempotencyKey(undefined)).toBeNull()
  expect(readIdempotencyKey('x'.repeat(255))).toBe('x'.repeat(255))
  for (const bad of ['', 'x'.repeat(256), 'ä', 'a\tb', ['a', 'b']]) {
    expect(() => readIdempotencyKey(bad)).toThrow('The Idempotency-Key header is invalid')
  }
})

test('a key is bound to one request, however it is answered', async () => {
  const idempotency = opened()
  const other = { ...request, content: { repo: 'c/d' } }
  const binding = await idempotency.bind(request)
  expect(binding.isNew).toBe(true)
  expect(await idempotency.bind(request)).toEqual({ ...binding, isNew: false })
  await expect(idempotency.bind(other)).rejects.toMatchObject({ code: 'idempotency_key_reused' })
  await expect(idempotency.once(other, async () => 'x')).rejects.toMatchObject({
    code: 'idempotency_key_reused',
  })
  expect((await idempotency.once(request, async () => 'one')).text).toBe('one')
  await idempotency.unbind(binding.name)
  expect((await idempotency.bind({ ...other, key: 'k' })).isNew).toBe(true)
})

test('a request that failed does not keep its key', async () => {
  const idempotency = opened()
  const fail = async () => {
    throw new Error('no')
  }
  await expect(idempotency.once(request, fail)).rejects.toThrow('no')
  const other = { ...request, content: { repo: 'c/d' } }
  expect((await idempotency.once(other, async () => 'two')).text).toBe('two')
})
