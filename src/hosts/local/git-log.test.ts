import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { buildRepository, type Step } from '../../../test/support/build-repository.ts'
import type { Commit } from '../../core/commit.ts'
import { gitLogArgs, readGitLog } from './git-log.ts'
import { readGit } from './git-process.ts'
import { spawnGit } from './start-git.ts'

async function read(chunks: Buffer[]): Promise<Commit[]> {
  async function* stream() {
    yield* chunks
  }
  const commits: Commit[] = []
  for await (const commit of readGitLog(stream())) commits.push(commit)
  return commits
}

/** What git prints of a history, byte for byte. */
async function logOf(steps: Step[]): Promise<Buffer> {
  const workDir = buildRepository(steps)
  const context = { workDir, gitDir: `${workDir}/.git`, searchPath: process.env.PATH ?? '', start: spawnGit }
  return readGit({ ...context, signal: new AbortController().signal }, gitLogArgs)
}

const hex = 'a'.repeat(40)
const hostileSteps: Step[] = [
  { commit: '', files: [] },
  { commit: '', files: [hex, `${hex} ${hex}`] },
  { commit: 'First\n\nbody\n\n\nend', files: ['\nleading', '\n', 'a\tb', 'ü', 'tag: x', '"'] },
  { commit: hex, files: ['a'] },
  { branch: 'side' },
  { commit: 'side', files: ['s'] },
  { switch: 'main' },
  { merge: 'side', commit: 'Merge', by: 'Bob, B. <bob@example.org>' },
  { commit: 'Last', files: [] },
  { tag: 'v1.0.0', annotated: true },
  { tag: 'v1,x' },
]

describe('the output of git log', () => {
  test('is read with hostile file names, empty messages, merges and tags', async () => {
    const commits = await read([await logOf(hostileSteps)])
    expect(
      commits.map(({ message, paths, tags }) => [message.trimEnd(), paths.toSorted(), tags.toSorted()]),
    ).toEqual([
      ['Last', [], ['v1,x', 'v1.0.0']],
      ['Merge', [], []],
      ['side', ['s'], []],
      [hex, ['a'], []],
      ['First\n\nbody\n\n\nend', ['\n', '\nleading', '"', 'a\tb', 'tag: x', 'ü'], []],
      ['', [hex, `${hex} ${hex}`], []],
      ['', [], []],
    ])
    expect(commits[1]).toMatchObject({ author: { name: 'Bob, B.', email: 'bob@example.org', login: null } })
    expect(commits[1]!.parents).toEqual([commits[3]!.sha, commits[2]!.sha])
    expect(commits.at(-1)!.parents).toEqual([])
  })

  test('is read in chunks of any size', async () => {
    const bytes = await logOf([...hostileSteps, { commit: '', bytes: 'Caf\xe9', files: ['x'] }])
    const whole = await read([bytes])
    for (let at = 0; at <= bytes.length; at += 1) {
      expect(await read([bytes.subarray(0, at), bytes.subarray(at)])).toEqual(whole)
    }
    const cuts = fc
      .array(fc.nat(bytes.length))
      .map((contexts) => [0, ...contexts.sort((a, b) => a - b), bytes.length])
    await fc.assert(
      fc.asyncProperty(cuts, async (contexts) => {
        const chunks = contexts.slice(1).map((end, index) => bytes.subarray(contexts[index], end))
        expect(await read(chunks)).toEqual(whole)
      }),
    )
  })

  test.each([
    ['UTF-8', { commit: 'Café 漢' }, 'Café 漢'],
    ['Latin-1 that names itself', { commit: '', bytes: 'Caf\xe9', encoding: 'ISO-8859-1' }, 'Café'],
    ['Latin-1 that does not', { commit: '', bytes: 'Caf\xe9' }, 'Café'],
  ])('is read in %s', async (_encoding, step, message) => {
    const [last, first] = await read([await logOf(['Über', step])])
    expect([last!.message.trim(), first!.message.trim()]).toEqual([message, 'Über'])
  })

  test('keeps two thousand paths of a commit and reports that there were more', async () => {
    const paths = (count: number) => Array.from({ length: count }, (_, index) => `f${index}`)
    const [many, enough] = await read([
      await logOf([
        { commit: 'a', files: paths(2000) },
        { commit: 'b', files: paths(2001) },
      ]),
    ])
    expect([many!.paths.length, many!.pathsCut]).toEqual([2000, true])
    expect([enough!.paths.length, enough!.pathsCut]).toEqual([2000, false])
  })

  test('may be empty', async () => {
    expect(await read([])).toEqual([])
    expect(await read([Buffer.alloc(0)])).toEqual([])
  })
})
