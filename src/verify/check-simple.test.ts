import { expect, test } from 'vitest'
import { checkSimple } from './check-simple.ts'

test.each([
  '- **Breaking:** Drop v1 (#1)\n- Add x (!2, !3)\n- Fix y (0123456)\n',
  'No changes.\n',
  'No notable changes.\n',
])('a clean list has no fault: %j', (text) => {
  expect(checkSimple(text.split('\n'))).toEqual([])
})

test.each([
  ['# Changes\n- Add x (#1)', 'Entry 1: a simple list has no headings.'],
  ['* Add x (#1)', 'Entry 1: every line begins with a dash.'],
  ['- Add x', 'Entry 1: an entry ends with its reference.'],
  ['- Add x (#1)\n- **Breaking:** Drop v1 (#2)', 'Entry 2: what breaks comes first.'],
])('the list %j is faulty', (text, fault) => {
  expect(checkSimple(text.split('\n'))).toEqual([fault])
})
