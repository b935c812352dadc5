import { describe, expect, test } from 'vitest'
import type { OwnLine } from '../../core/own-words.ts'
import type { ChangeUnit } from '../group/group-into-units.ts'
import { findOwnLines } from './own-entry.ts'

const line = (text: string, numbers: number[] = []): OwnLine => ({
  text,
  numbers,
  heading: null,
  category: null,
  breaking: false,
  path: 'CHANGELOG.md',
})

function unitOf(paths: string[], pullRequest: number | null = 7): ChangeUnit {
  const commits = [{ commit: { sha: 'a', paths } }]
  return { commits, pullRequest, pullRequestDetails: null } as unknown as ChangeUnit
}

function textsOf(unit: ChangeUnit, added: OwnLine[], cited: OwnLine[] = []): string[] {
  const isOtherChange = (number: number) => number === 8
  const words = { bySha: new Map([['a', added]]), cited }
  return findOwnLines(unit, words, { isOtherChange, packages: null }).map(({ text }) => text)
}

test('the lines that a change added are its own, also if the host does not list its files', () => {
  expect(textsOf(unitOf(['src/a.ts', 'CHANGELOG.md']), [line('Tabs')])).toEqual(['Tabs'])
  expect(textsOf(unitOf([]), [line('Tabs')])).toEqual(['Tabs'])
})

test('a change that only edits the changelog describes others', () => {
  expect(textsOf(unitOf(['CHANGELOG.md']), [line('Tabs')])).toEqual([])
})

test('a line that cites another change of the range is not its own', () => {
  expect(textsOf(unitOf(['src/a.ts']), [line('Tabs', [8]), line('Export', [99])])).toEqual(['Export'])
})

test('without own lines, the lines that cite its pull request are used', () => {
  expect(textsOf(unitOf(['src/a.ts']), [], [line('Tabs', [7]), line('Export', [8])])).toEqual(['Tabs'])
})

test('the placeholder of a template is no line about the change', () => {
  expect(textsOf(unitOf(['src/a.ts']), [line('Your contribution here.'), line('Tabs')])).toEqual(['Tabs'])
  expect(textsOf(unitOf(['src/a.ts']), [line('TBD')])).toEqual([])
})

describe('the lines of changesets', () => {
  const declared = (text: string, name: string, bump: 'major' | 'patch'): OwnLine => ({
    ...line(text),
    breaking: bump === 'major',
    declares: [{ name, bump }],
  })
  const ofPackage = (name: string, lines: OwnLine[]) =>
    findOwnLines(
      unitOf(['src/a.ts']),
      { bySha: new Map([['a', lines]]), cited: [] },
      {
        isOtherChange: () => false,
        packages: [
          {
            name,
            folder: '',
            path: [],
            ignore: [],
            shared: [],
            all: ['@acme/core', '@acme/cli', 'docs', name],
          },
        ],
      },
    ).map(({ text, breaking }) => [text, breaking])

  test('are those of the package', () => {
    const lines = [
      declared('Drop Node 18', '@acme/core', 'major'),
      declared('Show tabs', '@acme/cli', 'patch'),
    ]
    expect(ofPackage('@acme/cli', lines)).toEqual([['Show tabs', false]])
    expect(ofPackage('core', lines)).toEqual([['Drop Node 18', true]])
    expect(ofPackage('docs', lines)).toEqual([])
    const unknown = declared('Show tabs', '@acme/web', 'patch')
    expect(ofPackage('docs', [unknown])).toEqual([['Show tabs', false]])
  })

  test('are breaking only for the packages with a new major version', () => {
    const both: OwnLine = {
      ...declared('Rename tabs', '@acme/core', 'major'),
      declares: [
        { name: '@acme/core', bump: 'major' },
        { name: '@acme/cli', bump: 'patch' },
      ],
    }
    expect(ofPackage('@acme/cli', [both])).toEqual([['Rename tabs', false]])
    expect(ofPackage('@acme/core', [both])).toEqual([['Rename tabs', true]])
  })
})
