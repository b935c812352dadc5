import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { buildRepository, git, makeFolder, type Step } from '../../../test/support/build-repository.ts'
import type { Commit } from '../../core/commit.ts'
import type { Repository } from '../../core/repository.ts'
import { findRepositoryRoot, nameOfRoot, namesBelow } from './find-folder.ts'
import { localHost } from './local.ts'

const path = process.env.PATH ?? ''
const signal = new AbortController().signal
const deadlineAt = Number.POSITIVE_INFINITY

function open(root: string, repoFullName: string, searchPath = path): Promise<Repository> {
  return localHost({ root, token: null, searchPath }).open({ repoFullName, token: null, signal, deadlineAt })
}

async function openOne(steps: Step[]): Promise<{ folder: string; repository: Repository }> {
  const folder = buildRepository(steps)
  return { folder, repository: await open(folder, (await nameOfRoot(folder))!) }
}

async function gather(stream: AsyncIterable<Commit>): Promise<Commit[]> {
  const commits: Commit[] = []
  for await (const commit of stream) commits.push(commit)
  return commits
}

/** Whether a repository of this name is visible, and readable. */
async function isVisible(root: string, name: string): Promise<boolean> {
  try {
    const { to } = await (await open(root, name)).resolveRefs('HEAD', 'HEAD')
    return to.sha !== null
  } catch (error) {
    // A name without an owner is not the name of a repository here.
    expect(error).toMatchObject({ code: name.includes('/') ? 'repository_not_found' : 'invalid_request' })
    return false
  }
}

describe('a served folder', () => {
  test('shows checkouts, bare repositories and linked work trees below it', async () => {
    const root = makeFolder()
    buildRepository(['a'], { path: join(root, 'acme/tool') })
    buildRepository(['a'], { path: join(root, 'acme/bare.git'), bare: true })
    buildRepository(['a'], { path: join(root, 'deep/er/tool') })
    git(join(root, 'acme/tool'), ['worktree', 'add', '--quiet', '-b', 'x', join(root, 'acme/linked'), 'main'])
    const names = [
      'acme/tool',
      'acme/bare',
      'acme/bare.git',
      'acme/linked',
      'deep/er/tool',
      'acme/none',
      'acme',
    ]
    expect(await Promise.all(names.map((name) => isVisible(root, name)))).toEqual([
      ...[true, true, true, true, true],
      ...[false, false],
    ])
  })

  test('hides the target of a link to the outside, and shows that of a link to the inside', async () => {
    const root = makeFolder()
    buildRepository(['a'], { path: join(root, 'acme/tool') })
    symlinkSync(buildRepository(['secret']), join(root, 'acme/outside'))
    symlinkSync(join(root, 'acme/tool'), join(root, 'acme/inside'))
    expect(await isVisible(root, 'acme/outside')).toBe(false)
    expect(await isVisible(root, 'acme/inside')).toBe(true)
  })

  test('hides a sibling folder whose name has the same beginning', async () => {
    const folder = makeFolder()
    buildRepository(['a'], { path: join(folder, 'root-secret/tool') })
    mkdirSync(join(folder, 'root'))
    expect(await isVisible(join(folder, 'root'), '../root-secret/tool')).toBe(false)
  })

  test('that is a repository has its own name and the name of its origin', async () => {
    const folder = buildRepository(['a'])
    const own = `local/${basename(folder)}`
    expect(await nameOfRoot(folder)).toBe(own)
    git(folder, ['remote', 'add', 'origin', 'git@github.com:acme/tool.git'])
    expect(await nameOfRoot(folder)).toBe('acme/tool')
    expect(await isVisible(folder, own)).toBe(true)
    expect(await isVisible(folder, 'acme/tool')).toBe(true)
    expect(await isVisible(folder, 'acme/other')).toBe(false)
    expect((await open(folder, 'acme/tool')).web).toEqual({
      kind: 'github',
      url: 'https://github.com/acme/tool',
    })
  })

  test.each([
    ['my tool!', 'local/my-tool-'],
    ['.hidden', 'local/hidden'],
    ['tool.git', 'local/tool'],
  ])('called %j is served as %s', async (name, served) => {
    const folder = buildRepository(['a'], { path: join(makeFolder(), name) })
    expect(await nameOfRoot(folder)).toBe(served)
    expect(await isVisible(folder, served)).toBe(true)
  })

  test('through a link has the name it is found under', async () => {
    const link = join(makeFolder(), 'linked-name')
    symlinkSync(buildRepository(['a']), link)
    expect(await isVisible(link, (await nameOfRoot(link))!)).toBe(true)
  })

  test('lists the repositories that it serves', async () => {
    const root = makeFolder()
    expect(await namesBelow(root)).toEqual([])
    buildRepository(['a'], { path: join(root, 'acme/bare.git'), bare: true })
    expect(await namesBelow(root)).toEqual(['acme/bare'])
  })

  test('is found upwards from a path inside it', async () => {
    const folder = realpathSync(buildRepository(['a']))
    mkdirSync(join(folder, 'src/deep'), { recursive: true })
    expect(await findRepositoryRoot(join(folder, 'src/deep'))).toBe(folder)
    expect(await findRepositoryRoot(makeFolder())).toBeNull()
  })

  test('reads the origin and the shallow commits of a linked work tree from its repository', async () => {
    const folder = buildRepository(['a'])
    git(folder, ['remote', 'add', 'origin', 'https://github.com/acme/tool'])
    const linked = join(makeFolder(), 'linked')
    git(folder, ['worktree', 'add', '--quiet', '-b', 'x', linked, 'main'])
    expect(await nameOfRoot(linked)).toBe('acme/tool')
    expect((await open(linked, 'acme/tool')).web?.kind).toBe('github')
  })
})

