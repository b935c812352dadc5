import { expect, test } from 'vitest'
import type { Omission } from '../core/change.ts'
import type { Commit } from '../core/commit.ts'
import type { Entry } from '../core/entry.ts'
import { checkLedger } from './check-ledger.ts'

const commits = (...shas: string[]) => shas.map((sha) => ({ sha }) as Commit)
const entry = (...shas: string[]) => ({ commits: shas, evidence: [] }) as Pick<Entry, 'commits' | 'evidence'>
const omission = (sha: string): Omission => ({ sha, subject: '', reason: 'merge', detail: '' })

test('a ledger in which every commit has one outcome is accepted', () => {
  expect(() => checkLedger(commits('a', 'b', 'c'), [entry('a', 'b')], [omission('c')])).not.toThrow()
  expect(() => checkLedger([], [], [])).not.toThrow()
})

test('entries in the words of the authors may share commits', () => {
  const evidence = [{ kind: 'own-entry' as const, detail: '' }]
  const parts = [['a', 'b'], ['b']].map((shas) => ({ commits: shas, evidence }))
  expect(() => checkLedger(commits('a', 'b', 'c'), parts, [omission('c')])).not.toThrow()
  expect(() => checkLedger(commits('a', 'b'), [...parts, entry('b')], [])).toThrow()
})

test.each([
  ['a commit without an outcome', [entry('a')], [], 'b has no outcome'],
  ['a commit in two entries', [entry('a'), entry('a', 'b')], [], 'a has two outcomes'],
  ['a commit twice in one entry', [entry('a', 'a', 'b')], [], 'a has two outcomes'],
  ['a commit in an entry and omitted', [entry('a', 'b')], [omission('b')], 'b has two outcomes'],
  ['a commit omitted twice', [entry('a')], [omission('b'), omission('b')], 'b has two outcomes'],
  ['two faults at once', [entry('a', 'a')], [], 'a has two outcomes; b has no outcome'],
  ['a commit of another range', [entry('a', 'b')], [omission('z')], 'z is not in the range'],
])('%s is an internal error', (_what, entries, omitted, cause) => {
  expect(() => checkLedger(commits('a', 'b'), entries, omitted)).toThrow(
    expect.objectContaining({
      ...{ code: 'internal', cause },
      message: expect.stringContaining('does not list every commit exactly once'),
    }),
  )
})
