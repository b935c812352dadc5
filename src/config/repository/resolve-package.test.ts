import { describe, expect, test } from 'vitest'
import type { RepositoryConfig } from '../../core/repository-config.ts'
import { findPackageOfFolder, resolvePackage } from './resolve-package.ts'

const config: RepositoryConfig = {
  learn: false,
  tags: { pattern: ['v{version}'], ignore: ['*-nightly*'] },
  changelog: { file: 'CHANGES.md', heading: '{version}' },
  rules: [{ when: { type: ['feat'] }, exclude: true }],
  versioning: { zero: 'shift', initial: '1.0.0' },
  shared: ['tsconfig.json'],
  packages: [
    { name: 'core', path: ['packages/core'] },
    {
      name: '@acme/cli',
      path: ['packages/cli/', 'tools/*'],
      tags: { pattern: ['{name}-v{version}', 'cli/{version}'] },
      changelog: { file: 'docs/cli.md' },
      rules: [{ when: { type: ['fix'] }, include: true }],
      versioning: { initial: '0.5.0' },
      shared: ['schemas'],
      ignore: ['packages/cli/bench'],
    },
    { name: 'plugin', path: ['packages/core/plugin'], tags: { pattern: ['core@{version}'] } },
    { name: 'all', path: ['plugins/*/src'] },
  ],
}

describe('resolvePackage', () => {
  test('fills in the tags and the changelog, and keeps the other keys of the file', () => {
    const { packages: _packages, shared: _shared, ...file } = config
    expect(resolvePackage(config, 'core')?.config).toEqual({
      ...file,
      tags: { pattern: ['core@{version}'], ignore: ['*-nightly*'] },
      changelog: { file: 'packages/core/CHANGELOG.md', heading: '{version}' },
      places: { index: 0, ownRules: 0, hasOwnCategories: false },
    })
  })

  test('the keys of a package replace those of the file as a whole, and its rules come first', () => {
    const cli = resolvePackage(config, '@acme/cli')!
    expect(cli.config).toMatchObject({
      learn: false,
      rules: [{ include: true }, { exclude: true }],
    })
    expect(cli.config.versioning).toEqual({ initial: '0.5.0' })
    expect(cli.config.tags).toEqual({ pattern: ['@acme/cli-v{version}', 'cli/{version}'] })
    expect(cli.config.changelog).toEqual({ file: 'docs/cli.md' })
    expect(cli.paths).toEqual({
      name: '@acme/cli',
      folder: 'packages/cli',
      path: ['packages/cli/', 'tools/*'],
      ignore: ['packages/cli/bench'],
      shared: ['tsconfig.json', 'schemas'],
      all: ['core', '@acme/cli', 'plugin', 'all'],
    })
  })

  test('packages with the same tags are released together', () => {
    const names = (name: string) => resolvePackage(config, name)!.releasedTogether.map((each) => each.name)
    expect(names('core')).toEqual(['core', 'plugin'])
    expect(names('plugin')).toEqual(['core', 'plugin'])
    expect(names('@acme/cli')).toEqual(['@acme/cli'])
  })

  test('the folder of a pattern ends before its first wildcard', () => {
    expect(resolvePackage(config, 'all')?.config.changelog?.file).toBe('plugins/CHANGELOG.md')
  })

  test('an unknown name is no package', () => {
    expect(resolvePackage(config, 'cor')).toBeNull()
    expect(resolvePackage({}, 'core')).toBeNull()
  })
})

test.each([
  ['packages/core', 'core'],
  ['packages/core/src/deep', 'core'],
  ['packages/core/plugin/src', 'plugin'],
  ['tools/bench', '@acme/cli'],
  ['plugins/a/src', 'all'],
  ['packages', null],
  ['packages/corex', null],
])('the folder %s belongs to %s', (folder, expected) => {
  expect(findPackageOfFolder(config, folder)?.name ?? null).toBe(expected)
})
