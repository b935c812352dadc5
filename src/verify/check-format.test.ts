import { expect, test } from 'vitest'
import { checkFormat } from './check-format.ts'

test.each([
  ['keepachangelog', '- x', 'There is no version.'],
  ['github_release', '- x', 'The first line is "## What\'s Changed".'],
  ['gitlab_release', '- x', 'The first line is "## What\'s Changed".'],
  ['simple', '- x', 'Entry 1: an entry ends with its reference.'],
] as const)('a text in %s is read by the rules of that format', (format, text, detail) => {
  expect(checkFormat(text, { format, part: 'document' })).toContainEqual({ code: 'format-fault', detail })
})
