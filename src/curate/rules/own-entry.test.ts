import { expect, test } from 'vitest'
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
  const isOther = (number: number) => number === 8
  return findOwnLines(unit, { bySha: new Map([['a', added]]), cited }, isOther).map(({ text }) => text)
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
