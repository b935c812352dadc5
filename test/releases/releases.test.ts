import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { publishedSchema } from '../../src/api/answer-schema.ts'
import {
  previewProposal,
  proposeChangelog,
  proposeConfiguration,
  publishRelease,
  writeChangelogFile,
} from '../../src/app/publish-release.ts'
import { openTextFile } from '../../src/bootstrap/text-file.ts'
import { Problem } from '../../src/core/errors.ts'
import type { Access, Host, HostSetting } from '../../src/core/host.ts'
import { configuredHosts } from '../../src/hosts/configured-hosts.ts'
import { localHost } from '../../src/hosts/local/local.ts'
import { expectProblem, openService } from '../http/service.ts'
import { startBitbucket } from '../stand-ins/bitbucket.ts'
import { startGitea } from '../stand-ins/gitea.ts'
import { newGiteaState } from '../stand-ins/gitea-writing.ts'
import { startGithub } from '../stand-ins/github.ts'
import { startGitlab } from '../stand-ins/gitlab.ts'
import { newGitlabState } from '../stand-ins/gitlab-writing.ts'
import { commitFile } from '../stand-ins/write-git.ts'
import { buildRepository, git, makeFolder } from '../support/build-repository.ts'

const root = makeFolder()
const writer = 'token-that-may-write'
const reader = 'token-that-may-read'
const sees = 'all' as const
const accounts = {
  [writer]: { scopes: ['api', 'write:repository', 'repository', 'pullrequest'], sees },
  [reader]: { scopes: ['read_api', 'read:repository', 'repository', 'pullrequest'], sees },
}
const giteaState = newGiteaState()
const gitlabState = newGitlabState()
const archived: string[] = []
const github = await startGithub({
  ...{ root, archived },
  tokens: { [writer]: 'all', [reader]: 'all' },
  readers: [reader],
})
const gitlab = await startGitlab({ root, archived, tokens: accounts, state: gitlabState })
const gitea = await startGitea({ root, archived, tokens: accounts, state: giteaState })
const bitbucket = await startBitbucket({ root, tokens: accounts })
afterAll(() => Promise.all([github, gitlab, gitea, bitbucket].map((each) => each.close())))