describe('a token', () => {
  test.each([
    ['right', 'opens'],
    ['wrong', 'token_rejected'],
    ['', 'token_rejected'],
    [null, 'token_rejected'],
  ])('%j: %s', async (token, outcome) => {
    const folder = buildRepository(['a'])
    const host = localHost({ root: folder, token: 'right', searchPath: path })
    const opened = host.open({ repoFullName: `local/${basename(folder)}`, token, signal, deadlineAt })
    expect(
      await opened.then(
        () => 'opens',
        (problem) => problem.code,
      ),
    ).toBe(outcome)
  })

  test('is checked before the repository', async () => {
    const host = localHost({ root: makeFolder(), token: 'right', searchPath: path })
    await expect(
      host.open({ repoFullName: 'a/b', token: 'wrong', signal, deadlineAt }),
    ).rejects.toMatchObject({
      code: 'token_rejected',
    })
  })
})

describe('a ref', () => {
  const steps: Step[] = [
    'first',
    { tag: 'v1' },
    'second',
    { branch: 'side' },
    'third on side',
    { switch: 'main' },
    'third',
    { merge: 'side', commit: 'merge' },
    { tag: 'v2', annotated: true },
    { branch: 'v1', from: 'side' },
    'on a branch called like a tag',
  ]

  test('is a tag, a branch, HEAD, a full or a short SHA, with steps back', async () => {
    const { folder, repository } = await openOne(steps)
    const real = (ref: string) => git(folder, ['rev-parse', `${ref}^{commit}`]).trim()
    const tip = real('main')
    const refs = [
      'v2',
      'main',
      'HEAD',
      'side',
      tip,
      tip.slice(0, 7),
      'HEAD~2',
      'HEAD^2',
      'v2~1^',
      'refs/tags/v1',
    ]
    for (const ref of [...refs, 'refs/heads/v1', 'refs/heads/main~1']) {
      const { from } = await repository.resolveRefs(ref, 'HEAD')
      expect([ref, from.sha]).toEqual([ref, real(ref)])
    }
  })

  test('that does not exist has no SHA, and one that reaches too far back has only a base', async () => {
    const { folder, repository } = await openOne(steps)
    const { from, to, empty } = await repository.resolveRefs('nothing', 'HEAD~99')
    expect([from.sha, from.baseSha, to.sha, empty]).toEqual([null, null, null, false])
    expect(to.baseSha).toBe(git(folder, ['rev-parse', 'HEAD']).trim())
  })

  test('that names a tag and a branch is the tag, and reports both', async () => {
    const { folder, repository } = await openOne(steps)
    const { from, to } = await repository.resolveRefs('v1', 'side')
    expect(from).toMatchObject({
      isTag: true,
      isBranch: true,
      sha: git(folder, ['rev-parse', 'tags/v1']).trim(),
    })
    expect(to).toMatchObject({ isTag: false, isBranch: true, tag: null })
  })

  test('that is a tag has its date, and none with steps back', async () => {
    const { repository } = await openOne(steps)
    const { from, to } = await repository.resolveRefs('v1', 'v2~1')
    expect(from.tag).toEqual({ name: 'v1', date: '2026-01-01' })
    expect(to.tag).toBeNull()
  })

  test.each([
    ['+1400', '2026-01-01'],
    ['-0200', '2025-12-31'],
    ['-0030', '2025-12-31'],
  ])('tagged just after midnight UTC in time zone %s has the date %s', async (zone, date) => {
    const { folder, repository } = await openOne(['first'])
    const midnight = Date.UTC(2026, 0, 1) / 1000
    makeTag(folder, 'v1', git(folder, ['rev-parse', 'HEAD']).trim(), 'commit', `${midnight} ${zone}`)
    expect((await repository.resolveRefs('v1', 'HEAD')).from.tag?.date).toBe(date)
  })

  test('that is a tag of a tag is the commit below both', async () => {
    const { folder, repository } = await openOne(['first'])
    const head = git(folder, ['rev-parse', 'HEAD']).trim()
    const inner = makeTag(folder, 'inner', head, 'commit', '1767225600 +0000')
    makeTag(folder, 'outer', inner, 'tag', '1767312000 +0000')
    const { from } = await repository.resolveRefs('outer', 'HEAD')
    expect(from).toMatchObject({ sha: head, tag: { name: 'outer', date: '2026-01-02' } })
  })

  test('that is a tag of a file is not a commit', async () => {
    const { folder, repository } = await openOne(['first'])
    const blob = git(folder, ['hash-object', '-w', '--stdin'], Buffer.from('x')).trim()
    makeTag(folder, 'blob', blob, 'blob', '1767225600 +0000')
    expect((await repository.resolveRefs('blob', 'HEAD')).from.sha).toBeNull()
  })

  test('that abbreviates two commits is ambiguous', async () => {
    const { folder, repository } = await openOne(
      Array.from({ length: 1500 }, (_, index) => ({ commit: `${index}`, files: [] })),
    )
    const starts = git(folder, ['rev-list', 'HEAD'])
      .trim()
      .split('\n')
      .map((sha) => sha.slice(0, 4))
    const twice = starts.find((start, index) => starts.indexOf(start) !== index)!
    expect((await repository.resolveRefs(twice, 'HEAD')).from).toMatchObject({ sha: null, ambiguous: true })
  })

  function makeTag(folder: string, name: string, object: string, type: string, moment: string): string {
    const body = `object ${object}\ntype ${type}\ntag ${name}\ntagger Ada <ada@example.org> ${moment}\n\nRelease\n`
    const sha = git(folder, ['mktag'], Buffer.from(body)).trim()
    git(folder, ['update-ref', `refs/tags/${name}`, sha])
    return sha
  }
})

