import { expect, test } from 'vitest'
import type { Gateway } from '../core/gateway.ts'
import { chooseWriter } from './choose-writer.ts'

const asked = { writer: 'auto' as const, model: null, language: 'en', instructions: null, summary: false }
const gateway: Gateway = {
  model: 'm',
  ask: () => Promise.reject(new Error('nobody is asked yet')),
  price: async () => null,
  keep: () => {},
}

test.each([
  ['nothing special', asked, []],
  ['British English', { ...asked, language: 'en-GB' }, []],
  ['another language', { ...asked, language: 'de' }, ['language-needs-model']],
  ['a model', { ...asked, model: 'x' }, ['needs-model']],
  ['instructions', { ...asked, instructions: 'be brief' }, ['needs-model']],
  ['a summary', { ...asked, summary: true }, ['needs-model']],
])('without a key the rules write, and the caller is warned about %s', (_what, request, codes) => {
  const { gateway: chosen, warnings } = chooseWriter(request, null)
  expect(chosen).toBeNull()
  expect(warnings.map(({ code }) => code)).toEqual(codes)
})

test('with a key the model writes, unless the rules were asked for', () => {
  expect(chooseWriter({ ...asked, language: 'de', instructions: 'x' }, gateway)).toEqual({
    gateway,
    warnings: [],
  })
  expect(chooseWriter({ ...asked, writer: 'model' }, gateway).gateway).toBe(gateway)
  expect(chooseWriter({ ...asked, writer: 'rules' }, gateway).gateway).toBeNull()
})

test('a model that was demanded is not silently replaced', () => {
  expect(() => chooseWriter({ ...asked, writer: 'model' }, null)).toThrow(
    expect.objectContaining({ code: 'model_not_configured' }),
  )
})
