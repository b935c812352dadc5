import { expect, test } from 'vitest'
import type { Gateway } from '../core/gateway.ts'
import { chooseWriter } from './choose-writer.ts'

const options = { writer: 'auto' as const, model: null, language: 'en', instructions: null, summary: false }
const gateway: Gateway = {
  model: 'm',
  ask: () => Promise.reject(new Error('not called in this test')),
  price: async () => null,
  keep: () => {},
}

test.each([
  ['nothing special', options, []],
  ['British English', { ...options, language: 'en-GB' }, []],
  ['another language', { ...options, language: 'de' }, ['language-needs-model']],
  ['a model', { ...options, model: 'x' }, ['needs-model']],
  ['instructions', { ...options, instructions: 'be brief' }, ['needs-model']],
  ['a summary', { ...options, summary: true }, ['needs-model']],
])('without a key the rules write, and the caller is warned about %s', (_what, request, codes) => {
  const { gateway: chosen, warnings } = chooseWriter(request, null)
  expect(chosen).toBeNull()
  expect(warnings.map(({ code }) => code)).toEqual(codes)
})

test('with a key the model writes, unless the rules are requested', () => {
  expect(chooseWriter({ ...options, language: 'de', instructions: 'x' }, gateway)).toEqual({
    gateway,
    warnings: [],
  })
  expect(chooseWriter({ ...options, writer: 'model' }, gateway).gateway).toBe(gateway)
  expect(chooseWriter({ ...options, writer: 'rules' }, gateway).gateway).toBeNull()
})

test('a required model is never replaced with the rules', () => {
  expect(() => chooseWriter({ ...options, writer: 'model' }, null)).toThrow(
    expect.objectContaining({ code: 'model_not_configured' }),
  )
})
