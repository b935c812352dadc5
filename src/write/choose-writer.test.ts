import { expect, test } from 'vitest'
import { chooseWriter } from './choose-writer.ts'

const asked = { writer: 'auto' as const, model: null, language: 'en', instructions: null }

test.each([
  ['nothing special', asked, false, []],
  ['a model key that cannot be used', asked, true, ['model-not-configured']],
  ['a model key beside the rules', { ...asked, writer: 'rules' as const }, true, []],
  ['British English', { ...asked, language: 'en-GB' }, false, []],
  ['another language', { ...asked, language: 'de' }, false, ['language-needs-model']],
  ['a model', { ...asked, model: 'x' }, false, ['needs-model']],
  ['instructions', { ...asked, instructions: 'be brief' }, false, ['needs-model']],
])('the rules write, and the caller is warned about %s', (_what, request, hasModelKey, codes) => {
  const { report, warnings } = chooseWriter(request, hasModelKey)
  expect(report.engine).toBe('rules')
  expect(warnings.map(({ code }) => code)).toEqual(codes)
})

test('a model that was demanded is not silently replaced', () => {
  expect(() => chooseWriter({ ...asked, writer: 'model' }, true)).toThrow(
    expect.objectContaining({ code: 'model_not_configured' }),
  )
})
