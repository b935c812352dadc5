import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { categories } from '../../src/core/category.ts'
import { draftFrom, makeEvidence, shaOf } from '../../test/support/sample-evidence.ts'
import { type Act, act, inPrintOrder } from './actions.ts'
import { type EditorModel, emptyEditorModel } from './editor-model.ts'
import { balanceOf, fatesOf } from './ledger.ts'
import { rebase } from './rebase.ts'
import { advance, begin, redo, undo } from './undo.ts'

const index = makeEvidence(
  [
    { commits: [1, 2, 3] },
    { commits: [4] },
    { commits: [5], category: 'Fixed' },
    { commits: [6], breaking: true },
  ],
  [7, 8],
)
const editor = rebase(emptyEditorModel, draftFrom(index))
const having = (...acts: Act[]) => acts.reduce((each, what) => act(each, what, index), editor)
const ids = ({ items }: EditorModel) => items.map(({ id }) => id)
const item = (each: EditorModel, id: string) => each.items.find((found) => found.id === id)!

describe('a person', () => {
  test('writes a text on one line, and is its writer from then on', () => {
    expect(item(having({ do: 'write', id: 'pr-4', text: ' Mine \n now ' }), 'pr-4')).toMatchObject({
      text: 'Mine now',
      writtenBy: 'person',
      drafted: { text: 'change 4, first' },
    })
  })

  test('cannot empty an entry', () => {
    expect(having({ do: 'write', id: 'pr-4', text: '  ' })).toBe(editor)
  })

  test('files entries, marks them and locks them', () => {
    const changed = having(
      { do: 'file', ids: ['pr-4', 'pr-5'], category: 'Removed' },
      { do: 'mark-breaking', ids: ['pr-4'], breaking: true },
      { do: 'lock', ids: ['pr-5'], locked: true },
    )
    expect(item(changed, 'pr-4')).toMatchObject({ category: 'Removed', breaking: true, locked: false })
    expect(item(changed, 'pr-5')).toMatchObject({ category: 'Removed', breaking: false, locked: true })
  })

  test('moves an entry within its category, and never past what is printed before it', () => {
    expect(inPrintOrder(editor.items, 'Added').map(({ id }) => id)).toEqual(['pr-6', 'pr-1', 'pr-4'])
    const moved = having({ do: 'move', id: 'pr-4', by: -1 })
    expect(inPrintOrder(moved.items, 'Added').map(({ id }) => id)).toEqual(['pr-6', 'pr-4', 'pr-1'])
    expect(having({ do: 'move', id: 'pr-1', by: -1 })).toBe(editor)
    expect(having({ do: 'move', id: 'pr-5', by: 1 })).toBe(editor)
  })

  test('puts an entry beside another, under its heading', () => {
    const put = having({ do: 'put', id: 'pr-1', beside: 'pr-5', after: true })
    expect(item(put, 'pr-1').category).toBe('Fixed')
    expect(ids(put)).toEqual(['pr-4', 'pr-5', 'pr-1', 'pr-6'])
  })

  test('merges entries into the first, with all their commits', () => {
    const merged = having({ do: 'merge', ids: ['pr-1', 'pr-5'] })
    expect(item(merged, 'pr-1')).toMatchObject({
      text: 'change 1, first. change 5, first.',
      commits: [1, 2, 3, 5].map(shaOf),
    })
    expect(ids(merged)).toEqual(['pr-1', 'pr-4', 'pr-6'])
  })

  test('merges what breaks into something that breaks', () => {
    expect(item(having({ do: 'merge', ids: ['pr-4', 'pr-6'] }), 'pr-4').breaking).toBe(true)
  })

  test('splits commits off into an entry of their own, and not all of them', () => {
    const split = having({ do: 'split', id: 'pr-1', commits: [shaOf(3)] })
    expect(ids(split)).toEqual(['pr-1', 'pr-1-part', 'pr-4', 'pr-5', 'pr-6'])
    expect(item(split, 'pr-1').commits).toEqual([1, 2].map(shaOf))
    expect(item(split, 'pr-1-part').commits).toEqual([shaOf(3)])
    expect(having({ do: 'split', id: 'pr-1', commits: [1, 2, 3].map(shaOf) })).toBe(editor)
  })

  test('leaves entries out and takes them back as they were', () => {
    const left = having({ do: 'write', id: 'pr-4', text: 'Mine' }, { do: 'leave-out', ids: ['pr-4'] })
    expect(fatesOf(left, index).find(({ sha }) => sha === shaOf(4))).toMatchObject({ kind: 'left' })
    expect(item(act(left, { do: 'take-back', ids: ['pr-4'] }, index), 'pr-4').text).toBe('Mine')
  })

  test('takes in a commit that was left out, in its own words', () => {
    const taken = having({ do: 'take-in', shas: [shaOf(7)] })
    expect(taken.items.at(-1)).toMatchObject({ text: 'Explain 7', category: 'Changed', commits: [shaOf(7)] })
    expect(taken.omitted.map(({ sha }) => sha)).toEqual([shaOf(8)])
  })

  test('names version and date, and writes about the whole', () => {
    const changed = having(
      { do: 'head', version: '2.0.0', date: '2026-11-15' },
      { do: 'summarise', text: 'All new.' },
    )
    expect(changed).toMatchObject({ version: '2.0.0', date: '2026-11-15', summary: 'All new.' })
  })
})

