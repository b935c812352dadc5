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
  const { changeIds, leftOut, faults } = resolve({ ids, commits: shas }, '#/entries/0')
  return { changeIds, leftOut: leftOut.map(({ sha }) => sha), faults: faults.map(({ detail }) => detail) }
}

describe('a citation names changes', () => {
  test.each([
    ['by their ids', ['pr-1', 'pr-2'], [], ['pr-1', 'pr-2']],
    ['by a whole SHA', [], [sampleSha(1)], ['pr-1']],
    ['by seven digits of one', [], [sampleSha(2).slice(0, 7)], ['pr-2']],
    ['by a SHA in capitals', [], [sampleSha(2).toUpperCase()], ['pr-2']],
    ['once, however often it is cited', ['pr-2'], [sampleSha(2), sampleSha(3)], ['pr-2']],
  ])('%s', (_how, ids, shas, changeIds) => {
    expect(citing(ids, shas)).toEqual({ changeIds, leftOut: [], faults: [] })
  })
})

describe('a citation of nothing is a fault', () => {
  test('an id that is not in the range', () => {
    expect(citing(['pr-9`\n'], [])).toMatchObject({
      changeIds: [],
      faults: ['there is no change `pr-9` in the range; take the ids from the list of its changes'],
    })
  })

  test.each(['fffffff', 'f'.repeat(40), '00000000'])('the commit %s, which is not in the range', (sha) => {
    expect(citing([], [sha])).toMatchObject({
      changeIds: [],
      faults: [`the commit \`${sha}\` is not among the 4 of the range; cite one that is, or widen the range`],
    })
  })

  test('the beginning of two SHAs', () => {
    const twins = sampleHistory({ sha: `${'a'.repeat(39)}b` }, { sha: `${'a'.repeat(39)}c` })
    const { faults } = createCitationResolver({ changes: [], omitted: [] }, twins)(
      { ids: [], commits: ['aaaaaaa'] },
      '#/entries/0',
    )
    expect(faults[0]?.detail).toBe(
      '`aaaaaaa` is the beginning of more than one commit of the range; give more digits',
    )
  })
})

test('a commit that is left out is told apart', () => {
  expect(citing([], [sampleSha(4)])).toEqual({ changeIds: [], leftOut: [sampleSha(4)], faults: [] })
})

test('cited commits are known by their whole SHAs, and strangers are passed over', () => {
  const cited = [
    { ids: [], commits: [sampleSha(4).slice(0, 9), 'fffffff'] },
    { ids: ['pr-1'], commits: [sampleSha(1)] },
  ]
  expect(findCitedCommits(cited, commits)).toEqual(new Set([sampleSha(4), sampleSha(1)]))
})
