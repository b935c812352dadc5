import { expect, test } from 'vitest'
import { asHistory, sampleHistory } from '../../../test/support/sample-history.ts'
import type { Category } from '../../core/category.ts'
import type { Change } from '../../core/change.ts'
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

test('successive updates of one dependency are one entry from the first to the last version', () => {
  const update = (title: string, at: number, category: Category = 'Changed'): Change => ({
    ...changesOf('feat: x')[0]!,
    id: `pr-${at}`,
    title,
    category,
    commits: [`${at}`],
  })
  const titles = foldSimilarChanges([
    update('Bump undici from 6.0.0 to 6.1.0', 1),
    update('Bump vite from 7.0.0 to 7.0.1', 2),
    update('bump undici from 6.1.0 to 6.2.0', 3),
    update('Bump undici from 6.2.0 to 7.0.0', 4),
    update('Update dependency zod to v4', 5),
    update('Bump qs from 1.0.0 to 1.0.1', 6, 'Security'),
    update('Bump qs from 1.0.1 to 1.0.2', 7, 'Security'),
  ]).map(({ title, commits }) => `${title} [${commits.length}]`)
  expect(titles).toEqual([
    'Bump undici from 6.0.0 to 7.0.0 [3]',
    'Bump vite from 7.0.0 to 7.0.1 [1]',
    'Update dependency zod to v4 [1]',
    'Bump qs from 1.0.0 to 1.0.1 [1]',
    'Bump qs from 1.0.1 to 1.0.2 [1]',
  ])
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
