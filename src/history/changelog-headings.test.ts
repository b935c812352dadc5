import { expect, test } from 'vitest'
import { categoryOfHeading, classOfHeading, listHeadings } from './changelog-headings.ts'

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

test.each([
  ['Bug Fixes', 'Fixed'],
  ['feat', 'Added'],
  ['Dependencies', 'Other'],
  ['📚 Documentation', 'Other'],
  ['Miscellaneous', 'Other'],
  ['Code refactoring', 'Other'],
  ['Minor Changes', null],
  ['Patch Changes', null],
  ['Breaking Changes', null],
  ['BC Break', null],
  ['New Contributors', null],
  ['Credits', null],
  ['Core', null],
])('the heading %j is of the class %s', (heading, expected) => {
  expect(classOfHeading(heading)).toBe(expected)
})

test('the headings of a changelog are counted, and each has the type that it stands for', () => {
  const file = `# Changes

## 1.1.0

### 🐛 Bug fixes

- One (#1)
- Two (#2)

### Internal

- Three (#3)

## 1.0.0

### 🐛 Bug fixes

- Four (#4)

### Enhancements

- Five (#5)
- Six (#6)
`
  expect(listHeadings(file)).toEqual([
    { heading: '🐛 Bug fixes', category: 'Fixed', entries: 3 },
    { heading: 'Enhancements', category: 'Changed', entries: 2 },
    { heading: 'Internal', category: null, entries: 1 },
  ])
})

test('a changelog without headings below its versions has none', () => {
  expect(listHeadings('## 1.0.0\n\n- One (#1)\n')).toEqual([])
})
