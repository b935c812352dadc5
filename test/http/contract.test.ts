import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { answerSchema } from '../../src/api/answer-schema.ts'
import { generateRequestSchema } from '../../src/api/generate-request.ts'
import type { Answer } from '../../src/core/answer.ts'
import { type ProblemCode, problems } from '../../src/core/errors.ts'
import { buildRepository, git, makeFolder, type Step } from '../support/build-repository.ts'
import { answerTo, ask, expectProblem, localFolder, openService, token, warningCodes } from './service.ts'

const root = makeFolder()

function addRepository(name: string, steps: Step[]): (ref: string) => string {
  const path = buildRepository(steps, { path: join(root, name) })
  return (ref) => git(path, ['rev-parse', `${ref}^{commit}`]).trim()
}

const commits = (count: number, word: string): Step[] =>
  Array.from({ length: count }, (_, index) => `feat: add ${word} ${index + 1}`)

const shaIn = addRepository('acme/widget', [
  { commit: 'Release 1.0.0', files: ['package.json'] },
  { tag: 'v1.0.0' },
  { commit: 'feat(core): add search (#1)', files: ['packages/core/search.ts'] },
  { commit: 'fix: crash on empty input (#2)', files: ['packages/cli/read.ts'], by: 'Ben', as: 'fork' },
  { commit: 'refactor: split the router', files: ['packages/core/router.ts'] },
  { commit: 'Release 1.1.0', files: ['package.json'] },
  { tag: 'v1.1.0', annotated: true },
  { tag: 'v1' },
  'feat: dark mode',
  { branch: 'maintenance', from: 'fork' },
  'fix: backport',
  { branch: 'both', from: 'main' },
  'feat: only on the branch',
  { tag: 'both', at: 'fork' },
])
const fork = shaIn('refs/tags/both')
git(join(root, 'acme/widget'), ['remote', 'add', 'origin', 'https://github.com/acme/widget.git'])
const shaInLong = addRepository('group/sub/long', commits(60, 'part'))
addRepository('acme/wide', [
  ...commits(10, 'base'),
  { branch: 'side' },
  ...commits(40, 'side part'),
  { switch: 'main' },
  ...commits(49, 'main part'),
  { merge: 'side', commit: "Merge branch 'side'" },
])
addRepository('acme/huge', [
  { commit: 'Start' },
  { tag: 'start' },
  ...commits(430, `${'long '.repeat(60)}part`),
])
git(join(root, 'acme/huge'), ['remote', 'add', 'origin', 'https://github.com/acme/huge.git'])
addRepository('acme/empty', [])
addRepository('acme/releases', [
  'feat: add one',
  'feat: add two',
  { tag: 'v2.0.0-rc.1' },
  'feat: add three',
  { tag: 'v2.0.0' },
])

const { app } = await openService([localFolder(root)])
afterAll(() => app.close())

