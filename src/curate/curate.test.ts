import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { asHistory, type SampleCommit, sampleHistory, sampleSha } from '../../test/support/sample-history.ts'
import type { Commit } from '../core/commit.ts'
import type { OwnLine } from '../core/own-words.ts'
import { checkLedger } from '../verify/check-ledger.ts'
import { verify } from '../verify/verify.ts'
import { writeByRules } from '../write/write-by-rules.ts'
import { curate } from './curate.ts'

const everything = { audience: 'users' as const, paths: [] }

function outcomesOf(samples: SampleCommit[], paths: string[] = []): string[] {
  const { changes, omitted } = curate(asHistory(sampleHistory(...samples)), { ...everything, paths })
  return [
    ...changes.map(({ category, title }) => `${category}: ${title}`),
    ...omitted.map(({ reason, subject }) => `${reason}: ${subject}`),
  ]
}

describe('every commit is included or excluded for a stated reason', () => {
  test('in the order of the history', () => {
    const added = { message: 'Add c', paths: ['src/c.ts'] }
    const reverted = { message: 'Revert "Add c"', paths: ['src/c.ts'] }
    expect(outcomesOf(['feat: add a', 'chore: tidy', 'fix: b', added, reverted, 'v1.0.0'])).toEqual([
      'Added: add a',
      'Fixed: b',
      'release: v1.0.0',
      'reverted: Revert "Add c"',
      'reverted: Add c',
      'internal: chore: tidy',
    ])
  })

  test('a commit that changes nothing below the requested paths is outside', () => {
    expect(
      outcomesOf(
        [
          { message: 'Add a', paths: ['core/a.ts', 'web/a.ts'] },
          { message: 'Add b', paths: ['web/b.ts'] },
          { message: 'Add c', paths: ['web/c.ts'], pathsCut: true },
          { message: 'Add d', paths: [] },
        ],
        ['core'],
      ),
    ).toEqual(['Added: Add a', 'Added: Add c', 'outside-paths: Add d', 'outside-paths: Add b'])
  })

  test('a merge that brought nothing below the requested paths is a merge', () => {
    expect(
      outcomesOf(
        [
          { message: 'Add a', paths: ['core/a.ts'] },
          { message: 'Add b', paths: ['web/b.ts'], parents: [sampleSha(1)] },
          {
            message: 'Merge pull request #7 from ada/b\n\nAdd b',
            parents: [sampleSha(1), sampleSha(2)],
            paths: [],
          },
        ],
        ['core'],
      ),
    ).toEqual(['Added: Add a', 'merge: Merge pull request #7 from ada/b', 'outside-paths: Add b'])
  })

  test('a copy is a duplicate of the first', () => {
    expect(outcomesOf(['Add a', `Add a\n\n(cherry picked from commit ${sampleSha(1)})`])).toEqual([
      'Added: Add a',
      'duplicate: Add a',
    ])
  })
})

test('a bot is an author only when no person is', () => {
  const author = { name: 'renovate[bot]', email: 'bot@example.org', login: null }
  const [shared, alone] = curate(
    asHistory(
      sampleHistory(
        { message: 'fix: a\n\nCo-authored-by: Bob <bob@example.org>', author },
        { message: 'fix: b', author },
      ),
    ),
    everything,
  ).changes
  expect(shared!.authors.map(({ name }) => name)).toEqual(['Bob'])
  expect(alone!.authors.map(({ name }) => name)).toEqual(['renovate[bot]'])
})

test('the input is not modified', () => {
  const commits = sampleHistory('Add a', 'Revert "Add a"', 'fix: b')
  const before = structuredClone(commits)
  curate(asHistory(commits), everything)
  expect(commits).toEqual(before)
})

/** ParsedMessages in which {sha} and {short} stand for another commit of the same history. */
const templates = fc.constantFrom(
  '',
  'Add a',
  'feat: add a',
  'fix(x)!: b (#1)',
  'fix: b (#2)',
  'wip',
  'v1.0.0',
  'Bump a from 1.0.0 to 2.0.0',
  'Merge pull request #1 from ada/x',
  'Merge pull request #2 from ada/x\n\nAdd c',
  "Merge branch 'x'",
  'Merge #1\n\n1: c r=a',
  'Revert "Add a"',
  'Revert "Revert "Add a""',
  'Reapply "Add a"',
  'Revert "x"\n\nThis reverts commit {sha}.',
  'Undo\n\nThis reverts commits {short} and {sha}.',
  'Undo\n\nReverts acme/tool#1',
  'Add a\n\n(cherry picked from commit {sha})',
  'feat: x\n\nBREAKING CHANGE: y',
  '(#3)',
  'feat: #4',
  '`',
  '``` ` ``',
  '[skip ci]',
  'fix: .',
  '🚀',
  ':bug:',
  'CVE-2026-12345',
  'security: CVE-2026-12345',
  '@ada closes #1 <b>',
)

const person = fc.constantFrom('Ada', 'Bob', 'renovate[bot]', '').map((name) => ({
  name,
  email: name === '' ? '' : `${name}@example.org`,
  login: null,
}))

