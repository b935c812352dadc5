import { expect, test } from 'vitest'
import { releaseCandidates } from './release-candidates.ts'

const namesBefore = (version: string | null, names: string[], repoFullName = 'acme/tool') =>
  releaseCandidates(
    names.map((name) => ({ name, sha: name })),
    { version, repoFullName },
  ).map(({ name }) => name)

test('lower versions are candidates, the version itself in any spelling is not', () => {
  expect(namesBefore('1.2.0', ['v1.0.0', 'v1.1.0', 'v1.2.0', '1.2', 'v2.0.0'])).toEqual(['v1.0.0', 'v1.1.0'])
})

test('every version is a candidate before changes that are not released yet', () => {
  expect(namesBefore(null, ['v1.0.0', 'v2.0.0'])).toEqual(['v1.0.0', 'v2.0.0'])
})

test('pre-releases are candidates only before a pre-release of the same version', () => {
  const names = ['v1.0.0', 'v1.1.0-rc.1', 'v1.2.0-rc.1', 'v1.2.0-rc.2']
  expect(namesBefore('1.2.0', names)).toEqual(['v1.0.0'])
  expect(namesBefore(null, names)).toEqual(['v1.0.0'])
  expect(namesBefore('1.2.0-rc.2', names)).toEqual(['v1.0.0', 'v1.2.0-rc.1'])
})

test('padded numbers, moving tags and names without a version are no candidates', () => {
  expect(namesBefore(null, ['016.5', 'v01.2', 'v2', 'latest', 'nightly', 'v1.0.0', '2026.01.02'])).toEqual([
    'v1.0.0',
    '2026.01.02',
  ])
})

test('tags of other packages are no candidates', () => {
  const names = ['v5.0.0', 'v5.1.0', 'plugin-legacy@5.2.0', 'plugin-legacy@5.3.0', 'create-tool@1.0.0']
  expect(namesBefore('5.2.0', names)).toEqual(['v5.0.0', 'v5.1.0'])
  expect(namesBefore('plugin-legacy@5.3.0', names)).toEqual(['plugin-legacy@5.2.0'])
  expect(namesBefore(null, names)).toEqual(['v5.0.0', 'v5.1.0'])
  expect(namesBefore('other@1.0.0', names)).toEqual([])
})

test('the package with the name of the repository is the main package', () => {
  const names = ['v0.1.0', 'tool@1.0.0', 'tool-extras@3.0.0']
  expect(namesBefore(null, names)).toEqual(['v0.1.0', 'tool@1.0.0'])
  expect(namesBefore('2.0.0', names)).toEqual(['v0.1.0', 'tool@1.0.0'])
})

test('if every tag names another package, all are candidates', () => {
  const names = ['tool@1.0.0', 'tool-extras@3.0.0']
  expect(namesBefore(null, names, 'acme/another')).toEqual(names)
})

test('a new scheme of versions follows the old one', () => {
  expect(namesBefore('1.0.0', ['2025.11', '2025.12', '1.0.0'])).toEqual(['2025.11', '2025.12'])
})