const widget = (body: Record<string, unknown> = {}) => ({
  repoFullName: 'acme/widget',
  fromRef: 'v1.0.0',
  toRef: 'v1.1.0',
  ...body,
})
const answerOf = (body: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
  answerTo(app, widget(body), headers)
const faultsOf = async (body: unknown) => expectProblem(await ask(app, body), 400, 'invalid_request').errors
const warningsOf = (answer: Answer, code: string) =>
  answer.warnings.filter((warning) => warning.code === code).map(({ detail }) => detail)

const preamble = `# Changelog

All notable changes to this project will be documented in this file.

The format is based on [Keep a Changelog](https://keepachangelog.com/en/2.0.0/).

`
const section = `## [1.1.0] - 2026-01-06

### Added

- Add search ([#1])

### Fixed

- Fix crash on empty input ([#2])

[1.1.0]: https://github.com/acme/widget/compare/v1.0.0...v1.1.0
[#1]: https://github.com/acme/widget/pull/1
[#2]: https://github.com/acme/widget/pull/2
`

describe('the answer', () => {
  test('has every field of the contract, exactly', async () => {
    const answered = await ask(app, widget())
    expect(answered.headers['content-type']).toBe('application/json; charset=utf-8')
    const sha = {
      search: shaIn(`${fork}^`),
      crash: fork,
      router: shaIn('v1.1.0^'),
      release: shaIn('v1.1.0'),
    }
    const rules = { writtenBy: 'rules', breaking: false, labels: [] }
    expect(answered.json()).toEqual({
      success: true,
      changelog: preamble + section,
      commitCount: 4,
      format: 'keepachangelog',
      range: {
        fromRef: 'v1.0.0',
        toRef: 'v1.1.0',
        fromSha: shaIn('v1.0.0'),
        toSha: sha.release,
        compareUrl: 'https://github.com/acme/widget/compare/v1.0.0...v1.1.0',
        relation: 'ancestor',
      },
      writer: { engine: 'rules', model: null, usage: null, fallback: null },
      summary: null,
      highlights: [],
      houseStyle: null,
      nextVersion: null,
      config: { source: 'none', path: null, sha: null, digest: null, package: null, unused: [] },
      entries: [
        {
          ...rules,
          id: 'pr-1',
          category: 'Added',
          text: 'Add search',
          scope: 'core',
          notability: 0.7,
          importance: 0.39,
          commits: [sha.search],
          pullRequests: [1],
          authors: ['Ada'],
          evidence: [{ kind: 'category', detail: 'The type is feat.' }],
        },
        {
          ...rules,
          id: 'pr-2',
          category: 'Fixed',
          text: 'Fix crash on empty input',
          scope: null,
          notability: 0.6,
          importance: 0.19,
          commits: [sha.crash],
          pullRequests: [2],
          authors: ['Ben'],
          evidence: [{ kind: 'category', detail: 'The type is fix.' }],
        },
      ],
      omitted: [
        { sha: sha.release, subject: 'Release 1.1.0', reason: 'release', detail: 'It is a release commit.' },
        {
          sha: sha.router,
          subject: 'refactor: split the router',
          reason: 'internal',
          detail: 'The type is refactor.',
        },
      ],
      contributors: [
        { name: 'Ada', login: null, first: null },
        { name: 'Ben', login: null, first: null },
      ],
      warnings: [],
    })
  })

  test('fits the published schema', async () => {
    const answer = await answerOf()
    expect(answerSchema.strict().parse(answer)).toEqual(answer)
  })

  test.each(['acme/widget', 'group/sub/long', 'acme/wide', 'acme/huge'])(
    'names every commit of %s once, in an entry or as omitted',
    async (repoFullName) => {
      const answer = await answerTo(app, { repoFullName, fromRef: 'HEAD~5' })
      const reported = [
        ...answer.entries.flatMap((entry) => entry.commits),
        ...answer.omitted.map(({ sha }) => sha),
      ]
      const listed = git(join(root, repoFullName), ['rev-list', 'HEAD~5..HEAD']).trim().split('\n')
      expect(reported.toSorted()).toEqual(listed.toSorted())
      expect(answer.commitCount).toBe(listed.length)
    },
  )
})

describe('defaults', () => {
  test('are HEAD~50, HEAD, keepachangelog as a document, by the rules, for users', async () => {
    const answer = await answerTo(app, { repoFullName: 'group/sub/long' })
    expect(answer.range).toEqual({
      fromRef: 'HEAD~50',
      toRef: 'HEAD',
      fromSha: shaInLong('HEAD~50'),
      toSha: shaInLong('HEAD'),
      compareUrl: null,
      relation: 'ancestor',
    })
    expect(answer.commitCount).toBe(50)
    expect(answer.format).toBe('keepachangelog')
    expect(answer.writer.engine).toBe('rules')
    expect(answer.changelog.startsWith(`${preamble}## [Unreleased]\n`)).toBe(true)
    expect(answer.warnings).toEqual([])
  })
})

describe('field names', () => {
  test.each([
    ['repo', 'repoFullName', 'acme/widget'],
    ['from', 'fromRef', 'v1.0.0'],
    ['to', 'toRef', 'v1.1.0'],
  ])('%s is an alias of %s', async (alias, name, value) => {
    const { [name]: _left, ...rest } = widget() as Record<string, unknown>
    expect(await answerTo(app, { ...rest, [alias]: value })).toEqual(await answerOf())
  })

  test.each([
    ['repo', 'acme/widget'],
    ['from', 'v1.0.0'],
    ['to', 'v1.1.0'],
  ])('the alias %s beside its canonical name is fine when both agree', async (alias, value) => {
    expect(await answerOf({ [alias]: value })).toEqual(await answerOf())
  })

  test.each([
    ['repo', 'repoFullName'],
    ['from', 'fromRef'],
    ['to', 'toRef'],
  ])('the alias %s that differs from %s is rejected', async (alias, name) => {
    expect(await faultsOf(widget({ [alias]: 'other/value' }))).toEqual([
      {
        pointer: `#/${alias}`,
        detail: `\`${alias}\` is an alias of \`${name}\`, and their values differ; send only one of them`,
      },
    ])
  })

  test.each([
    ['fromref', 'fromRef'],
    ['from_ref', 'fromRef'],
    ['repository', 'repo'],
    ['repo_full_name', 'repoFullName'],
    ['formt', 'format'],
    ['langauge', 'language'],
    ['instruction', 'instructions'],
  ])('the unknown field %s is ignored with a warning that names %s', async (field, known) => {
    expect((await answerOf({ [field]: 'x' })).warnings).toEqual([
      {
        code: 'unknown-field',
        detail: `The unknown field "${field}" was ignored. Did you mean "${known}"?`,
      },
    ])
  })

  test('an unknown field like no other is ignored with a warning', async () => {
    expect((await answerOf({ zzzzzz: null })).warnings).toEqual([
      { code: 'unknown-field', detail: 'The unknown field "zzzzzz" was ignored.' },
    ])
  })
})

describe('field rules', () => {
  test('repoFullName is required', async () => {
    expect(await faultsOf({ fromRef: 'v1.0.0' })).toEqual([
      { pointer: '#/repoFullName', detail: 'is required; send the repository as owner/repo' },
    ])
  })

  test.each([
    ['repoFullName', 'widget', 'must be of the form owner/repo'],
    ['repoFullName', 7, 'must be a string, not a number'],
    ['fromRef', '', 'must not be empty'],
    ['toRef', null, 'must be a string, not null'],
    ['format', 'Simple', expect.stringContaining('"keepachangelog", "hosting_release", ')],
    ['host', 'x'.repeat(61), 'must be at most 60 characters long'],
    ['host', 'https://example.org', 'unknown host "https://example.org" (configured: local)'],
    ['writer', 'robot', 'must be one of "auto", "model", "rules"'],
    ['model', 'a\nb', 'must be one line of text, without control characters'],
    ['version', '1.0\n# Heading', 'must be one line of text, without control characters'],
    ['date', '2026-02-30', 'must be a date, written YYYY-MM-DD'],
    ['date', '1 May 2026', 'must be a date, written YYYY-MM-DD'],
    ['part', 'links', 'must be one of "document", "section"'],
    ['audience', 'everyone', 'must be one of "users", "developers"'],
    ['language', 'english please', 'must be a BCP 47 tag such as en or pt-BR'],
    ['paths', 'packages', 'must be a list, not a string'],
    ['instructions', 'x'.repeat(2001), 'must be at most 2,000 characters long'],
  ])('%s rejects %j', async (field, value, detail) => {
    const { [field]: _left, ...rest } = widget() as Record<string, unknown>
    expect(await faultsOf({ ...rest, [field]: value })).toEqual([{ pointer: `#/${field}`, detail }])
  })

  test.each(['/etc', '../outside', 'a/../../b', '', 'a\nb'])('paths rejects %j', async (path) => {
    expect(await faultsOf(widget({ paths: ['src', path] }))).toEqual([
      { pointer: '#/paths/1', detail: expect.stringMatching(/^must be a path /) },
    ])
  })

  test('instructions take 2,000 characters', async () => {
    expect(warningCodes(await answerOf({ instructions: 'x'.repeat(2000) }))).toEqual(['needs-model'])
  })

  test('all faults of a request are reported at once', async () => {
    const faults = await faultsOf({
      fromRef: '-x',
      toRef: 'a..b',
      format: 'X',
      repo: '../x',
      from: 'main',
      paths: [1],
    })
    expect(faults?.map(({ pointer }) => pointer).toSorted()).toEqual([
      '#/format',
      '#/from',
      '#/fromRef',
      '#/paths/0',
      '#/repo',
      '#/toRef',
    ])
  })
})

describe('refs', () => {
  const sha = shaIn('v1.0.0')
  test.each([
    ['a tag', 'v1.0.0'],
    ['a full tag name', 'refs/tags/v1.0.0'],
    ['a full SHA', sha],
    ['an abbreviated SHA', sha.slice(0, 7)],
    ['a SHA in capitals', sha.toUpperCase()],
    ['a tag with ~n', 'v1.1.0~4'],
    ['a branch with ~n', 'main~5'],
    ['HEAD with ~n', 'HEAD~5'],
    ['a ref with ^', 'HEAD~4^'],
    ['a ref with ^^', 'v1.1.0^^^^'],
  ])('fromRef takes %s', async (_form, fromRef) => {
    expect((await answerOf({ fromRef })).range).toMatchObject({ fromRef, fromSha: sha, relation: 'ancestor' })
  })

  test.each([
    ['fromRef', 'v9.9.9'],
    ['toRef', 'no-such-branch'],
    ['toRef', 'deadbeef'],
    ['toRef', 'HEAD~1000'],
    ['fromRef', 'HEAD^2'],
    ['fromRef', 'no-such-branch~3'],
  ])('%s %s that does not exist is 404', async (field, ref) => {
    const answered = await ask(app, widget({ [field]: ref }))
    const document = expectProblem(answered, 404, 'ref_not_found')
    expect(document.source).toBe('host')
    expect(document.detail).toBe(
      `acme/widget has no tag, branch or commit "${ref}". Check the spelling, and that it was pushed or fetched.`,
    )
  })
})

describe('the range, and what is surprising about it', () => {
  test('a history shorter than HEAD~50 starts at the root, with a warning', async () => {
    const answer = await answerTo(app, { repoFullName: 'acme/widget' })
    expect(answer.range).toMatchObject({ fromRef: 'HEAD~50', fromSha: null, relation: 'root' })
    expect(answer.commitCount).toBe(6)
    expect(warningsOf(answer, 'short-history')).toEqual([
      'HEAD~50 is before the first commit, so the notes cover everything up to HEAD.',
    ])
  })

  test('without toRef the range ends at the tip of the default branch', async () => {
    const answer = await answerTo(app, { repoFullName: 'acme/widget', fromRef: 'v1.1.0' })
    expect(answer.range).toMatchObject({ toRef: 'HEAD', toSha: shaIn('main') })
    expect(answer.entries.map(({ text }) => text)).toEqual(['Add dark mode'])
  })

  test('the range is git log from..to: fromRef is exclusive, toRef inclusive', async () => {
    const answer = await answerOf({ fromRef: `${fork}^`, toRef: fork })
    expect(answer.entries.map((entry) => entry.commits)).toEqual([[fork]])
    expect(answer.omitted).toEqual([])
  })

  test('a diverged range is the same set, with a warning of where to start instead', async () => {
    const answer = await answerOf({ fromRef: 'maintenance', toRef: 'main' })
    expect(answer.range).toMatchObject({ fromSha: shaIn('maintenance'), relation: 'diverged' })
    expect(answer.commitCount).toBe(3)
    expect(warningsOf(answer, 'diverged')).toEqual([
      `maintenance is not an ancestor of main: the notes cover the commits that main has and maintenance does not. To start where they diverged, use fromRef "${fork.slice(0, 12)}".`,
    ])
  })

  test('a reversed range has 0 commits, and a warning that offers the swap', async () => {
    const answer = await answerOf({ fromRef: 'v1.1.0', toRef: 'v1.0.0' })
    expect(answer).toMatchObject({
      commitCount: 0,
      range: { relation: 'reversed' },
      entries: [],
      omitted: [],
    })
    expect(answer.warnings).toEqual([
      {
        code: 'reversed',
        detail:
          'v1.1.0 is newer than v1.0.0, so the range is empty. Swap them: fromRef "v1.0.0", toRef "v1.1.0".',
        instead: { fromRef: 'v1.0.0', toRef: 'v1.1.0' },
        values: { fromRef: 'v1.1.0', toRef: 'v1.0.0' },
      },
    ])
  })

  test.each([
    [
      'keepachangelog',
      `${preamble}## [1.1.0] - 2026-01-06\n\nNo changes.\n\n[1.1.0]: https://github.com/acme/widget/compare/v1.1.0...v1.1.0\n`,
    ],
    ['simple', 'No changes.\n'],
    [
      'github_release',
      "## What's Changed\n\nNo changes.\n\n**Full Changelog**: https://github.com/acme/widget/compare/v1.1.0...v1.1.0\n",
    ],
  ])('0 commits produce an explanatory text in %s', async (format, text) => {
    const answer = await answerOf({ fromRef: 'v1.1.0', format })
    expect(answer).toMatchObject({ commitCount: 0, changelog: text, entries: [], omitted: [], warnings: [] })
    expect(answer.range.relation).toBe('ancestor')
  })

  test('of a tag and a branch of one name the tag is taken, with a warning', async () => {
    const answer = await answerOf({ fromRef: 'both' })
    expect(answer.range.fromSha).toBe(fork)
    expect(answer.warnings).toEqual([
      {
        code: 'ambiguous-ref',
        detail:
          'fromRef "both" is both a tag and a branch; the tag was used. Use refs/heads/both for the branch.',
        instead: { fromRef: 'refs/heads/both' },
        values: { field: 'fromRef', ref: 'both' },
      },
    ])
  })

  test('the branch of that name is reached by its full name', async () => {
    const answer = await answerOf({ fromRef: 'main', toRef: 'refs/heads/both' })
    expect(answer.range.toSha).toBe(shaIn('refs/heads/both'))
    expect(answer.warnings).toEqual([])
    expect(answer.changelog).toContain('## [Unreleased]\n')
  })

  test('HEAD~50 that holds far more than 50 commits is warned about', async () => {
    const answer = await answerTo(app, { repoFullName: 'acme/wide' })
    expect(answer.commitCount).toBe(90)
    expect(answer.warnings).toEqual([
      {
        code: 'wide-range',
        detail:
          'HEAD~50 goes back 50 commits on the main line, but with its merges HEAD~50..HEAD contains 90 commits. To start at a release, use its tag as fromRef.',
        values: { fromRef: 'HEAD~50', toRef: 'HEAD', steps: 50, commits: 90 },
      },
    ])
  })

  test('a moving tag is warned about, with what to use instead', async () => {
    const answer = await answerOf({ fromRef: 'v1', toRef: 'main' })
    expect(answer.warnings).toEqual([
      {
        code: 'moving-tag',
        detail: `fromRef "v1" looks like a tag that moves with each release. To get the same notes tomorrow, use the tag of the full version or the SHA ${shaIn('v1').slice(0, 12)}.`,
        instead: { fromRef: shaIn('v1').slice(0, 12) },
        values: { field: 'fromRef', ref: 'v1', sha: shaIn('v1').slice(0, 12) },
      },
    ])
  })

  test('a newer release between the refs is warned about, with what to use instead', async () => {
    const answer = await answerOf({ toRef: 'main' })
    expect(answer.warnings).toEqual([
      {
        code: 'release-between',
        detail: 'The range contains the release v1.1.0. For the changes since then, use fromRef "v1.1.0".',
        instead: { fromRef: 'v1.1.0' },
        values: { releases: 1, newest: 'v1.1.0' },
      },
    ])
  })

  test('a pre-release before the requested release does not count as a release in between', async () => {
    const answer = await answerTo(app, { repoFullName: 'acme/releases', fromRef: 'HEAD~2', toRef: 'v2.0.0' })
    expect(answer.warnings).toEqual([])
  })

  test('a release text stays within 125,000 characters by whole entries, with a pointer and a warning', async () => {
    const body = { repoFullName: 'acme/huge', fromRef: 'start' }
    const whole = await answerTo(app, body)
    const answer = await answerTo(app, { ...body, format: 'github_release' })
    const url = 'https://github.com/acme/huge/compare/start...HEAD'
    const lines = answer.changelog.split('\n').filter((line) => line.startsWith('* '))
    const cut = answer.entries.length - lines.length
    expect(whole.warnings).toEqual([])
    expect(answer.entries).toEqual(whole.entries)
    expect(answer.changelog.length).toBeLessThanOrEqual(125_000)
    expect(cut).toBeGreaterThan(0)
    expect(lines.every((line) => / in \[[0-9a-f]{7}\]\(https:\/\/[^ )]+\)$/.test(line))).toBe(true)
    expect(
      answer.changelog.endsWith(
        `\n\nAnd ${cut} more, on the page linked below.\n\n**Full Changelog**: ${url}\n`,
      ),
    ).toBe(true)
    expect(answer.warnings).toEqual([
      {
        code: 'text-cut',
        detail: `A release can have at most 125000 characters, so the ${cut} least notable of 430 entries are not in the text. All are in \`entries\`, and on ${url}.`,
        values: { limit: 125_000, cut, entries: 430, url },
      },
    ])
  })

  test('a repository without commits is 409', async () => {
    const document = expectProblem(await ask(app, { repoFullName: 'acme/empty' }), 409, 'empty_repository')
    expect(document.source).toBe('host')
  })

  test('a range of more commits than the operator takes is 422, with its true size', async () => {
    const small = await openService([localFolder(root)], { maxCommits: 49 })
    const document = expectProblem(
      await ask(small.app, { repoFullName: 'group/sub/long' }),
      422,
      'range_too_large',
    )
    expect(document.detail).toMatch(/^HEAD~50\.\.HEAD has 50 commits; one request may cover at most 49/)
    await small.app.close()
  })

  test('a range of exactly as many commits as the operator takes is answered', async () => {
    const exact = await openService([localFolder(root)], { maxCommits: 50 })
    expect((await answerTo(exact.app, { repoFullName: 'group/sub/long' })).commitCount).toBe(50)
    await exact.app.close()
  })
})

