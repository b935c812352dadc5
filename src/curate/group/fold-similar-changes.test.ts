import { expect, test } from 'vitest'
import { asHistory, sampleHistory } from '../../../test/support/sample-history.ts'
import { curate } from '../curate.ts'
import { foldSimilarChanges } from './fold-similar-changes.ts'

function changesOf(...messages: string[]) {
  return curate(asHistory(sampleHistory(...messages)), { audience: 'users', paths: [] }).changes
}

test('several changes of one scope and purpose are folded into one', () => {
  const changes = changesOf(
    'feat(parser): support tabs (#1)',
    'feat(parser): support long quotes (#2)',
    'fix(parser): keep the last line (#3)',
    'feat(parser): support `--wrap` (#4)',
  )
  expect(changes.map(({ title }) => title).toSorted()).toEqual([
    'keep the last line',
    'support tabs, long quotes and `--wrap`',
  ])
  const [folded] = changes.filter(({ title }) => title.startsWith('support'))
  expect(folded).toMatchObject({ scope: 'parser', category: 'Added', pullRequests: [1, 2, 4] })
  expect(folded!.commits).toHaveLength(3)
  expect(folded!.evidence).toContainEqual({
    kind: 'folded',
    detail: 'Combined with 2 more changes of the same scope and purpose.',
  })
})

test.each([
  ['only two', ['feat(parser): support tabs', 'feat(parser): support quotes']],
  ['of different scopes', ['feat(a): support x', 'feat(b): support y', 'feat(c): support z']],
  ['without a scope', ['feat: support x', 'feat: support y', 'feat: support z']],
  ['that break', ['feat(a)!: support x', 'feat(a)!: support y', 'feat(a)!: support z']],
  ['that say more', ['feat(a): add x to y', 'feat(a): add z for q', 'feat(a): add p when r']],
])('changes %s stay apart', (_what, messages) => {
  expect(changesOf(...messages)).toHaveLength(messages.length)
})

test('changes with the same title are folded into one with all their numbers', () => {
  const changes = changesOf(
    'fix(query): avoid a crash on full disks (#7)',
    'feat(query): add limits (#8)',
    'fix(query): Avoid a crash on full disks (#9)',
  )
  expect(changes.map(({ pullRequests }) => pullRequests).toSorted()).toEqual([[7, 9], [8]])
  const [folded] = changes.filter(({ pullRequests }) => pullRequests.length > 1)
  expect(folded!.evidence).toContainEqual({
    kind: 'folded',
    detail: 'Combines 2 changes with the same title.',
  })
})

test('a change that a person included against the rules is not folded', () => {
  const changes = changesOf('feat(a): support x', 'feat(a): support y').concat(
    changesOf('feat(a): support z'),
  )
  const asked = { kind: 'asked-for' as const, detail: 'Included by the author of the notes.' }
  expect(foldSimilarChanges(changes)).toHaveLength(1)
  expect(foldSimilarChanges(changes.map((change) => ({ ...change, evidence: [asked] })))).toEqual(
    changes.map((change) => ({ ...change, evidence: [asked] })),
  )
})
