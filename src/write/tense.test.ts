import { expect, test } from 'vitest'
import { changeTense, detectTense, findFixedTense } from './tense.ts'

test.each([
  ['Add retries', 'plain'],
  ['added retries', 'past'],
  ['Fixes retries', 'present'],
  ['Made retries faster', 'past'],
  ['Simplified retries', 'past'],
  ['Switches to retries', 'present'],
  ['Stopped the retries', 'past'],
  ['Retries wait longer', null],
  ['Correctly handle retries', 'plain'],
  ['Bleat a warning', 'plain'],
  ['Build script fails on Windows', null],
  ['Stored XSS in titles', null],
  ['Nested lists use the wrong colour', null],
  ['Deprecated commands are hidden', null],
  ['Updates to the parser', null],
  ['Upgraded to ESLint 9', 'past'],
  ['Set the limit', null],
  ['Removing a draft leaves the list alone', null],
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

test.each([
  [
    'Introduce new variables and make sure they are read',
    'Introduced new variables and made sure they are read',
  ],
  ['Add x, fix y, and remove z', 'Added x, fixed y, and removed z'],
  ['Trim and ignore empty comments', 'Trimmed and ignored empty comments'],
  ['Add x; move y to z', 'Added x; moved y to z'],
  ['Allow users to add and remove tags', 'Allowed users to add and remove tags'],
  ['Fix a crash when users open and close tabs', 'Fixed a crash when users open and close tabs'],
  ['Add create and update endpoints', 'Added create and update endpoints'],
  ['Write `x and add y` to the log', 'Wrote `x and add y` to the log'],
  ['Adding a menu', 'Added a menu'],
  ['Defer the update', 'Deferred the update'],
  ['Re-add the menu', 'Re-added the menu'],
  ['Free the buffer', 'Freed the buffer'],
  ['Always apply the limit', 'Always applied the limit'],
  ["Don't send empty headers", 'Stopped sending empty headers'],
  ["Don't silently have two limits", 'Stopped silently having two limits'],
  ['Do not apply limits', 'Stopped applying limits'],
  ['do not crash on exit', 'stopped crashing on exit'],
  ['Prefilter long lines', 'Prefiltered long lines'],
  ['Erase "p" on exit', 'Erased "p" on exit'],
  ['Unfreeze the list', 'Unfroze the list'],
])('%j in the past is %j', (text, past) => {
  expect(changeTense(text, 'past')).toBe(past)
})

test.each(['Support for retries', 'Fixed width columns', '`add` retries', 'Änderungen'])(
  '%j is not changed',
  (text) => {
    expect(changeTense(text, 'past')).toBe(text)
  },
)

test.each([
  ['Yeet "retries"', 'plain'],
  ['Yeeted `retries`', 'past'],
  ["Don't even retry", 'plain'],
  ['Do not read or write x', 'plain'],
  ["Don't retry", null],
  ['Add `retries`', null],
  ['Option `retries`', null],
  ['Directory "retries"', null],
  ['Yeet is a verb', null],
  ['Retries "x" is slow', null],
  ['When the queue is full', null],
  ['', null],
])('the first verb of %j cannot be converted: %j', (text, tense) => {
  expect(findFixedTense(text)).toBe(tense)
})
