import { expect, test } from 'vitest'
import { describeVoice, pastEntries } from './voice.ts'

const changelog = `# Changelog

## [1.2.0] - 2026-01-02

### Added

- Tabs can be moved with the keyboard ([#12](https://example.org/12))
* **Breaking:** the \`--old\` flag is gone, by @ada in https://example.org/pull/9
- Short
  - A nested line that is not an entry of its own, really
- ${'Long '.repeat(60)}
`

test('the newest entries of a changelog show its voice, without links, references and names', () => {
  expect(pastEntries(changelog).slice(0, 2)).toEqual([
    'Tabs can be moved with the keyboard',
    'Breaking: the `--old` flag is gone',
  ])
})

test('they are few and short', () => {
  const many = pastEntries(
    Array.from({ length: 100 }, (_, n) => `- Entry number ${n} is a sentence`).join('\n'),
  )
  expect(many).toHaveLength(8)
  for (const entry of pastEntries(changelog)) expect(entry.length).toBeLessThanOrEqual(160)
})

test('a project without a changelog has no voice yet', () => {
  expect(pastEntries(null)).toEqual([])
  expect(pastEntries('Nothing here.')).toEqual([])
})

test('what the entries of a changelog have in common is told', () => {
  const entries = [
    'Fix the first crash.',
    'Fix the second crash.',
    'Add a button for it.',
    'Add a switch.',
    'Drop it all.',
  ]
  const voice = describeVoice(entries.map((entry) => `- ${entry} ([#7](https://example.org/7))`).join('\n'))
  expect(voice).toMatchObject({ read: 3, stops: 3, length: null, openings: ['Fix'] })
  const longer = describeVoice(
    entries.map((entry) => `- ${entry.replace('.', ' for everybody.')}`).join('\n'),
  )
  expect(longer).toMatchObject({ read: 5, stops: 5, length: 34, openings: ['Fix', 'Add'] })
  expect(describeVoice(null)).toEqual({ entries: [], length: null, stops: 0, read: 0, openings: [] })
})