describe('a range', () => {
  test('yields its commits newest first, up to the limit, with the count of git', async () => {
    const { repository } = await openOne(['one', { tag: 'v1' }, 'two', 'three', 'four'])
    const { from, to } = await repository.resolveRefs('v1', 'HEAD')
    const range = { fromSha: from.sha, toSha: to.sha! }
    const subjects = async (fromSha: string | null, limit: number) =>
      (await gather(repository.commits({ ...range, fromSha }, limit))).map(({ message }) => message.trim())
    expect(await subjects(from.sha, 10)).toEqual(['four', 'three', 'two'])
    expect(await subjects(from.sha, 2)).toEqual(['four', 'three'])
    expect(await subjects(null, 10)).toEqual(['four', 'three', 'two', 'one'])
    expect(await repository.count(range)).toBe(3)
    expect(await repository.count({ ...range, fromSha: null })).toBe(4)
  })

  test('is read in the same way with any configuration of the repository', async () => {
    const { folder, repository } = await openOne(['Grüße', { commit: 'two', files: ['ü.ts'] }])
    const read = async () => {
      const { to } = await repository.resolveRefs('HEAD', 'HEAD')
      return gather(repository.commits({ fromSha: null, toSha: to.sha! }, 10))
    }
    const before = await read()
    const settings = ['log.showSignature=true', 'log.showRoot=false', 'log.follow=true', 'log.decorate=no']
    for (const setting of [
      ...settings,
      'i18n.logOutputEncoding=ISO-8859-1',
      'diff.relative=true',
      'log.abbrevCommit=true',
      'color.ui=always',
      'core.pager=false',
      'log.diffMerges=separate',
      'log.excludeDecoration=refs/tags/*',
      'diff.noPrefix=true',
    ])
      git(folder, ['config', ...setting.split('=')])
    expect(await read()).toEqual(before)
  })
})

