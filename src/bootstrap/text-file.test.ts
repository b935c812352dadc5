import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { git, makeFolder } from '../../test/support/build-repository.ts'
import { files } from './files.ts'

/** Makes a working tree with one changelog. */
function makeTree(): string {
  const root = realpathSync(makeFolder())
  mkdirSync(join(root, '.git/hooks'), { recursive: true })
  mkdirSync(join(root, '.git/objects'))
  mkdirSync(join(root, '.git/refs'))
  writeFileSync(join(root, '.git/HEAD'), 'ref: refs/heads/main\n')
  writeFileSync(join(root, '.git/config'), '[core]\n')
  mkdirSync(join(root, 'docs'))
  writeFileSync(join(root, 'CHANGELOG.md'), '# Changelog\n')
  return root
}

const advice = 'Choose another file.'
const openIn = (root: string, name: string) => files.openTextFile(join(root, name), { root, advice })
const read = (root: string, name: string) => readFileSync(join(root, name), 'utf8')

describe('rejected', () => {
  test.each([
    ['.git/hooks/post-commit', 'folder of git'],
    ['.git/config', 'folder of git'],
    ['.git/CHANGELOG.md', 'folder of git'],
    ['.GIT/news.md', 'create it first'],
    ['docs/../.git/news.md', 'folder of git'],
    ['../x.md', 'is outside of'],
    ['docs/../../x.md', 'is outside of'],
    ['docs', 'without an extension'],
    ['docs/', 'without an extension'],
    ['run.sh', 'the extension ".sh" is not one of'],
    ['.husky', 'without an extension'],
    ['nowhere/CHANGELOG.md', 'create it first'],
  ])('%s: %s', async (name, reason) => {
    const root = makeTree()
    await expect(openIn(root, name)).rejects.toThrow(reason)
    expect(readdirSync(join(root, '.git/hooks'))).toEqual([])
  })

  test.each([
    ['a file outside', '../outside.md', 'is outside of'],
    ['a hook', '.git/hooks/post-commit', 'folder of git'],
    ['a script', 'run.sh', 'the extension ".sh"'],
    ['a missing file', 'missing.md', 'a link to a missing file'],
    ['a folder', 'docs', 'without an extension'],
    ['itself', 'linked.md', 'ELOOP'],
  ])('a link to %s', async (_, target, reason) => {
    const root = makeTree()
    writeFileSync(join(root, '.git/hooks/post-commit'), '#!/bin/sh\n')
    writeFileSync(join(root, 'run.sh'), '#!/bin/sh\n')
    writeFileSync(join(root, '../outside.md'), '')
    symlinkSync(target, join(root, 'linked.md'))
    await expect(openIn(root, 'linked.md')).rejects.toThrow(reason)
    rmSync(join(root, '../outside.md'))
  })

  test('a folder that is a link out of the tree or into git', async () => {
    const root = makeTree()
    symlinkSync(makeFolder(), join(root, 'elsewhere'))
    symlinkSync('.git', join(root, 'inside'))
    await expect(openIn(root, 'elsewhere/CHANGELOG.md')).rejects.toThrow('is outside of')
    await expect(openIn(root, 'inside/CHANGELOG.md')).rejects.toThrow('folder of git')
  })

  test('a git directory under another name', async () => {
    const root = makeTree()
    git(root, ['init', '--quiet', '--bare', 'copy.git'])
    await expect(openIn(root, 'copy.git/CHANGELOG.md')).rejects.toThrow('copy.git is a git directory')
    await expect(openIn(root, 'copy.git/hooks/news')).rejects.toThrow('copy.git is a git directory')
    await expect(openIn(join(root, 'copy.git'), 'NEWS')).rejects.toThrow('is a git directory')
  })

  test('the file `.git` of a linked working tree', async () => {
    const root = makeTree()
    renameSync(join(root, '.git'), join(root, '../moved.git'))
    writeFileSync(join(root, '.git'), 'gitdir: ../moved.git\n')
    await expect(openIn(root, '.git')).rejects.toThrow('folder of git')
    rmSync(join(root, '../moved.git'), { recursive: true })
  })

  test.skipIf(process.platform === 'win32')('pipes and devices, without waiting for them', async () => {
    const root = makeTree()
    const { execFileSync } = await import('node:child_process')
    execFileSync('mkfifo', [join(root, 'news.md')])
    await expect(openIn(root, 'news.md')).rejects.toThrow('it is not a regular file')
    await expect(openIn('/dev', 'null')).rejects.toThrow('without an extension')
  })
})

