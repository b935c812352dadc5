import { expect, test } from 'vitest'
import { releaseText } from '../../ci/release-text.ts'

const changelog = `# Changelog

## [Unreleased]

## [0.2.0] - 2026-12-01

### Added

- Search
- Lists

<!-- Covered by the entries above:
1234567 -->

## [0.1.0] - 2026-11-15

### Added

- The beginning

[0.2.0]: https://example.org/compare/v0.1.0...v0.2.0
`

test('the text of a release is the section of its version, without comments and addresses', () => {
  expect(releaseText(changelog, '0.2.0')).toBe('# Notewright 0.2.0\n\n## Added\n\n- Search\n- Lists\n')
  expect(releaseText(changelog, '0.1.0')).toBe('# Notewright 0.1.0\n\n## Added\n\n- The beginning\n')
})

test('a version that is not in the changelog has no text', () => {
  expect(() => releaseText(changelog, '0.3.0')).toThrow('no section [0.3.0]')
})
