import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bySha, gather, openGitWire, startBoth } from '../../../test/stand-ins/open-git-wire.ts'
import { git, type Step } from '../../../test/support/build-repository.ts'

let both: Awaited<ReturnType<typeof startBoth>>

beforeAll(async () => {
  both = await startBoth()
})
afterAll(() => both.server.close())

/** A history of steps that can follow each other, for any numbers that fast-check draws. */
function historyFrom(draws: number[][]): Step[] {
  const steps: Step[] = ['Begin', { tag: 'v0' }]
  const branches = ['main']
  let named = 0
  for (const [kind = 0, pick = 0, more = 0] of draws) {
    const branch = branches[pick % branches.length]!
    named += 1
    if (kind === 0) {
      branches.push(`b${named}`)
      steps.push({ branch: `b${named}`, from: branch }, `RevisionStart b${named}`)
    } else if (kind === 1) {
      const others = branches.filter((each) => each !== branch).slice(0, 1 + (more % 3))
      steps.push({ switch: branch })
      if (others.length > 0)
        steps.push({ merge: others, commit: `Merge ${others.join(' and ')} (#${named})` })
    } else if (kind === 2) steps.push({ tag: `v${named}`, annotated: more % 2 === 0, at: branch })
    else if (kind === 3) steps.push({ switch: branch }, { commit: '', by: 'Zoë Ångström <zoe@example.org>' })
    else if (kind === 4)
      steps.push({ switch: branch }, { commit: '', bytes: 'Fix the caf\xe9\n\n\x93quoted\x94' })
    else if (kind === 5) {
      const encoding = ['ISO-8859-1', 'Shift_JIS', 'windows-1251', 'utf-8', 'x-nothing'][more % 5]!
      steps.push({ switch: branch }, { commit: '', bytes: 'Add \x83\x65\x83\x58\xe9 words', encoding })
    } else if (kind === 6) {
      steps.push({ switch: branch }, { commit: `feat: thing ${named}`, as: `c${named}` })
      steps.push({ commit: `Revert "feat: thing ${named}"\n\nThis reverts commit {sha:c${named}}.` })
    } else steps.push({ switch: branch }, { commit: `fix: a thing ${named}\n\nBody\n`, by: 'Bo', day: more })
  }
  return steps
}

const anyHistory = fc
  .array(fc.tuple(fc.nat(8), fc.nat(20), fc.nat(20)), { minLength: 4, maxLength: 24 })
  .map(historyFrom)

describe('any history', () => {
  test('yields the same commits as git, field by field', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(anyHistory, fc.nat(1000), fc.nat(1000), async (steps, one, other) => {
        const { path, wire, local } = await both.build(steps)
        const all = git(path, ['rev-list', '--all']).trim().split('\n')
        const [fromSha, toSha] = [all[one % all.length]!, all[other % all.length]!]
        for (const range of [
          { fromSha, toSha },
          { fromSha: null, toSha },
        ]) {
          const args = range.fromSha === null ? [toSha] : [`${fromSha}..${toSha}`]
          const commits = await gather(wire.commits(range, 100_000))
          const expected = git(path, ['rev-list', ...args])
            .trim()
            .split('\n')
          expect(commits.map(({ sha }) => sha).sort()).toEqual(expected.filter((sha) => sha !== '').sort())
          expect(bySha(commits)).toEqual(bySha(await gather(local.commits(range, 100_000))))
        }
      }),
      { numRuns: 70 },
    )
  })
})