const setting = (kind: HostSetting['kind'], at: { url: string; apiUrl: string }): HostSetting => ({
  name: kind,
  kind,
  url: at.url,
  apiUrl: at.apiUrl,
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
beforeEach(() => {
  count += 1
  name = `acme/widget-${count}`
  buildRepository(
    [
      { commit: 'Start', texts: { 'CHANGELOG.md': changelog } },
      { tag: 'v1.4.0' },
      'feat: add search (#1)',
      { tag: 'v1.5.0' },
    ],
    { path: join(root, name) },
  )
})

const changelog = '\ufeff# Changelog\r\n\r\n## [Unreleased]\r\n\r\n## [1.4.0] - 2026-01-01\r\n\r\n- Ours\r\n'
const notes = `## [1.5.0] - 2026-11-02

### Added

- Add search ([#1])

[1.5.0]: https://github.com/acme/widget/compare/v1.4.0...v1.5.0
[#1]: https://github.com/acme/widget/pull/1
`
const body = (...numbers: number[]) =>
  `## What's Changed\n\n### Added\n\n${numbers.map((n) => `* Part ${n} by @ada in https://github.com/acme/widget/pull/${n}\n`).join('')}\n**Full Changelog**: https://github.com/acme/widget/compare/v1.4.0...v1.5.0\n`

const access = (token = writer): Access => ({
  repoFullName: name,
  token,
  signal: new AbortController().signal,
  deadlineAt: Date.now() + 30_000,
})
const releaseOf = (text: string, more = {}) => ({
  tag: 'v1.5.0',
  name: null,
  text,
  target: null,
  prerelease: false,
  publish: false,
  ...more,
})
const codeOf = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(Problem)
  expect((error as Problem).message).not.toContain(reader)
  return (error as Problem).code
}

const texts = {
  github: () =>
    github.releases.filter(({ repo }) => repo === name).map(({ body: text, draft }) => ({ text, draft })),
  gitea: () =>
    giteaState.releases.filter(({ repo }) => repo === name).map(({ body: text, draft }) => ({ text, draft })),
  gitlab: () =>
    gitlabState.releases
      .filter(({ repo }) => repo === name)
      .map(({ description: text }) => ({ text, draft: false })),
}

describe.each(['github', 'gitea'] as const)('a release on %s', (kind) => {
  const host = hostOf(kind)
  const publish = (text: string, more = {}) => publishRelease(host, access(), releaseOf(text, more))

  test('is a draft, and the same request changes nothing', async () => {
    expect(await publish(body(1))).toMatchObject({ kind: 'release', action: 'created', state: 'draft' })
    expect(await publish(body(1))).toMatchObject({ action: 'unchanged', state: 'draft' })
    expect(texts[kind]()).toEqual([{ text: body(1), draft: true }])
  })

  test('keeps edits made since, and adds what is new', async () => {
    await publish(body(1))
    const releases = kind === 'github' ? github.releases : giteaState.releases
    const draft = releases.find(({ repo }) => repo === name)!
    draft.body = draft.body.replace('* Part 1 by @ada', '* The first part, **much** better, by @ada')
    expect(await publish(body(1, 2))).toMatchObject({ action: 'updated', state: 'draft' })
    expect(texts[kind]()[0]!.text).toBe(
      `## What's Changed\n\n### Added\n\n* The first part, **much** better, by @ada in https://github.com/acme/widget/pull/1\n* Part 2 by @ada in https://github.com/acme/widget/pull/2\n\n**Full Changelog**: https://github.com/acme/widget/compare/v1.4.0...v1.5.0\n`,
    )
    expect(await publish(body(1, 2))).toMatchObject({ action: 'unchanged' })
  })

  test('keeps an edited title until another is requested', async () => {
    await publish(body(1), { prerelease: true })
    const releases = kind === 'github' ? github.releases : giteaState.releases
    const draft = releases.find(({ repo }) => repo === name)!
    draft.name = 'The quiet one'
    expect(await publish(body(1, 2))).toMatchObject({ action: 'updated' })
    expect(draft).toMatchObject({ name: 'The quiet one', prerelease: true })
    expect(await publish(body(1, 2), { name: 'The loud one' })).toMatchObject({ action: 'updated' })
    expect(draft).toMatchObject({ name: 'The loud one', prerelease: true })
    expect(await publish(body(1, 2), { name: 'The loud one' })).toMatchObject({ action: 'unchanged' })
  })

  test('is marked as a pre-release on a later request, and stays one', async () => {
    await publish(body(1))
    expect(await publish(body(1), { prerelease: true })).toMatchObject({ action: 'updated' })
    const releases = kind === 'github' ? github.releases : giteaState.releases
    expect(releases.find(({ repo }) => repo === name)).toMatchObject({ prerelease: true })
    for (const prerelease of [true, false])
      expect(await publish(body(1), { prerelease })).toMatchObject({ action: 'unchanged' })
  })

  test('is published only on request, and then changed only on request', async () => {
    await publish(body(1))
    expect(await publish(body(1), { publish: true })).toMatchObject({ action: 'updated', state: 'published' })
    expect(texts[kind]()).toEqual([{ text: body(1), draft: false }])
    expect(await publish(body(1))).toMatchObject({ action: 'unchanged', state: 'published' })
    expect(await codeOf(publish(body(1, 2)))).toBe('release_published')
    expect(texts[kind]()).toEqual([{ text: body(1), draft: false }])
    expect(await publish(body(1, 2), { publish: true })).toMatchObject({ action: 'updated' })
    expect(texts[kind]()).toEqual([{ text: body(1, 2), draft: false }])
  })
})

describe('a release on gitlab', () => {
  const publish = (text: string, more = {}) =>
    publishRelease(hostOf('gitlab'), access(), releaseOf(text, more))

  test('cannot be a draft, and is created only on request', async () => {
    expect(await codeOf(publish(body(1)))).toBe('publishing_unsupported')
    expect(texts.gitlab()).toEqual([])
    expect(await publish(body(1), { publish: true })).toMatchObject({ action: 'created', state: 'published' })
    expect(await publish(body(1), { publish: true })).toMatchObject({ action: 'unchanged' })
    expect(await publish(body(1, 2), { publish: true })).toMatchObject({ action: 'updated' })
    expect(texts.gitlab()).toEqual([{ text: body(1, 2), draft: false }])
  })

  test('creates a missing tag', async () => {
    await publish(body(1), { publish: true, tag: 'v2.0.0' })
    expect(git(join(root, name), ['tag', '--list', 'v2.0.0']).trim()).toBe('v2.0.0')
  })
})

describe('a file of the working tree', () => {
  const token = 'local-token'
  const local = localHost({ root, token, searchPath: process.env.PATH ?? '', openTextFile })
  const write = (more = {}) =>
    writeChangelogFile(
      local,
      { ...access(), token },
      { text: notes, path: 'CHANGELOG.md', base: null, dryRun: false, ...more },
    )
  const file = () => readFileSync(join(root, name, 'CHANGELOG.md'), 'utf8')

  test('is written, after it was shown', async () => {
    git(join(root, name), ['reset', '-q', '--hard', 'main'])
    const { preview } = await write({ dryRun: true })
    expect(file()).toBe(changelog)
    expect(preview).toMatchObject({ before: changelog, base: null })
    expect(await write()).toEqual({ kind: 'file', action: 'updated', state: 'written', url: null })
    expect(file()).toBe(preview!.after)
    expect(await write()).toEqual({ kind: 'file', action: 'unchanged', state: 'none', url: null })
  })

  test('is not written outside of the tree, without the token, or on another machine', async () => {
    await expect(write({ path: '../x.md' })).rejects.toThrow(/cannot be/)
    await expect(write({ path: '.git/config' })).rejects.toThrow(/cannot be/)
    const proposal = { text: notes, path: 'CHANGELOG.md', base: null, dryRun: false }
    await expect(writeChangelogFile(local, { ...access(), token: 'no' }, proposal)).rejects.toThrow(/token/)
    await expect(writeChangelogFile(hostOf('github'), access(), proposal)).rejects.toThrow(
      /not on the machine of this service/,
    )
  })
})

describe.each(['github', 'gitea', 'gitlab'] as const)('a pull request on %s', (kind) => {
  const host = hostOf(kind)
  const propose = (text = notes, more = {}) =>
    proposeChangelog(host, access(), { text, path: 'CHANGELOG.md', base: null, ...more })
  const fileOn = (branch: string, path = 'CHANGELOG.md') =>
    git(join(root, name), ['cat-file', 'blob', `${branch}:${path}`])
  const branch = 'notewright/changelog-1.5.0'

  test('adds the section to the changelog and keeps every other byte', async () => {
    expect(await propose()).toMatchObject({ kind: 'pull_request', action: 'created', state: 'open' })
    expect(fileOn('main')).toBe(changelog)
    expect(fileOn(branch)).toBe(
      '\ufeff# Changelog\r\n\r\n## [Unreleased]\r\n\r\n## [1.5.0] - 2026-11-02\r\n\r\n- Add search ([#1](https://github.com/acme/widget/pull/1))\r\n\r\n## [1.4.0] - 2026-01-01\r\n\r\n- Ours\r\n',
    )
  })

  test('is previewed without being opened, and has the title that was given', async () => {
    const proposal = { text: notes, path: 'CHANGELOG.md', base: null, title: 'Notes of 1.5.0, fixes #7' }
    const shown = await previewProposal(host, access(), proposal)
    expect(shown).toMatchObject({
      action: 'created',
      preview: { path: 'CHANGELOG.md', base: 'main', before: changelog, pullRequest: null },
    })
    expect(() => fileOn(branch)).toThrow()
    await proposeChangelog(host, access(), proposal)
    expect(fileOn(branch)).toBe(shown.preview!.after)
    expect(git(join(root, name), ['log', '-1', '--format=%s', branch]).trim()).toBe(
      'Notes of 1.5.0, fixes `#7`',
    )
    const again = await previewProposal(host, access(), {
      ...proposal,
      text: `${notes.split('- Add search')[0]}- Add search ([#1])\n- Add more ([#2])\n`,
    })
    expect(again).toMatchObject({ action: 'updated', preview: { pullRequest: expect.any(Number) } })
  })

  test('is updated while it is open, and opened again on its branch, or beside one that a person changed', async () => {
    const { url } = await propose()
    expect(await propose()).toEqual({ kind: 'pull_request', action: 'unchanged', state: 'open', url })
    const more = notes.replace('- Add search ([#1])', '- Add search ([#1])\n- Add more ([#2])')
    expect(await propose(more)).toMatchObject({ action: 'updated', state: 'open', url })
    expect(fileOn(branch)).toContain(
      '- Add search ([#1](https://github.com/acme/widget/pull/1))\r\n- Add more ([#2])\r\n',
    )
    for (const each of [...github.requests, ...giteaState.pulls, ...gitlabState.requests])
      each.state = 'closed'
    expect(await propose(more)).toMatchObject({ action: 'created' })
    expect(git(join(root, name), ['branch', '--list', `${branch}-2`])).toBe('')
    for (const each of [...github.requests, ...giteaState.pulls, ...gitlabState.requests])
      each.state = 'closed'
    expect(await propose(more.replace('Add more', 'Add even more'))).toMatchObject({ action: 'created' })
    expect(fileOn(branch)).toContain('- Add even more ([#2])')
    expect(git(join(root, name), ['branch', '--list', `${branch}-2`])).toBe('')
    for (const each of [...github.requests, ...giteaState.pulls, ...gitlabState.requests])
      each.state = 'closed'
    commitFile(join(root, name), {
      ...{ branch, start: null, path: 'CHANGELOG.md', message: 'Edit' },
      content: Buffer.from('# Mine\n'),
    })
    expect(await propose(more)).toMatchObject({ action: 'created' })
    expect(fileOn(branch)).toBe('# Mine\n')
    expect(fileOn(`${branch}-2`)).toContain('- Add more ([#2])')
  })

  test('leaves no branch behind if it cannot be opened', async () => {
    const failing: Host = {
      ...host,
      openPublisher: async (given) => ({
        ...(await host.openPublisher(given)),
        openRequest: async () => {
          throw new Problem('scope_missing', 'Not permitted to create pull requests.')
        },
      }),
    }
    const proposal = { text: notes, path: 'CHANGELOG.md', base: null }
    for (const _run of [1, 2])
      expect(await codeOf(proposeChangelog(failing, access(), proposal))).toBe('scope_missing')
    expect(git(join(root, name), ['branch', '--list', 'notewright/*'])).toBe('')
  })

  test('uses the branch that a run left behind', async () => {
    const failing: Host = {
      ...host,
      openPublisher: async (given) => ({
        ...(await host.openPublisher(given)),
        openRequest: async () => {
          throw new Problem('scope_missing', 'Not permitted to create pull requests.')
        },
        deleteBranch: async () => {
          throw new Problem('scope_missing', 'Not permitted to delete branches.')
        },
      }),
    }
    const proposal = { text: notes, path: 'CHANGELOG.md', base: null }
    for (const _run of [1, 2])
      expect(await codeOf(proposeChangelog(failing, access(), proposal))).toBe('scope_missing')
    expect(
      git(join(root, name), ['for-each-ref', '--format=%(refname)', 'refs/heads/notewright']).trim(),
    ).toBe(`refs/heads/${branch}`)
    expect(await propose()).toMatchObject({ action: 'created' })
  })

  test('recognises entries by the pull requests that the caller knows', async () => {
    await propose()
    const reworded = notes.replace('- Add search ([#1])', '- Look for things')
    const sources = [{ text: 'Look for things', commits: [], pullRequests: [1], hasOwnEntry: false }]
    expect(await propose(reworded, { sources })).toMatchObject({ action: 'unchanged' })
    expect(await propose(reworded)).toMatchObject({ action: 'updated' })
  })

  test('is not opened if the changelog is complete', async () => {
    await propose()
    git(join(root, name), ['update-ref', 'refs/heads/main', `refs/heads/${branch}`])
    for (const each of [...github.requests, ...giteaState.pulls, ...gitlabState.requests])
      each.state = 'closed'
    expect(await propose()).toEqual({ kind: 'pull_request', action: 'unchanged', state: 'none', url: null })
  })

  test('creates a missing changelog', async () => {
    expect(await propose(notes, { path: 'docs/CHANGES.md' })).toMatchObject({ action: 'created' })
    expect(fileOn(branch, 'docs/CHANGES.md')).toMatch(/^# Changelog\n\n## \[1\.5\.0\] - 2026-11-02\n/)
  })

  test('for another branch starts there', async () => {
    git(join(root, name), ['branch', 'stable', 'v1.4.0'])
    await propose(notes, { base: 'stable' })
    expect(git(join(root, name), ['merge-base', branch, 'main']).trim()).toBe(
      git(join(root, name), ['rev-parse', 'v1.4.0']).trim(),
    )
  })
})

describe.each(['github', 'gitea', 'gitlab'] as const)(
  'a pull request for the configuration on %s',
  (kind) => {
    const propose = (text: string, more = {}) =>
      proposeConfiguration(hostOf(kind), access(), { text, path: 'notewright.yml', base: null, ...more })
    const fileOn = (branch: string, path = 'notewright.yml') =>
      git(join(root, name), ['cat-file', 'blob', `${branch}:${path}`])
    const branch = 'notewright/configuration'

    test('adds the file, and is updated while it is open', async () => {
      expect(await propose('other: Misc\n')).toMatchObject({
        kind: 'pull_request',
        action: 'created',
        state: 'open',
      })
      expect(fileOn(branch)).toBe('other: Misc\n')
      expect(await propose('other: Misc\n')).toMatchObject({ action: 'unchanged', state: 'open' })
      expect(await propose('other: More # words\n')).toMatchObject({ action: 'updated', state: 'open' })
      expect(fileOn(branch)).toBe('other: More # words\n')
    })

    test('is not opened with an error, or for another file', async () => {
      expect(await codeOf(propose('othr: Misc\n'))).toBe('config_invalid')
      expect(await codeOf(propose('other: Misc\n', { path: '.github/workflows/x.yml' }))).toBe(
        'invalid_request',
      )
      expect(await codeOf(propose('{other: Misc}', { path: 'notewright.json' }))).toBe('config_invalid')
    })
  },
)

describe('a token that may only read', () => {
  test.each(['github', 'gitea', 'gitlab'])('is rejected on %s with the missing permission', async (kind) => {
    const host = hostOf(kind)
    const made = publishRelease(host, access(reader), releaseOf(body(1), { publish: true }))
    expect(await codeOf(made)).toBe('scope_missing')
    const proposal = { text: notes, path: 'CHANGELOG.md', base: null }
    expect(await codeOf(proposeChangelog(host, access(reader), proposal))).toBe('scope_missing')
  })
})

describe('an archived repository', () => {
  test.each(['github', 'gitea', 'gitlab'])('on %s is named as such', async (kind) => {
    archived.push(name)
    const host = hostOf(kind)
    const published = publishRelease(host, access(), releaseOf(body(1), { publish: true }))
    await expect(published).rejects.toMatchObject({ code: 'write_refused', message: /is archived on/ })
    const proposal = { text: notes, path: 'CHANGELOG.md', base: null }
    await expect(proposeChangelog(host, access(), proposal)).rejects.toThrow(/is archived on/)
  })
})

describe('the latest release on GitHub', () => {
  test.each([
    ['is decided by GitHub', undefined, 'legacy'],
    ['is this one on request', true, 'true'],
    ['is not this one on request', false, 'false'],
  ])('%s', async (_what, latest, sent) => {
    const publish = (text: string) =>
      publishRelease(hostOf('github'), access(), releaseOf(text, { publish: true, latest }))
    const releases = () => github.releases.filter(({ repo }) => repo === name)
    await publish(body(1))
    expect(releases()).toMatchObject([{ make_latest: sent }])
    delete releases()[0]!.make_latest
    await publish(body(1, 2))
    expect(releases()).toMatchObject([{ make_latest: sent }])
  })

  test('is found among many by its tag', async () => {
    const sample = { draft: false, prerelease: false, name: '', body: '', target_commitish: 'main' }
    const many = Array.from({ length: 350 }, (_, n) => ({ ...sample, tag_name: `v0.${n}.0`, id: 10_000 + n }))
    github.releases.push(...many.map((each) => ({ ...each, repo: name, html_url: 'https://x.org' })))
    github.calls.length = 0
    const published = await publishRelease(
      hostOf('github'),
      access(),
      releaseOf(body(1), { tag: 'v0.349.0', publish: true }),
    )
    expect(published.action).toBe('updated')
    expect(github.calls.map(({ method }) => method)).toEqual(['GET', 'GET', 'PATCH'])
  })
})

describe('hosts without releases', () => {
  const local = localHost({ root, token: null, searchPath: process.env.PATH ?? '' })
  test.each([
    ['bitbucket', hostOf('bitbucket')],
    ['local', local],
  ])('%s rejects publishing', async (_kind, host: Host) => {
    expect(await codeOf(publishRelease(host, access(), releaseOf(body(1))))).toBe('publishing_unsupported')
  })
})

describe('POST /api/v1/releases', async () => {
  const { app } = await openService(hosts)
  afterAll(() => app.close())
  const post = (payload: Record<string, unknown>, token = writer) =>
    app.inject({
      method: 'POST',
      url: '/api/v1/releases',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      payload: JSON.stringify({ repo: name, ...payload }),
    })

  test('creates a draft release once', async () => {
    for (const action of ['created', 'unchanged']) {
      const answered = await post({ tag: 'v1.5.0', text: body(1) })
      expect(answered.statusCode).toBe(200)
      expect(publishedSchema.strict().parse(answered.json())).toMatchObject({
        success: true,
        action,
        state: 'draft',
      })
    }
  })

  test('recognises existing entries by what the client knows about them', async () => {
    await post({ host: 'gitea', kind: 'pull_request', text: notes })
    const entries = [{ text: 'Look for things', pullRequests: [1] }]
    const text = notes.replace('- Add search ([#1])', '- Look for things')
    const answered = await post({ host: 'gitea', kind: 'pull_request', text, entries, fromRef: 'v1.4.0' })
    expect(answered.json()).toMatchObject({ action: 'unchanged' })
  })

  test('opens a pull request', async () => {
    const answered = await post({ host: 'gitea', kind: 'pull_request', text: notes })
    expect(publishedSchema.strict().parse(answered.json())).toMatchObject({
      action: 'created',
      state: 'open',
    })
  })

  test('opens a pull request in the style of a configuration', async () => {
    const config = {
      categories: [{ title: 'New', types: 'feat' }],
      changelog: { heading: '{version}{ / date}{, after previousTag}' },
    }
    const text = '## [1.5.0] - 2026-11-02\n\n### New\n\n- Add search ([#1])\n'
    const payload = { host: 'gitea', kind: 'pull_request', text, path: 'NEWS.md', fromRef: 'v1.4.0' }
    expect((await post({ ...payload, config })).json()).toMatchObject({ action: 'created' })
    expect(git(join(root, name), ['cat-file', 'blob', 'notewright/changelog-1.5.0:NEWS.md'])).toContain(
      '## 1.5.0 / 2026-11-02, after v1.4.0\n\n### New\n\n- Add search',
    )
    const invalid = await post({ ...payload, config: { categorys: [] } })
    expect(expectProblem(invalid, 400, 'invalid_request').errors![0]!.pointer).toBe('#/config/categorys')
  })

  test('takes the longest text that a release can hold, and no longer one', async () => {
    const answered = await post({ tag: 'v1.5.0', text: 'ä'.repeat(125_000) })
    expect(answered.json()).toMatchObject({ action: 'created' })
    expectProblem(await post({ tag: 'v1.5.0', text: 'a'.repeat(125_001) }), 400, 'invalid_request')
    expectProblem(await post({ tag: 'v1.5.0', text: 'a'.repeat(2_000_000) }), 413, 'body_too_large')
  })

  test.each([
    [{ text: 'x' }, '#/tag'],
    [{ tag: 'v1', text: '' }, '#/text'],
    [{ tag: '--x', text: 'x' }, '#/tag'],
    [{ kind: 'pull_request', text: 'x', path: '../x' }, '#/path'],
    [{ tag: 'v1', text: 'x', repo: '../nonsense' }, '#/repo'],
  ])('%j is invalid at %s', async (payload, pointer) => {
    const problem = expectProblem(await post(payload), 400, 'invalid_request')
    expect(problem.errors!.map((fault) => fault.pointer)).toContain(pointer)
  })

  test('a pull request needs a section', async () => {
    expectProblem(await post({ kind: 'pull_request', text: 'just words' }), 400, 'invalid_request')
  })

  test.each([
    ['a token that may only read', { tag: 'v1.5.0', text: 'x' }, reader, 403, 'scope_missing'],
    ['an unknown token', { tag: 'v1.5.0', text: 'x' }, 'unknown', 401, 'token_rejected'],
    [
      'a draft on GitLab',
      { host: 'gitlab', tag: 'v1.5.0', text: 'x' },
      writer,
      422,
      'publishing_unsupported',
    ],
  ] as const)('%s', async (_what, payload, token, status, code) => {
    expectProblem(await post(payload, token), status, code)
  })
})

describe('GET /api/v1/publishing', async () => {
  const { app } = await openService(hosts)
  afterAll(() => app.close())
  const get = (host: string, token = writer) =>
    app.inject({
      url: `/api/v1/publishing?host=${host}&repo=${name}`,
      headers: { authorization: `Bearer ${token}` },
    })

  test.each([
    ['github', true, false],
    ['gitlab', true, false],
    // Gitea says what the account can do, and Bitbucket nothing.
    ['gitea', null, false],
    ['bitbucket', null, null],
  ])('%s says as much as it knows about the token', async (host, ofWriter, ofReader) => {
    expect((await get(host)).json()).toMatchObject({ mayWrite: ofWriter, defaultBranch: 'main' })
    expect((await get(host, reader)).json().mayWrite).toBe(ofReader)
  })

  test.each(['github', 'gitlab', 'gitea'])('%s lists the tags that have a release', async (kind) => {
    const host = hostOf(kind)
    const access = {
      repoFullName: name,
      token: writer,
      signal: AbortSignal.timeout(60_000),
      deadlineAt: Infinity,
    }
    const release = { name: null, text: '- Add search', target: null, prerelease: false }
    await publishRelease(host, access, { ...release, tag: 'v1.4.0', publish: true })
    if (kind !== 'gitlab') await publishRelease(host, access, { ...release, tag: 'v1.5.0', publish: false })
    const listed = async (token: string) =>
      ((await get(kind, token)).json().releases as { tag: string; draft: boolean }[])
        .map(({ tag, draft }) => `${tag} ${draft ? 'draft' : 'published'}`)
        .toSorted()
    const drafts = kind === 'gitlab' ? [] : ['v1.5.0 draft']
    expect(await listed(writer)).toEqual(['v1.4.0 published', ...drafts])
    expect(await listed(reader)).toEqual(['v1.4.0 published'])
    const without = await app.inject({
      url: `/api/v1/publishing?host=${kind}&repo=${name}&releases=false`,
      headers: { authorization: `Bearer ${reader}` },
    })
    expect(without.json()).toMatchObject({ mayWrite: false, releases: [] })
  })

  test('an archived repository says so before anything is sent', async () => {
    archived.push(name)
    expect(expectProblem(await get('github'), 422, 'write_refused').detail).toContain('is archived')
  })
})
