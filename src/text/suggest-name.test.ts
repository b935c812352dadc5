import { expect, test } from 'vitest'
import { suggestName } from './suggest-name.ts'

const known = ['repoFullName', 'fromRef', 'toRef', 'format', 'writer', 'to', 'paths']

test.each([
  ['fromref', 'fromRef'],
  ['from_ref', 'fromRef'],
  ['form', 'format'],
  ['fromat', 'format'],
  ['write', 'writer'],
  ['path', 'paths'],
  ['repoFull', 'repoFullName'],
  ['color', null],
  ['x', null],
  ['', null],
  ['f'.repeat(41), null],
])('%j most likely meant %j', (name, meant) => {
  expect(suggestName(name, known)).toBe(meant)
})
