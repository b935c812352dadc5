import { describe, expect, test } from 'vitest'
import { sampleHistory } from '../../test/support/sample-history.ts'
import type { CommitRange } from '../core/range.ts'
import { findPreviousRelease } from './previous-release.ts'

/** A repository of commits, each with its parents; later lines are newer. */
function repositoryOf(lines: string[], tags: Record<string, string>) {
  const [sample] = sampleHistory('fix: crash')
  const commits = new Map(
    lines.map((line, index) => {
      const [sha = '', ...parents] = line.split(' ')
      return [sha, { ...sample!, sha, parents, committedAt: index }]
    }),
  )
  const historyOf = (sha: string): Set<string> => {
    const found = new Set<string>()
    const waiting = [sha]
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (found.has(next)) continue
      found.add(next)
      waiting.push(...commits.get(next)!.parents)
    }
    return found
  }
  const newestFirst = (shas: Iterable<string>) =>
    [...shas].map((sha) => commits.get(sha)!).sort((one, other) => other.committedAt - one.committedAt)
  const asked: string[] = []
  return {
    asked,
    fullName: 'acme/tool',
    tags: async () => Object.entries(tags).map(([name, sha]) => ({ name, sha })),
    async *ancestors(sha: string) {
      yield* newestFirst(historyOf(sha))
    },
    async *commits({ fromSha, toSha }: CommitRange, limit: number) {
      asked.push(toSha)
      const known = fromSha === null ? new Set() : historyOf(fromSha)
      yield* newestFirst([...historyOf(toSha)].filter((sha) => !known.has(sha))).slice(0, limit)
    },
  }
}

async function releaseBefore(
  toRef: string,
  repository: ReturnType<typeof repositoryOf>,
  version: string | null = null,
) {
  const found = await findPreviousRelease(repository, { version, toRef, toSha: toRef })
  return [found.release?.name ?? null, found.fork]
}

describe('without a release in the history, the previous one', () => {
  const lines = ['a', 'b a', 'r1 b', 'c b', 'r2 c', 'd c', 'r1b r1', 'r2b r2', 'e d']
  const tags = { 'v1.0.0': 'r1', 'v1.1.0': 'r2', 'v1.0.1': 'r1b', 'v1.1.1': 'r2b' }

  test('is of the branch that left last, in its highest version', async () => {
    expect(await releaseBefore('e', repositoryOf(lines, tags))).toEqual(['v1.1.1', 'c'])
  })

  test('of a release was made before it', async () => {
    // 1.0.1 came after 1.1.0.
    expect(await releaseBefore('r2', repositoryOf(lines, tags), '1.1.0')).toEqual(['v1.0.0', 'b'])
    expect(await releaseBefore('r1', repositoryOf(lines, tags), '1.0.0')).toEqual([null, null])
  })

  test('does not contain the end', async () => {
    expect(await releaseBefore('c', repositoryOf(lines, tags))).toEqual(['v1.0.1', 'b'])
    expect(await releaseBefore('a', repositoryOf(lines, tags))).toEqual([null, null])
  })

  test('is none if no release shares a commit', async () => {
    expect(await releaseBefore('b', repositoryOf(['a', 'b a', 'x'], { 'v1.0.0': 'x' }))).toEqual([null, null])
  })

  test('is the highest version of those that left at the same commit', async () => {
    const repository = repositoryOf(['a', 'x a', 'y a', 'b a'], { 'v1.0.0': 'y', 'v2.0.0': 'x' })
    expect(await releaseBefore('b', repository)).toEqual(['v2.0.0', 'a'])
  })

  test('is found with few questions, however many tags there are', async () => {
    const numbers = Array.from({ length: 500 }, (_, index) => index + 1)
    const history = ['c0', ...numbers.flatMap((n) => [`c${n} c${n - 1}`, `t${n} c${n}`])]
    const everyTag = Object.fromEntries(numbers.map((n) => [`v1.${n}.0`, `t${n}`]))
    for (const [end, expected] of [
      ['c500', 'v1.499.0'],
      ['c20', 'v1.19.0'],
    ] as const) {
      const repository = repositoryOf(history, everyTag)
      expect((await releaseBefore(end, repository))[0]).toBe(expected)
      expect(repository.asked.length).toBeLessThanOrEqual(20)
    }
  })
})

describe('an old release in the history', () => {
  const main = Array.from({ length: 1100 }, (_, index) => (index === 0 ? 'm0' : `m${index} m${index - 1}`))
  const branch = ['x m1000', 'y m5']

  test('does not count if a thousand commits and a newer release branch came since', async () => {
    const tags = { 'v0.1.0': 'm0', 'v1.0.0': 'x' }
    expect(await releaseBefore('m1099', repositoryOf([...main, ...branch], tags))).toEqual([
      'v1.0.0',
      'm1000',
    ])
    expect(
      await releaseBefore('m1099', repositoryOf([...main, ...branch], { 'v2.0.0': 'm10', 'v1.0.0': 'x' })),
    ).toEqual(['v2.0.0', null])
    expect(
      await releaseBefore('m1099', repositoryOf([...main, ...branch], { 'v0.1.0': 'm10', 'v1.0.0': 'y' })),
    ).toEqual(['v0.1.0', null])
  })

  test('counts if it is near, whatever other branches released', async () => {
    const lines = ['a', 'b a', 'x b', 'c b']
    expect(await releaseBefore('c', repositoryOf(lines, { 'v1.0.0': 'a', 'v2.0.0': 'x' }))).toEqual([
      'v1.0.0',
      null,
    ])
  })

  test('does not count before a release if its version skips a release branch', async () => {
    const lines = ['a', 'b a', 'x b', 'c b']
    const tags = { 'v1.0.0': 'a', 'v1.1.0': 'x', 'v1.2.0': 'c' }
    expect(await releaseBefore('c', repositoryOf(lines, tags), '1.2.0')).toEqual(['v1.1.0', 'b'])
    const patched = { 'v1.0.0': 'a', 'v1.0.1': 'x', 'v1.2.0': 'c' }
    expect(await releaseBefore('c', repositoryOf(lines, patched), '1.2.0')).toEqual(['v1.0.0', null])
  })
})
