import { expect, test } from 'vitest'
import { findPackage } from './find-package.ts'

const treeOf = (files: Record<string, string>) => ({
  root: '/clone',
  context: {
    readFile: async (path: string) => Buffer.from(files[path.slice('/clone/'.length)] ?? ''),
    listFolder: async (folder: string) =>
      Object.keys(files)
        .filter((path) => `/clone/${path}`.startsWith(`${folder}/`))
        .map((path) => ({ name: `/clone/${path}`.slice(folder.length + 1), isFile: true, isFolder: false })),
  },
})

test.each([
  [
    'packages/core/CHANGELOG.md',
    { 'packages/core/package.json': '{\n  "name": "@acme/core"\n}' },
    '@acme/core',
  ],
  ['core/CHANGELOG.md', { 'core/Cargo.toml': '[package]\nname = "acme-core"\n' }, 'acme-core'],
  ['core/docs/changelog.md', { 'core/pyproject.toml': '[project]\nname = "acme"\n' }, 'acme'],
])('the changelog %s belongs to a package with a manifest', async (path, files, name) => {
  const found = await findPackage(path, treeOf(files))
  expect(found).toMatchObject({
    hasManifest: true,
    names: [name, found.folder, found.folder.split('/').at(-1)],
  })
})

test('a folder inside of a package belongs to it', async () => {
  const tree = treeOf({
    'packages/core/package.json': '{"name": "core"}',
    'package.json': '{"name": "root"}',
  })
  expect((await findPackage('packages/core/src/x', tree)).folder).toBe('packages/core')
  expect(await findPackage('scripts/x', tree)).toMatchObject({ folder: 'scripts', hasManifest: false })
  expect(await findPackage('CHANGELOG.md', tree)).toEqual({ folder: '', names: ['root'], hasManifest: true })
  expect(await findPackage('/x', null)).toEqual({ folder: '', names: [], hasManifest: false })
})

test('a folder without a manifest is only a name', async () => {
  expect(await findPackage('docs/CHANGELOG.md', treeOf({}))).toEqual({
    folder: '',
    names: [],
    hasManifest: false,
  })
  expect(await findPackage('release/notes/CHANGELOG.md', null)).toEqual({
    folder: 'release/notes',
    names: ['release/notes', 'notes'],
    hasManifest: false,
  })
})