describe('the writer without a model', () => {
  test.each(['auto', 'rules'])('%s is the rules', async (writer) => {
    const answer = await answerOf({ writer })
    expect(answer.writer).toEqual({ engine: 'rules', model: null, usage: null, fallback: null })
    expect(answer.warnings).toEqual([])
  })

  test('model is 422', async () => {
    expectProblem(await ask(app, widget({ writer: 'model' })), 422, 'model_not_configured')
  })

  test('a model key is not looked at with rules', async () => {
    expect(await answerOf({ writer: 'rules' }, { 'x-api-key': 'sk-1' })).toEqual(await answerOf())
  })

  test.each([
    [
      { language: 'de' },
      'language-needs-model',
      'Only a language model can write in "de"; the entries keep the language of the commits.',
    ],
    [{ model: 'some/model' }, 'needs-model', '`model` had no effect: the rules wrote every entry.'],
    [
      { instructions: 'Be kind.' },
      'needs-model',
      '`instructions` had no effect: the rules wrote every entry.',
    ],
    [
      { model: 'some/model', instructions: 'Be kind.' },
      'needs-model',
      '`model` and `instructions` had no effect: the rules wrote every entry.',
    ],
  ])('%j is a warning and changes nothing else', async (body, code, detail) => {
    const warned = await answerOf(body)
    const whatToDo =
      'Send a model key as X-API-Key (NOTEWRIGHT_API_KEY on the command line) to let a model write.'
    const warnings = [{ code, detail: `${detail} ${whatToDo}` }]
    expect(warned).toEqual({ ...(await answerOf()), warnings })
  })

  test.each(['en', 'en-GB', 'EN'])('language %s needs no model', async (language) => {
    expect((await answerOf({ language })).warnings).toEqual([])
  })
})

