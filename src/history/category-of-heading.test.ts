import { expect, test } from 'vitest'
import { categoryOfHeading } from './category-of-heading.ts'

test.each([
  ['Added', 'Added'],
  ['✨ New Features', 'Added'],
  ['Bug Fixes', 'Fixed'],
  ['Security fixes', 'Security'],
  ['Deprecations', 'Deprecated'],
  ['Removed features', 'Removed'],
  ['Performance Improvements', 'Changed'],
  ['Breaking Changes', null],
  ['Documentation updates', null],
  ['Dependency updates', null],
  ['Internal changes', null],
  ['Thanks', null],
])('the heading %j stands for %s', (heading, category) => {
  expect(categoryOfHeading(heading)).toBe(category)
})
