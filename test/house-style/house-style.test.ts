import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseGenerateRequest } from '../../src/api/generate-request.ts'
import { generate } from '../../src/app/generate.ts'
import type { Answer } from '../../src/core/answer.ts'
import type { Host } from '../../src/core/host.ts'
import { configuredHosts } from '../../src/hosts/configured-hosts.ts'
import { localHost } from '../../src/hosts/local/local.ts'
import { startGitServer } from '../stand-ins/git-server.ts'
import { startGithub } from '../stand-ins/github.ts'
import { startGitlab } from '../stand-ins/gitlab.ts'
import { buildRepository, makeFolder, type Step } from '../support/build-repository.ts'
import { quietContext } from '../support/quiet-context.ts'

const token = 'token-of-house-style'
const root = makeFolder()
const closers: (() => Promise<void> | void)[] = []
const hosts: Host[] = [localHost({ root, token, searchPath: process.env.PATH ?? '' })]

/**
 * A project that lists changes to the editor but never to the server, and puts fixes under Changed: twelve
 * releases of eight pull requests, then one without notes.
 */
function history(releases: number, changelog = 'CHANGELOG.md', folder = ''): Step[] {
  const steps: Step[] = ['Start']
  const sections: string[] = []
  let number = 0
  for (let release = 1; release <= releases + 1; release += 1) {
    const listed: string[] = []
    for (const [part, what] of parts) {
      number += 1
      steps.push({ commit: `${what} ${number} (#${number})`, files: [`${folder}${part}/file-${number}.ts`] })
      if (part === 'editor') listed.push(`- ${what} ${number} (#${number})`)
    }
    if (release > releases) break
    sections.unshift(`## 0.${release}.0\n\n### Changed\n\n${listed.join('\n')}\n`)
    steps.push({
      commit: `Release 0.${release}.0`,
      files: [],
      texts: { [changelog]: sections.join('\n') },
    })
    steps.push({ tag: `v0.${release}.0` })
  }
  return steps
}

const parts = [
  ['editor', 'Keep the cursor where it was in part'],
  ['server', 'Keep the connection open in part'],
  ['editor', 'Let tabs be moved in part'],
  ['server', 'Let workers be moved in part'],
  ['editor', 'Show the line number in part'],
  ['server', 'Show the queue length in part'],
  ['editor', 'Stop the flicker in part'],
  ['server', 'Stop the second retry in part'],
] as const

beforeAll(async () => {
  buildRepository(history(12), { path: join(root, 'acme/widget') })
  buildRepository(history(12, 'packages/pad/CHANGES.md', 'packages/pad/'), {
    path: join(root, 'acme/packages'),
  })
  buildRepository(history(0), { path: join(root, 'acme/young') })
  const scopes = ['read_api', 'read_repository']
  const [git, github, gitlab] = await Promise.all([
    startGitServer({ root, tokens: { [token]: 'all' } }),
    startGithub({ root, tokens: { [token]: 'all' } }),
    startGitlab({ root, tokens: { [token]: { scopes, sees: 'all' } } }),
  ])
  closers.push(git.close, github.close, gitlab.close)
  const settings = [
    { name: 'git', kind: 'git' as const, url: git.url, apiUrl: git.url, graphqlUrl: git.url },
    { name: 'github', kind: 'github' as const, ...github },
    {
      name: 'gitlab',
      kind: 'gitlab' as const,
      url: gitlab.url,
      apiUrl: gitlab.apiUrl,
      graphqlUrl: gitlab.url,
    },
  ]
  const context = { fetch, now: Date.now, random: () => 0, sleep: async () => {} }
  hosts.push(...configuredHosts(settings, context))
})
afterAll(() => Promise.all(closers.map((close) => close())))

async function ask(host: Host, repoFullName: string, fromRef: string, paths: string[] = []): Promise<Answer> {
  return generate(parseGenerateRequest({ repoFullName, fromRef, paths }).request, {
    ...quietContext,
    host,
    token,
  })
}

describe("a project's own habit", () => {
  test.each([['local'], ['git'], ['github'], ['gitlab']])(
    'is learned from its changelog, through %s',
    async (name) => {
      const answer = await ask(hosts.find((host) => host.name === name)!, 'acme/widget', 'v0.12.0')
      const voice = { tense: 'plain', fullStop: false, scope: 'none', capitalAfterScope: null }
      expect(answer.houseStyle).toEqual({
        from: 'CHANGELOG.md',
        releases: 11,
        changes: 88,
        listed: 44,
        voice,
      })
      expect(answer.entries.map(({ text }) => text.replace(/ in part \d+$/, '')).toSorted()).toEqual([
        'Keep the cursor where it was',
        'Let tabs be moved',
        'Show the line number',
        'Stop the flicker',
      ])
      expect(new Set(answer.entries.map(({ category }) => category))).toEqual(new Set(['Changed']))
      expect(answer.omitted.every(({ detail }) => detail !== '')).toBe(true)
    },
  )

  test.each([['local'], ['git'], ['github'], ['gitlab']])(
    'of a package is learned from its own changelog, through %s',
    async (name) => {
      const host = hosts.find((each) => each.name === name)!
      const answer = await ask(host, 'acme/packages', 'v0.11.0', ['packages/pad'])
      expect(answer.houseStyle).toMatchObject({ from: 'packages/pad/CHANGES.md', listed: 40 })
      expect(answer.warnings.map(({ code }) => code)).not.toContain('changelog-unread')
    },
  )

  test('is not there where no release was ever written up, and the common one is followed', async () => {
    const answer = await ask(hosts[0]!, 'acme/young', 'HEAD~7')
    expect(answer.houseStyle).toBeNull()
    expect(answer.entries.length).toBeGreaterThan(4)
  })

  test('is never learned from what comes after the range begins', async () => {
    const answer = await ask(hosts[0]!, 'acme/widget', 'v0.1.0')
    expect(answer.houseStyle).toBeNull()
  })
})
