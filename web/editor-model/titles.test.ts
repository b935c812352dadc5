import { expect, test } from 'vitest'
import { makeEvidence } from '../../test/support/sample-evidence.ts'
import { applyAction, entriesUnder } from './actions.ts'
import { emptyEditorModel } from './editor-model.ts'
import { type EvidenceIndex, withSections } from './evidence.ts'
import { rebaseOnDraft } from './rebase.ts'
import { chooseTitle, listTitles, placeUnder, titleOf } from './titles.ts'

const config = {
  categories: [
    { title: 'Breaks', kinds: ['breaking' as const] },
    { title: 'Features', types: ['feat'] },
    { title: 'Fixed', kinds: ['fixed' as const] },
  ],
  other: 'Rest',
}

test('the titles are those of the configuration, else the six categories', () => {
  expect(listTitles(config)).toEqual(['Breaks', 'Features', 'Fixed', 'Rest'])
  expect(listTitles({})).toHaveLength(6)
  expect(titleOf({ category: 'Added', section: 'Features' }, config)).toBe('Features')
  expect(titleOf({ category: 'Added', section: 'Gone' }, config)).toBe('Rest')
  expect(titleOf({ category: 'Added' }, null)).toBe('Added')
})

test('a title that is a category changes the category, too', () => {
  expect(placeUnder('Features', config)).toEqual({ section: 'Features' })
  expect(placeUnder('Fixed', config)).toEqual({ section: 'Fixed', category: 'Fixed' })
  expect(placeUnder('Fixed', null)).toEqual({ category: 'Fixed' })
})

test('the title of an excluded commit follows its type, its kind and whether it breaks', () => {
  expect(chooseTitle({ type: 'feat', category: 'Added', breaking: false }, config)).toBe('Features')
  expect(chooseTitle({ type: 'feat', category: 'Added', breaking: true }, config)).toBe('Breaks')
  expect(chooseTitle({ type: 'fix', category: 'Fixed', breaking: false }, config)).toBe('Fixed')
  expect(chooseTitle({ type: null, category: 'Changed', breaking: false }, config)).toBe('Rest')
  expect(chooseTitle({ type: null, category: 'Changed', breaking: false }, null)).toBeUndefined()
})

function configured({ answer, commits }: EvidenceIndex): EvidenceIndex {
  const changes = answer.changes.map((change) => ({ ...change, section: 'Features' }))
  return { answer: { ...answer, changes, layout: { ...answer.layout, config } }, commits }
}

test('entries of an older draft get their sections, and lose them with the configuration', () => {
  const plain = makeEvidence([{ commits: [1] }, { commits: [2], category: 'Changed' }])
  const { answer } = configured(plain)
  const index = {
    answer,
    commits: new Map(
      answer.changes.flatMap((change) =>
        change.commits.map((sha) => [sha, { sha, subject: change.title, change, omission: null }]),
      ),
    ),
  }
  const editor = rebaseOnDraft(emptyEditorModel, {
    entries: [],
    omitted: [],
    summary: null,
  })
  const old = {
    ...editor,
    entries: [1, 2].map((number) => ({
      id: `pr-${number}`,
      commits: index.answer.changes[number - 1]!.commits,
      text: 'Text',
      category: 'Added' as const,
      breaking: false,
      locked: false,
      writtenBy: 'rules' as const,
      drafted: null,
      offer: null,
    })),
  }
  const fitted = withSections(old, index)
  // The user had moved the second one.
  expect(fitted.entries.map(({ section }) => section)).toEqual(['Features', 'Rest'])
  expect(withSections(fitted, index)).toBe(fitted)
  expect(withSections(fitted, plain).entries.map(({ section }) => section)).toEqual([undefined, undefined])
  const moved = applyAction(fitted, { type: 'place', id: 'pr-2', beside: 'pr-1', after: true }, index)
  expect(entriesUnder(moved.entries, 'Features', config).map(({ id }) => id)).toEqual(['pr-1', 'pr-2'])
})
