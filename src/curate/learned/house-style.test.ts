import { describe, expect, test } from 'vitest'
import { asHistory, sampleHistory } from '../../../test/support/sample-history.ts'
import type { Category, HeadingClass } from '../../core/category.ts'
import type { PastRelease } from '../../core/history.ts'
import { curate } from '../curate.ts'
import { hashFeatureName } from './hash.ts'
import { extractPastUnits, type HouseStyle, learnHouseStyle, type PastUnit } from './house-style.ts'
import { shippedModel } from './model.ts'

type PastChange = [message: string, category: HeadingClass | null]

/** A past release of such messages, each a pull request; null as a category means that it was not listed. */
function pastRelease(first: number, changes: PastChange[]): PastRelease {
  const commits = sampleHistory(...changes.map(([message], index) => `${message} (#${first + index})`))
  return {
    history: asHistory(commits),
    listed: changes.flatMap(([, category], index) =>
      category === null ? [] : [{ pullRequests: [first + index], commits: [], category }],
    ),
  }
}

function styleOf(releases: PastChange[][]): HouseStyle | null {
  return learnHouseStyle(
    releases.map((changes, index) => extractPastUnits(pastRelease(1 + index * 100, changes), shippedModel)),
  )
}

function repeat(count: number, changes: (at: number) => PastChange[]): PastChange[][] {
  return Array.from({ length: count }, (_, at) => changes(at))
}

function titlesWith(style: HouseStyle | null, ...messages: string[]): string[] {
  const history = asHistory(sampleHistory(...messages))
  return curate(history, { audience: 'users', paths: [], style }).changes.map(
    ({ title, category }) => `${category}: ${title}`,
  )
}

