import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { accessTo, githubWith, hostAt, readRange } from '../../../test/stand-ins/github-parts/open.ts'
import { git, type Step } from '../../../test/support/build-repository.ts'

const times = (count: number, step: (n: number) => Step | Step[]) =>
  Array.from({ length: count }, (_, index) => step(index + 1)).flat()

const histories: Record<string, Step[]> = {
  plain: ['Start', ...times(260, (n) => ({ commit: `Change ${n}`, files: [] }))],
  numbered: [
    'Start',
    ...times(1110, (n) => ({ commit: `Change ${n} (#${n})`, files: [] })),
    'Without a number',
  ],
  crowd: [
    'Start',
    ...times(51, (n) => [
      { branch: `b${n}`, from: 'main' },
      ...times(4, (m) => ({ commit: `Work ${n} ${m}`, by: `P <p${n}-${m}@elsewhere.example>`, files: [] })),
      { switch: 'main' },
      { merge: `b${n}`, commit: `Merge pull request #${n} from a/b\n\nWork ${n}` },
    ]),
  ],
  tagged: ['Start', ...times(160, (n) => [{ commit: `Change ${n}`, files: [] }, { tag: `v0.${n}.0` }])],
}

const { github, root } = await githubWith(histories)

async function read(name: string, fromRef: string, toRef = 'HEAD') {
  const repository = await hostAt(github).open(accessTo(`acme/${name}`))
  const { commits, details } = await readRange(repository, fromRef, toRef)
  const calls = github.calls.map(({ protocol, operation }) => operation ?? protocol)
  return {
    commits,
    details,
    calls,
    warnings: details.warnings.map(({ code, detail }) => `${code}: ${detail}`),
  }
}

const noFiles = (count: number) =>
  expect.stringMatching(new RegExp(`^changed-files-unknown: .* ${count} commits changed`))

describe('a warning reports what was not looked up', () => {
  test('commits without a number, after a page without any pull request', async () => {
    const { calls, warnings } = await read('plain', 'HEAD~250')
    expect(calls).toEqual(['LookUp', 'git', 'git'])
    expect(warnings).toEqual([
      expect.stringMatching(/^pull-requests-unknown: 200 commits that name no pull request/),
    ])
  })

  test('pull requests beyond those that REST lists', async () => {
    Object.assign(github.faults, { graphqlOff: 404, wireOff: 404 })
    const { details, warnings } = await read('numbered', 'HEAD~1111')
    expect(details.pullRequests).toHaveLength(1050)
    expect(warnings).toEqual([
      expect.stringMatching(/^pull-requests-unknown: 61 commits were not looked up/),
      noFiles(1111),
    ])
  })

  test('authors beyond those that fit into a query', async () => {
    const { calls, warnings } = await read('crowd', 'HEAD~51')
    expect(calls).toEqual(['LookUp', 'git', 'Details', 'git'])
    expect(warnings).toEqual([expect.stringMatching(/^logins-unknown: The logins of \d+ authors/)])
  })
})

describe('a repository with more tags than the first query returns', () => {
  const tagsOf = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => `v0.${to - n}.0`)

  // The files of commits without a pull request are one more.
  test('has the tags of new commits at once', async () => {
    const { commits, calls, warnings } = await read('tagged', 'v0.150.0')
    expect(commits.flatMap(({ tags }) => tags)).toEqual(tagsOf(150, 160))
    expect([calls, warnings]).toEqual([['LookUp', 'git'], []])
  })

  test.each([
    ['a page', 'v0.20.0', 'v0.30.0', 3],
    ['more than a page', 'v0.20.0', 'v0.150.0', 4],
  ])('has the tags of old commits after one more call: %s', async (_what, fromRef, toRef, count) => {
    const { commits, calls, warnings } = await read('tagged', fromRef, toRef)
    const numbers = [fromRef, toRef].map((ref) => Number(ref.split('.')[1]))
    expect(commits.flatMap(({ tags }) => tags).toSorted()).toEqual(
      tagsOf(numbers[0]!, numbers[1]!).toSorted(),
    )
    expect(calls).toHaveLength(count)
    expect(warnings.filter((each) => each.startsWith('tags'))).toEqual([])
  })

  test('warns about missing tags if git fails', async () => {
    github.faults.wireOff = 503
    const { commits, warnings } = await read('tagged', 'v0.20.0', 'v0.30.0')
    expect(commits).toHaveLength(10)
    expect(warnings).toEqual([
      expect.stringMatching(/^tags-unknown: .* 10 commits may have an unread tag/),
      noFiles(10),
    ])
  })

  test('warns about missing tags if REST has more than it lists', async () => {
    const folder = join(root, 'acme/plain')
    const [sha] = git(folder, ['rev-list', 'HEAD']).split('\n')
    const refs = Array.from({ length: 1000 }, (_, n) => `create refs/tags/t${n} ${sha}\n`).join('')
    git(folder, ['update-ref', '--stdin'], Buffer.from(refs))
    Object.assign(github.faults, { graphqlOff: 404, wireOff: 404 })
    const { warnings } = await read('plain', 'HEAD~5')
    expect(warnings).toEqual([
      expect.stringMatching(/^tags-unknown: .* 5 commits may have an unread tag/),
      noFiles(5),
    ])
  })
})
