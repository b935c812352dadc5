import { expect, test } from 'vitest'
import { configOfPackage, findLine, readConfigText } from './read-config-text.ts'

test('a text is read as the server reads it, and sent as it was written', async () => {
  const { config, value, errors } = await readConfigText(
    'categories:\n  - {title: A, types: feat}\n',
    'notewright.yml',
  )
  expect(errors).toEqual([])
  expect(config).toEqual({ categories: [{ title: 'A', types: ['feat'] }] })
  expect(value).toEqual({ categories: [{ title: 'A', types: 'feat' }] })
})

test('errors have their places, those of templates too', async () => {
  const text = 'zero: 1\nformats: {mail: {template: "{{ relase.version }}"}}\n'
  const { config, value, errors } = await readConfigText(text, 'notewright.yml')
  expect([config, value]).toEqual([null, null])
  expect(errors.map(({ line, detail }) => [line, detail])).toEqual([
    [1, 'is not a known key'],
    [2, '"relase" is not known; did you mean "release"?'],
  ])
})

test('the line of a rule is found', () => {
  const text = 'rules:\n  - {when: {type: fix}, exclude: true}\n  - {when: {scope: ci}, exclude: true}\n'
  expect(findLine(text, 'rules[1]')).toBe(3)
  expect(findLine(text, 'rules[2]')).toBeNull()
  const packages = `${text}packages:\n  - name: core\n    path: core\n    rules:\n      - {when: {type: docs}, include: true}\n`
  expect(findLine(packages, 'rules[0]', 'core')).toBe(8)
  expect(findLine(packages, 'rules[1]', 'core')).toBe(2)
})

test('a package has its own configuration', () => {
  const config = { packages: [{ name: 'core', path: ['core'] }] }
  expect(configOfPackage(config, 'core')).toMatchObject({ tags: { pattern: ['core@{version}'] } })
  expect(configOfPackage(config, 'none')).toBeNull()
  expect(configOfPackage(config, null)).toBe(config)
})
