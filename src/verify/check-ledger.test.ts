import { expect, test } from 'vitest'
import type { Omission } from '../core/change.ts'
import type { Commit } from '../core/commit.ts'
import type { Entry } from '../core/entry.ts'
import { checkLedger } from './check-ledger.ts'

const commits = (...shas: string[]) => shas.map((sha) => ({ sha }) as Commit)
const told = (...shas: string[]) => ({ commits: shas }) as Entry
const left = (sha: string): Omission => ({ sha, subject: '', reason: 'merge', detail: '' })

test('a ledger in which every commit has one fate is accepted', () => {
  expect(() => checkLedger(commits('a', 'b', 'c'), [told('a', 'b')], [left('c')])).not.toThrow()
  expect(() => checkLedger([], [], [])).not.toThrow()
})

test.each([
  ['a commit without a fate', [told('a')], [], 'b has no fate'],
  ['a commit told twice', [told('a'), told('a', 'b')], [], 'a has two fates'],
  ['a commit told twice in one entry', [told('a', 'a', 'b')], [], 'a has two fates'],
  ['a commit both told and left out', [told('a', 'b')], [left('b')], 'b has two fates'],
  ['a commit left out twice', [told('a')], [left('b'), left('b')], 'b has two fates'],
  ['two faults at once', [told('a', 'a')], [], 'a has two fates; b has no fate'],
  ['a commit of another range', [told('a', 'b')], [left('z')], 'z is not in the range'],
])('%s stops the notes', (_what, entries, omitted, cause) => {
  expect(() => checkLedger(commits('a', 'b'), entries, omitted)).toThrow(
    expect.objectContaining({ code: 'internal', cause }),
  )
})