const anyId = fc.constantFrom('pr-1', 'pr-4', 'pr-5', 'pr-6', 'pr-1-part', 'commit-000000000000', 'none')
const anyIds = fc.uniqueArray(anyId, { maxLength: 4 })
const anyShas = fc.uniqueArray(fc.integer({ min: 1, max: 9 }).map(shaOf), { maxLength: 4 })
const anyAct: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ do: fc.constant('write' as const), id: anyId, text: fc.string({ maxLength: 5 }) }),
  fc.record({ do: fc.constant('file' as const), ids: anyIds, category: fc.constantFrom(...categories) }),
  fc.record({ do: fc.constant('mark-breaking' as const), ids: anyIds, breaking: fc.boolean() }),
  fc.record({ do: fc.constant('lock' as const), ids: anyIds, locked: fc.boolean() }),
  fc.record({ do: fc.constant('move' as const), id: anyId, by: fc.constantFrom(1 as const, -1 as const) }),
  fc.record({ do: fc.constant('put' as const), id: anyId, beside: anyId, after: fc.boolean() }),
  fc.record({ do: fc.constant('merge' as const), ids: anyIds }),
  fc.record({ do: fc.constant('split' as const), id: anyId, commits: anyShas }),
  fc.record({ do: fc.constant('leave-out' as const), ids: anyIds }),
  fc.record({ do: fc.constant('take-back' as const), ids: anyIds }),
  fc.record({ do: fc.constant('take-in' as const), shas: anyShas }),
  fc.record({
    do: fc.constant('settle' as const),
    id: anyId,
    take: fc.constantFrom('mine' as const, 'draft' as const),
  }),
)

describe('whatever a person does, in whatever order', () => {
  const holds = (check: (states: EditorModel[]) => void) =>
    fc.assert(
      fc.property(
        fc.array(fc.oneof({ weight: 8, arbitrary: anyAct }, fc.constant('draft again')), { maxLength: 25 }),
        (acts) => {
          const states = [editor]
          for (const [at, what] of acts.entries()) {
            const before = states.at(-1)!
            states.push(
              typeof what === 'string'
                ? rebase(before, draftFrom(index, `draft ${at}`))
                : act(before, what, index),
            )
          }
          check(states)
        },
      ),
      { numRuns: 300 },
    )

  test('every commit keeps exactly one place', () => {
    holds((states) => {
      const last = states.at(-1)!
      const places = [
        ...[...last.items, ...last.left].flatMap(({ commits }) => commits),
        ...last.omitted.map(({ sha }) => sha),
      ]
      expect(places.toSorted()).toEqual([...index.commits.keys()].toSorted())
      expect(balanceOf(last, index)).toMatchObject({ total: 8, waiting: 0 })
    })
  })

  test('no two entries have one name, and none is without commits', () => {
    holds((states) => {
      const last = states.at(-1)!
      const all = [...last.items, ...last.left]
      expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
      expect(all.filter(({ commits }) => commits.length === 0)).toEqual([])
    })
  })

  test('it can be undone to the beginning and done again to the end', () => {
    holds((states) => {
      let line = begin(states[0]!)
      for (const state of states.slice(1)) line = advance(line, state)
      const end = line.present
      let steps = 0
      for (; line.past.length > 0; steps += 1) line = undo(line)
      expect(line.present).toBe(states[0])
      for (; steps > 0; steps -= 1) line = redo(line)
      expect(line.present).toBe(end)
    })
  })
})
