import { describe, expect, test } from 'vitest'
import { asHistory, sampleHistory } from '../../../test/support/sample-history.ts'
import type { Category } from '../../core/category.ts'
import { curate } from '../curate.ts'
import { hashFeatureName } from './hash.ts'
import {
  extractPastUnits,
  type HouseStyle,
  learnHouseStyle,
  type PastRelease,
  type PastUnit,
} from './house-style.ts'
import { shippedModel } from './model.ts'

type Told = [message: string, category: Category | null]

/** A past release of such messages, each a pull request; null as a category means that it was not listed. */
function pastRelease(first: number, told: Told[]): PastRelease {
  const commits = sampleHistory(...told.map(([message], index) => `${message} (#${first + index})`))
  return {
    history: asHistory(commits),
    listed: told.flatMap(([, category], index) =>
      category === null ? [] : [{ pullRequests: [first + index], commits: [], category }],
    ),
  }
}

function styleOf(releases: Told[][]): HouseStyle | null {
  return learnHouseStyle(
    releases.map((told, index) => extractPastUnits(pastRelease(1 + index * 100, told), shippedModel)),
  )
}

function repeat(count: number, told: (at: number) => Told[]): Told[][] {
  return Array.from({ length: count }, (_, at) => told(at))
}

function titlesWith(style: HouseStyle | null, ...messages: string[]): string[] {
  const history = asHistory(sampleHistory(...messages))
  return curate(history, { audience: 'users', paths: [], style }).changes.map(
    ({ title, category }) => `${category}: ${title}`,
  )
}

describe('a repository is told as its maintainers tell it', () => {
  test('documentation, where they have always listed it', () => {
    const style = styleOf(
      repeat(15, (at) => [
        [`docs: explain part ${at}`, 'Changed'],
        [`fix: fault ${at}`, 'Fixed'],
        [`ci: cache ${at}`, null],
      ]),
    )
    expect(titlesWith(null, 'docs: explain tabs', 'ci: pin node')).toEqual([])
    expect(titlesWith(style, 'docs: explain tabs', 'ci: pin node')).toEqual(['Changed: explain tabs'])
  })

  test('without the scope that they have never listed', () => {
    const style = styleOf(
      repeat(40, (at) => [
        [`feat(playground): add toy ${at}`, null],
        [`feat(core): add tool ${at}`, 'Added'],
      ]),
    )
    expect(titlesWith(style, 'feat(playground): add swing', 'feat(core): add hammer')).toEqual([
      'Added: add hammer',
    ])
  })

  test('under the headings that they use', () => {
    const style = styleOf(repeat(15, (at) => [[`Add tool ${at}`, 'Changed']]))
    expect(titlesWith(null, 'Add hammer')).toEqual(['Added: Add hammer'])
    expect(titlesWith(style, 'Add hammer')).toEqual(['Changed: Add hammer'])
  })

  test('without what an earlier release had and left out', () => {
    const style = styleOf(
      repeat(15, (at) => [
        [`Add tool ${at}`, 'Added'],
        [`Add toy ${at}`, null],
      ]),
    )
    expect(titlesWith(style, 'Add tool 1 again (#102)', 'Add tool 20 (#5000)')).toEqual([
      'Added: Add tool 20',
    ])
  })

  test('with everything, where they list nearly everything', () => {
    const style = styleOf(
      repeat(8, (at) => [0, 1, 2].map((each): Told => [`Add tool ${3 * at + each}`, 'Added'])),
    )
    expect(titlesWith(null, 'ci: pin node', 'docs: explain x')).toEqual([])
    expect(titlesWith(style, 'ci: pin node', 'docs: explain x')).toHaveLength(2)
  })

  test('but what must be told is told', () => {
    const style = styleOf(repeat(15, (at) => [[`feat: tool ${at}`, null]]))
    expect(titlesWith(style, 'feat!: new tools', 'Fix CVE-2026-12345', 'feat: tool 99')).toEqual([
      'Added: new tools',
      'Security: Fix CVE-2026-12345',
    ])
  })
})

test('too little past teaches nothing', () => {
  expect(styleOf([[['Add a', 'Added']]])).toBe(null)
  expect(learnHouseStyle([])).toBe(null)
})

test('commits without a pull request teach nothing: nobody knows whether they were left out on purpose', () => {
  const history = asHistory(sampleHistory('Add a', 'Add b'))
  expect(extractPastUnits({ history, listed: [] }, shippedModel)).toEqual([])
})

test('the same past gives the same style', () => {
  const releases = repeat(12, (at): Told[] => [[`fix: fault ${at}`, at % 3 === 0 ? null : 'Fixed']])
  const [one, other] = [styleOf(releases)!, styleOf(releases)!]
  const traits = ['type:fix', 'word:fault', 'first:fault'].map(hashFeatureName)
  expect(one.rowsOf(traits)).toHaveLength(3)
  expect(one.notableShift(one.rowsOf(traits), 3)).toBe(other.notableShift(other.rowsOf(traits), 3))
  expect(one.filingShifts(one.rowsOf(traits), 3)).toEqual(other.filingShifts(other.rowsOf(traits), 3))
})

test('a release teaches more than none, and many teach more than one', () => {
  const shiftAfter = (count: number) => {
    const style = styleOf(
      repeat(count, (at) => [0, 1, 2].map((each): Told => [`docs: page ${3 * at + each}`, 'Changed'])),
    )!
    const rows = style.rowsOf([hashFeatureName('type:docs')])
    return style.notableShift(rows, 1)
  }
  expect(shiftAfter(1)).toBeGreaterThan(0)
  expect(shiftAfter(8)).toBeGreaterThan(shiftAfter(1))
})

test('what was listed once counts as listed, though a later release had it again and did not', () => {
  const told: Told[] = [
    ['feat: add a', 'Added'],
    ['feat: add b', 'Added'],
    ['feat: add c', null],
  ]
  const again = told.map(([message]): Told => [message, null])
  const releases = [pastRelease(1, told), pastRelease(1, again)]
  const style = learnHouseStyle(releases.map((release) => extractPastUnits(release, shippedModel)))
  expect([...style!.seen]).toEqual([
    [1, true],
    [2, true],
    [3, false],
  ])
})

test('whether a house lists nearly all is seen by what it did lately', () => {
  const many = (category: Category | null) =>
    repeat(5, (at) => Array.from({ length: 50 }, (_, n): Told => [`feat: add ${at} ${n}`, category]))
  expect(styleOf([...many(null), ...many('Added')])?.listsNearlyAll).toBe(true)
  expect(styleOf([...many('Added'), ...many(null)])?.listsNearlyAll).toBe(false)
})

test('where a change was made says more for telling it than the words for it', () => {
  const unit: PastUnit = {
    pullRequest: 1,
    traits: [11, 12, 13],
    deeds: 1,
    common: 2,
    notable: 0,
    categories: [0, 0, 0, 0, 0, 0],
    listed: true,
    category: null,
  }
  const style = learnHouseStyle([[1, 2, 3, 4].map((pullRequest) => ({ ...unit, pullRequest }))])!
  expect(style.weightOf(13)).toBeGreaterThan(2 * style.weightOf(12))
  expect(style.weightOf(12)).toBe(style.weightOf(11))
})
