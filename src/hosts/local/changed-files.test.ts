import { expect, test } from 'vitest'
import { buildRepository, git } from '../../../test/support/build-repository.ts'
import { nameOfRoot } from './find-folder.ts'
import { localHost } from './local.ts'

test('the files of commits are listed with the ids of their contents, which can be read', async () => {
  const path = buildRepository([
    { commit: 'Start', files: [], texts: { 'a.txt': 'one\n', 'ä b.txt': 'two\n' } },
    { commit: 'Change', files: [], texts: { 'a.txt': 'three\n' } },
    { commit: 'Nothing', files: [] },
  ])
  const host = localHost({ root: path, token: null, searchPath: process.env.PATH ?? '' })
  const access = { token: null, signal: new AbortController().signal, deadlineAt: Number.POSITIVE_INFINITY }
  const repository = await host.open({ ...access, repoFullName: (await nameOfRoot(path))! })
  const shas = git(path, ['rev-list', '--reverse', 'main']).trim().split('\n')
  const commits = []
  for await (const commit of repository.commits({ fromSha: null, toSha: shas[2]! }, 10)) commits.push(commit)
  const files = await repository.changedFiles(commits)
  expect(shas.map((sha) => files.get(sha)?.paths ?? [])).toEqual([['a.txt', 'ä b.txt'], ['a.txt'], []])
  const [change] = files.get(shas[1]!)!.contents!
  const contents = await repository.contents([change!.before!, change!.after!, '0'.repeat(39).concat('1')])
  expect([...contents.values()].map(String)).toEqual(['one\n', 'three\n'])
})
