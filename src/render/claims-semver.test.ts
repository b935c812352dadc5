import { expect, test } from 'vitest'
import { claimsSemver } from './claims-semver.ts'

const usual = `# Changelog

All notable changes to this project will be documented in this file.

The format is based on [Keep a Changelog](https://keepachangelog.com/en/1.1.0/),
and this project adheres to [Semantic Versioning](https://semver.org/spec/v2.0.0.html).

## [Unreleased]
`

test.each([
  ['links it', usual],
  ['names it alone', '# Changes\n\nWe follow SemVer.\n\n## 1.0.0\n'],
  ['names it over two lines', '# Changes\n\nThis project uses semantic\nversioning.\n\n## 1.0.0\n'],
  ['names it in a list', '# Changes\n\n- Versions are those of https://semver.org\n\n## 1.0.0\n'],
  ['names it below a comment', `<!-- markdownlint-disable -->\n${usual}`],
  ['names it in another markup', 'Changes\n=======\n\nSemantic versioning is used.\n\n1.0.0\n-----\n\n* x\n'],
  ['names it, and denies something else', '# Changes\n\nWe follow SemVer. Dates are not in UTC.\n\n## 1.0\n'],
])('a changelog that %s claims it', (_how, text) => {
  expect(claimsSemver(text)).toBe(true)
})

test.each([
  ['is empty', ''],
  ['says nothing of it', '# Changelog\n\nAll notable changes.\n\n## [1.0.0]\n'],
  ['names it in an entry', '# Changelog\n\n## [1.0.0]\n\n- Follow Semantic Versioning\n'],
  ['names it in an entry below a version as title', '# 2.0.0\n\n* semver ranges\n\n# 1.0.0\n'],
  ['names it in an entry below a version under a line', '2.0.0 / 2026-01-01\n====\n\n  * semver ranges\n'],
  ['names it in a section of no version', '# Changelog\n\n### Added\n\n- semver ranges\n'],
  [
    'denies it',
    '# Changelog\n\nThis project does not adhere to\n[Semantic Versioning](https://semver.org).\n',
  ],
  ['gave it up', '# Changelog\n\nWe no longer use SemVer.\n\n## 1.0.0\n'],
  ['names it far below', `# Changelog\n${'x\n'.repeat(100)}semver\n`],
])('a changelog that %s does not claim it', (_how, text) => {
  expect(claimsSemver(text)).toBe(false)
})
