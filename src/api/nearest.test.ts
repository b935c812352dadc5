import { expect, test } from 'vitest'
import { nearest } from './nearest.ts'

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
  expect(nearest(name, known)).toBe(meant)
})