const step = fc.record({
  message: fc.oneof({ weight: 6, arbitrary: templates }, fc.string({ unit: 'binary' })),
  cited: fc.nat(),
  parents: fc.oneof(
    { weight: 5, arbitrary: fc.constant<number[]>([0]) },
    fc.uniqueArray(fc.nat(30), { maxLength: 4 }),
  ),
  author: person,
  minute: fc.nat(2),
  paths: fc.subarray(['src/a.ts', 'test/a.ts', 'README.md', '.gitignore']),
})

/** Histories with branches, merges of two and more, reverts, copies and hostile texts; newest first. */
const histories = fc.array(step, { maxLength: 30 }).map((steps) =>
  steps
    .map(({ message, cited, parents, author, minute, paths }, index): Commit => {
      const sha = sampleSha(1 + (cited % steps.length))
      return {
        sha: sampleSha(index + 1),
        // Counted back from the commit itself; what lies before the first one is outside the range.
        parents: parents.map((back) => (back < index ? sampleSha(index - back) : 'f'.repeat(40))),
        author,
        authoredAt: `2026-01-01T00:0${minute}:00Z`,
        committedAt: index,
        message: message.replaceAll('{sha}', sha).replaceAll('{short}', sha.slice(0, 7)),
        paths,
        pathsCut: false,
        tags: [],
      }
    })
    .reverse(),
)

test('a wrapped subject is joined for included and excluded commits alike', () => {
  const commits = sampleHistory('feat: add a way\nto look for things\n\nMore.')
  const { changes, omitted } = curate(asHistory(commits), everything)
  expect(changes).toMatchObject([{ title: 'add a way to look for things', messages: [{ body: 'More.' }] }])
  const leaving = writeByRules(changes, null).map((draft) => ({
    ...draft,
    exclusionReason: 'Of no interest.',
  }))
  expect(verify(leaving, { changes, omitted }, commits).omitted).toMatchObject([
    { subject: 'feat: add a way to look for things', detail: 'Of no interest.' },
  ])
})

test('folded changes keep the subjects of all their commits', () => {
  const titles = ['feat(a): support x (#1)', 'feat(a): support y (#2)', 'feat(a): support z (#3)']
  const { changes } = curate(asHistory(sampleHistory(...titles)), everything)
  expect(changes).toMatchObject([
    { commits: [1, 2, 3].map(sampleSha), messages: titles.map((subject) => ({ subject })) },
  ])
})

test.each([
  ['users', []],
  ['developers', []],
  ['users', ['src']],
] as const)('for any history, the ledger for %s below %j adds up', (audience, paths) => {
  fc.assert(
    fc.property(histories, (commits) => {
      const { changes, omitted } = curate(asHistory(commits), { audience, paths: [...paths] })
      const { entries } = verify(writeByRules(changes, null), { changes, omitted }, commits)
      checkLedger(commits, entries, omitted)
      const shas = [...entries.flatMap((entry) => entry.commits), ...omitted.map(({ sha }) => sha)]
      expect(shas.toSorted()).toEqual(commits.map(({ sha }) => sha).toSorted())
    }),
    { numRuns: 500 },
  )
})

describe('a news fragment that comes with a change', () => {
  const curateWith = (message: string, paths: string[]) =>
    curate(asHistory(sampleHistory({ message, paths })), { audience: 'users', paths: [] })

  test('includes it in the category of the fragment', () => {
    const { changes } = curateWith('Tidy the lists (#7)', ['tests/lists.py', 'newsfragments/7.bugfix.rst'])
    expect(changes).toMatchObject([{ category: 'Fixed', pullRequests: [7] }])
    expect(changes[0]!.evidence.map(({ kind }) => kind)).toContain('fragment')
  })

  test('excludes it when the type of the fragment is not published', () => {
    const { changes, omitted } = curateWith('Rework the lists (#7)', ['lists.py', 'newsfragments/7.misc.rst'])
    expect(changes).toEqual([])
    expect(omitted).toMatchObject([{ reason: 'not-notable', detail: expect.stringContaining('7.misc.rst') }])
  })

  test('does not exclude a breaking change', () => {
    const { changes } = curateWith('feat!: drop lists (#7)', ['lists.py', 'newsfragments/7.misc.rst'])
    expect(changes).toMatchObject([{ breaking: true }])
  })
})

describe('dependency updates', () => {
  const titles = [
    'chore(deps): bump undici from 6.1.0 to 6.2.0 (#1)',
    'Update dependency @types/node to v24 (#2)',
    'fix(deps): update dependency lodash to v4.17.21 [security] (#3)',
  ]

  test('are excluded for users, except those that fix a vulnerability', () => {
    const { changes, omitted } = curate(asHistory(sampleHistory(...titles)), { audience: 'users', paths: [] })
    expect(changes).toMatchObject([{ category: 'Security', pullRequests: [3] }])
    expect(omitted.map(({ reason }) => reason)).toEqual(['dependency', 'dependency'])
  })

  test('are one change for developers', () => {
    const { changes, omitted } = curate(asHistory(sampleHistory(...titles)), {
      audience: 'developers',
      paths: [],
    })
    expect(changes).toMatchObject([
      { category: 'Security', pullRequests: [3] },
      { id: 'dependencies', title: 'Update `undici` and `@types/node`', pullRequests: [1, 2] },
    ])
    expect(omitted).toEqual([])
  })
})

