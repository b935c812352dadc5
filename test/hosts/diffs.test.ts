import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseGenerateRequest } from '../../src/api/generate-request.ts'
import { generate } from '../../src/app/generate.ts'
import type { Answer } from '../../src/core/answer.ts'
import type { Host } from '../../src/core/host.ts'
import { configuredHosts } from '../../src/hosts/configured-hosts.ts'
import { localHost } from '../../src/hosts/local/local.ts'
import { startGitServer } from '../stand-ins/git-server.ts'
import { startGithub } from '../stand-ins/github.ts'
import { buildRepository, makeFolder, type Step } from '../support/build-repository.ts'
import { quietContext } from '../support/quiet-context.ts'

const token = 'token-of-diffs'
const root = makeFolder()
const hosts: { host: Host; calls: unknown[] }[] = []
const closers: (() => Promise<void> | void)[] = []

const cli = (...flags: string[]) =>
  `import { program } from 'commander'\n\nprogram\n${flags.map((flag) => `  .option('--${flag}', 'Text of ${flag}')\n`).join('')}`
const changelog = (line: string) => `# Changelog\n\n## [Unreleased]\n\n${line}\n`
// A made-up token of the shape that is redacted in commit messages.
const secret = `ghp_${'a1B2'.repeat(9)}`

const steps: Step[] = [
  {
    commit: 'Start',
    files: [],
    texts: {
      'src/cli.ts': cli('quiet', 'old-flag'),
      'package.json': '{"name":"widget","engines":{"node":">=18"}}\n',
      'CHANGELOG.md': changelog(''),
      'docs/usage.md': '# Usage\n\nThe first sentence explains what widgets are.\n',
    },
  },
  { tag: 'v1.0.0' },
  {
    commit: 'feat: add a command to clear the cache (#1)',
    files: [],
    texts: {
      'src/cli.ts': cli('quiet', 'old-flag', 'clear-cache'),
      'docs/usage.md':
        '# Usage\n\nThe first sentence explains what widgets are. Use `--clear-cache` to empty the cache.\n',
    },
  },
  {
    commit: 'feat: sort results (#2)',
    files: [],
    texts: {
      'src/cli.ts': cli('quiet', 'old-flag', 'clear-cache', 'sort-by'),
      'CHANGELOG.md': changelog('- Sorting'),
    },
  },
  {
    commit: 'feat: export the cache (#3)',
    files: [],
    texts: { 'src/cache.ts': 'export function clearCache() {}\n' },
  },
  {
    commit: 'feat: rename the sort flag (#4)',
    files: [],
    texts: { 'src/cli.ts': cli('quiet', 'old-flag', 'clear-cache', 'order') },
  },
  {
    commit: 'feat!: remove old-flag and require Node 20 (#5)',
    files: [],
    texts: {
      'src/cli.ts': cli('quiet', 'clear-cache', 'order'),
      'package.json': '{"name":"widget","engines":{"node":">=20"}}\n',
    },
  },
  {
    commit: 'feat: odd files (#6)',
    files: [],
    texts: {
      'src/huge.ts': `export function huge() {}\n${'x'.repeat(600_000)}\n`,
      'src/binary.ts': 'export function binary() {}\n\0\u0001\n',
      'src/secret.ts': `export const ${secret} = 1\nexport const plain = 1\n`,
      'src/long.ts': `export function long${'g'.repeat(2000)}() {}\n`,
    },
  },
]

beforeAll(async () => {
  buildRepository(steps, { path: join(root, 'acme/widget') })
  const tokens = { [token]: 'all' as const }
  const [git, github] = await Promise.all([startGitServer({ root, tokens }), startGithub({ root, tokens })])
  closers.push(git.close, github.close)
  const [overGit, onGithub] = configuredHosts(
    [
      { name: 'git', kind: 'git', url: git.url, apiUrl: git.url, graphqlUrl: git.url },
      {
        name: 'github',
        kind: 'github',
        url: github.url,
        apiUrl: github.apiUrl,
        graphqlUrl: github.graphqlUrl,
      },
    ],
    { fetch, now: Date.now, random: () => 0, sleep: async () => {} },
  )
  hosts.push(
    { host: localHost({ root, token: null, searchPath: process.env.PATH ?? '' }), calls: [] },
    { host: overGit!, calls: git.calls },
    { host: onGithub!, calls: github.calls },
  )
})
afterAll(() => Promise.all(closers.map((close) => close())))

function ask(host: Host, diffs: boolean): Promise<Answer> {
  const { request } = parseGenerateRequest({ repoFullName: 'acme/widget', fromRef: 'v1.0.0', diffs })
  return generate(request, { ...quietContext, host, token })
}

/** The facts of each entry, by its text. */
function factsOf({ entries }: Answer): Record<string, string[]> {
  return Object.fromEntries(
    entries.map(({ text, evidence }) => [
      text,
      evidence
        .filter(({ kind }) => kind === 'diff')
        .map(({ fact }) => [fact!.action, fact!.kind, fact!.from, fact!.name].filter(Boolean).join(' ')),
    ]),
  )
}

test('every host finds the same facts, with at most three more requests', async () => {
  const answers: Answer[] = []
  for (const { host, calls } of hosts) {
    calls.length = 0
    await ask(host, false)
    const without = calls.length
    calls.length = 0
    answers.push(await ask(host, true))
    expect(calls.length - without).toBeLessThanOrEqual(3)
  }
  const [local, ...others] = answers.map(factsOf)
  expect(local).toEqual({
    'Add `--clear-cache`': [
      'added flag --clear-cache',
      'added documentation Use `--clear-cache` to empty the cache.',
    ],
    Sorting: [],
    'Export the cache': ['added export clearCache'],
    'Rename the sort flag': ['added flag --order'],
    'Remove old-flag and require Node 20': ['raised minimum-version >=18 Node.js', 'removed flag --old-flag'],
    'Odd files': ['added export plain'],
  })
  for (const other of others) expect(other).toEqual(local)
  expect(JSON.stringify(answers)).not.toContain(secret)
})

test('without diffs there are no facts', async () => {
  const answer = await ask(hosts[0]!.host, false)
  expect(Object.values(factsOf(answer)).flat()).toEqual([])
  expect(answer.entries.map(({ text }) => text)).toContain('Add a command to clear the cache')
})
