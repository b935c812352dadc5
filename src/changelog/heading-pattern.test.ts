import { expect, test } from 'vitest'
import { findHeadingPattern, findLinkedHeading } from './heading-pattern.ts'

const changelog = (...titles: string[]) =>
  `# Changelog\n\n${titles.map((title) => `## ${title}\n\n- Add search\n`).join('\n')}`

test.each([
  [['3.1.0 / 2026-01-31', '3.0.0 / 2025-12-01'], '{version}{ / date}'],
  [['v3.1.0 (2026-01-31)', 'v3.0.0 (2025-12-01)'], 'v{version}{ (date)}'],
  [['[v3.1.0] - 2026-01-31', '[v3.0.0] - 2025-12-01'], '[v{version}]{ - date}'],
  [['3.1.0', '3.0.0'], '{version}'],
  [['Version 3.1.0', 'Version 3.0.0'], 'Version {version}'],
  [['[3.1.0] - 2026-01-31', '[3.0.0] - 2025-12-01'], null],
  [['3.1.0 / 2026-01-31', '3.0.0 (2025-12-01)'], null],
  [['3.1.0 (January 31, 2026)', '3.0.0 (December 1, 2025)'], null],
  [['[3.1.0](https://a.example/3.1.0) (2026-01-31)'], null],
  [['core@3.1.0', 'cli@3.0.0'], null],
  [[], null],
])('%j', (titles, expected) => {
  expect(findHeadingPattern(changelog(...titles), 'CHANGELOG.md')).toBe(expected)
})

const compare = 'https://a.example/compare/v3.0.0...v3.1.0'

test.each([
  [
    [`[3.1.0](${compare}) (2026-01-31)`, `[3.0.0](${compare}) (2025-12-01)`],
    '[{version}]{(compare)}{ (date)}',
  ],
  [[`[v3.1.0](${compare}) - 2026-01-31`], '[v{version}]{(compare)}{ - date}'],
  [[`[3.1.0](${compare})`], '[{version}]{(compare)}'],
  [[`[3.1.0](${compare}) (2026-01-31)`, '3.0.0 (2025-12-01)'], null],
  [[`[3.1.0](${compare}) "Ada"`], null],
  [['[3.1.0](https://a.example/3.1.0) (2026-01-31)'], null],
  [[], null],
])('linked: %j', (titles, expected) => {
  expect(findLinkedHeading(changelog(...titles), 'CHANGELOG.md')).toBe(expected)
})
