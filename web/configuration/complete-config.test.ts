import { expect, test } from 'vitest'
import { configJsonSchema } from '../../src/config/repository/json-schema.ts'
import { completeConfig } from './complete-config.ts'
import { findYamlPlace } from './yaml-place.ts'

const schema = configJsonSchema()
const names = { titles: ['Features', 'type: bug'], formats: ['mail'] }

/** The labels that are offered at `|`. */
function offered(text: string): string[] {
  const offset = text.indexOf('|')
  const found = completeConfig(text.replace('|', ''), offset, { schema, names })
  return found?.options.map(({ label }) => label) ?? []
}

test.each([
  ['ca|', ['categories']],
  ['categories:\n  - ti|', ['title']],
  ['categories:\n  - title: A\n    t|', ['types']],
  ['categories:\n- title: A\n  t|\n  types: feat\n', []],
  ['categories:\n  - {title: A, k|', ['kinds']],
  ['categories: [{title: A, kinds: b|', ['breaking']],
  ['categories:\n  - title: A\n    kinds: [added, br|', ['breaking']],
  ['categories:\n  - title: A\n    kinds: rem|', ['removed']],
  ['rules:\n  - when: {sc|', ['scope']],
  ['rules:\n  - when:\n      ty|', ['type']],
  ['rules:\n  - when: {type: fix}\n    category: F|', ['Features']],
  ['rules: [\n  {when: {type: fix},\n   categ|', ['category']],
  ['entries:\n  li|', ['line', 'links']],
  ['entries:\n  links: in|', ['inline']],
  ['categories:\n  - {title: A}\ntickets: [{prefix: S-}]\nentries: {li|', ['line', 'links']],
  ['learn: f|', ['false']],
  ['format: ma|', ['mail']],
  ['formats:\n  mail:\n    tem|', ['template']],
  ['packages:\n  - name: core\n    versioning:\n      ze|', ['zero']],
  ['# ca|', []],
  ['other: ca|', []],
])('%j', (text, labels) => {
  expect(offered(text)).toEqual(labels)
})

test('keys are explained, and values that YAML would misread are quoted', () => {
  const [option] = completeConfig('oth', 3, { schema, names })!.options
  expect(option).toEqual({
    label: 'other',
    detail: expect.stringContaining('last section'),
    insert: 'other: ',
  })
  const text = 'rules: [{when: {type: fix}, category: ty'
  expect(completeConfig(text, text.length, { schema, names })!.options[0]!.insert).toBe('"type: bug"')
})

test('a place in a file that is being written is found quickly', () => {
  const text = `${'- '.repeat(5000)}${'{a: ['.repeat(5000)}`
  expect(() => findYamlPlace(text, text.length)).not.toThrow()
  expect(findYamlPlace(`${'a: {b: '.repeat(200)}\n`.repeat(200), 100_000)).not.toBeUndefined()
})
