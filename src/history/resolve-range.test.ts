import { describe, expect, test } from 'vitest'
import type { ResolvedRef } from '../core/range.ts'
import type { Repository } from '../core/repository.ts'
import { resolveRange } from './resolve-range.ts'

const none: ResolvedRef = {
  sha: null,
  baseSha: null,
  tag: null,
  isTag: false,
  isBranch: false,
  ambiguous: false,
}
const commit: ResolvedRef = { ...none, sha: 'a'.repeat(40), baseSha: 'a'.repeat(40) }
const tagged = (name: string): ResolvedRef => ({ ...commit, isTag: true, tag: { name, date: '2026-01-02' } })

interface Case {
  fromRef?: string | null
  toRef?: string
  version?: string
  date?: string
  from?: ResolvedRef
  to?: ResolvedRef
  empty?: boolean
  shallow?: boolean
}

function resolve({
  fromRef = 'from',
  toRef = 'to',
  version,
  date,
  from = commit,
  to = commit,
  ...rest
}: Case) {
  const repository: Repository = {
    fullName: 'acme/tool',
    web: null,
    shallow: rest.shallow ?? false,
    resolveRefs: async () => ({ from, to, empty: rest.empty ?? false }),
    commits: () => expect.unreachable(),
    count: () => expect.unreachable(),
    details: () => expect.unreachable(),
    ancestors: async function* () {},
    past: async function* () {},
    tags: async () => [{ name: '1.57.0', sha: 'c'.repeat(40) }],
    changedFiles: async () => new Map(),
    changedBetween: async () => null,
    contents: async () => new Map(),
    listRefs: () => Promise.reject(new Error('the host is down')),
  }
  return resolveRange(repository, { fromRef, toRef, version: version ?? null, date: date ?? null })
}

async function codesOf(given: Case): Promise<string[]> {
  return (await resolve(given)).warnings.map(({ code }) => code)
}

test('without a start the range covers everything, which is no reason for a warning', async () => {
  const { range, warnings } = await resolve({ fromRef: null, from: commit })
  expect([range.fromRef, range.fromSha, warnings]).toEqual([null, null, []])
})

describe('the heading of a range', () => {
  test.each<[string, Case, string | null, string | null]>([
    ['has the tag without its v, and its day', { to: tagged('v1.2.0') }, '1.2.0', '2026-01-02'],
    ['keeps a tag that is more than a version', { to: tagged('core-v1.2.0') }, 'core-v1.2.0', '2026-01-02'],
    ['keeps a v that is part of a word', { to: tagged('vienna') }, 'vienna', '2026-01-02'],
    ['takes the version asked for', { to: tagged('v1.2.0'), version: 'v9' }, 'v9', '2026-01-02'],
    ['takes the day asked for', { to: tagged('v1.2.0'), date: '2026-05-05' }, '1.2.0', '2026-05-05'],
    ['of a commit has neither', {}, null, null],
    ['of a commit with a version has no day of its own', { version: '2.0.0' }, '2.0.0', null],
    ['without a version carries no day', { date: '2026-05-05' }, null, null],
  ])('%s', async (_what, given, version, date) => {
    expect((await resolve(given)).range).toMatchObject({ version, date })
  })
})

describe('a range whose ends are not found is rejected', () => {
  test.each<[string, Case, string, RegExp]>([
    ['an empty repository', { empty: true, to: none, from: none }, 'empty_repository', /no commits yet/],
    ['an unknown toRef', { to: none }, 'ref_not_found', /"to"/],
    ['an unknown fromRef', { from: none }, 'ref_not_found', /"from"/],
    ['an unknown base with steps', { fromRef: 'x~3', from: none }, 'ref_not_found', /"x~3"/],
    ['a tag with a v', { fromRef: 'v1.57.0^', from: none }, 'ref_not_found', /Did you mean 1\.57\.0\^\?/],
    ['an ambiguous SHA', { from: { ...none, ambiguous: true } }, 'ref_not_found', /more digits/],
    [
      'a second parent that is not there',
      { fromRef: 'v1^2', from: { ...none, baseSha: 'b' } },
      'ref_not_found',
      /v1\^2/,
    ],
    [
      'a toRef that reaches too far back',
      { toRef: 'HEAD~99', to: { ...none, baseSha: 'b' } },
      'ref_not_found',
      /HEAD~99/,
    ],
  ])('%s', async (_what, given, code, message) => {
    await expect(resolve(given)).rejects.toMatchObject({ code, message: expect.stringMatching(message) })
  })
})

describe('a range that will surprise is answered with a warning', () => {
  test.each<[string, Case, string[]]>([
    ['nothing surprising', { to: tagged('v1.2.0') }, []],
    [
      'a history shorter than asked',
      { fromRef: 'HEAD~50', from: { ...none, baseSha: 'b' } },
      ['short-history'],
    ],
    ['a root without parents', { fromRef: 'v1^', from: { ...none, baseSha: 'b' } }, ['short-history']],
    ['a tag and a branch of one name', { to: { ...tagged('v1.2.0'), isBranch: true } }, ['ambiguous-ref']],
    ['a tag that moves', { to: tagged('v1') }, ['moving-tag']],
    ['a tag called latest', { from: tagged('latest') }, ['moving-tag']],
    ['a day without a version', { date: '2026-05-05' }, ['date-unused']],
    ['a shallow clone', { shallow: true }, ['shallow-clone']],
  ])('%s', async (_what, given, codes) => {
    expect(await codesOf(given)).toEqual(codes)
  })
})

test('a range shorter than asked begins at the root', async () => {
  const { range } = await resolve({ fromRef: 'HEAD~50', from: { ...none, baseSha: 'b' } })
  expect(range.fromSha).toBeNull()
})
