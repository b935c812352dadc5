import { expect, test } from 'vitest'
import { describeVoice, learnVoice, pastEntries } from './voice.ts'

const changelog = `# Changelog

## [1.2.0] - 2026-01-02

### Added

- Tabs can be moved with the keyboard ([#12](https://example.org/12))
* **Breaking:** the \`--old\` flag is gone, by @ada in https://example.org/pull/9
- Short
  - A nested line that is not an entry of its own, really
- ${'Long '.repeat(60)}
`

test('the newest entries are returned without links, references and names', () => {
  expect(pastEntries(changelog, '1.2.0').slice(0, 2)).toEqual([
    'Tabs can be moved with the keyboard',
    'Breaking: the `--old` flag is gone',
  ])
})

test('the examples are few and short', () => {
  const many = pastEntries(
    Array.from({ length: 100 }, (_, n) => `- Entry number ${n} is a sentence`).join('\n'),
    null,
  )
  expect(many).toHaveLength(8)
  for (const entry of pastEntries(changelog, null)) expect(entry.length).toBeLessThanOrEqual(160)
})

test('only sections that are older than the range are examples', () => {
  const sections = (...versions: string[]) =>
    versions.map((version) => `## ${version}\n\n- The wording of release ${version} here\n`).join('\n')
  const kept = (text: string, fromRef: string | null) =>
    pastEntries(text, fromRef).map((entry) => /\d\S*/.exec(entry)?.[0])
  expect(kept(sections('1.3.0', '1.2.0', '1.1.0'), 'v1.2.0')).toEqual(['1.2.0', '1.1.0'])
  expect(kept(sections('1.20.0', '1.2.0'), '1.2.0')).toEqual(['1.2.0'])
  expect(kept(sections('1.3.0', '1.2.0', '1.1.0'), 'HEAD~50')).toEqual(['1.2.0', '1.1.0'])
  expect(kept(sections('1.3.0'), 'v1.2.0')).toEqual([])
})

test('an example is a whole entry without empty brackets', () => {
  const text = `## 1.0.0\n\n- Tabs can be moved around ([#3](https://example.org/3) by [casey](https://example.org/casey))\n- ${'Long '.repeat(60)}\n`
  expect(pastEntries(text, '1.0.0')).toEqual(['Tabs can be moved around'])
})

test('without a changelog there are no examples', () => {
  expect(pastEntries(null, null)).toEqual([])
  expect(pastEntries('Nothing here.', null)).toEqual([])
})

test('the voice has the length, full stops and first words of the entries', () => {
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
    entries.map((entry) => `- ${entry.replace('.', ' for all users.')}`).join('\n'),
  )
  expect(longer).toMatchObject({ read: 5, stops: 5, length: 34, openings: ['Fix', 'Add'] })
  expect(describeVoice(null)).toEqual({ entries: [], length: null, stops: 0, read: 0, openings: [] })
})

function changelogOf(count: number, entry: (at: number) => string): string {
  return `# Changelog\n\n## 1.0.0\n\n${Array.from({ length: count }, (_, at) => `- ${entry(at)}`).join('\n')}\n`
}

test.each([
  ['Added retries to part', false, { tense: 'past', fullStop: false }],
  ['Add retries to part', true, { tense: 'plain', fullStop: true }],
  ['Adds retries to part', true, { tense: 'present', fullStop: true }],
] as const)('entries such as %j, with a full stop: %j', (entry, stop, voice) => {
  const text = changelogOf(
    20,
    (at) => `${entry} ${at}${stop ? '.' : ''} ([#${at}](https://example.org/${at}))`,
  )
  expect(learnVoice(text)).toMatchObject(voice)
})

test('mixed tenses give no tense', () => {
  expect(
    learnVoice(changelogOf(20, (at) => `${at % 2 ? 'Add' : 'Added'} retries to part ${at}`)).tense,
  ).toBeNull()
})

test('too few entries give no voice', () => {
  expect(learnVoice(changelogOf(5, (at) => `Added retries to part ${at}`))).toEqual({
    tense: null,
    fullStop: null,
    scope: null,
    capitalAfterScope: null,
  })
  expect(learnVoice('')).toEqual({ tense: null, fullStop: null, scope: null, capitalAfterScope: null })
})

test.each([
  ['css: fix the order of part', 'prefix', false],
  ['CSS: Fix the order of part', 'prefix', true],
  ['[BUGFIX] TSDB: Fix the order of part', 'prefix', true],
  ['**css:** fix the order of part', 'bold', false],
  ['**css**: fix the order of part', 'bold', false],
  ['[css] Fix the order of part', 'brackets', true],
  ['`[jest-worker]` Fix the order of part', 'brackets', true],
  ['(plugin-node) Fix the order of part', 'parentheses', true],
  ['Fix the order of part', 'none', null],
  ['[BUGFIX] Fix the order of part', 'none', null],
  ['fix: the order of part', 'none', null],
] as const)('entries such as %j print the scope as %j', (entry, scope, capitalAfterScope) => {
  const text = changelogOf(40, (at) => `${entry} ${at} ([#${at}](https://example.org/${at}))`)
  expect(learnVoice(text)).toMatchObject({ scope, capitalAfterScope })
})

test('a scope in brackets at the end is a suffix', () => {
  const text = changelogOf(40, (at) => `Fix the order of part ${at} (postgres) (#${at})`)
  expect(learnVoice(text).scope).toBe('suffix')
})

test('the tense is that of the verb after the scope', () => {
  expect(learnVoice(changelogOf(20, (at) => `**css:** Added the part ${at}`)).tense).toBe('past')
})

test('past entries are whole and undamaged, and older than the range', () => {
  const changelog = `# Changelog

## 1.2.0

- An entry of the range itself

## 1.0.0

- Make \`[env]\` variables visible to shell() and to [env] in recipes
  that span several lines ([#12](https://example.com/12))
- Update @acme/core and \`@acme/cli\` ([#13](https://example.com/13)), thanks to @ada
- [\`7113c01\`](https://example.com/7113c01) Thanks [@ada](https://example.com/ada)! - Rename the \`tag\` command
`
  expect(pastEntries(changelog, 'v1.1.0')).toEqual([
    'Make `[env]` variables visible to shell() and to [env] in recipes that span several lines',
    'Update @acme/core and `@acme/cli`',
    'Rename the `tag` command',
  ])
  expect(pastEntries(changelog, 'v0.9.0')).toEqual([])
})

test('an author at the end of an entry is no part of its voice', () => {
  const text =
    '## 1.0.0\n\n- Lists can be moved around by @ada in [#1](https://example.com/1)\n- Pages can be moved around by [@grace](https://example.com/g)\n'
  expect(pastEntries(text, '1.0.0')).toEqual(['Lists can be moved around', 'Pages can be moved around'])
})