describe('replaced', () => {
  test('with the same mode, through a link that stays', async () => {
    const root = makeTree()
    chmodSync(join(root, 'CHANGELOG.md'), 0o600)
    symlinkSync('../CHANGELOG.md', join(root, 'docs/news.md'))
    const file = await openIn(root, 'docs/news.md')
    expect(file.pathInTree).toBe('CHANGELOG.md')
    await file.replace('# New\r\n')
    expect(read(root, 'CHANGELOG.md')).toBe('# New\r\n')
    expect(statSync(join(root, 'CHANGELOG.md')).mode & 0o777).toBe(0o600)
    expect(readlinkSync(join(root, 'docs/news.md'))).toBe('../CHANGELOG.md')
    expect(readdirSync(root).sort()).toEqual(['.git', 'CHANGELOG.md', 'docs'])
  })

  test('but not what a hard link shares with another file', async () => {
    const root = makeTree()
    writeFileSync(join(root, '.git/hooks/post-commit'), 'old')
    linkSync(join(root, '.git/hooks/post-commit'), join(root, 'news.md'))
    await (await openIn(root, 'news.md')).replace('new')
    expect(read(root, '.git/hooks/post-commit')).toBe('old')
  })

  test('only if no other program changed it', async () => {
    const root = makeTree()
    const [file, fresh] = [await openIn(root, 'CHANGELOG.md'), await openIn(root, 'docs/new.md')]
    writeFileSync(join(root, 'CHANGELOG.md'), '# Other..\n')
    writeFileSync(join(root, 'docs/new.md'), 'theirs')
    await expect(file.replace('ours')).rejects.toThrow('was changed by another program')
    await expect(fresh.replace('ours')).rejects.toThrow('was changed by another program')
    expect([read(root, 'CHANGELOG.md'), read(root, 'docs/new.md')]).toEqual(['# Other..\n', 'theirs'])
    expect(readdirSync(join(root, 'docs'))).toEqual(['new.md'])
  })

  test('only if no link took its place', async () => {
    const root = makeTree()
    const file = await openIn(root, 'CHANGELOG.md')
    const outside = join(makeFolder(), 'outside.md')
    writeFileSync(outside, '# Changelog\n')
    rmSync(join(root, 'CHANGELOG.md'))
    symlinkSync(outside, join(root, 'CHANGELOG.md'))
    await expect(file.replace('ours')).rejects.toThrow('was changed by another program')
    expect(readFileSync(outside, 'utf8')).toBe('# Changelog\n')
  })

  test('or not at all: an error leaves no temporary file', async () => {
    const root = makeTree()
    const file = await openIn(root, 'docs/new.md')
    rmSync(join(root, 'docs'), { recursive: true })
    await expect(file.replace('ours')).rejects.toThrow('docs/new.md cannot be written (ENOENT). Choose')
    expect(existsSync(join(root, 'docs'))).toBe(false)
  })
})

describe('output', () => {
  const write = (path: string) => files.writeOutput(path, 'text', advice)

  test('outside of a repository may be any file', async () => {
    const folder = makeFolder()
    await write(join(folder, 'notes.html'))
    expect(read(folder, 'notes.html')).toBe('text')
  })

  test('in a repository is a text file or JSON', async () => {
    const root = makeTree()
    await write(join(root, 'notes.json'))
    await write(join(root, 'docs/notes.md'))
    expect(read(root, 'notes.json')).toBe('text')
    const outside = makeFolder()
    symlinkSync(join(root, '.git'), join(outside, 'git-folder'))
    for (const path of [
      ...[join(root, 'run.sh'), join(root, '.git/config'), join(root, '.git/hooks/post-commit')],
      ...[join(root, '.git/notes.md'), join(outside, 'git-folder/hooks/post-commit')],
    ])
      await expect(write(path), path).rejects.toThrow('cannot be written: ')
    expect(read(root, '.git/config')).toBe('[core]\n')
  })
})
