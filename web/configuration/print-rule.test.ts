import { expect, test } from 'vitest'
import { findNamedPart, printFlow } from './print-rule.ts'

const config = {
  rules: [{ when: { scope: ['ci', 'build'], title: ['*[bot]'] }, exclude: 'announced elsewhere' }],
  categories: [{ title: '🚀 Features', types: ['feat'] }],
}

test('a reason is split at the rule that it names', () => {
  expect(findNamedPart('excluded: rules[0]: announced elsewhere', config)).toEqual({
    before: 'excluded: ',
    part: {
      name: 'rules[0]',
      text: '{when: {scope: [ci, build], title: "*[bot]"}, exclude: announced elsewhere}',
    },
    after: ': announced elsewhere',
  })
  expect(findNamedPart('rules[7]: gone', config)!.part).toEqual({ name: 'rules[7]', text: null })
  expect(findNamedPart('docs: The type is docs.', config)).toBeNull()
})

test('a category is printed as the file has it', () => {
  expect(printFlow(config.categories[0])).toBe('{title: "🚀 Features", types: feat}')
  expect(printFlow({ breaking: false, scope: null })).toBe('{breaking: false, scope: null}')
})