describe('curation follows what the maintainers listed before', () => {
  test('includes documentation that they always listed', () => {
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

  test('still excludes what the rules exclude, if they listed it only now and then', () => {
    const style = styleOf(
      repeat(30, (at) => [
        [`ci: cache ${at}`, at % 3 === 0 ? 'Changed' : null],
        [`fix: fault ${at}`, 'Fixed'],
        [`Add tool ${at}`, 'Added'],
      ]),
    )
    expect(titlesWith(style, 'ci: cache modules', 'Add hammer')).toEqual(['Added: Add hammer'])
  })

  test('includes what the rules exclude, if they usually listed it', () => {
    const style = styleOf(repeat(30, (at) => [[`ci: cache ${at}`, at % 3 === 0 ? null : 'Changed']]))
    expect(titlesWith(style, 'ci: cache modules')).toEqual(['Changed: cache modules'])
  })

  test('excludes housekeeping even if they list nearly everything', () => {
    const style = styleOf(
      repeat(8, (at) => [0, 1, 2].map((each): PastChange => [`Add tool ${3 * at + each}`, 'Added'])),
    )
    const titles = ['Fix spelling mistake', 'Move the parser into its own file', 'Fix clippy warnings']
    expect(titlesWith(style, ...titles)).toEqual([])
  })

  test('never adds a class of headings to the six categories', () => {
    const style = styleOf(
      repeat(20, (at) => [
        [`Add page ${at} to the manual`, 'Other'],
        [`fix: fault ${at}`, 'Fixed'],
      ]),
    )
    expect(titlesWith(null, 'Add page 21 to the manual')).toEqual(['Added: Add page 21 to the manual'])
    expect(titlesWith(style, 'Add page 21 to the manual')).toEqual(['Changed: Add page 21 to the manual'])
  })

  test('excludes a scope that they never listed', () => {
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

  test('uses their categories', () => {
    const style = styleOf(repeat(15, (at) => [[`Add tool ${at}`, 'Changed']]))
    expect(titlesWith(null, 'Add hammer')).toEqual(['Added: Add hammer'])
    expect(titlesWith(style, 'Add hammer')).toEqual(['Changed: Add hammer'])
  })

  test('uses no categories if only the fixes have a heading', () => {
    const past = (heading: HeadingClass | null) => {
      const releases = repeat(15, (at) => [
        [`Handle fault ${at}`, 'Fixed'],
        [`Add tool ${at}`, 'Changed'],
      ])
      const units = releases.map((changes, at) =>
        extractPastUnits(pastRelease(1 + at * 100, changes), shippedModel).map((unit) =>
          unit.category === 'Fixed' ? unit : { ...unit, category: heading },
        ),
      )
      return learnHouseStyle(units)
    }
    expect(past(null)?.knowsCategories).toBe(false)
    expect(past('Added')?.knowsCategories).toBe(true)
    expect(titlesWith(past(null), 'Add hammer')).toEqual(['Added: Add hammer'])
    expect(titlesWith(past('Fixed'), 'Add hammer')).toEqual(['Fixed: Add hammer'])
  })

  test('excludes a pull request that an earlier release excluded', () => {
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

  test('includes everything when they list nearly everything', () => {
    const style = styleOf(
      repeat(8, (at) => [0, 1, 2].map((each): PastChange => [`Add tool ${3 * at + each}`, 'Added'])),
    )
    expect(titlesWith(null, 'ci: pin node', 'docs: explain x')).toEqual([])
    expect(titlesWith(style, 'ci: pin node', 'docs: explain x')).toHaveLength(2)
  })

  test('still includes what must be included', () => {
    const style = styleOf(repeat(15, (at) => [[`feat: tool ${at}`, null]]))
    expect(titlesWith(style, 'feat!: new tools', 'Fix CVE-2026-12345', 'feat: tool 99')).toEqual([
      'Added: new tools',
      'Security: Fix CVE-2026-12345',
    ])
  })
})

test('a short past gives no house style', () => {
  expect(styleOf([[['Add a', 'Added']]])).toBe(null)
  expect(learnHouseStyle([])).toBe(null)
})

test('unlisted commits without a pull request are ignored', () => {
  const history = asHistory(sampleHistory('Add a', 'Add b'))
  expect(extractPastUnits({ history, listed: [] }, shippedModel)).toEqual([])
})

test('the same past gives the same house style', () => {
  const releases = repeat(12, (at): PastChange[] => [[`fix: fault ${at}`, at % 3 === 0 ? null : 'Fixed']])
  const [one, other] = [styleOf(releases)!, styleOf(releases)!]
  const features = ['type:fix', 'word:fault', 'first:fault'].map(hashFeatureName)
  expect(one.findRows(features)).toHaveLength(3)
  expect(one.computeNotabilityShift(one.findRows(features), 3)).toBe(
    other.computeNotabilityShift(other.findRows(features), 3),
  )
  expect(one.computeCategoryShifts(one.findRows(features), 3)).toEqual(
    other.computeCategoryShifts(other.findRows(features), 3),
  )
})

test('the correction grows with the number of releases', () => {
  const shiftAfter = (count: number) => {
    const style = styleOf(
      repeat(count, (at) => [0, 1, 2].map((each): PastChange => [`docs: page ${3 * at + each}`, 'Changed'])),
    )!
    const rows = style.findRows([hashFeatureName('type:docs')])
    return style.computeNotabilityShift(rows, 1)
  }
  expect(shiftAfter(1)).toBeGreaterThan(0)
  expect(shiftAfter(8)).toBeGreaterThan(shiftAfter(1))
})

test('a pull request that one of several releases lists counts as listed', () => {
  const changes: PastChange[] = [
    ['feat: add a', 'Added'],
    ['feat: add b', 'Added'],
    ['feat: add c', null],
  ]
  const again = changes.map(([message]): PastChange => [message, null])
  const releases = [pastRelease(1, changes), pastRelease(1, again)]
  const style = learnHouseStyle(releases.map((release) => extractPastUnits(release, shippedModel)))
  expect([...style!.pastPullRequests]).toEqual([
    [1, true],
    [2, true],
    [3, false],
  ])
})

test('recent releases decide whether a project lists nearly everything', () => {
  const many = (category: Category | null) =>
    repeat(5, (at) => Array.from({ length: 50 }, (_, n): PastChange => [`feat: add ${at} ${n}`, category]))
  expect(styleOf([...many(null), ...many('Added')])?.listsNearlyAll).toBe(true)
  expect(styleOf([...many('Added'), ...many(null)])?.listsNearlyAll).toBe(false)
})

test('the origin of a change weighs more for listing it than its description', () => {
  const unit: PastUnit = {
    pullRequest: 1,
    features: [11, 12, 13],
    actions: 1,
    common: 2,
    notable: 0,
    categories: [0, 0, 0, 0, 0, 0, 0],
    excludedKind: null,
    isKnown: true,
    listed: true,
    category: null,
  }
  const style = learnHouseStyle([[1, 2, 3, 4].map((pullRequest) => ({ ...unit, pullRequest }))])!
  expect(style.weightOf(13)).toBeGreaterThan(2 * style.weightOf(12))
  expect(style.weightOf(12)).toBe(style.weightOf(11))
})