describe('the requests', () => {
  test('are one each for the capabilities, the refs, the tags and the commits', async () => {
    const { wire } = await both.build(['a', { tag: 'v1' }, 'b', 'c'])
    both.server.calls.length = 0
    const { from, to } = await wire.resolveRefs('main~2', 'main')
    await gather(wire.commits({ fromSha: from.sha, toSha: to.sha! }, 10))
    expect(both.server.calls.map(({ command }) => command).sort()).toEqual([
      'fetch',
      'fetch',
      'ls-refs',
      'ls-refs',
      null,
    ])
    expect(
      both.server.calls.filter(
        ({ lines }) => lines.includes('done') && lines.some((line) => /^have/.test(line)),
      ),
    ).toEqual([])
  })

  test('are one for the commits when the capabilities and the tags are known', async () => {
    const { path, name } = await both.build(['a', 'b', 'c'])
    const [toSha = '', , fromSha = ''] = git(path, ['rev-list', 'main']).trim().split('\n')
    const capabilities = { filter: true, unborn: true, objectFormat: 'sha1' as const }
    const wire = openGitWire(both.server.url, name, { capabilities })
    both.server.calls.length = 0
    const commits = await gather(wire.commits({ fromSha, toSha }, 10, new Map([[toSha, ['v9']]])))
    expect(commits.map(({ tags }) => tags)).toEqual([['v9'], []])
    expect(both.server.calls.map(({ command }) => command)).toEqual(['fetch'])
  })

  test('of a diverged range are repeated with `done`, once the start is acknowledged', async () => {
    const { path, wire } = await both.build(['a', { branch: 'x' }, 'b', 'b2', { switch: 'main' }, 'c'])
    const sha = (ref: string) => git(path, ['rev-parse', ref]).trim()
    both.server.calls.length = 0
    const commits = await gather(wire.commits({ fromSha: sha('x'), toSha: sha('main') }, 10))
    expect(commits.map(({ message }) => message)).toEqual(['c'])
    const fetches = both.server.calls.filter(({ command }) => command === 'fetch')
    expect(fetches.map(({ lines }) => lines.includes('done'))).toEqual([false, true])
  })

  test('stop at the limit', async () => {
    const { path, wire } = await both.build(Array.from({ length: 30 }, (_, index) => `step ${index}`))
    const toSha = git(path, ['rev-parse', 'main']).trim()
    expect(await gather(wire.commits({ fromSha: null, toSha }, 7))).toHaveLength(7)
    expect(await gather(wire.commits({ fromSha: toSha, toSha }, 7))).toEqual([])
  })

  test('fail when an end of the range is unknown', async () => {
    const { path, wire } = await both.build(['a'])
    const sha = git(path, ['rev-parse', 'main']).trim()
    const none = '0123456789'.repeat(4)
    await expect(gather(wire.commits({ fromSha: none, toSha: sha }, 7))).rejects.toMatchObject({
      code: 'ref_not_found',
    })
    await expect(gather(wire.commits({ fromSha: sha, toSha: none }, 7))).rejects.toMatchObject({
      code: 'ref_not_found',
    })
  })
})

describe('a tightly packed repository', () => {
  test('yields its commits from their deltas', async () => {
    const text = 'A text that is the same in each of these commits. '.repeat(20)
    const steps = Array.from({ length: 80 }, (_, index) => `fix: step ${index}\n\n${text}${index}`)
    const { path, wire, local } = await both.build(steps)
    git(path, ['repack', '-adfq', '--depth=50', '--window=50'])
    const toSha = git(path, ['rev-parse', 'main']).trim()
    const packs = git(path, ['count-objects', '-v'])
    expect(packs).toContain('packs: 1')
    const index = readdirSync(join(path, 'objects/pack')).find((name) => name.endsWith('.idx'))!
    const deltas = git(path, ['verify-pack', '-v', join('objects/pack', index)]).match(
      /^\S+ commit .* \d+ \S{40}$/gm,
    )
    expect(deltas?.length).toBeGreaterThan(40)
    const range = { fromSha: null, toSha }
    expect(bySha(await gather(wire.commits(range, 100)))).toEqual(
      bySha(await gather(local.commits(range, 100))),
    )
  })
})

describe('a server that cannot exclude trees', () => {
  test('yields the same commits and refs', async () => {
    const { path, wire, local } = await both.build([
      'a',
      { tag: 'v1', annotated: true },
      { branch: 'x' },
      'b',
      { switch: 'main' },
      'c',
      { merge: 'x', commit: 'm' },
    ])
    both.server.faults.push({ noFilter: true })
    try {
      const lookup = await wire.resolveRefs('v1', 'HEAD~1')
      expect(lookup).toEqual(await local.resolveRefs('v1', 'HEAD~1'))
      const range = { fromSha: lookup.from.sha, toSha: git(path, ['rev-parse', 'main']).trim() }
      both.server.calls.length = 0
      expect(bySha(await gather(wire.commits(range, 10)))).toEqual(
        bySha(await gather(local.commits(range, 10))),
      )
      expect(both.server.calls.some(({ lines }) => lines.some((line) => line.startsWith('filter')))).toBe(
        false,
      )
    } finally {
      both.server.faults.length = 0
    }
  })
})
