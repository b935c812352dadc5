import { expect, test } from 'vitest'
import { hashFeatureName } from './hash.ts'
import { decodeModel, scoreFeatures, shippedModel } from './model.ts'
import { weights } from './weights.ts'

test('the shipped weights are small and contain no text', () => {
  const text = JSON.stringify(weights)
  expect(text.length).toBeLessThan(300_000)
  expect(text).not.toMatch(/[a-z] [a-z]/i)
})

test('a serialised model is decoded', () => {
  const base64 = (numbers: Int8Array | Uint32Array) => Buffer.from(numbers.buffer).toString('base64')
  const model = decodeModel({
    hashes: base64(Uint32Array.of(hashFeatureName('type:fix'), hashFeatureName('word:typo'))),
    notable: base64(Int8Array.of(100, -50)),
    notableStep: 0.02,
    notableBias: 0.5,
    important: base64(Int8Array.of(-20, 0)),
    importantStep: 0.1,
    importantBias: -1,
    category: base64(Int8Array.of(0, 0, 0, 0, 10, 0, 0, 0, 10, 0, 0, 0, 0, 0)),
    categoryStep: 0.1,
    categoryBias: [0, 0, 0, 0, 0, 0, 0],
  })
  const scores = scoreFeatures(model, ['type:fix', 'never:seen'].map(hashFeatureName))
  expect(scores.weights).toEqual([2, 0])
  expect(scores.notable).toBeCloseTo(2.5)
  expect(scores.important).toBeCloseTo(-3)
  expect(scores.categories.map((score) => Math.round(score))).toEqual([0, 0, 0, 0, 1, 0, 0])
})

test('user-facing types and shipped code score higher', () => {
  const score = (name: string) => scoreFeatures(shippedModel, [hashFeatureName(name)]).notable
  expect(score('type:feat')).toBeGreaterThan(score('type:ci'))
  expect(score('mix:shipped+test')).toBeGreaterThan(score('mix:internal'))
})

test('words for deprecations and removals score as important', () => {
  const score = (name: string) => scoreFeatures(shippedModel, [hashFeatureName(name)]).important
  expect(score('word:deprecat')).toBeGreaterThan(score('word:typo'))
  expect(score('action:remove')).toBeGreaterThan(score('action:add'))
})
