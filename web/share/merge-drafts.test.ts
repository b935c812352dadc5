import { describe, expect, test } from 'vitest'
import { draftFrom, makeEvidence } from '../../test/support/sample-evidence.ts'
import { applyAction, type EditorAction } from '../editor-model/actions.ts'
import { type EditorModel, emptyEditorModel } from '../editor-model/editor-model.ts'
import { fitToRange, rebaseOnDraft } from '../editor-model/rebase.ts'
import { compareDrafts, mergeDrafts } from './merge-drafts.ts'

const index = makeEvidence([{ commits: [1] }, { commits: [2] }, { commits: [3] }], [4])
const drafted = rebaseOnDraft(emptyEditorModel, draftFrom(index))
const [first, second, third] = drafted.entries.map(({ id }) => id) as [string, string, string]

function edit(...actions: EditorAction[]): EditorModel {
  return actions.reduce((editor, action) => applyAction(editor, action, index), drafted)
}

const write = (id: string, text: string): EditorAction => ({ type: 'set-text', id, text })
const textsOf = ({ entries }: EditorModel) => entries.map(({ text }) => text)

describe('merging', () => {
  test('uses what only one side changed', () => {
    const merged = mergeDrafts(edit(write(first, 'Mine')), edit(write(second, 'Theirs')))
    expect(textsOf(merged)).toEqual(['Mine', 'Theirs', drafted.entries[2]!.text])
    expect(merged.entries.every(({ offer }) => offer === null)).toBe(true)
  })

  test('keeps mine and offers theirs where both changed an entry', () => {
    const merged = mergeDrafts(edit(write(first, 'Mine')), edit(write(first, 'Theirs')))
    expect(merged.entries[0]).toMatchObject({ text: 'Mine', offer: { text: 'Theirs', isShared: true } })
    const used = applyAction(merged, { type: 'resolve-conflict', id: first, use: 'draft' }, index)
    expect(used.entries[0]).toMatchObject({
      ...{ text: 'Theirs', writtenBy: 'person', offer: null },
      drafted: drafted.entries[0]!.drafted,
    })
    expect(used.entries[0]).not.toHaveProperty('isShared')
  })

  test('a new draft that says the same keeps the offer', () => {
    const merged = mergeDrafts(edit(write(first, 'Mine')), edit(write(first, 'Theirs')))
    expect(rebaseOnDraft(merged, draftFrom(index)).entries[0]!.offer).toMatchObject({ text: 'Theirs' })
  })

  test('keeps every commit once, also when entries were merged, split or excluded', () => {
    const versions = [
      edit({ type: 'merge', ids: [first, second] }),
      edit({ type: 'exclude', ids: [second] }),
      edit(write(second, 'Mine'), { type: 'merge', ids: [second, third] }),
      edit({ type: 'include-commits', shas: [index.answer.omitted[0]!.sha] }),
      edit({ type: 'add-entry', title: 'Added', text: 'Free' }),
    ]
    for (const mine of versions) {
      for (const theirs of versions) {
        const merged = mergeDrafts(mine, theirs)
        const fitted = fitToRange(merged, new Set(index.commits.keys()), index.answer.omitted)
        const all = [
          ...[...merged.entries, ...merged.excluded].flatMap(({ commits }) => commits),
          ...merged.omitted.map(({ sha }) => sha),
        ]
        expect(all.toSorted()).toEqual([...index.commits.keys()].toSorted())
        expect(textsOf(fitted)).toEqual(textsOf(merged))
      }
    }
  })

  test('adds entries without commits, and writes no text twice', () => {
    const theirs = edit({ type: 'add-entry', title: 'Added', text: 'Free' })
    expect(textsOf(mergeDrafts(drafted, theirs))).toEqual([...textsOf(drafted), 'Free'])
    expect(textsOf(mergeDrafts(theirs, theirs))).toEqual([...textsOf(drafted), 'Free'])
  })

  test('loses no block', () => {
    const block = (text: string) => edit({ type: 'set-block', name: 'highlights', text })
    expect(mergeDrafts(drafted, block('Theirs')).highlights).toBe('Theirs')
    expect(mergeDrafts(block('Mine'), block('Theirs')).highlights).toBe('Mine\n\nTheirs')
    const drafting = { ...drafted, introduction: 'By AI', isIntroductionDrafted: true }
    const written = edit({ type: 'set-block', name: 'introduction', text: 'By a person' })
    for (const merged of [mergeDrafts(drafting, written), mergeDrafts(written, drafting)])
      expect(merged).toMatchObject({ introduction: 'By a person', isIntroductionDrafted: false })
  })
})

describe('comparing', () => {
  test('lists entries, blocks and the heading', () => {
    const mine = edit(write(first, 'Mine'), { type: 'exclude', ids: [third] })
    const theirs = edit(write(first, 'Theirs'), { type: 'set-heading', version: '2.0.0', date: null })
    expect(compareDrafts(mine, theirs)).toMatchObject([
      { title: 'Version', theirs: '2.0.0' },
      { mine: 'Mine', theirs: 'Theirs' },
      { mine: '', theirs: drafted.entries[2]!.text },
    ])
    expect(compareDrafts(theirs, mine).at(-1)).toMatchObject({ theirs: '' })
  })

  test('finds nothing in the same draft', () => {
    expect(compareDrafts(drafted, structuredClone(drafted))).toEqual([])
  })
})
