import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseGenerateRequest } from '../../src/api/generate-request.ts'
import { generate } from '../../src/app/generate.ts'
import { lookUpPreviousRelease } from '../../src/app/look-up-previous-release.ts'
import type { Answer } from '../../src/core/answer.ts'
import type { Host } from '../../src/core/host.ts'
import { findStart } from '../../src/history/previous-release.ts'
import { configuredHosts } from '../../src/hosts/configured-hosts.ts'
import { localHost } from '../../src/hosts/local/local.ts'
import { startBitbucket } from '../stand-ins/bitbucket.ts'
import { startGitServer } from '../stand-ins/git-server.ts'
import { startGitea } from '../stand-ins/gitea.ts'
import { startGithub } from '../stand-ins/github.ts'
import { startGitlab } from '../stand-ins/gitlab.ts'
import { buildRepository, makeFolder } from '../support/build-repository.ts'
import { quietContext } from '../support/quiet-context.ts'
import { randomHistory } from './random-history.ts'

const token = 'token-of-same-answer'
const tokens = { [token]: 'all' as const }
const accounts = {
  [token]: {
    scopes: ['read_api', 'read_repository', 'read:repository', 'read:issue', 'repository', 'pullrequest'],
    sees: 'all' as const,
  },
}
const root = makeFolder()
// `npm run test:histories` compares 200.
const repositories = Number(process.env.HISTORIES ?? 40)
const closers: (() => Promise<void> | void)[] = []
const hosts: Host[] = []

beforeAll(async () => {
  const [git, github, gitlab, gitea, bitbucket] = await Promise.all([
    startGitServer({ root, tokens }),
    startGithub({ root, tokens }),
    startGitlab({ root, tokens: accounts }),
    startGitea({ root, tokens: accounts }),
    startBitbucket({ root, tokens: accounts }),
  ])
  closers.push(...[git, github, gitlab, gitea, bitbucket].map(({ close }) => close))
  const context = { fetch, now: Date.now, random: () => 0, sleep: async () => {} }
  hosts.push(
    ...configuredHosts(
      [
        { name: 'git', kind: 'git', url: git.url, apiUrl: git.url, graphqlUrl: git.url },
        {
          name: 'github',
          kind: 'github',
          url: github.url,
          apiUrl: github.apiUrl,
          graphqlUrl: github.graphqlUrl,
        },
        { name: 'gitlab', kind: 'gitlab', url: gitlab.url, apiUrl: gitlab.apiUrl, graphqlUrl: gitlab.url },
        { name: 'gitea', kind: 'gitea', url: gitea.url, apiUrl: gitea.apiUrl, graphqlUrl: gitea.url },
        {
          name: 'bitbucket',
          kind: 'bitbucket',
          url: bitbucket.url,
          apiUrl: bitbucket.apiUrl,
          graphqlUrl: bitbucket.url,
        },
      ],
      context,
    ),
  )
})
afterAll(() => Promise.all(closers.map((close) => close())))

function ask(host: Host, repoFullName: string, fromRef: string): Promise<Answer> {
  return generate(parseGenerateRequest({ repoFullName, fromRef }).request, {
    ...quietContext,
    host,
    token,
  })
}

/** What must be the same through every host: everything but links, logins and labels. */
function shared({ range, commitCount, entries, omitted, config, warnings }: Answer) {
  return {
    config,
    range: { ...range, compareUrl: null },
    commitCount,
    entries: entries.map(({ labels: _labels, authors: _authors, ...entry }) => entry),
    omitted,
    warnings,
  }
}

describe('every host gives the same answer', () => {
  test.concurrent.each(Array.from({ length: repositories }, (_, seed) => seed))(
    'for the random history %i',
    async (seed) => {
      const name = `acme/history-${seed}`
      buildRepository(randomHistory(seed), { path: join(root, name) })
      const local = localHost({ root, token, searchPath: process.env.PATH ?? '' })
      for (const fromRef of seed % 4 === 0 ? ['start', 'released'] : ['start']) {
        const expected = shared(await ask(local, name, fromRef))
        const answers = await Promise.all(
          hosts.map(async (host) => [host.name, shared(await ask(host, name, fromRef))]),
        )
        expect(answers).toEqual(hosts.map((host) => [host.name, expected]))
      }
    },
  )
})

