import { expect, test } from 'vitest'
import { readReleaseConfig } from './read-release-config.ts'

test('categories, labels and exclusions are read', async () => {
  const text = `changelog:
  exclude:
    labels: [ignore-for-release]
    authors: [octocat]
  categories:
    - title: Breaking Changes 🛠
      labels: [Semver-Major, breaking-change]
    - title: Other Changes
      labels: ["*"]
      exclude:
        labels: [dependencies]
`
  expect(await readReleaseConfig(text)).toEqual({
    config: {
      exclude: { labels: ['ignore-for-release'], authors: ['octocat'] },
      categories: [
        {
          title: 'Breaking Changes 🛠',
          labels: ['Semver-Major', 'breaking-change'],
          exclude: { labels: [], authors: [] },
        },
        { title: 'Other Changes', labels: ['*'], exclude: { labels: ['dependencies'], authors: [] } },
      ],
    },
    warnings: [],
  })
})

test('no file is no layout', async () => {
  expect(await readReleaseConfig(null)).toEqual({ config: null, warnings: [] })
})

test.each([
  ['no YAML', 'changelog: [}'],
  ['something else', 'on: push'],
  ['aliases that grow', 'a: &a [x]\nchangelog:\n  categories: *a'],
  ['too long', `changelog:\n  categories: []\n#${'x'.repeat(70_000)}`],
])('a file that is %s changes nothing and is warned about', async (_what, text) => {
  const { config, warnings } = await readReleaseConfig(text)
  expect([config, warnings.map(({ code }) => code)]).toEqual([null, ['release-config-unreadable']])
})
