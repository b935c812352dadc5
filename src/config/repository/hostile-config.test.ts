import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readConfig } from './read-config.ts'

const keys = fc.constantFrom(
  ...'categories title labels types verbs kinds collapse rules when unless exclude include category scope scopes names show entries line references tickets prefix url formats mail header versioning initial bump tags pattern ignore packages name path __proto__ constructor << x-a $schema'.split(
    ' ',
  ),
)
const { tree } = fc.letrec((tie) => ({
  tree: fc.oneof(
    { maxDepth: 6 },
    fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null), keys, fc.constant('{text}')),
    fc.array(tie('tree'), { maxLength: 4 }),
    fc.dictionary(keys, tie('tree'), { maxKeys: 5 }),
  ),
}))

/** A file is a configuration, or it has errors with places. */
function expectReading(text: string, path: string): void {
  const { config, errors } = readConfig(text, path)
  expect(config === null).toBe(errors.length > 0)
  for (const { line, column, detail } of errors) {
    expect(line).toBeGreaterThan(0)
    expect(column).toBeGreaterThan(0)
    expect(detail.length).toBeLessThan(1000)
  }
}

test('any value is a configuration or has errors', () => {
  fc.assert(fc.property(fc.dictionary(keys, tree), (value) => expectReading(JSON.stringify(value), 'a.json')))
})

test('any text is a configuration or has errors', () => {
  const lines = fc.array(
    fc.oneof(
      fc.string(),
      keys.map((key) => `${key}: `),
      keys.map((key) => `  - ${key}: {`),
    ),
  )
  fc.assert(fc.property(lines, (given) => expectReading(given.join('\n'), 'notewright.yml')))
})

test.each([
  '[',
  '- ',
  '? ',
  '{a: ',
  'a: ',
  '&a ',
  '*a ',
  '---\n',
  '!',
  '"\\x',
  '%a\n',
  ',',
  '}',
  '|\n',
  "'",
  '\u0000',
])('a file of nothing but %j is read', (piece) => {
  expectReading(piece.repeat(Math.floor(65_536 / piece.length)), 'notewright.yml')
})