test('every host gives entries in the words of their authors', async () => {
  const name = 'acme/own-words'
  const changelog = (lines: string) => ({
    'CHANGELOG.md': `# Changelog\n\n## Unreleased\n\n${lines}\n## 1.0.0\n\n- First\n`,
  })
  buildRepository(
    [
      { commit: 'Start', texts: changelog('') },
      { tag: 'start' },
      { commit: 'fix: cursor (#7)', files: ['src/a.ts'], texts: changelog('- The cursor stays. (#7)\n') },
      {
        commit: 'feat: names',
        files: ['src/b.ts'],
        texts: { 'changelog.d/8.feature.md': 'Files have names.\n' },
      },
      { branch: 'topic' },
      {
        commit: 'feat: tabs',
        files: ['src/c.ts'],
        texts: changelog('- The cursor stays. (#7)\n- Tabs first.\n'),
      },
      {
        commit: 'reword',
        files: ['src/c.ts'],
        texts: changelog('- The cursor stays. (#7)\n- Tabs can be moved first.\n'),
      },
      { switch: 'main' },
      { merge: 'topic', commit: 'Merge pull request #9 from ada/topic\n\nAdd tabs' },
    ],
    { path: join(root, name) },
  )
  const local = localHost({ root, token, searchPath: process.env.PATH ?? '' })
  for (const host of [local, ...hosts]) {
    const { entries } = await ask(host, name, 'start')
    const texts = entries.map(({ text }) => text).sort()
    expect([host.name, texts]).toEqual([
      host.name,
      ['Files have names', 'Tabs can be moved first', 'The cursor stays'],
    ])
  }
})

describe('every host finds the same previous release', () => {
  const name = 'acme/releases'
  const local = localHost({ root, token, searchPath: process.env.PATH ?? '' })
  beforeAll(() => {
    buildRepository(
      [
        'Start',
        { tag: 'v1.0.0' },
        { branch: 'release-1.0' },
        'fix: back-port',
        { tag: 'v1.0.1', annotated: true },
        { switch: 'main' },
        'feat: tabs',
        { tag: 'core@7.0.0' },
        { tag: 'v1.1.0', annotated: true },
        { tag: 'v0.101.0' },
        'feat: export',
        { tag: 'v1.2.0-rc.1' },
        'fix: export',
        { tag: '016.5' },
        { merge: 'release-1.0', commit: "Merge branch 'release-1.0'" },
        ...Array.from({ length: 400 }, (_, index) => `feat: change ${index}`),
        { tag: 'v1.2.0-rc.2' },
        'fix: import',
        { tag: 'v1.2.0' },
        { switch: 'release-1.0' },
        'fix: another back-port',
        { tag: 'v1.0.2' },
      ],
      { path: join(root, name) },
    )
  })
  const releaseBefore = async (host: Host, toRef: string) => {
    const { signal } = new AbortController()
    const access = { repoFullName: name, token, signal, deadlineAt: Number.POSITIVE_INFINITY }
    return findStart(await host.open(access), { fromRef: null, toRef, version: null, date: null })
  }

  test.each([
    ['v1.2.0', 'v1.1.0'],
    ['v1.2.0-rc.2', 'v1.2.0-rc.1'],
    ['main~1', 'v1.1.0'],
    ['v1.0.2', 'v1.0.1'],
    ['release-1.0', 'v1.0.2'],
    ['v1.1.0', 'v1.0.0'],
    ['v1.0.0', null],
    ['core@7.0.0', null],
  ])('before %s: %s', async (toRef, expected) => {
    const found = await Promise.all(
      [local, ...hosts].map(async (host) => [host.name, await releaseBefore(host, toRef)]),
    )
    const { version, toIsTag } = await releaseBefore(local, toRef)
    expect(found).toEqual(
      [local, ...hosts].map((host) => [host.name, { fromRef: expected, version, toIsTag, warnings: [] }]),
    )
  })
})