describe('the text', () => {
  test('part section is the section alone', async () => {
    expect((await answerOf({ part: 'section' })).changelog).toBe(section)
  })

  test('simple is a flat list', async () => {
    expect((await answerOf({ format: 'simple' })).changelog).toBe(
      '- Add search (#1)\n- Fix crash on empty input (#2)\n',
    )
  })

  test.each([
    'hosting_release',
    'github_release',
    'gitlab_release',
    'gitea_release',
    'bitbucket_release',
    'local_release',
  ])('%s is the body of a release, and the format is answered as it was spelled', async (format) => {
    const answer = await answerOf({ format })
    expect(answer.format).toBe(format)
    expect(answer.changelog).toBe(`## What's Changed

### Added

* Add search by Ada in https://github.com/acme/widget/pull/1

### Fixed

* Fix crash on empty input by Ben in https://github.com/acme/widget/pull/2

**Full Changelog**: https://github.com/acme/widget/compare/v1.0.0...v1.1.0
`)
  })

  test('version and date head the section', async () => {
    const { changelog } = await answerOf({ version: '1.1.1', date: '2026-05-01', part: 'section' })
    expect(changelog).toBe(
      section.replace('[1.1.0] - 2026-01-06', '[1.1.1] - 2026-05-01').replace('\n[1.1.0]:', '\n[1.1.1]:'),
    )
  })

  test.each([
    [
      'of an annotated tag its name without v and the day it was made',
      { toRef: 'v1.1.0' },
      '## [1.1.0] - 2026-01-06',
    ],
    ['of a plain tag its name without v and the day of its commit', { toRef: 'v1' }, '## [1] - 2026-01-05'],
    ['of a branch is Unreleased', { toRef: 'main' }, '## [Unreleased]'],
    ['of a SHA is Unreleased', { toRef: shaIn('v1.1.0') }, '## [Unreleased]'],
    ['of a tag with ~n is Unreleased', { toRef: 'v1.1.0~1' }, '## [Unreleased]'],
    ['of a branch with a version has no date', { toRef: 'main', version: '2.0.0' }, '## [2.0.0]'],
    [
      'of a branch can be given',
      { toRef: 'main', version: '2.0.0', date: '2026-05-01' },
      '## [2.0.0] - 2026-05-01',
    ],
  ])('the heading %s', async (_rule, body, heading) => {
    const { changelog } = await answerOf({ ...body, part: 'section' })
    expect(changelog.split('\n', 1)).toEqual([heading])
  })

  test('a date without a version is warned about', async () => {
    const answer = await answerOf({ toRef: 'main', date: '2026-05-01', part: 'section' })
    expect(answer.changelog.split('\n', 1)).toEqual(['## [Unreleased]'])
    expect(warningCodes(answer)).toContain('date-unused')
  })

  test('developers also get internal changes', async () => {
    const texts = async (audience: string) => (await answerOf({ audience })).entries.map(({ text }) => text)
    expect(await texts('users')).toEqual(['Add search', 'Fix crash on empty input'])
    expect(await texts('developers')).toEqual(['Add search', 'Fix crash on empty input', 'Split the router'])
  })

  test.each(['packages/core', 'packages/core/', 'packages/core/search.ts'])(
    'paths include only changes that touch %s, and commitCount stays the size of the range',
    async (path) => {
      const answer = await answerOf({ paths: [path] })
      expect(answer.entries.map(({ text }) => text)).toEqual(['Add search'])
      expect(answer.omitted.find(({ sha }) => sha === fork)).toEqual({
        sha: fork,
        subject: 'fix: crash on empty input (#2)',
        reason: 'outside-paths',
        detail: `It changes no file below ${path.replace(/\/$/, '')}.`,
      })
      expect(answer.commitCount).toBe(4)
    },
  )

  test('a path is a folder, not the beginning of a name', async () => {
    expect((await answerOf({ paths: ['packages/cor'] })).entries).toEqual([])
  })
})

