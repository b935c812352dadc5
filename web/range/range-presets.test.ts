import { expect, test } from 'vitest'
import type { RefName } from '../../src/core/listing.ts'
import { rangePresets } from './range-presets.ts'

const tag = (name: string, date: string | null = null): RefName => ({ name, kind: 'tag', sha: 'a', date })
const titles = (refs: RefName[]) => rangePresets(refs).map(({ title }) => title)

test('a repository without releases gets the last 50 commits', () => {
  expect(rangePresets([{ name: 'main', kind: 'branch', sha: 'a', date: null }])).toEqual([
    { title: 'Last 50 commits', range: { fromRef: 'HEAD~50', toRef: 'HEAD' } },
  ])
})

test('the newest release comes first, by date if the host knows it', () => {
  expect(titles([tag('v1.10.0', '2026-02-01'), tag('v2.0.0', '2026-01-01')])).toEqual([
    'Since v1.10.0',
    'v2.0.0 to v1.10.0',
    'Last 50 commits',
  ])
})

test('versions without dates are compared as numbers', () => {
  expect(titles([tag('v1.9.0'), tag('v1.10.0')])[0]).toBe('Since v1.10.0')
})

test('pre-releases and moving tags are not offered', () => {
  expect(titles([tag('v2'), tag('v2.0.0-rc.1'), tag('v1.0.0')])).toEqual(['Since v1.0.0', 'Last 50 commits'])
})