test('every host finds the release of the branch that left the history last', async () => {
  const name = 'acme/release-branches'
  buildRepository(
    [
      'Start',
      'feat: tabs',
      { branch: 'release-1.0' },
      'chore: release 1.0.0',
      { tag: 'v1.0.0' },
      { switch: 'main' },
      'feat: export',
      { branch: 'release-1.1' },
      'chore: release 1.1.0',
      { tag: 'v1.1.0' },
      'fix: export',
      { tag: 'v1.1.1' },
      { switch: 'release-1.0' },
      'fix: tabs',
      { tag: 'v1.0.9' },
      { switch: 'main' },
      'feat: import',
    ],
    { path: join(root, name) },
  )
  const local = localHost({ root, token, searchPath: process.env.PATH ?? '' })
  for (const host of [local, ...hosts]) {
    const { signal } = new AbortController()
    const access = { repoFullName: name, token, signal, deadlineAt: Number.POSITIVE_INFINITY }
    const lookUp = async (toRef: string) => {
      const { previousRelease, warnings } = await lookUpPreviousRelease(host, access, { toRef: toRef })
      return [previousRelease?.name ?? null, ...warnings.map(({ code }) => code)]
    }
    expect([host.name, await lookUp('main')]).toEqual([host.name, ['v1.1.1', 'diverged']])
    expect([host.name, await lookUp('v1.1.0')]).toEqual([host.name, ['v1.0.0', 'diverged']])
    expect([host.name, await lookUp('v1.1.1')]).toEqual([host.name, ['v1.1.0']])
    expect([host.name, await lookUp('v1.0.0')]).toEqual([host.name, [null]])
    const { range, warnings } = await ask(host, name, 'previous-release')
    expect([host.name, range.fromRef, range.relation]).toEqual([host.name, 'v1.1.1', 'diverged'])
    expect(warnings.map(({ code }) => code)).toContain('diverged')
  }
})

describe('every host resolves revisions alike', () => {
  const name = 'acme/revisions'
  const local = localHost({ root, token, searchPath: process.env.PATH ?? '' })
  beforeAll(() => {
    buildRepository(
      [
        'feat: one',
        'feat: two',
        { tag: 'v1' },
        { branch: 'side' },
        'feat: side',
        { switch: 'main' },
        'feat: three',
        { merge: 'side', commit: "Merge branch 'side'" },
      ],
      { path: join(root, name) },
    )
  })
  const resolveRefs = async (host: Host, revision: string) => {
    const signal = new AbortController().signal
    const repository = await host.open({
      repoFullName: name,
      token,
      signal,
      deadlineAt: Number.POSITIVE_INFINITY,
    })
    const { from } = await repository.resolveRefs(revision, 'HEAD')
    return from
  }

  test.each([
    'HEAD~1',
    'HEAD^',
    'HEAD^0',
    'HEAD^2',
    'HEAD^2~1',
    'HEAD~2',
    'main~3',
    'v1~1',
    'v1^0',
    'side~2',
  ])('%s is the same commit', async (revision) => {
    const { sha } = await resolveRefs(local, revision)
    expect(sha).not.toBeNull()
    const found = await Promise.all(
      hosts.map(async (host) => [host.name, (await resolveRefs(host, revision)).sha]),
    )
    expect(found).toEqual(hosts.map((host) => [host.name, sha]))
  })

  test.each([
    ['past the root', 'HEAD~4'],
    ['past the root', 'HEAD~999999999'],
    ['past the root', 'v1~2'],
    ['past the root', 'HEAD^0~99'],
    ['the second parent of a commit that is no merge', 'HEAD~1^2'],
    ['the third parent of a merge', 'HEAD^3'],
    ['past the root of a side branch', 'HEAD^2~9'],
  ])('%s, %s has a base and no commit', async (_what, revision) => {
    const { baseSha } = await resolveRefs(local, revision)
    expect(baseSha).not.toBeNull()
    const found = await Promise.all([local, ...hosts].map((host) => resolveRefs(host, revision)))
    expect(found.map((each) => [each.sha, each.baseSha])).toEqual(found.map(() => [null, baseSha]))
  })

  const generateFrom = (host: Host, fromRef: string) =>
    generate(parseGenerateRequest({ repoFullName: name, fromRef }).request, { ...quietContext, host, token })

  test('past the root the notes cover everything, with a warning', async () => {
    for (const host of [local, ...hosts]) {
      const { commitCount, warnings } = await generateFrom(host, 'HEAD~50')
      expect([host.name, commitCount, warnings.map(({ code }) => code)]).toEqual([
        host.name,
        5,
        ['short-history'],
      ])
    }
  })

  test('the second parent of a commit that is no merge is an unknown ref', async () => {
    for (const host of [local, ...hosts])
      await expect(generateFrom(host, 'HEAD~1^2')).rejects.toMatchObject({ code: 'ref_not_found' })
  })
})
