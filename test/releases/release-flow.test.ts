import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { keepDraft } from '../../src/app/keep-draft.ts'
import { type DueRelease, keepReleaseRequest } from '../../src/app/keep-release-request.ts'
import type { Access, HostSetting } from '../../src/core/host.ts'
import { configuredHosts } from '../../src/hosts/configured-hosts.ts'
import { startBitbucket } from '../stand-ins/bitbucket.ts'
import { newBitbucketState } from '../stand-ins/bitbucket-writing.ts'
import { startGitea } from '../stand-ins/gitea.ts'
import { newGiteaState } from '../stand-ins/gitea-writing.ts'
import { startGithub } from '../stand-ins/github.ts'
import { startGitlab } from '../stand-ins/gitlab.ts'
import { newGitlabState } from '../stand-ins/gitlab-writing.ts'
import { commitFile, tipOf } from '../stand-ins/write-git.ts'
import { buildRepository, git, makeFolder } from '../support/build-repository.ts'

const root = makeFolder()
const token = 'token-that-may-write'
const scopes = ['api', 'write:repository', 'repository', 'repository:write', 'pullrequest']
const tokens = { [token]: { scopes, sees: 'all' as const } }
const giteaState = newGiteaState()
const gitlabState = newGitlabState()
const bitbucketState = newBitbucketState()
const github = await startGithub({ root, tokens: { [token]: 'all' } })
const gitlab = await startGitlab({ root, tokens, state: gitlabState })
const gitea = await startGitea({ root, tokens, state: giteaState })
const bitbucket = await startBitbucket({ root, tokens, state: bitbucketState })
afterAll(() => Promise.all([github, gitlab, gitea, bitbucket].map((each) => each.close())))

const setting = (kind: HostSetting['kind'], at: { url: string; apiUrl: string }): HostSetting => ({
  ...{ name: kind, kind, url: at.url, apiUrl: at.apiUrl },
  graphqlUrl: kind === 'github' ? github.graphqlUrl : at.url,
})
const hosts = configuredHosts(
  [
    setting('github', github),
    setting('gitlab', gitlab),
    setting('gitea', gitea),
    setting('bitbucket', bitbucket),
  ],
  { fetch, now: Date.now, random: () => 0, sleep: async () => {} },
)
const hostOf = (kind: string) => hosts.find((host) => host.kind === kind)!

let count = 0
let name = ''
let folder = ''
const changelog = `# Changelog

## [1.4.0] - 2026-01-01

### Added

- Ours ([#9])

[1.4.0]: https://github.com/acme/widget/releases/tag/v1.4.0
[#9]: https://github.com/acme/widget/pull/9
`
beforeEach(() => {
  count += 1
  name = `acme/flow-${count}`
  folder = buildRepository([{ commit: 'Start', texts: { 'CHANGELOG.md': changelog } }, { tag: 'v1.4.0' }], {
    path: join(root, name),
  })
})

const access = (): Access => ({
  repoFullName: name,
  token,
  signal: new AbortController().signal,
  deadlineAt: Date.now() + 60_000,
})

/** The release that is due, with entries that cite these pull requests. */
function due(version: string, numbers: number[], more: Partial<DueRelease> = {}): DueRelease {
  const date = more.date ?? '2026-11-16'
  const entries = numbers.map((n) => `- Add part ${n} ([#${n}])\n`).join('')
  const links = numbers.map((n) => `[#${n}]: https://github.com/acme/widget/pull/${n}\n`).join('')
  const compare = `[${version}]: https://github.com/acme/widget/compare/v1.4.0...v${version}\n`
  const notes = `## [${version}] - ${date}\n\n### Added\n\n${entries}\n${compare}${links}`
  return {
    packageName: null,
    path: 'CHANGELOG.md',
    version,
    date,
    notes: { notes, since: 'v1.4.0' },
    ...more,
  }
}

/** The pull requests of the repository, whatever the host calls their fields. */
function requestsOf(kind: string) {
  const lists = {
    github: () =>
      github.requests.map((each) => ({ ...each, head: each.head, isOpen: each.state === 'open' })),
    gitea: () =>
      giteaState.pulls.map((each) => ({ ...each, head: each.head.ref, isOpen: each.state === 'open' })),
    gitlab: () =>
      gitlabState.requests.map((each) => ({
        ...each,
        body: each.description,
        head: each.source_branch,
        isOpen: each.state === 'opened',
      })),
    bitbucket: () =>
      bitbucketState.requests.map((each) => ({
        ...each,
        body: each.description,
        head: each.source.branch.name,
        isOpen: each.state === 'OPEN',
      })),
  }
  const all: { repo: string; title: string; body: string; head: string; isOpen: boolean }[] =
    lists[kind as keyof typeof lists]()
  return all.filter(({ repo }) => repo === name)
}

