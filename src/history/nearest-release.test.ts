import { describe, expect, test } from 'vitest'
import type { CommitNode } from '../core/commit.ts'
import { releaseCandidates } from '../git/release-candidates.ts'
import { findNearestRelease } from './nearest-release.ts'

/** A history, the newest commit first: each line is a commit with its parents. */
function historyOf(lines: string[]): CommitNode[] {
  return lines.map((line, index) => {
    const [sha = '', ...parents] = line.split(' ')
    return { sha, parents, committedAt: lines.length - index }
  })
}

async function* asStream(nodes: CommitNode[]) {
  yield* nodes
}

function nearest(lines: string[], tags: Record<string, string>) {
  const names = Object.entries(tags).map(([name, sha]) => ({ name, sha }))
  const candidates = releaseCandidates(names, { version: null, repoFullName: 'acme/tool' })
  return findNearestRelease(asStream(historyOf(lines)), candidates)
}

describe('the nearest release', () => {
  test('is the last one on a line, whatever its number', async () => {
    const { release, isCertain } = await nearest(['d c', 'c b', 'b a', 'a'], { 'v9.0.0': 'a', 'v1.0.0': 'b' })
    expect([release?.name, isCertain]).toEqual(['v1.0.0', true])
  })

  test('is on the end itself if it has a release', async () => {
    expect((await nearest(['b a', 'a'], { 'v1.0.0': 'b', 'v0.9.0': 'a' })).release?.name).toBe('v1.0.0')
  })

  test('is the highest version if a commit has several', async () => {
    expect((await nearest(['b a', 'a'], { 'v0.305.4': 'a', 'v3.5.4': 'a' })).release?.name).toBe('v3.5.4')
  })

  test('has the fewest commits to the end, not the newest date', async () => {
    // The back-port p2 was merged last, but the main line has moved on since it forked.
    const lines = ['m e p2', 'p2 p1', 'e d', 'd c', 'c b', 'p1 a', 'b a', 'a']
    expect((await nearest(lines, { 'v1.0.1': 'p2', 'v2.0.0': 'd' })).release?.name).toBe('v2.0.0')
    expect((await nearest(lines, { 'v1.0.1': 'p2', 'v1.0.0': 'a' })).release?.name).toBe('v1.0.1')
  })

  test('is none if no release is part of the history', async () => {
    expect(await nearest(['b a', 'a'], { 'v1.0.0': 'elsewhere' })).toMatchObject({
      release: null,
      isCertain: true,
      since: [{ sha: 'b' }, { sha: 'a' }],
    })
  })

  test('stays correct if a commit is older than its parent', async () => {
    const lines = ['m x y', 'a', 'x a', 'y b', 'b a']
    expect((await nearest(lines, { 'v1.0.0': 'a', 'v1.1.0': 'b' })).release?.name).toBe('v1.1.0')
  })

  test('is not certain if the walk ends too early', async () => {
    expect(await nearest(['c b', 'b a'], { 'v1.0.0': 'a' })).toMatchObject({
      release: null,
      isCertain: false,
    })
    const { release, isCertain } = await nearest(['d b c', 'c a', 'b a'], { 'v1.0.0': 'b' })
    expect([release?.name, isCertain]).toEqual(['v1.0.0', true])
  })

  test('ends the walk', async () => {
    const visited: string[] = []
    const walk = async function* () {
      for (const node of historyOf(['d c', 'c b', 'b a', 'a'])) {
        visited.push(node.sha)
        yield node
      }
    }
    const candidates = releaseCandidates([{ name: 'v1.0.0', sha: 'c' }], {
      version: null,
      repoFullName: 'acme/tool',
    })
    await findNearestRelease(walk(), candidates)
    expect(visited).toEqual(['d', 'c'])
  })
})