describe('headers', () => {
  test('an empty X-API-Key, from an unset variable, counts as none', async () => {
    expect(await answerOf({}, { 'x-api-key': '' })).toEqual(await answerOf())
  })

  test.each(['abc-123', 'A.b_c-9', 'x'.repeat(128)])('X-Request-Id %s is echoed', async (id) => {
    expect((await ask(app, widget(), { 'x-request-id': id })).headers['x-request-id']).toBe(id)
    const refused = await ask(app, {}, { 'x-request-id': id })
    expect(expectProblem(refused, 400, 'invalid_request').requestId).toBe(id)
  })

  test.each([undefined, '', 'a b', 'x'.repeat(129), 'ä', '<script>'])(
    'X-Request-Id %j is replaced by a minted one',
    async (id) => {
      const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
      const headers: Record<string, string> = id === undefined ? {} : { 'x-request-id': id }
      const [first, second] = [await ask(app, widget(), headers), await ask(app, widget(), headers)]
      expect(first.headers['x-request-id']).toMatch(uuid)
      expect(second.headers['x-request-id']).toMatch(uuid)
      expect(first.headers['x-request-id']).not.toBe(second.headers['x-request-id'])
    },
  )

  test('RateLimit and RateLimit-Policy report the remaining requests', async () => {
    const limited = await openService([localFolder(root)], { requestsPerMinute: 30 })
    const remaining = async () => {
      const { headers } = await ask(limited.app, widget())
      expect(headers['ratelimit-policy']).toBe('"generate";q=30;w=60')
      return headers.ratelimit
    }
    expect(await remaining()).toBe('"generate";r=29;t=60')
    expect(await remaining()).toBe('"generate";r=28;t=60')
    await limited.app.close()
  })

  test('the pickers have a limit of their own, and typing in them leaves the requests for notes', async () => {
    const limited = await openService([localFolder(root)], { requestsPerMinute: 2, listingsPerMinute: 3 })
    const list = () =>
      limited.app.inject({ url: '/api/v1/repos', headers: { authorization: `Bearer ${token}` } })
    for (const left of [2, 1, 0]) {
      const { statusCode, headers } = await list()
      expect([statusCode, headers.ratelimit]).toEqual([200, `"list";r=${left};t=60`])
      expect(headers['ratelimit-policy']).toBe('"list";q=3;w=60')
    }
    expect((await list()).statusCode).toBe(429)
    expect((await ask(limited.app, widget())).headers.ratelimit).toBe('"generate";r=1;t=60')
    await limited.app.close()
  })

  test.each(['/livez', '/readyz', '/docs', '/api/v1/openapi.json'])('%s is not to be stored', async (url) => {
    expect((await app.inject(url)).headers['cache-control']).toBe('no-store')
  })

  test('an answer is not to be stored', async () => {
    expect((await ask(app, widget())).headers['cache-control']).toBe('no-store')
  })

  test('Prefer: respond-async without a queue is answered whole, with a warning', async () => {
    const answered = await ask(app, widget(), { prefer: 'respond-async, wait=10' })
    expect(answered.statusCode).toBe(200)
    expect(answered.json().changelog).toBe(preamble + section)
    expect(warningCodes(answered.json())).toEqual(['prefer-not-applied'])
  })

  test.each(['bearer', 'BEARER', 'Bearer  '])('the scheme may be written "%s"', async (scheme) => {
    expect((await ask(app, widget(), { authorization: `${scheme} ${token}` })).statusCode).toBe(200)
  })

  test.each(['application/json; charset=utf-8', 'Application/JSON'])(
    'Content-Type may be %s',
    async (type) => {
      expect((await ask(app, widget(), { 'content-type': type })).statusCode).toBe(200)
    },
  )

  test.each(['application/json', '*/*', 'text/html', 'text/event-stream;q=0, */*'])(
    'Accept: %s is answered with JSON',
    async (accept) => {
      const answered = await ask(app, widget(), { accept })
      expect(answered.headers['content-type']).toBe('application/json; charset=utf-8')
    },
  )
})

