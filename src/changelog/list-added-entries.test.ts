import { expect, test } from 'vitest'
import { listAddedEntries } from './list-added-entries.ts'

function added(before: string, after: string, path = 'CHANGELOG.md') {
  return listAddedEntries(Buffer.from(before), Buffer.from(after), path, String).map(
    ({ release, heading, category, text, numbers }) => ({
      release: release?.numbers.join('.') ?? 'unreleased',
      heading,
      category,
      text,
      numbers,
    }),
  )
}

const file = `# Changelog

## [Unreleased]

### Added

- Tabs ([#3](https://example.org/pull/3))

## [1.0.0] - 2026-01-01

### Fixed

- Old crash
`

test('a new entry has the text, the heading and the numbers that its authors wrote', () => {
  const after = file.replace(
    '- Tabs',
    '- Export as `CSV`, also from the\n  command line. ([#4](https://example.org/pull/4), [@ada](https://example.org/ada))\n  - details\n- Tabs',
  )
  expect(added(file, after)).toEqual([
    {
      release: 'unreleased',
      heading: 'Added',
      category: 'Added',
      text: 'Export as `CSV`, also from the command line.',
      numbers: [4],
    },
  ])
})

test('an entry in the section of a release belongs to that release', () => {
  const after = file.replace('- Old crash', '- Old crash\n- Another crash, fixed later')
  expect(added(file, after)).toMatchObject([{ release: '1.0.0', text: 'Another crash, fixed later' }])
})

test('a renamed heading and moved entries are no new entries', () => {
  expect(added(file, file.replace('[Unreleased]', '[1.1.0] - 2026-02-01'))).toEqual([])
  expect(added(file, `${file.replace('### Added\n\n', '')}`)).toEqual([])
})

test('a changelog without a heading for what is unreleased begins with it', () => {
  const entry = '*   Add `all_queries`.\n\n    It is longer to explain.\n\n    *Ada Lovelace*\n\n'
  expect(added('', `${entry}Please check [7-0-stable](x) for earlier changes.\n`)).toMatchObject([
    { release: 'unreleased', text: 'Add `all_queries`.' },
  ])
})

test('an entry far below the heading of its section is found', () => {
  const many = Array.from({ length: 900 }, (_, index) => `- Entry ${index} of many`).join('\n')
  const long = `# Changelog\n\n## 2.0.0\n\n${many}\n\n## 1.0.0\n\n- First\n`
  expect(added(long, long.replace('- Entry 850', '- The new one\n- Entry 850'))).toMatchObject([
    { release: '2.0.0', text: 'The new one' },
  ])
})

test('labels of lines and reStructuredText are read', () => {
  expect(added('## Unreleased\n', '## Unreleased\n\n- [BUGFIX] API: Close the file. #12\n')).toMatchObject([
    { heading: 'BUGFIX', category: 'Fixed', text: 'API: Close the file.', numbers: [12] },
  ])
  const rst = 'Changes\n=======\n\nUnreleased\n----------\n\n-   Old.\n'
  expect(added(rst, `${rst}-   \`\`Tool.run\`\` takes a name. :pr:\`12\`\n`, 'CHANGES.rst')).toMatchObject([
    { numbers: [12] },
  ])
})
