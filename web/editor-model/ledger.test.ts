import { expect, test } from 'vitest'
import { draftFrom, makeEvidence, shaOf } from '../../test/support/sample-evidence.ts'
import { applyAction } from './actions.ts'
import { emptyEditorModel } from './editor-model.ts'
import { countCommits, listOutcomes } from './ledger.ts'
import { rebaseOnDraft } from './rebase.ts'

const index = makeEvidence([{ commits: [1, 2] }, { commits: [3] }], [4])
const draft = rebaseOnDraft(emptyEditorModel, draftFrom(index))
// A change that its authors described in two lines has two entries with the same commits.
const editor = {
  ...draft,
  entries: [...draft.entries, { ...draft.entries[0]!, id: 'pr-1.2', text: 'its second line' }],
}

test('a commit that is in two entries counts once', () => {
  expect(countCommits(editor, index)).toEqual({ total: 4, included: 3, excluded: 0, omitted: 1, pending: 0 })
})

test('a commit is in the notes as long as one of its entries is', () => {
  const one = applyAction(editor, { type: 'exclude', ids: ['pr-1.2'] }, index)
  const outcomeOf = (sha: string) => listOutcomes(one, index).find((each) => each.sha === sha)
  expect(outcomeOf(shaOf(1))).toMatchObject({ kind: 'included', entryId: 'pr-1' })
  expect(countCommits(one, index)).toMatchObject({ included: 3, excluded: 0, pending: 0 })
  const none = applyAction(one, { type: 'exclude', ids: ['pr-1'] }, index)
  expect(countCommits(none, index)).toMatchObject({ included: 1, excluded: 2, pending: 0 })
})
