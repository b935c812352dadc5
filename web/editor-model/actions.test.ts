import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { categories } from '../../src/core/category.ts'
import { draftFrom, makeEvidence, shaOf } from '../../test/support/sample-evidence.ts'
import { applyAction, type EditorAction, entriesUnder } from './actions.ts'
import { addStep, redo, startHistory, undo } from './edit-history.ts'
import { type EditorModel, emptyEditorModel } from './editor-model.ts'
import { countCommits, listOutcomes } from './ledger.ts'
import { fitToRange, rebaseOnDraft } from './rebase.ts'

const index = makeEvidence(
  [
    { commits: [1, 2, 3] },
    { commits: [4] },
    { commits: [5], category: 'Fixed' },
    { commits: [6], breaking: true },
  ],
  [7, 8],
)
const editor = rebaseOnDraft(emptyEditorModel, draftFrom(index))
const apply = (...actions: EditorAction[]) =>
  actions.reduce((each, action) => applyAction(each, action, index), editor)
const ids = ({ entries }: EditorModel) => entries.map(({ id }) => id)
const entry = (each: EditorModel, id: string) => each.entries.find((found) => found.id === id)!

describe('the user', () => {
  test('writes a text, which becomes one line, and is then its author', () => {
    expect(entry(apply({ type: 'set-text', id: 'pr-4', text: ' Mine \n now ' }), 'pr-4')).toMatchObject({
      text: 'Mine now',
      writtenBy: 'person',
      drafted: { text: 'change 4, first' },
    })
  })

  test('excludes an entry by emptying it; it comes back with its old text', () => {
    const emptied = apply({ type: 'set-text', id: 'pr-4', text: '  ' })
    expect(emptied.excluded).toEqual([entry(editor, 'pr-4')])
    expect(entry(applyAction(emptied, { type: 'restore', ids: ['pr-4'] }, index), 'pr-4')).toBe(
      entry(editor, 'pr-4'),
    )
  })

  test('adds an entry without commits, which every new draft keeps', () => {
    const added = apply(
      { type: 'add-entry', title: 'Fixed', text: 'By **me**', after: 'pr-1' },
      { type: 'add-entry', title: 'Added', text: ' ' },
    )
    expect(ids(added)).toEqual(['pr-1', 'own', 'pr-4', 'pr-5', 'pr-6'])
    expect(entry(added, 'own')).toMatchObject({ commits: [], category: 'Fixed', writtenBy: 'person' })
    expect(countCommits(added, index)).toEqual(countCommits(editor, index))
    expect(ids(rebaseOnDraft(added, draftFrom(index, 'second')))).toContain('own')
    expect(ids(fitToRange(added, new Set(index.commits.keys()), []))).toContain('own')
  })

  test('keeps the wording in spite of a check until the text changes', () => {
    const kept = apply({ type: 'keep-wording', id: 'pr-4', check: 'name 3.5' })
    expect(entry(kept, 'pr-4').keptChecks).toEqual(['name 3.5'])
    const changed = applyAction(kept, { type: 'set-text', id: 'pr-4', text: 'Other' }, index)
    expect(entry(changed, 'pr-4').keptChecks).toBeUndefined()
  })

  test('restores the text of the draft', () => {
    const restored = apply(
      { type: 'set-text', id: 'pr-4', text: 'Mine' },
      { type: 'restore-draft', id: 'pr-4' },
    )
    expect(entry(restored, 'pr-4')).toEqual(entry(editor, 'pr-4'))
  })

  test('sets the category, marks entries as breaking and locks them', () => {
    const changed = apply(
      { type: 'set-category', ids: ['pr-4', 'pr-5'], title: 'Removed' },
      { type: 'set-breaking', ids: ['pr-4'], breaking: true },
      { type: 'set-locked', ids: ['pr-5'], locked: true },
    )
    expect(entry(changed, 'pr-4')).toMatchObject({ category: 'Removed', breaking: true, locked: false })
    expect(entry(changed, 'pr-5')).toMatchObject({ category: 'Removed', breaking: false, locked: true })
  })

  test('moves an entry within its category, but not past entries of a higher rank', () => {
    expect(entriesUnder(editor.entries, 'Added', null).map(({ id }) => id)).toEqual(['pr-6', 'pr-1', 'pr-4'])
    const moved = apply({ type: 'move', id: 'pr-4', by: -1 })
    expect(entriesUnder(moved.entries, 'Added', null).map(({ id }) => id)).toEqual(['pr-6', 'pr-4', 'pr-1'])
    expect(apply({ type: 'move', id: 'pr-1', by: -1 })).toBe(editor)
    expect(apply({ type: 'move', id: 'pr-5', by: 1 })).toBe(editor)
  })

  test('places an entry beside another one, in its category', () => {
    const put = apply({ type: 'place', id: 'pr-1', beside: 'pr-5', after: true })
    expect(entry(put, 'pr-1').category).toBe('Fixed')
    expect(ids(put)).toEqual(['pr-4', 'pr-5', 'pr-1', 'pr-6'])
  })

  test('merges entries into the first one, with all their commits', () => {
    const merged = apply({ type: 'merge', ids: ['pr-1', 'pr-5'] })
    expect(entry(merged, 'pr-1')).toMatchObject({
      text: 'change 1, first. change 5, first.',
      commits: [1, 2, 3, 5].map(shaOf),
    })
    expect(ids(merged)).toEqual(['pr-1', 'pr-4', 'pr-6'])
  })

  test('merges a breaking entry into one that is breaking', () => {
    expect(entry(apply({ type: 'merge', ids: ['pr-4', 'pr-6'] }), 'pr-4').breaking).toBe(true)
  })

  test('splits some commits off into a new entry, but not all of them', () => {
    const split = apply({ type: 'split', id: 'pr-1', commits: [shaOf(3)] })
    expect(ids(split)).toEqual(['pr-1', 'pr-1-part', 'pr-4', 'pr-5', 'pr-6'])
    expect(entry(split, 'pr-1').commits).toEqual([1, 2].map(shaOf))
    expect(entry(split, 'pr-1-part').commits).toEqual([shaOf(3)])
    expect(apply({ type: 'split', id: 'pr-1', commits: [1, 2, 3].map(shaOf) })).toBe(editor)
  })

  test('excludes entries and restores them unchanged', () => {
    const excluded = apply({ type: 'set-text', id: 'pr-4', text: 'Mine' }, { type: 'exclude', ids: ['pr-4'] })
    expect(listOutcomes(excluded, index).find(({ sha }) => sha === shaOf(4))).toMatchObject({
      kind: 'excluded',
    })
    expect(entry(applyAction(excluded, { type: 'restore', ids: ['pr-4'] }, index), 'pr-4').text).toBe('Mine')
  })

  test('includes a commit that was omitted, with the text of its subject', () => {
    const included = apply({ type: 'include-commits', shas: [shaOf(7)] })
    expect(included.entries.at(-1)).toMatchObject({
      text: 'Explain 7',
      category: 'Changed',
      commits: [shaOf(7)],
    })
    expect(included.omitted.map(({ sha }) => sha)).toEqual([shaOf(8)])
  })

  test('sets the version, the date and the free blocks', () => {
    const changed = apply(
      { type: 'set-heading', version: '2.0.0', date: '2026-11-15' },
      { type: 'set-block', name: 'introduction', text: ' All new.\r\n\r\nReally.\n' },
      { type: 'set-block', name: 'footer', text: '  ' },
    )
    expect(changed).toMatchObject({
      version: '2.0.0',
      date: '2026-11-15',
      introduction: 'All new.\n\nReally.',
    })
    expect(changed.footer).toBeNull()
  })
})