test('an empty repository is reported as empty', async () => {
  const { repository } = await openOne([])
  expect(await repository.resolveRefs('HEAD~50', 'HEAD')).toMatchObject({ empty: true, to: { sha: null } })
})

test('a repository whose HEAD names no branch is not empty when the ref exists', async () => {
  const { folder, repository } = await openOne(['one'])
  git(folder, ['symbolic-ref', 'HEAD', 'refs/heads/gone'])
  expect((await repository.resolveRefs('main', 'main')).empty).toBe(false)
})

test('a shallow clone is reported as shallow', async () => {
  const folder = buildRepository(['one', 'two', 'three'])
  const clone = join(makeFolder(), 'clone')
  git(folder, ['clone', '--quiet', '--depth', '2', `file://${folder}`, clone])
  expect((await open(clone, 'local/clone')).shallow).toBe(true)
  expect((await open(folder, `local/${basename(folder)}`)).shallow).toBe(false)
})

test('without git, the error says to install it', async () => {
  const folder = buildRepository(['one'])
  const repository = await open(folder, `local/${basename(folder)}`, makeFolder())
  await expect(repository.resolveRefs('HEAD', 'HEAD')).rejects.toMatchObject({
    code: 'host_unusable',
    message: expect.stringContaining('Install git'),
  })
})

test('an aborted request stops git', async () => {
  const folder = buildRepository(['one'])
  const caller = new AbortController()
  const host = localHost({ root: folder, token: null, searchPath: path })
  const repository = await host.open({
    repoFullName: `local/${basename(folder)}`,
    token: null,
    signal: caller.signal,
    deadlineAt,
  })
  const looking = repository.resolveRefs('HEAD', 'HEAD')
  caller.abort(new Error('gone'))
  await expect(looking).rejects.toThrow('gone')
})

test('a damaged repository is an error of the host that names no folder of the machine', async () => {
  const folder = buildRepository(['one'])
  const repository = await open(folder, `local/${basename(folder)}`)
  const reading = gather(repository.commits({ fromSha: null, toSha: 'f'.repeat(40) }, 10))
  await expect(reading).rejects.toMatchObject({ code: 'host_unusable' })
  await expect(reading).rejects.not.toMatchObject({ message: expect.stringContaining(folder) })
})

test('both refs and the changelog are read by one git process, and the commits by another', async () => {
  const folder = buildRepository([
    'one',
    { tag: 'v1' },
    { commit: 'two', texts: { 'CHANGELOG.md': '# Changelog\n' } },
  ])
  const tools = makeFolder()
  const calls = join(tools, 'calls')
  writeFileSync(join(tools, 'git'), `#!/bin/sh\necho call >> ${calls}\nPATH=${path} exec git "$@"\n`)
  chmodSync(join(tools, 'git'), 0o755)
  const repository = await open(folder, `local/${basename(folder)}`, `${tools}:${path}`)
  expect(existsSync(calls)).toBe(false)
  const { from, to } = await repository.resolveRefs('v1', 'HEAD')
  const commits = await gather(repository.commits({ fromSha: from.sha, toSha: to.sha! }, 10))
  const { changelog } = await repository.details(commits, to.sha!)
  expect(changelog).toEqual({ path: 'CHANGELOG.md', text: '# Changelog\n' })
  expect(readFileSync(calls, 'utf8')).toBe('call\ncall\n')
})

