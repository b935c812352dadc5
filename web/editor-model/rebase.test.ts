import { describe, expect, test } from 'vitest'
import { draftFrom, makeEvidence, shaOf } from '../../test/support/sample-evidence.ts'
import { act } from './actions.ts'
import { emptyEditorModel } from './editor-model.ts'
import { balanceOf } from './ledger.ts'
import { fitEditorModel, rebase, receive, reword } from './rebase.ts'

const index = makeEvidence([{ commits: [1, 2] }, { commits: [3] }, { commits: [4] }], [5])
const first = draftFrom(index)
const second = draftFrom(index, 'second')
const editor = rebase(emptyEditorModel, first)
const texts = ({ items }: typeof editor) => items.map(({ text }) => text)

describe('a new draft', () => {
  test('replaces what nobody touched', () => {
    expect(texts(rebase(editor, second))).toEqual([
      'change 1, second',
      'change 3, second',
      'change 4, second',
    ])
  })

  test('keeps what a person wrote, and offers its own words where both changed', () => {
    const edited = act(editor, { do: 'write', id: 'pr-3', text: 'Mine' }, index)
    const again = rebase(edited, second)
    expect(texts(again)).toEqual(['change 1, second', 'Mine', 'change 4, second'])
    expect(again.items[1]!.drafted!.text).toBe('change 3, first')
    expect(again.items[1]!.offer!.text).toBe('change 3, second')
    const mine = act(again, { do: 'settle', id: 'pr-3', take: 'mine' }, index)
    expect(mine.items[1]).toMatchObject({ text: 'Mine', offer: null })
    const theirs = act(again, { do: 'settle', id: 'pr-3', take: 'draft' }, index)
    expect(theirs.items[1]).toMatchObject({ text: 'change 3, second', offer: null })
    expect(texts(rebase(theirs, draftFrom(index, 'third')))[1]).toBe('change 3, third')
  })

  test('offers nothing where it says what it said before', () => {
    const edited = act(editor, { do: 'write', id: 'pr-3', text: 'Mine' }, index)
    expect(rebase(edited, first).items[1]!.offer).toBeNull()
  })

  test('keeps a locked entry, a changed category, the order, and what was left out by hand', () => {
    let changed = act(editor, { do: 'lock', ids: ['pr-1'], locked: true }, index)
    changed = act(changed, { do: 'move', id: 'pr-3', by: 1 }, index)
    changed = act(changed, { do: 'leave-out', ids: ['pr-4'] }, index)
    const again = rebase(changed, second)
    expect(texts(again)).toEqual(['change 1, first', 'change 3, second'])
    expect(again.left.map(({ id }) => id)).toEqual(['pr-4'])
    expect(balanceOf(again, index).waiting).toBe(0)
  })

  test('that puts changes together which a person parted tells only what is left', () => {
    const split = act(editor, { do: 'split', id: 'pr-1', commits: [shaOf(2)] }, index)
    const [one, two] = second.entries
    const together = { ...one!, commits: [...one!.commits, ...two!.commits] }
    const again = rebase(split, { ...second, entries: [together, second.entries[2]!] })
    expect(again.items.map(({ commits }) => commits)).toEqual([
      [shaOf(1)],
      [shaOf(2)],
      [shaOf(3)],
      [shaOf(4)],
    ])
  })

  test('keeps what was taken in, though it leaves it out again', () => {
    const taken = act(editor, { do: 'take-in', shas: [shaOf(5)] }, index)
    expect(rebase(taken, second).omitted).toEqual([])
  })
})

test('entries that arrive one by one are placed, the rest waits', () => {
  const start = { ...emptyEditorModel, omitted: first.omitted }
  const some = receive(start, first.entries.slice(0, 2))
  expect(balanceOf(some, index)).toEqual({ total: 5, told: 3, left: 0, omitted: 1, waiting: 1 })
})

test('new words are taken for the asked entries only, and not for locked ones', () => {
  const locked = act(editor, { do: 'lock', ids: ['pr-4'], locked: true }, index)
  const again = reword(locked, ['pr-3', 'pr-4'], second.entries)
  expect(texts(again)).toEqual(['change 1, first', 'change 3, second', 'change 4, first'])
})

test('a file that tells a commit twice is set right', () => {
  const [one] = editor.items
  const doubled = {
    ...editor,
    items: [one!, one!],
    left: [one!],
    omitted: [...first.omitted, ...first.omitted],
  }
  const fitted = fitEditorModel(doubled, new Set(index.commits.keys()), first.omitted)
  expect(balanceOf(fitted, index)).toEqual({ total: 5, told: 2, left: 0, omitted: 1, waiting: 2 })
})

test('a kept draft is fitted to what the range holds now', () => {
  const now = makeEvidence([{ commits: [1] }, { commits: [3] }, { commits: [9] }], [6])
  const fitted = fitEditorModel(editor, new Set(now.commits.keys()), now.answer.omitted)
  expect(fitted.items.map(({ commits }) => commits)).toEqual([[shaOf(1)], [shaOf(3)]])
  expect(balanceOf(fitted, now)).toEqual({ total: 4, told: 2, left: 0, omitted: 1, waiting: 1 })
})