const anyId = fc.constantFrom('pr-1', 'pr-4', 'pr-5', 'pr-6', 'pr-1-part', 'commit-000000000000', 'none')
const anyIds = fc.uniqueArray(anyId, { maxLength: 4 })
const anyShas = fc.uniqueArray(fc.integer({ min: 1, max: 9 }).map(shaOf), { maxLength: 4 })
const anyAction: fc.Arbitrary<EditorAction> = fc.oneof(
  fc.record({ type: fc.constant('set-text' as const), id: anyId, text: fc.string({ maxLength: 5 }) }),
  fc.record({
    type: fc.constant('set-category' as const),
    ids: anyIds,
    title: fc.constantFrom(...categories),
  }),
  fc.record({ type: fc.constant('set-breaking' as const), ids: anyIds, breaking: fc.boolean() }),
  fc.record({ type: fc.constant('set-locked' as const), ids: anyIds, locked: fc.boolean() }),
  fc.record({ type: fc.constant('move' as const), id: anyId, by: fc.constantFrom(1 as const, -1 as const) }),
  fc.record({ type: fc.constant('place' as const), id: anyId, beside: anyId, after: fc.boolean() }),
  fc.record({ type: fc.constant('merge' as const), ids: anyIds }),
  fc.record({ type: fc.constant('split' as const), id: anyId, commits: anyShas }),
  fc.record({ type: fc.constant('exclude' as const), ids: anyIds }),
  fc.record({ type: fc.constant('restore' as const), ids: anyIds }),
  fc.record({ type: fc.constant('include-commits' as const), shas: anyShas }),
  fc.record({
    type: fc.constant('resolve-conflict' as const),
    id: anyId,
    use: fc.constantFrom('mine' as const, 'draft' as const),
  }),
)

describe('after any sequence of actions', () => {
  const holds = (check: (states: EditorModel[]) => void) =>
    fc.assert(
      fc.property(
        fc.array(fc.oneof({ weight: 8, arbitrary: anyAction }, fc.constant('draft again' as const)), {
          maxLength: 25,
        }),
        (actions) => {
          const states = [editor]
          for (const [step, action] of actions.entries()) {
            const before = states.at(-1)!
            states.push(
              action === 'draft again'
                ? rebaseOnDraft(before, draftFrom(index, `draft ${step}`))
                : applyAction(before, action, index),
            )
          }
          check(states)
        },
      ),
      { numRuns: 300 },
    )

  test('every commit has exactly one outcome', () => {
    holds((states) => {
      const last = states.at(-1)!
      const places = [
        ...[...last.entries, ...last.excluded].flatMap(({ commits }) => commits),
        ...last.omitted.map(({ sha }) => sha),
      ]
      expect(places.toSorted()).toEqual([...index.commits.keys()].toSorted())
      expect(countCommits(last, index)).toMatchObject({ total: 8, pending: 0 })
    })
  })

  test('ids are unique and no entry is without commits', () => {
    holds((states) => {
      const last = states.at(-1)!
      const all = [...last.entries, ...last.excluded]
      expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
      expect(all.filter(({ commits }) => commits.length === 0)).toEqual([])
    })
  })

  test('all steps can be undone and redone', () => {
    holds((states) => {
      let history = startHistory(states[0]!)
      for (const state of states.slice(1)) history = addStep(history, state)
      const end = history.present
      let steps = 0
      for (; history.past.length > 0; steps += 1) history = undo(history)
      expect(history.present).toBe(states[0])
      for (; steps > 0; steps -= 1) history = redo(history)
      expect(history.present).toBe(end)
    })
  })
})
