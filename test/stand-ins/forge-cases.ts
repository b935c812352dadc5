import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import fc from 'fast-check'
import { expect } from 'vitest'
import type { Commit } from '../../src/core/commit.ts'
import type { ProblemCode } from '../../src/core/errors.ts'
import { Problem } from '../../src/core/errors.ts'
import type { Access, Host } from '../../src/core/host.ts'
import type { CommitRange } from '../../src/core/range.ts'
import type { Repository } from '../../src/core/repository.ts'
import { localHost } from '../../src/hosts/local/local.ts'
import type { RestOptions } from '../../src/hosts/rest/rest-client.ts'
import { openHttpClient } from '../../src/http-client/http-client.ts'
import { buildRepository, git, makeFolder, type Step } from '../support/build-repository.ts'
import type { Account, Forge, ForgeOptions } from './forge.ts'

/** The token of these tests; it must be seen nowhere but at its host. */
export const token = 'canary-token-9d2f6a41'

/** A forge, the host that calls it, and the repositories that both see. */
export interface Served {
  forge: Forge
  host: Host
  root: string
  access: (repoFullName: string, settings?: Partial<Access>) => Access
  /** Builds a repository below the served folder. */
  build: (name: string, steps: Step[]) => string
}

/** Starts a forge over a new folder, and a host that calls it over HTTP. */
export async function serve<Options extends ForgeOptions>(
  kind: {
    start: (options: Options) => Promise<Forge>
    host: (options: RestOptions) => Host
    scopes: string[]
  },
  settings: Partial<Options> & { tokens?: Record<string, Account> } = {},
): Promise<Served> {
  const root = makeFolder()
  const tokens = { [token]: { scopes: kind.scopes, sees: 'all' as const } }
  const forge = await kind.start({ root, tokens, ...settings } as unknown as Options)
  const httpClient = openHttpClient([forge.url], {
    fetch,
    now: Date.now,
    random: () => 0,
    sleep: async (milliseconds, signal) => void (await wait(milliseconds, null, { signal })),
  })
  return {
    forge,
    root,
    host: kind.host({ name: 'forge', url: forge.url, apiUrl: forge.apiUrl, httpClient }),
    access: (repoFullName, more = {}) => ({
      repoFullName,
      token,
      signal: AbortSignal.timeout(20_000),
      deadlineAt: Date.now() + 20_000,
      ...more,
    }),
    build: (name, steps) => buildRepository(steps, { path: join(root, name) }),
  }
}

/** The same repository, as the local host sees it. */
export function openLocal(root: string, repoFullName: string): Promise<Repository> {
  const access = {
    repoFullName,
    token: null,
    signal: AbortSignal.timeout(20_000),
    deadlineAt: Number.POSITIVE_INFINITY,
  }
  return localHost({ root, token: null, searchPath: process.env.PATH ?? '' }).open(access)
}

/** All commits of a range, without what REST does not return, and with sorted tags. */
export async function gather(repository: Repository, range: CommitRange, limit = 10_000): Promise<Commit[]> {
  const commits: Commit[] = []
  for await (const commit of repository.commits(range, limit)) {
    commits.push({
      ...commit,
      message: commit.message.trimEnd(),
      tags: commit.tags.toSorted(),
      paths: [],
      pathsCut: false,
    })
  }
  return commits
}

/** Expects the same commits of both, and those that git lists. */
export async function expectSameRange(
  one: Repository,
  other: Repository,
  folder: string,
  range: CommitRange,
) {
  const [commits, locally] = await Promise.all([gather(one, range), gather(other, range)])
  expect(bySha(commits)).toEqual(bySha(locally))
  const revisions = range.fromSha === null ? [range.toSha] : [range.toSha, `^${range.fromSha}`]
  const listed = git(folder, ['rev-list', ...revisions])
    .split('\n')
    .filter(Boolean)
  expect(commits.map(({ sha }) => sha).toSorted()).toEqual(listed.toSorted())
}

function bySha(commits: Commit[]): Record<string, Commit> {
  return Object.fromEntries(commits.map((commit) => [commit.sha, commit]))
}

/** Expects a problem with a code, a hint and without the token, and returns it. */
export async function expectProblem(promise: Promise<unknown>, code: ProblemCode): Promise<Problem> {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(Problem)
  const problem = error as Problem
  expect([problem.code, problem.message]).toEqual([code, expect.stringMatching(/\. [A-Z].*\.$/s)])
  expect(JSON.stringify([problem.message, problem.stack, String(problem.cause)])).not.toContain(token)
  return problem
}

const names = ['Ada', 'Bob <bob@example.org>', 'Zoë, Z. <zoe@elsewhere.example>']
const messages = [
  '',
  'feat: tabs',
  'Fix a thing\n\nWith a body.\n\n\nAnd more.',
  'Café 漢字',
  'x'.repeat(3000),
]

const commitStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ commit: fc.constantFrom(...messages), by: fc.constantFrom(...names) }),
  },
  { weight: 1, arbitrary: fc.constant({ commit: '', bytes: 'Caf\xe9 au lait', encoding: 'ISO-8859-1' }) },
  { weight: 1, arbitrary: fc.constant({ commit: '', bytes: 'Caf\xe9 without a name' }) },
)

const move = fc.record({
  kind: fc.constantFrom(
    'commit',
    'commit',
    'commit',
    'branch',
    'switch',
    'merge',
    'octopus',
    'tag',
    'annotated',
  ),
  step: commitStep,
  pick: fc.nat(1000),
})

/** Histories with branches, merges of two and more, tags anywhere, and messages of every kind. */
export const histories: fc.Arbitrary<Step[]> = fc
  .array(move, { minLength: 5, maxLength: 40 })
  .map((moves) => {
    const steps: Step[] = ['Start']
    const branches = ['main']
    const other = (pick: number) => branches[pick % branches.length]!
    moves.forEach(({ kind, step, pick }, index) => {
      if (kind === 'commit') steps.push(step)
      else if (kind === 'switch') steps.push({ switch: other(pick) })
      else if (kind === 'merge') steps.push({ merge: other(pick), commit: `Merge ${index}` })
      else if (kind === 'octopus')
        steps.push({ merge: [...new Set(branches)].slice(0, 3), commit: 'Merge all' })
      else if (kind === 'branch') {
        branches.push(`side/${index}`)
        steps.push({ branch: `side/${index}` }, step)
      } else steps.push({ tag: `v${index}.0`, annotated: kind === 'annotated', at: other(pick) })
    })
    return [...steps, { switch: 'main' }, 'Last']
  })

/** Every form of ref that a repository of these tests has, and some that it has not. */
export function refForms(folder: string): string[] {
  const refs = git(folder, ['for-each-ref', '--format=%(refname)', 'refs/tags', 'refs/heads'])
    .split('\n')
    .filter(Boolean)
  const sha = git(folder, ['rev-parse', 'main']).trim()
  const short = refs.map((ref) => ref.replace(/^refs\/(?:tags|heads)\//, ''))
  const bases = [
    'HEAD',
    sha,
    sha.slice(0, 9),
    ...refs.slice(0, 4),
    ...short.slice(0, 6),
    'no-such',
    'deadbeef',
    '0'.repeat(40),
  ]
  return [
    ...bases,
    ...bases
      .slice(0, 6)
      .flatMap((base) => ['~1', '~3', '^', '^2', '~2^', '^0', '~500'].map((end) => base + end)),
  ]
}
