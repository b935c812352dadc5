import { expect, test } from 'vitest'
import { changeTense, detectTense } from './tense.ts'

test.each([
  ['Add retries', 'plain'],
  ['added retries', 'past'],
  ['Fixes retries', 'present'],
  ['Made retries faster', 'past'],
  ['Simplified retries', 'past'],
  ['Switches to retries', 'present'],
  ['Stopped the retries', 'past'],
  ['Retries wait longer', null],
  ['Support for retries', null],
  ['Update: retries', null],
  ['Fixed width columns', null],
  ['Add', null],
  ['', null],
])('%j has the tense %j', (text, tense) => {
  expect(detectTense(text)).toBe(tense)
})

test.each([
  ['Drop retries', 'Dropped retries', 'Drops retries'],
  ['remove retries', 'removed retries', 'removes retries'],
  ['Fix retries', 'Fixed retries', 'Fixes retries'],
  ['Rewrite retries', 'Rewrote retries', 'Rewrites retries'],
  ['Unify retries', 'Unified retries', 'Unifies retries'],
])('%j, %j and %j are converted into each other', (plain, past, present) => {
  for (const text of [plain, past, present]) {
    expect(changeTense(text, 'plain')).toBe(plain)
    expect(changeTense(text, 'past')).toBe(past)
    expect(changeTense(text, 'present')).toBe(present)
  }
})

test.each(['Support for retries', 'Fixed width columns', '`add` retries', 'Änderungen'])(
  '%j is not changed',
  (text) => {
    expect(changeTense(text, 'past')).toBe(text)
  },
)
