import { describe, expect, test } from 'vitest'
import { findTextPathError, isGitFolderName } from './text-path.ts'

test.each([
  ...[
    'CHANGELOG.md',
    'docs/history.markdown',
    'NEWS',
    'ChangeLog',
    'CHANGES.rst',
    'a/b/releases.adoc',
    'x.TXT',
  ],
  ...['CHANGELOG-1.2.md', 'RELEASE-NOTES', '.github/notes.md', '.gitignore.md', 'digit~1.md'],
])('%s may be written', (path) => {
  expect(findTextPathError(path)).toBeNull()
})

test.each([
  ...['.git/hooks/post-commit', '.git/config', '.git', 'sub/.git/NEWS', '.GIT/news.md', '.git./news.md'],
  ...['GIT~1/news.md', '.git /news.md', '.git::$INDEX_ALLOCATION/news.md', '.g\u200cit/news.md'],
  ...['.git\\hooks\\news.md', '\uff0egit/news.md', '.gi\u00adt/NEWS'],
])('%j is in a folder of git', (path) => {
  expect(findTextPathError(path)).toContain('a folder of git')
})

test.each([
  ...['run.sh', 'index.js', 'workflow.yml', 'CHANGELOG.md.sh', 'notes.json', 'CHANGELOG.md:stream.exe'],
  ...['Makefile', '.husky/pre-commit', 'hooks/post-index-change', '.bashrc', '.md', 'news/', 'NEWS.'],
])('%j is not a text file', (path) => {
  expect(findTextPathError(path)).not.toBeNull()
})

test.each(['../x.md', '/etc/x.md', 'docs/../../x.md', '..\\x.md'])(
  '%j is not inside of the repository',
  (path) => {
    expect(findTextPathError(path)).toBe('it is not a path inside of the repository')
  },
)

describe('output', () => {
  test('may also be JSON', () => {
    expect(findTextPathError('notes.json', 'output')).toBeNull()
    expect(findTextPathError('.git/notes.json', 'output')).not.toBeNull()
    expect(findTextPathError('run.sh', 'output')).toBe(
      'the extension ".sh" is not one of .md, .markdown, .txt, .rst, .adoc, .json',
    )
  })
})

test('other names that begin alike are not folders of git', () => {
  for (const name of ['.github', '.gitlab', 'git', '.gitignore', '.git-hooks', 'git~', 'legit~1'])
    expect(isGitFolderName(name)).toBe(false)
})

test('as a configuration only notewright.yml may be written, outside of .git', () => {
  expect(findTextPathError('notewright.yml', 'config')).toBeNull()
  expect(findTextPathError('workflow.yml', 'config')).toBe('a configuration is named notewright.yml')
  expect(findTextPathError('CHANGELOG.md', 'config')).not.toBeNull()
  expect(findTextPathError('.git/notewright.yml', 'config')).toContain('a folder of git')
})
