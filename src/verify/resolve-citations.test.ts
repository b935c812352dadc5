import { describe, expect, test } from 'vitest'
import { asHistory, sampleHistory, sampleSha } from '../../test/support/sample-history.ts'
import { curate } from '../curate/curate.ts'
import { createCitationResolver, findCitedCommits } from './resolve-citations.ts'

const commits = sampleHistory(
  'feat: add search (#1)',
  'fix: crash (#2)',
  'fix: more of it (#2)',
  'docs: explain',
)
const curated = curate(asHistory(commits), { audience: 'users', paths: [] })
const resolve = createCitationResolver(curated, commits)

function citing(ids: string[], shas: string[]) {
  const { changeIds, omitted, faults } = resolve({ ids, commits: shas }, '#/entries/0')
  return { changeIds, omitted: omitted.map(({ sha }) => sha), faults: faults.map(({ detail }) => detail) }
}

describe('a citation refers to changes', () => {
  test.each([
    ['by their ids', ['pr-1', 'pr-2'], [], ['pr-1', 'pr-2']],
    ['by a whole SHA', [], [sampleSha(1)], ['pr-1']],
    ['by seven digits of one', [], [sampleSha(2).slice(0, 7)], ['pr-2']],
    ['by a SHA in capitals', [], [sampleSha(2).toUpperCase()], ['pr-2']],
    ['once, however often it is cited', ['pr-2'], [sampleSha(2), sampleSha(3)], ['pr-2']],
  ])('%s', (_how, ids, shas, changeIds) => {
    expect(citing(ids, shas)).toEqual({ changeIds, omitted: [], faults: [] })
  })
})

describe('an unknown citation is a fault', () => {
  test('an id that is not in the range', () => {
    expect(citing(['pr-9`\n'], [])).toMatchObject({
      changeIds: [],
      faults: ['there is no change `pr-9` in the range; use an id from the list of changes'],
    })
  })

  test.each(['fffffff', 'f'.repeat(40), '00000000'])('the commit %s, which is not in the range', (sha) => {
    expect(citing([], [sha])).toMatchObject({
      changeIds: [],
      faults: [
        `the commit \`${sha}\` is not one of the 4 commits of the range; cite one of them, or extend the range`,
      ],
    })
  })

  test('the beginning of two SHAs', () => {
    const twins = sampleHistory({ sha: `${'a'.repeat(39)}b` }, { sha: `${'a'.repeat(39)}c` })
    const { faults } = createCitationResolver({ changes: [], omitted: [] }, twins)(
      { ids: [], commits: ['aaaaaaa'] },
      '#/entries/0',
    )
    expect(faults[0]?.detail).toBe('`aaaaaaa` matches more than one commit of the range; use more digits')
  })
})

test('an omitted commit is returned separately', () => {
  expect(citing([], [sampleSha(4)])).toEqual({ changeIds: [], omitted: [sampleSha(4)], faults: [] })
})

test('cited commits are returned by their full SHAs, and unknown ones are ignored', () => {
  const cited = [
    { ids: [], commits: [sampleSha(4).slice(0, 9), 'fffffff'] },
    { ids: ['pr-1'], commits: [sampleSha(1)] },
  ]
  expect(findCitedCommits(cited, commits)).toEqual(new Set([sampleSha(4), sampleSha(1)]))
})
