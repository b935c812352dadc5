import { describe, expect, test } from 'vitest'
import { randomHistory } from '../../../test/hosts/random-history.ts'
import { gather, startBoth } from '../../../test/stand-ins/open-git-wire.ts'
import { git, type Step } from '../../../test/support/build-repository.ts'
import type { CommitNode } from '../../core/commit.ts'

const { server, build } = await startBoth()

async function nodesOf(stream: AsyncIterable<CommitNode>): Promise<CommitNode[]> {
  const nodes: CommitNode[] = []
  for await (const { sha, parents, committedAt } of stream) nodes.push({ sha, parents, committedAt })
  return nodes
}

const line = (count: number): Step[] => Array.from({ length: count }, (_, index) => `feat: change ${index}`)
const merges = (count: number): Step[] =>
  Array.from({ length: count }, (_, index): Step[] => [
    { branch: `b${index}`, from: 'main' },
    `feat: one ${index}`,
    `feat: two ${index}`,
    { switch: 'main' },
    { merge: `b${index}`, commit: `Merge branch 'b${index}'` },
  ]).flat()

describe('a walk over git is the walk of git log', () => {
  test.each([
    ['a short line', line(10), 1],
    ['a long line', line(200), 2],
    ['many merges', ['Start', ...merges(120)], 2],
    ...Array.from({ length: 10 }, (_, seed): [string, Step[], number] => [
      `the random history ${seed}`,
      randomHistory(seed),
      1,
    ]),
  ] as [string, Step[], number][])('for %s', async (_what, steps, requests) => {
    const { wire, local, path } = await build(steps)
    const sha = git(path, ['rev-parse', 'main']).trim()
    const expected = await nodesOf(local.ancestors(sha, 1000))
    server.calls.length = 0
    expect(await nodesOf(wire.ancestors(sha, 1000))).toEqual(expected)
    expect(server.calls.filter(({ command }) => command === 'fetch')).toHaveLength(requests)
    const half = Math.ceil(expected.length / 2)
    expect(await nodesOf(wire.ancestors(sha, half))).toEqual(expected.slice(0, half))
  })

  test('with the files and tags of each commit', async () => {
    const { wire, local, path } = await build(['Start', { tag: 'v1.0.0' }, ...merges(30), ...line(60)])
    const sha = git(path, ['rev-parse', 'main']).trim()
    const trimmed = async (stream: ReturnType<typeof wire.past>) =>
      (await gather(stream)).map((commit) => ({ ...commit, message: commit.message.trimEnd() }))
    const expected = await trimmed(local.past(sha, 100))
    expect(expected).toHaveLength(100)
    expect(await trimmed(wire.past(sha, 100))).toEqual(expected)
  })
})
