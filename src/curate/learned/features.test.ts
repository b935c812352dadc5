import { expect, test } from 'vitest'
import { parseSample, sampleHistory } from '../../../test/support/sample-history.ts'
import type { Commit } from '../../core/commit.ts'
import { groupIntoUnits } from '../group/group-into-units.ts'
import { findMustInclude } from '../rules/must-include.ts'
import { extractFeatures } from './features.ts'
import { stem } from './tokenise.ts'

function featuresOf(sample: string | Partial<Commit>) {
  const [unit] = groupIntoUnits(parseSample(sampleHistory(sample)), new Map())
  const { list, common } = extractFeatures(unit!, {
    mustInclude: findMustInclude(unit!),
    exclusion: null,
    releaseSize: 12,
  })
  return { common: list.names().slice(0, common), local: list.names().slice(common) }
}

test('a title has features for its type, scope, words and shape', () => {
  expect(featuresOf('fix(api): crashes in `readAll` of 1.2.3').common).toEqual(
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

test('the kinds of paths are common features, their folders local ones', () => {
  const { common, local } = featuresOf({ message: 'Add a', paths: ['src/a/b/c/d.ts', 'test/a.test.ts'] })
  expect(common).toEqual(expect.arrayContaining(['mix:shipped+test', 'count-test:1', 'ending:shipped.ts']))
  expect(common.some((name) => name.startsWith('folder:'))).toBe(false)
  expect(local).toEqual(
    expect.arrayContaining(['folder:src', 'folder:src/a', 'folder:src/a/b', 'author:Ada']),
  )
})

test('a scope is both a common and a local feature', () => {
  const { common, local } = featuresOf('feat(api): add a')
  expect(common).toContain('scope:api')
  expect(local).toContain('own-scope:api')
})

test('a leading ticket hides neither the verb nor the words', () => {
  expect(featuresOf('[ABC-123] Add retries').common).toEqual(featuresOf('Add retries').common)
})

test('unknown paths are unknown, not none', () => {
  const { common } = featuresOf({ message: 'Add a', paths: [], pathsCut: true })
  expect(common).toContain('files:unknown')
  expect(common.some((name) => name.startsWith('count-'))).toBe(false)
})

test('a pull-request number is not a feature', () => {
  expect(featuresOf('Add retries (#12)')).toEqual(featuresOf('Add retries'))
})

test('the number of features is bounded for a long message', () => {
  const many = Array.from({ length: 5000 }, (_, index) => `w${index}`)
  const paths = many.map((name) => `${name}/${name}.${name}`)
  const { common, local } = featuresOf({ message: `${many.join(' ')}\n\n${many.join(' ')}`, paths })
  expect(common.length + local.length).toBeLessThan(400)
})

test.each([
  ['crashes', 'crash'],
  ['crashed', 'crash'],
  ['crashing', 'crash'],
  ['class', 'class'],
  ['v1.2', '#'],
  ['end.', 'end'],
])('the stem of %s is %s', (word, expected) => {
  expect(stem(word)).toBe(expected)
})