/** Changes the fields of the pull request as a person does in the browser. */
function editRequest(kind: string, change: { title?: string; body?: string }): void {
  const lists = {
    github: github.requests,
    gitea: giteaState.pulls,
    gitlab: gitlabState.requests,
    bitbucket: bitbucketState.requests,
  }
  const found = lists[kind as keyof typeof lists].find(({ repo }) => repo === name)!
  const { body } = change
  Object.assign(found, change, body === undefined ? {} : { description: body })
}

const branch = 'notewright/release'
const read = (ref = branch, path = 'CHANGELOG.md') => git(folder, ['cat-file', 'blob', `${ref}:${path}`])
const branches = () => git(folder, ['branch', '--list', '--format=%(refname:short)']).trim().split('\n')

function commitAsPerson(content: string, ref = branch): void {
  commitFile(folder, {
    ...{ branch: ref, start: null, path: 'CHANGELOG.md', message: 'Edit' },
    content: Buffer.from(content),
  })
}

describe.each(['github', 'gitlab', 'gitea', 'bitbucket'])('release-pr on %s', (kind) => {
  const host = hostOf(kind)
  const keep = (...releases: DueRelease[]) =>
    keepReleaseRequest(host, access(), { branch, base: null, releases })

  test('opens one pull request, and a second run changes nothing', async () => {
    expect(await keep(due('1.5.0', [1]))).toMatchObject({ action: 'created', state: 'open' })
    const tip = tipOf(folder, branch)
    const [request] = requestsOf(kind)
    expect(request).toMatchObject({ title: 'chore: release 1.5.0', head: branch })
    expect(read()).toContain('## [1.5.0] - 2026-11-16\n\n### Added\n\n- Add part 1 ([#1])\n')
    expect(await keep(due('1.5.0', [1]))).toMatchObject({ action: 'unchanged', state: 'open' })
    expect(await keep(due('1.5.0', [1], { date: '2026-11-17' }))).toMatchObject({ action: 'unchanged' })
    expect([tipOf(folder, branch), requestsOf(kind)]).toEqual([tip, [request]])
  })

  test('follows the next version, and drops what was reverted', async () => {
    await keep(due('1.5.0', [1, 2]))
    expect(await keep(due('2.0.0', [2, 3]))).toMatchObject({ action: 'updated', state: 'open' })
    expect(requestsOf(kind)).toMatchObject([{ title: 'chore: release 2.0.0', isOpen: true }])
    expect(read()).toContain('## [2.0.0] - 2026-11-16')
    expect(read()).not.toMatch(/1\.5\.0|part 1/)
    expect(await keep(due('2.0.0', [2, 3]))).toMatchObject({ action: 'unchanged' })
  })

  test('keeps what people edited: the changelog, the title and the text around ours', async () => {
    await keep(due('1.5.0', [1]))
    commitAsPerson(read().replace('- Add part 1', '- The first part, **much** better'))
    const [request] = requestsOf(kind)
    editRequest(kind, { title: 'Our release', body: `Before\n\n${request!.body}\nAfter\n` })
    expect(await keep(due('2.0.0', [1, 2]))).toMatchObject({ action: 'updated' })
    const text = read()
    expect(text).toContain('## [2.0.0] - 2026-11-16')
    expect(text).toContain('- The first part, **much** better ([#1])\n- Add part 2 ([#2])\n')
    expect(text).not.toContain('1.5.0')
    const [updated] = requestsOf(kind)
    expect(updated).toMatchObject({ title: 'Our release' })
    expect(updated!.body).toMatch(/^Before\n[\s\S]*\*\*2\.0\.0\*\*[\s\S]*\nAfter\n$/)
    expect(await keep(due('2.0.0', [1, 2]))).toMatchObject({ action: 'unchanged' })
    expect(read()).toBe(text)
  })

  test('is closed when there is nothing to release any more, unless it was edited', async () => {
    await keep(due('1.5.0', [1]))
    expect(await keep()).toMatchObject({ action: 'closed' })
    expect(requestsOf(kind)).toMatchObject([{ isOpen: false }])
    expect(branches()).toEqual(['main'])
    expect(await keep()).toMatchObject({ action: 'unchanged', state: 'none' })
    await keep(due('1.5.0', [1]))
    commitAsPerson(`${read()}\nMine\n`)
    expect(await keep()).toMatchObject({ state: 'open' })
    expect(await keep()).toMatchObject({ action: 'unchanged', state: 'open' })
    expect(read()).toContain('Mine\n')
    expect(requestsOf(kind).at(-1)!.body).toContain('nothing to release at the moment')
  })

  test('after a merge the next release starts from the target branch', async () => {
    await keep(due('1.5.0', [1]))
    commitAsPerson(read(), 'main')
    const [request] = requestsOf(kind)
    Object.assign(listOf(kind).find((each) => each.repo === name)!, { state: 'merged' })
    expect(request).toBeDefined()
    expect(await keep(due('1.5.0', [1]))).toMatchObject({ action: 'unchanged', state: 'none' })
    expect(await keep(due('1.6.0', [2]))).toMatchObject({ action: 'created' })
    expect(read()).toMatch(/## \[1\.6\.0\][\s\S]*part 2[\s\S]*## \[1\.5\.0\][\s\S]*part 1/)
    expect(git(folder, ['rev-list', '--count', `main..${branch}`]).trim()).toBe('1')
  })

  test('two runs at the same time make one pull request, and nothing is lost', async () => {
    const one = due('1.5.0', [1])
    const [first, second] = await Promise.all([keep(one), keep(one)])
    expect(requestsOf(kind).filter(({ isOpen }) => isOpen)).toHaveLength(1)
    expect([first.state, second.state]).toEqual(['open', 'open'])
    await Promise.all([keep(due('1.6.0', [1, 2])), keep(due('1.6.0', [1, 2])), keep(due('1.6.0', [1, 2]))])
    await keep(due('1.6.0', [1, 2]))
    expect(requestsOf(kind).filter(({ isOpen }) => isOpen)).toMatchObject([{ title: 'chore: release 1.6.0' }])
    expect(branches()).toEqual(['main', branch])
    expect(read().match(/## \[1\.6\.0\]/g)).toHaveLength(1)
    expect(read()).toMatch(/part 1[\s\S]*part 2/)
    expect(read()).toContain('- Ours ([#9])\n')
  })

  test('the branch of a run that could not open the pull request is used again', async () => {
    await keep(due('1.5.0', [1]))
    const tip = tipOf(folder, branch)
    listOf(kind).length = 0
    expect(await keep(due('1.5.0', [1]))).toMatchObject({ action: 'created' })
    expect(tipOf(folder, branch)).toBe(tip)
    listOf(kind).length = 0
    expect(await keep(due('1.6.0', [1, 2]))).toMatchObject({ action: 'created' })
    expect(branches()).toEqual(['main', branch])
    expect(read()).not.toContain('1.5.0')
  })

  test('a branch with commits of a person is not replaced', async () => {
    await keep(due('1.5.0', [1]))
    listOf(kind).length = 0
    commitAsPerson('# Mine\n')
    const tip = tipOf(folder, branch)
    await expect(keep(due('1.6.0', [1, 2]))).rejects.toMatchObject({
      code: 'choice_needed',
      message: expect.stringContaining(`The branch ${branch} has no open pull request`),
    })
    expect(tipOf(folder, branch)).toBe(tip)
  })

  test('several packages share one pull request; one that is not due any more is restored', async () => {
    const core = due('1.1.0', [1], { packageName: 'core', path: 'core/CHANGELOG.md' })
    const cli = due('2.1.0', [2], { packageName: 'cli', path: 'CHANGELOG.md' })
    expect(await keep(core, cli)).toMatchObject({ action: 'created' })
    expect(requestsOf(kind)).toMatchObject([{ title: 'chore: release core 1.1.0, cli 2.1.0' }])
    expect(read(branch, 'core/CHANGELOG.md')).toContain('## [1.1.0]')
    expect(await keep(core)).toMatchObject({ action: 'updated' })
    expect(read()).toBe(changelog)
    expect(await keep(core)).toMatchObject({ action: 'unchanged' })
  })
})

function listOf(kind: string): { repo: string }[] {
  const lists = {
    github: github.requests,
    gitea: giteaState.pulls,
    gitlab: gitlabState.requests,
    bitbucket: bitbucketState.requests,
  }
  return lists[kind as keyof typeof lists]
}

describe.each(['github', 'gitea'] as const)('release --draft on %s', (kind) => {
  const host = hostOf(kind)
  const releases = () =>
    (kind === 'github' ? github.releases : giteaState.releases).filter(({ repo }) => repo === name)
  const body = (tag: string, numbers: number[]) =>
    `## What's Changed\n\n### Added\n\n${numbers.map((n) => `* Part ${n} by @ada in https://github.com/acme/widget/pull/${n}\n`).join('')}\n**Full Changelog**: https://github.com/acme/widget/compare/v1.4.0...${tag}\n`
  const keep = (tag: string, numbers: number[], packageName: string | null = null) =>
    keepDraft(packageName)(host, access(), {
      ...{ tag, name: null, target: null, prerelease: false, publish: false },
      text: body(tag, numbers),
    })

  test('one draft follows the next version, and a second run changes nothing', async () => {
    expect(await keep('v1.5.0', [1, 2])).toMatchObject({ action: 'created', state: 'draft' })
    expect(await keep('v1.5.0', [1, 2])).toMatchObject({ action: 'unchanged' })
    expect(await keep('v2.0.0', [2, 3])).toMatchObject({ action: 'updated', state: 'draft' })
    expect(await keep('v2.0.0', [2, 3])).toMatchObject({ action: 'unchanged' })
    const [draft, ...others] = releases()
    expect(others).toEqual([])
    expect(draft).toMatchObject({ tag_name: 'v2.0.0', name: 'v2.0.0', draft: true })
    expect(draft!.body).toMatch(/Part 2[\s\S]*Part 3[\s\S]*v1\.4\.0\.\.\.v2\.0\.0\n/)
    expect(draft!.body).not.toContain('Part 1')
  })

  test('keeps what a person edited', async () => {
    await keep('v1.5.0', [1])
    const [draft] = releases()
    draft!.name = 'The quiet one'
    draft!.body = draft!.body.replace('* Part 1', '* The first part').replaceAll('\n', '\r\n')
    expect(await keep('v1.6.0', [1, 2])).toMatchObject({ action: 'updated' })
    expect(await keep('v1.6.0', [1, 2])).toMatchObject({ action: 'unchanged' })
    expect(releases()).toMatchObject([{ tag_name: 'v1.6.0', name: 'The quiet one' }])
    expect(draft!.body).toMatch(/The first part by @ada[\s\S]*Part 2[\s\S]*\.\.\.v1\.6\.0/)
  })

  test('each package has a draft of its own, and drafts of people are not touched', async () => {
    await keep('core@1.1.0', [1], 'core')
    await keep('cli@2.0.0', [2], 'cli')
    await keep('core@1.2.0', [1, 3], 'core')
    expect(releases().map(({ tag_name }) => tag_name)).toEqual(
      expect.arrayContaining(['core@1.2.0', 'cli@2.0.0']),
    )
    expect(releases()).toHaveLength(2)
  })

  test('a published release is not changed', async () => {
    await keep('v1.5.0', [1])
    releases()[0]!.draft = false
    await expect(keep('v1.5.0', [1, 2])).rejects.toMatchObject({ code: 'release_published' })
    expect(await keep('v1.6.0', [2])).toMatchObject({ action: 'created' })
    expect(releases()).toHaveLength(2)
  })

  test('two runs at the same time make one draft', async () => {
    await Promise.all([keep('v1.5.0', [1]), keep('v1.5.0', [1]), keep('v1.5.0', [1, 2])])
    await keep('v1.5.0', [1, 2])
    expect(releases()).toHaveLength(1)
    expect(releases()[0]!.body).toMatch(/Part 1[\s\S]*Part 2/)
  })
})

test.each(['gitlab', 'bitbucket'])('%s has no drafts', async (kind) => {
  const content = { tag: 'v1.5.0', name: null, target: null, prerelease: false, publish: false, text: 'x' }
  await expect(keepDraft(null)(hostOf(kind), access(), content)).rejects.toMatchObject({
    code: 'publishing_unsupported',
  })
})