describe('replaced objects and grafts of a clone', () => {
  test('change neither titles nor the number of commits', async () => {
    const { folder, repository } = await openOne(['feat: one', 'feat: two', 'feat: three'])
    const shaOf = (ref: string) => git(folder, ['rev-parse', ref]).trim()
    const [two, one] = [shaOf('HEAD~1'), shaOf('HEAD~2')]
    const forged = git(folder, ['commit-tree', '-m', 'feat: forged', `${two}^{tree}`]).trim()
    git(folder, ['replace', two, forged])
    mkdirSync(join(folder, '.git/info'), { recursive: true })
    writeFileSync(join(folder, '.git/info/grafts'), `${shaOf('HEAD')}\n`)
    const { to } = await repository.resolveRefs('HEAD', 'HEAD')
    const range = { fromSha: one, toSha: to.sha! }
    const commits = await gather(repository.commits(range, 10))
    expect(commits.map(({ message }) => message.trim())).toEqual(['feat: three', 'feat: two'])
    expect(await repository.count({ fromSha: null, toSha: to.sha! })).toBe(3)
  })
})

describe('the changelog of a repository', () => {
  async function read(steps: Step[], toRef = 'HEAD') {
    const { repository } = await openOne(steps)
    const { to } = await repository.resolveRefs(toRef, toRef)
    return repository.details([], to.sha!)
  }

  test('is the one at the end of the range', async () => {
    const steps = [
      { commit: 'one', texts: { 'HISTORY.md': 'first\n' } },
      { tag: 'v1', annotated: true },
      { commit: 'two', texts: { 'HISTORY.md': 'second\n', 'NEWS.md': 'other\n' } },
    ]
    expect((await read(steps, 'v1')).changelog).toEqual({ path: 'HISTORY.md', text: 'first\n' })
    expect((await read(steps)).changelog).toEqual({ path: 'HISTORY.md', text: 'second\n' })
    expect((await read(steps, 'HEAD~1')).changelog).toEqual({ path: 'HISTORY.md', text: 'first\n' })
  })

  test('comes with the configuration of types', async () => {
    const texts = { '.versionrc': '{}', 'release-please-config.json': '[]', 'NEWS.md': 'x' }
    expect(await read([{ commit: 'one', texts }])).toMatchObject({
      changelog: { path: 'NEWS.md', text: 'x' },
      typeConfig: { path: '.versionrc', text: '{}' },
    })
  })

  test('is null when there is none, or when it is a folder', async () => {
    expect(await read(['one'])).toMatchObject({ changelog: null, warnings: [] })
    const texts = { 'CHANGELOG/1.md': 'x', 'docs/changelog.md': 'y' }
    expect((await read([{ commit: 'one', texts }])).changelog).toEqual({
      path: 'docs/changelog.md',
      text: 'y',
    })
  })

  test('is read only up to the size limit', async () => {
    const line = `${'x'.repeat(99)}\n`
    const { changelog } = await read([{ commit: 'one', texts: { 'CHANGELOG.md': line.repeat(200_000) } }])
    expect(changelog?.text).toBe(line.repeat(5120))
  })

  test('that is missing in a partial clone does not prevent resolving the refs', async () => {
    const folder = buildRepository([{ commit: 'one', texts: { 'CHANGELOG.md': 'x\n' } }, 'two'])
    git(folder, ['config', 'uploadpack.allowFilter', 'true'])
    const clone = join(makeFolder(), 'clone')
    const args = ['clone', '--quiet', '--bare', '--filter=blob:none', `file://${folder}`, clone]
    git(folder, args)
    const repository = await open(clone, 'local/clone')
    const { to } = await repository.resolveRefs('HEAD', 'HEAD')
    expect(to.sha).toBe(git(folder, ['rev-parse', 'HEAD']).trim())
    const { changelog, warnings } = await repository.details([], to.sha!)
    expect(changelog).toBeNull()
    // Older versions of git exit here, newer ones report a missing file.
    expect(warnings.filter(({ code }) => code !== 'changelog-unread')).toEqual([])
  })
})
