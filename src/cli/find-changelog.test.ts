import { expect, test } from 'vitest'
import { type ChangelogSearch, findChangelog } from './find-changelog.ts'

/** Searches a tree of files, which are given by their paths; a path may have a text after a colon. */
async function find(files: string[], search: Partial<ChangelogSearch> = {}): Promise<string> {
  const texts = new Map(files.map((file) => [`/clone/${file.split(':')[0]!}`, file.split(':')[1] ?? '']))
  const found = await findChangelog(
    { root: '/clone', folder: '/clone', paths: [], fileOption: '--file', ...search },
    {
      readFile: async (path) => Buffer.from(texts.get(path) ?? ''),
      listFolder: async (folder) => {
        const names = new Set<string>()
        const parents = new Set<string>()
        for (const path of texts.keys()) {
          if (!path.startsWith(`${folder}/`)) continue
          const [name = '', ...rest] = path.slice(folder.length + 1).split('/')
          names.add(name)
          if (rest.length > 0) parents.add(name)
        }
        return [...names].map((name) => ({ name, isFile: !parents.has(name), isFolder: parents.has(name) }))
      },
    },
  )
  return found.slice('/clone/'.length)
}

test.each([
  [['README.md', 'CHANGES.md', 'changelog.md'], 'changelog.md'],
  [['NEWS.md', 'HISTORY.md'], 'HISTORY.md'],
  [['README.md'], 'CHANGELOG.md'],
  [['changelog.txt', 'README.md'], 'changelog.txt'],
  [['CHANGES.rst', 'docs/changelog.md'], 'CHANGES.rst'],
  [['docs/changelog.md'], 'docs/changelog.md'],
  [['ChangeLog', 'NEWS:* Version 1.2'], 'NEWS'],
  [['ChangeLog'], 'ChangeLog'],
  [['changes/123.feature.md', 'HISTORY.rst'], 'HISTORY.rst'],
  [['HISTORY.md:Once upon a time there was a project.', 'RELEASES.md:Ask a maintainer.'], 'CHANGELOG.md'],
  [['RELEASES.md:# Version 1.2.0'], 'RELEASES.md'],
])('of the files %j the changelog is %s', async (files, expected) => {
  expect(await find(files)).toBe(expected)
})

const packages = ['CHANGELOG.md', 'packages/core/CHANGELOG.md', 'packages/cli/src/main.ts']

test.each([
  ['packages/core', 'packages/core/CHANGELOG.md'],
  ['packages/core/src/deep', 'packages/core/CHANGELOG.md'],
  ['packages/cli', 'CHANGELOG.md'],
])('in %s the changelog is %s', async (folder, expected) => {
  expect(await find(packages, { folder: `/clone/${folder}` })).toBe(expected)
  expect(await find(packages, { paths: [folder] })).toBe(expected)
})

test.each([
  [['CHANGELOG.md', 'changelog.md'], {}, 'Several files could be the changelog: CHANGELOG.md, changelog.md.'],
  [
    packages,
    { paths: ['packages/core', 'packages/cli'] },
    'The paths have different changelogs: packages/core/CHANGELOG.md, CHANGELOG.md.',
  ],
  [
    ['packages/core/CHANGELOG.md', 'cli/CHANGES.rst', 'test/CHANGELOG.md', '.x/CHANGELOG.md'],
    {},
    'The repository has no changelog at its root, but others: cli/CHANGES.rst, packages/core/CHANGELOG.md. Choose one with --file',
  ],
])('a choice is needed for %j with %j', async (files, search, message) => {
  await expect(find(files, search)).rejects.toThrow(message)
})

test('the folder of a hosted repository is searched alone', async () => {
  expect(await find(['packages/core/CHANGELOG.md'], { root: null })).toBe('CHANGELOG.md')
})
