import { expect, test } from 'vitest'
import { buildRepository, git } from '../../../test/support/build-repository.ts'
import { searchTrees } from './search-trees.ts'
import { spawnGit } from './start-git.ts'

const path = buildRepository([
  { commit: 'Start', files: [], texts: { 'a.ts': 'const oldName = "--dry-run"\n' } },
  { commit: 'Next', files: [], texts: { 'a.ts': 'const newName = "--dry-run"\nconst NEW_NAMES = []\n' } },
])
const [start = '', end = ''] = git(path, ['rev-list', '--reverse', 'main']).trim().split('\n')
const context = (signal = new AbortController().signal) => ({
  gitDir: `${path}/.git`,
  workDir: path,
  searchPath: process.env.PATH ?? '',
  signal,
  start: spawnGit,
})

test.each([
  [['newName'], ['newName']],
  [['NEWNAME'], ['NEWNAME']],
  [
    ['dry-run', 'newName'],
    ['dry-run', 'newName'],
  ],
  [['oldName', 'new', 'new_name', '-e'], []],
  [[], []],
])('of %j the end contains %j', async (texts, found) => {
  expect(await searchTrees(context(), [end], texts)).toEqual(new Set(found))
})

test('the trees of several commits are searched', async () => {
  const found = await searchTrees(context(), [end, start], ['oldName', 'newName', 'thirdName'])
  expect(found).toEqual(new Set(['oldName', 'newName']))
})

test('nothing is known if git fails or there are too many texts', async () => {
  expect(await searchTrees(context(), ['0'.repeat(40)], ['newName'])).toBeNull()
  expect(await searchTrees(context(), [end], Array(401).fill('newName'))).toBeNull()
  expect(await searchTrees(context(), [end], ['a\nb'])).toBeNull()
})

test('an abort is an error', async () => {
  const signal = AbortSignal.abort(new Error('left'))
  await expect(searchTrees(context(signal), [end], ['newName'])).rejects.toThrow('left')
})
