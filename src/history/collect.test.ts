import { expect, test } from 'vitest'
import type { Commit } from '../core/commit.ts'
import type { ResolvedRange } from '../core/range.ts'
import type { HostDetails, Repository } from '../core/repository.ts'
import { noDetails } from '../hosts/host-defaults.ts'
import { collect } from './collect.ts'

const range: ResolvedRange = {
  fromRef: 'v1',
  toRef: 'main',
  fromSha: 'from',
  toSha: 'c1',
  toIsTag: false,
  version: null,
  date: null,
}

function commitsOf(...commits: Partial<Commit>[]): Commit[] {
  return commits.map((commit, index) => ({
    sha: `c${index + 1}`,
    parents: [index === commits.length - 1 ? 'from' : `c${index + 2}`],
    author: { name: 'Ada', email: 'a@b.c', login: null },
    authoredAt: '2026-01-01T00:00:00Z',
    committedAt: commits.length - index,
    message: 'x',
    paths: [],
    pathsCut: false,
    tags: [],
    ...commit,
  }))
}

function collected(
  commits: Commit[],
  asked: Partial<ResolvedRange> = {},
  maxCommits = 1000,
  details: Partial<HostDetails> = {},
) {
  const counts: number[] = []
  const repository: Repository = {
    fullName: 'acme/tool',
    web: null,
    shallow: false,
    resolveRefs: () => expect.unreachable(),
    async *commits(_range, limit) {
      yield* commits.slice(0, limit)
    },
    count: async () => commits.length,
    details: async (_commits, toSha) => ({
      ...noDetails,
      ...details,
      logins: [{ email: 'To@x', login: toSha }],
    }),
    ancestors: async function* () {},
    past: async function* () {},
    tags: async () => [],
    changedFiles: async () => new Map(),
    changedBetween: async () => null,
    contents: async () => new Map(),
    listRefs: () => expect.unreachable(),
  }
  const history = collect(
    repository,
    { ...range, ...asked },
    { maxCommits, onProgress: ({ done }) => counts.push(done) },
  )
  return { history, counts }
}

test.each([
  ['ancestor', commitsOf({}, {}), {}],
  ['ancestor', [], { fromSha: 'c1' }],
  ['diverged', commitsOf({ parents: ['fork'] }), {}],
  ['reversed', [], {}],
  ['root', commitsOf({ parents: [] }), { fromSha: null }],
])('the relation of the ends is %s', async (relation, commits, asked) => {
  expect((await collected(commits, asked).history).relation).toBe(relation)
})

test('of several tags on one commit the highest version comes first', async () => {
  const { commits } = await collected(commitsOf({}, { tags: ['v1.2.0', 'v1.10.0', 'v1.9.0'] })).history
  expect(commits[1]!.tags).toEqual(['v1.10.0', 'v1.9.0', 'v1.2.0'])
})

test('texts are cleaned, and cutting long ones gives a warning', async () => {
  const author = { name: 'A\x1b[31mda\n', email: ' a@b.c\u202e', login: null }
  const { commits, warnings } = await collected(
    commitsOf({ message: ' Add\x07 x \n', author, tags: ['v\u200b1'] }, { message: 'y'.repeat(1001) }),
  ).history
  expect(commits[0]).toMatchObject({
    message: 'Add x',
    author: { name: 'Ada', email: 'a@b.c' },
    tags: ['v1'],
  })
  expect(warnings.map(({ code }) => code)).toEqual(['message-cut'])
})

test("the repository's own changelog is cleaned, and asked for at the end of the range", async () => {
  const text = `# Chan\u200bgelog\r\n\r\n- A \x1b[31mred\x1b[0m line  \r\n${'x'.repeat(1001)}\n`
  const { changelog, logins } = await collected(commitsOf({}), {}, 10, {
    changelog: { path: 'CHANGELOG.md', text },
  }).history
  expect(changelog).toEqual({
    path: 'CHANGELOG.md',
    text: `# Changelog\n\n- A red line\n${'x'.repeat(1000)}\n`,
  })
  expect(logins.get('to@x')).toBe('c1')
  expect((await collected(commitsOf({})).history).changelog).toBeNull()
})

test('secrets are removed from every text, and a warning has their number', async () => {
  const secret = `gh${'p_'}${'a1B2'.repeat(9)}`
  const pullRequest = {
    number: 7,
    title: `Use ${secret}`,
    body: `As in\n\u200b${secret.slice(0, 9)}\u200b${secret.slice(9)}`,
    labels: ['bug', secret],
    commits: ['c1'],
    paths: [],
  }
  const author = { name: `Ada ${secret}`, email: 'a@b.c', login: null }
  const commits = commitsOf({ message: `fix: drop ${secret}\n\n\`${secret}\``, author }, { author })
  const details = {
    pullRequests: [pullRequest],
    changelog: { path: 'CHANGELOG.md', text: `- Add ${secret}` },
  }
  const history = await collected(commits, {}, 1000, details).history
  expect(JSON.stringify(history)).not.toContain(secret)
  expect(history.commits[0]).toMatchObject({
    message: 'fix: drop [redacted]\n\n`[redacted]`',
    author: { name: 'Ada [redacted]' },
  })
  expect(history.pullRequests[0]).toMatchObject({
    title: 'Use [redacted]',
    body: 'As in\n[redacted]',
    labels: ['bug', '[redacted]'],
  })
  expect(history.warnings).toEqual([
    {
      code: 'secrets-redacted',
      detail: expect.stringMatching(/^6 secrets in .* rotate them\.$/),
      values: { secrets: 6 },
    },
  ])
})

test('a range of exactly the maximum is accepted, one commit more is rejected with the count', async () => {
  const commits = commitsOf({}, {}, {}, {})
  expect((await collected(commits, {}, 4).history).commits).toHaveLength(4)
  await expect(collected(commits, {}, 2).history).rejects.toMatchObject({
    code: 'range_too_large',
    message: expect.stringContaining('v1..main has 4 commits; one request may cover at most 2'),
  })
})

test('every hundred commits a sign of life is given', async () => {
  const { history, counts } = collected(commitsOf(...Array.from({ length: 250 }, () => ({}))))
  await history
  expect(counts).toEqual([100, 200])
})

test('changed files that only the host knows are added, with whether the list is complete', async () => {
  const changedPaths = new Map([['c1', { paths: ['src/a.ts'], cut: true }]])
  const { commits } = await collected(commitsOf({}, { paths: ['b.ts'] }), {}, 1000, { changedPaths }).history
  expect(commits.map(({ paths, pathsCut }) => [paths, pathsCut])).toEqual([
    [['src/a.ts'], true],
    [['b.ts'], false],
  ])
})
