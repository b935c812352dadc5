import { expect, test } from 'vitest'
import { parseSample, sampleHistory } from '../../../test/support/sample-history.ts'
import type { Commit } from '../../core/commit.ts'
import { groupIntoUnits } from '../group/group-into-units.ts'
import { findMustInclude } from '../rules/must-include.ts'
import { extractFeatures } from './features.ts'
import { stem } from './tokenise.ts'

function traits(sample: string | Partial<Commit>) {
  const [unit] = groupIntoUnits(parseSample(sampleHistory(sample)), new Map())
  const { list, common } = extractFeatures(unit!, { must: findMustInclude(unit!), quiet: null, mates: 12 })
  return { common: list.names().slice(0, common), local: list.names().slice(common) }
}

test('a title shows its type, its scope, its words and its shape', () => {
  expect(traits('fix(api): crashes in `readAll` of 1.2.3').common).toEqual(
    expect.arrayContaining([
      'type:fix',
      'scope:api',
      'first:crashes',
      'word:crash',
      'word:#',
      'shape:code',
      'shape:camel',
      'shape:version',
      'release:9',
    ]),
  )
})

test('paths show what they are for, and where they lie only beside the past', () => {
  const { common, local } = traits({ message: 'Add a', paths: ['src/a/b/c/d.ts', 'test/a.test.ts'] })
  expect(common).toEqual(expect.arrayContaining(['mix:shipped+test', 'count-test:1', 'ending:shipped.ts']))
  expect(common.some((name) => name.startsWith('folder:'))).toBe(false)
  expect(local).toEqual(
    expect.arrayContaining(['folder:src', 'folder:src/a', 'folder:src/a/b', 'author:Ada']),
  )
})

test('a scope is a trait of every repository, and of this one', () => {
  const { common, local } = traits('feat(api): add a')
  expect(common).toContain('scope:api')
  expect(local).toContain('own-scope:api')
})

test('a ticket in front hides neither the verb nor the words', () => {
  expect(traits('[ABC-123] Add retries').common).toEqual(traits('Add retries').common)
})

test('unknown paths are unknown, not none', () => {
  const { common } = traits({ message: 'Add a', paths: [], pathsCut: true })
  expect(common).toContain('files:unknown')
  expect(common.some((name) => name.startsWith('count-'))).toBe(false)
})

test('a pull-request number is no trait', () => {
  expect(traits('Add retries (#12)')).toEqual(traits('Add retries'))
})

test('traits stay few, however long a message is', () => {
  const many = Array.from({ length: 5000 }, (_, index) => `w${index}`)
  const paths = many.map((name) => `${name}/${name}.${name}`)
  const { common, local } = traits({ message: `${many.join(' ')}\n\n${many.join(' ')}`, paths })
  expect(common.length + local.length).toBeLessThan(400)
})

test.each([
  ['crashes', 'crash'],
  ['crashed', 'crash'],
  ['crashing', 'crash'],
  ['class', 'class'],
  ['v1.2', '#'],
  ['end.', 'end'],
])('%s counts as %s', (word, expected) => {
  expect(stem(word)).toBe(expected)
})
