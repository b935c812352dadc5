import { describe, expect, test } from 'vitest'
import { draftFrom, makeEvidence, shaOf } from '../../test/support/sample-evidence.ts'
import { applyAction } from './actions.ts'
import { emptyEditorModel } from './editor-model.ts'
import { countCommits } from './ledger.ts'
import { addDraftEntries, addRejections, fitToRange, rebaseOnDraft, replaceTexts } from './rebase.ts'

const index = makeEvidence([{ commits: [1, 2] }, { commits: [3] }, { commits: [4] }], [5])
const first = draftFrom(index)
const second = draftFrom(index, 'second')
const editor = rebaseOnDraft(emptyEditorModel, first)
const texts = ({ entries }: typeof editor) => entries.map(({ text }) => text)

describe('a new draft', () => {
  test('replaces the entries that the user did not edit', () => {
    expect(texts(rebaseOnDraft(editor, second))).toEqual([
      'change 1, second',
      'change 3, second',
      'change 4, second',
    ])
  })

  test('keeps the text of the user, and offers its own where both changed', () => {
    const edited = applyAction(editor, { type: 'set-text', id: 'pr-3', text: 'Mine' }, index)
    const again = rebaseOnDraft(edited, second)
    expect(texts(again)).toEqual(['change 1, second', 'Mine', 'change 4, second'])
    expect(again.entries[1]!.drafted!.text).toBe('change 3, first')
    expect(again.entries[1]!.offer!.text).toBe('change 3, second')
    const mine = applyAction(again, { type: 'resolve-conflict', id: 'pr-3', use: 'mine' }, index)
    expect(mine.entries[1]).toMatchObject({ text: 'Mine', offer: null })
    const theirs = applyAction(again, { type: 'resolve-conflict', id: 'pr-3', use: 'draft' }, index)
    expect(theirs.entries[1]).toMatchObject({ text: 'change 3, second', offer: null })
    expect(texts(rebaseOnDraft(theirs, draftFrom(index, 'third')))[1]).toBe('change 3, third')
  })

  test('offers nothing where it repeats the previous draft', () => {
    const edited = applyAction(editor, { type: 'set-text', id: 'pr-3', text: 'Mine' }, index)
    expect(rebaseOnDraft(edited, first).entries[1]!.offer).toBeNull()
  })

  test('keeps locked entries, changed categories, the order and the exclusions of the user', () => {
    let changed = applyAction(editor, { type: 'set-locked', ids: ['pr-1'], locked: true }, index)
    changed = applyAction(changed, { type: 'move', id: 'pr-3', by: 1 }, index)
    changed = applyAction(changed, { type: 'exclude', ids: ['pr-4'] }, index)
    const again = rebaseOnDraft(changed, second)
    expect(texts(again)).toEqual(['change 1, first', 'change 3, second'])
    expect(again.excluded.map(({ id }) => id)).toEqual(['pr-4'])
    expect(countCommits(again, index).pending).toBe(0)
  })

  test('that merges changes which the user split contains only the remaining commits', () => {
    const split = applyAction(editor, { type: 'split', id: 'pr-1', commits: [shaOf(2)] }, index)
    const [one, two] = second.entries
    const together = { ...one!, commits: [...one!.commits, ...two!.commits] }
    const again = rebaseOnDraft(split, { ...second, entries: [together, second.entries[2]!] })
    expect(again.entries.map(({ commits }) => commits)).toEqual([
      [shaOf(1)],
      [shaOf(2)],
      [shaOf(3)],
      [shaOf(4)],
    ])
  })

  test('keeps a commit that the user included, although the draft omits it', () => {
    const included = applyAction(editor, { type: 'include-commits', shas: [shaOf(5)] }, index)
    expect(rebaseOnDraft(included, second).omitted).toEqual([])
  })
})

test('entries are added as they arrive, and the other commits are pending', () => {
  const start = { ...emptyEditorModel, omitted: first.omitted }
  const some = addDraftEntries(start, first.entries.slice(0, 2))
  expect(countCommits(some, index)).toEqual({ total: 5, included: 3, excluded: 0, omitted: 1, pending: 1 })
})

test('only the requested entries are rewritten, and no locked ones', () => {
  const locked = applyAction(editor, { type: 'set-locked', ids: ['pr-4'], locked: true }, index)
  const again = replaceTexts(locked, ['pr-3', 'pr-4'], second.entries)
  expect(texts(again)).toEqual(['change 1, first', 'change 3, second', 'change 4, first'])
})

test('a commit that occurs twice in a file is kept once', () => {
  const [one] = editor.entries
  const doubled = {
    ...editor,
    entries: [one!, one!],
    excluded: [one!],
    omitted: [...first.omitted, ...first.omitted],
  }
  const fitted = fitToRange(doubled, new Set(index.commits.keys()), first.omitted)
  expect(countCommits(fitted, index)).toEqual({ total: 5, included: 2, excluded: 0, omitted: 1, pending: 2 })
})

test('a saved draft is fitted to the current commits of the range', () => {
  const now = makeEvidence([{ commits: [1] }, { commits: [3] }, { commits: [9] }], [6])
  const fitted = fitToRange(editor, new Set(now.commits.keys()), now.answer.omitted)
  expect(fitted.entries.map(({ commits }) => commits)).toEqual([[shaOf(1)], [shaOf(3)]])
  expect(countCommits(fitted, now)).toEqual({ total: 4, included: 2, excluded: 0, omitted: 1, pending: 1 })
})

test('a rejected text of the AI stays with its entry until it is rewritten', () => {
  const evidence = makeEvidence([{ commits: [1] }, { commits: [2] }])
  const drafted = rebaseOnDraft(emptyEditorModel, draftFrom(evidence))
  const entries = drafted.entries.map((entry) => ({ ...entry, writtenBy: 'rules' as const }))
  const [first, second] = evidence.answer.changes
  const rejection = { reason: 'unsupported', words: ['twice'], text: 'Twice as fast' }
  const given = { index: evidence, ids: null }
  const marked = addRejections({ ...drafted, entries }, [{ id: first!.id, ...rejection }], given)
  expect(marked.entries.map((entry) => entry.rejection)).toEqual([rejection, undefined])
  const kept = marked.entries.map((entry) => ({ ...entry, keptChecks: ['rejected', 'unknown x'] }))
  const again = addRejections(
    { ...marked, entries: kept },
    [first, second].map((change) => ({ id: change!.id, ...rejection })),
    { index: evidence, ids: [marked.entries[0]!.id] },
  )
  expect(again.entries.map((entry) => entry.keptChecks)).toEqual([['unknown x'], ['rejected', 'unknown x']])
  expect(again.entries[1]!.rejection).toBeUndefined()
  expect(addRejections(marked, [], given).entries[0]!.rejection).toBeUndefined()
})
