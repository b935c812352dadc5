import { expect, test } from 'vitest'
import { findAction } from './find-action.ts'

test.each([
  ['Add retries', 'add'],
  ['Adds retries', 'add'],
  ['Added retries', 'add'],
  ['Adding retries', 'add'],
  ['introduces retries', 'add'],
  ['New command', 'add'],
  ['Drop Node 18', 'remove'],
  ['Dropped Node 18', 'remove'],
  ['Removing the flag', 'remove'],
  ['Get rid of the flag', 'remove'],
  ['Deprecates the flag', 'deprecate'],
  ['Fixes a crash', 'fix'],
  ["Don't crash", 'fix'],
  ['Do not crash', 'fix'],
  ['No longer crashes', 'fix'],
  ['Stopped leaking', 'fix'],
  ['Updated the parser', 'change'],
  ['Make it faster', 'change'],
  ['Made it faster', 'change'],
  ['Setting the default', 'change'],
  ['Reverting the default', 'revert'],
  ['key rotation: fix the order', 'fix'],
])('%j does "%s"', (description, action) => {
  expect(findAction(description)?.action).toBe(action)
})

test.each(['Retries for all clients', 'Additional retries', 'constructor of Map', '', '   '])(
  '%j begins with no verb we know',
  (description) => {
    expect(findAction(description)).toBeNull()
  },
)