describe('a commit that a person includes although the rules exclude it', () => {
  const curateWith = (n: number, ...samples: SampleCommit[]) =>
    curate(asHistory(sampleHistory(...samples)), { ...everything, forceIncluded: new Set([sampleSha(n)]) })

  test.each(['docs: explain a', 'chore: tidy', 'test: cover a', 'Bump undici from 6.1.0 to 6.2.0', 'typo'])(
    '"%s" becomes a change with evidence',
    (title) => {
      const { changes, omitted } = curateWith(2, 'feat: add a', title)
      expect(changes.map(({ commits }) => commits)).toEqual([[sampleSha(1)], [sampleSha(2)]])
      expect(changes[1]?.evidence.at(-1)).toMatchObject({ kind: 'asked-for' })
      expect(omitted).toEqual([])
    },
  )

  test.each<[string, number, SampleCommit[]]>([
    [
      'reverted',
      2,
      ['feat: add a', 'feat: add b', { message: 'Revert "feat: add b"', paths: ['src/file-2.ts'] }],
    ],
    ['release', 2, ['feat: add a', 'Release 1.0.0']],
    ['merge', 2, ['feat: add a', { message: "Merge branch 'x'", parents: [sampleSha(1), sampleSha(9)] }]],
  ])('a %s one stays excluded', (reason, n, samples) => {
    const { omitted } = curateWith(n, ...samples)
    expect(omitted.find(({ sha }) => sha === sampleSha(n))).toMatchObject({ reason })
  })
})

test('dependencies beyond six are counted', () => {
  const titleOf = (count: number) => {
    const bumps = Array.from(
      { length: count },
      (_, index) => `chore(deps): bump part${index} from 1.0.0 to 1.1.0`,
    )
    const { changes } = curate(asHistory(sampleHistory(...bumps)), { audience: 'developers', paths: [] })
    return changes[0]!.title
  }
  expect(titleOf(6)).toBe('Update `part0`, `part1`, `part2`, `part3`, `part4` and `part5`')
  expect(titleOf(8)).toBe('Update `part0`, `part1`, `part2`, `part3`, `part4`, `part5` and 2 more')
})

test('a change with a commit by a person is not excluded as one of a bot', () => {
  const bot = { name: 'renovate[bot]', email: 'bot@renovateapp.com', login: null }
  const reasons = (author: typeof bot | undefined) =>
    curate(
      asHistory(
        sampleHistory(
          { message: 'Update snapshots of the day (#7)', ...(author && { author }) },
          { message: 'Update snapshots of the hour (#7)', author: bot },
        ),
      ),
      { audience: 'users', paths: [] },
    ).omitted.map(({ reason }) => reason)
  expect(reasons(bot)).toEqual(['bot', 'bot'])
  expect(reasons(undefined)).not.toContain('bot')
})

test('an edit of the changelog is found when only the host lists the files', () => {
  const commits = sampleHistory({ message: 'feat: add a (#7)', paths: [] })
  const request = { number: 7, title: 'feat: add a', body: '', labels: [], commits: [sampleSha(1)] }
  const kinds = (paths: string[]) =>
    curate(asHistory(commits, [{ ...request, paths }]), {
      audience: 'users',
      paths: [],
      changelog: 'CHANGELOG.md',
    }).changes[0]!.evidence.map(({ kind }) => kind)
  expect(kinds(['src/a.ts', 'CHANGELOG.md'])).toContain('own-entry')
  expect(kinds(['src/a.ts'])).not.toContain('own-entry')
})

describe('where the authors write an entry for nearly every change', () => {
  const titles = Array.from({ length: 9 }, (_, index) => `Add the command no${index}`)
  const commits = sampleHistory(...titles, 'Fix a crash on empty input')
  const own = (text: string): OwnLine[] => [
    { text, heading: null, category: null, breaking: false, numbers: [], path: 'CHANGELOG.md' },
  ]
  const bySha = new Map(
    commits.flatMap(({ message, sha }) => (message.startsWith('Add') ? [[sha, own(message)] as const] : [])),
  )
  const curateWith = (options: { followEntryPractice?: boolean }) =>
    curate(asHistory(commits), { ...everything, ownWords: { bySha, cited: [] }, ...options })

  test('a change without one is excluded from notes', () => {
    expect(curateWith({}).omitted.map(({ detail }) => detail)).toEqual([
      'Its authors wrote no entry for the changelog, unlike those of 9 of 10 changes.',
    ])
  })

  test('an update of the changelog includes it: the entry was forgotten', () => {
    expect(curateWith({ followEntryPractice: false }).omitted).toEqual([])
  })
})
