import { expect, test } from 'vitest'
import type { Change } from '../core/change.ts'
import { rateImportance } from './rate-importance.ts'

function change(more: Partial<Change> = {}): Change {
  const base = {
    id: 'a',
    title: 'Tabs in the header',
    category: 'Added',
    breaking: false,
    advisories: [],
    notability: 0.7,
    commits: ['a'],
    messages: [{ subject: 'Tabs in the header', body: '' }],
    requestBodies: [],
    paths: ['src/tabs.ts'],
    ...more,
  }
  return base as unknown as Change
}

const rate = (more: Partial<Change> = {}) => {
  const rated = change(more)
  return rateImportance(rated, rated.paths)
}

test('a breaking change matters most, and a fix less than a feature', () => {
  const rated = [{ breaking: true }, {}, { category: 'Fixed' as const }].map((more) => rate(more))
  expect(rated).toEqual([...rated].sort((one, other) => other - one))
  expect(new Set(rated).size).toBe(3)
})

test.each([
  ['many files', { paths: Array.from({ length: 20 }, (_, index) => `src/${index}.ts`) }],
  ['a long description', { messages: [{ subject: 'Tabs', body: 'why '.repeat(200) }] }],
  ['documentation', { paths: ['src/tabs.ts', 'docs/tabs.md'] }],
  ['a text in the changelog', { ownText: 'Tabs' }],
  ['a vulnerability', { advisories: ['CVE-2026-1'] }],
])('a change with %s matters more', (_name, more) => {
  expect(rate(more)).toBeGreaterThan(rate())
})

test('the update of a dependency matters little, however large it is', () => {
  const paths = Array.from({ length: 40 }, (_, index) => `vendor/${index}.go`)
  expect(rate({ title: 'Bump lodash from 4.17.20 to 4.17.21', paths })).toBeLessThan(0.3)
})

test('it is never more than 1', () => {
  const paths = Array.from({ length: 60 }, (_, index) => `docs/${index}.md`).concat('src/a.ts')
  const more = {
    breaking: true,
    category: 'Security' as const,
    advisories: ['CVE-2026-1'],
    ownText: 'x',
    paths,
  }
  expect(rate(more)).toBeLessThanOrEqual(1)
})