describe('addresses', () => {
  test.each([
    ['GET', '/api/v1/generate', 'POST'],
    ['PUT', '/api/v1/generate', 'POST'],
    ['OPTIONS', '/api/v1/generate', 'POST'],
    ['POST', '/livez', 'GET, HEAD'],
    ['DELETE', '/docs', 'GET, HEAD'],
  ] as const)('%s %s is 405, with Allow', async (method, url, allowed) => {
    const answered = await app.inject({ method, url })
    expectProblem(answered, 405, 'method_not_allowed')
    expect(answered.headers.allow).toBe(allowed)
  })

  test.each([
    '/nothing',
    '/api/v2/generate',
    '/%',
    '/api/v1/generate/',
    '/docs/../livez/x',
    `/${'x'.repeat(5000)}`,
  ])('GET %s is 404', async (url) => {
    expectProblem(await app.inject(url), 404, 'route_not_found')
  })

  test.each([
    ['/livez', 'alive'],
    ['/readyz', 'ready'],
  ])('%s needs no token', async (url, status) => {
    const answered = await app.inject(url)
    expect([answered.statusCode, answered.json()]).toEqual([200, { status }])
  })

  test('/api/v1/openapi.json is OpenAPI 3.1 with the schemas that validate', async () => {
    const document = (await app.inject('/api/v1/openapi.json')).json()
    const { post } = document.paths['/api/v1/generate']
    const asked = post.requestBody.content['application/json'].schema
    const answered = post.responses['200'].content['application/json'].schema
    const refused = post.responses.default.content['application/problem+json'].schema
    expect(document.openapi).toBe('3.1.0')
    expect(Object.keys(asked.properties)).toEqual(Object.keys(generateRequestSchema.shape))
    expect(asked.anyOf).toEqual([{ required: ['repoFullName'] }, { required: ['repo'] }])
    expect(asked.properties.fromRef.default).toBe('HEAD~50')
    expect(asked.properties.toRef.default).toBe('HEAD')
    expect(asked.properties.format.default).toBe('keepachangelog')
    expect(answered.required).toEqual(Object.keys(answerSchema.shape))
    expect(refused.properties.code.enum).toEqual(Object.keys(problems))
    expect(post.responses['200'].content['text/event-stream']).toBeDefined()
    expect(post.security).toEqual([{ hostToken: [] }])
    expect(document.components.securitySchemes.hostToken).toMatchObject({ type: 'http', scheme: 'bearer' })
  })

  test('every response in the OpenAPI document has a description of our own', async () => {
    expect((await app.inject('/api/v1/openapi.json')).body).not.toContain('Default Response')
  })

  test('/docs is a page without scripts that loads nothing from other origins', async () => {
    const answered = await app.inject('/docs')
    const addresses = [...answered.body.matchAll(/(?:href|src|srcset|action|data)\s*=\s*"([^"]*)"/g)]
    expect(answered.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(answered.body).toMatch(/^<!doctype html>/)
    expect(answered.body).not.toMatch(/<script|\bon\w+\s*=|javascript:|<link|<iframe|@import|url\(/i)
    expect(addresses.map(([, address]) => address)).toEqual(['/api/v1/openapi.json'])
  })

  test('/docs has a content security policy that lets through its own style and nothing else', async () => {
    const answered = await app.inject('/docs')
    const style = /<style>(.*)<\/style>/s.exec(answered.body)![1]!
    const hash = createHash('sha256').update(style).digest('base64')
    expect(String(answered.headers['content-security-policy']).split(';')).toEqual([
      "default-src 'none'",
      `style-src 'sha256-${hash}'`,
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ])
  })

  test('/docs names every field, every path and every problem', async () => {
    const { body } = await app.inject('/docs')
    const names = [
      ...Object.keys(generateRequestSchema.shape),
      ...Object.keys(answerSchema.shape),
      ...Object.keys(problems),
    ]
    for (const name of [...names, '/api/v1/generate', '/livez', '/readyz']) {
      expect(body).toContain(`<code>${name}</code>`)
    }
  })

  test.each(Object.keys(problems) as ProblemCode[])(
    'the type of %s leads to its explanation',
    async (code) => {
      const answered = await app.inject(`/problems/${code.replaceAll('_', '-')}`)
      expect(answered.statusCode).toBe(200)
      expect(answered.json()).toEqual({ code, title: problems[code].title, status: problems[code].status })
    },
  )
})
