import { expect, test } from 'vitest'
import { type LastReleases, rangePresets } from './range-presets.ts'

const titles = (releases: LastReleases) => rangePresets(releases).map(({ title }) => title)

test('a repository without releases gets the last 50 commits', () => {
  expect(rangePresets({ last: null, before: null })).toEqual([
    { title: 'Last 50 commits', range: { fromRef: 'HEAD~50', toRef: 'HEAD' } },
  ])
})

test('the changes since the last release come first, then those of the last release', () => {
  expect(titles({ last: 'v1.10.0', before: 'v1.9.0' })).toEqual([
    'Since v1.10.0',
    'v1.9.0 to v1.10.0',
    'Last 50 commits',
  ])
  expect(titles({ last: 'v1.0.0', before: null })).toEqual(['Since v1.0.0', 'Last 50 commits'])
})
