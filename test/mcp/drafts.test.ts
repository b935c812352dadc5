import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { listen, localFolder, openService } from '../http/service.ts'
import { buildRepository, makeFolder, type Step } from '../support/build-repository.ts'
import { type Agent, openAgent, type Place } from './clients.ts'

const changelog =
  '# Changelog\n\n## [1.0.0] - 2025-01-01\n\n### Added\n\n- Lists with `[env]` and `@acme/core`\n'
const steps: Step[] = [
  { commit: 'Start', texts: { 'docs/CHANGELOG.md': changelog, 'docs/search.md': 'Search.\n' } },
  { tag: 'v1.0.0' },
  {
    commit: 'feat(search): add filters (#1)',
    texts: { 'docs/search.md': 'Search.\n\nPass `searchLimit` to return at most 40 results.\n' },
  },
  'fix: crash with an empty config file (#2)',
  'docs: explain filters (#3)',
  { commit: 'chore(deps-dev): bump vite from 6.1.0 to 6.2.0 [SECURITY] (#4)', by: 'renovate[bot]' },
  'feat!: drop Node 18 (#5)\n\nBREAKING CHANGE: Node 20 is required.',
]

const root = makeFolder()
buildRepository(steps, { path: join(root, 'acme/widget') })
const { app, drain } = await openService([localFolder(root)])
const url = new URL(`http://127.0.0.1:${await listen(app)}/mcp`)
afterAll(drain)

const kind = 'the v2 client, 2026 era'
const repo = { repo: 'acme/widget' }

async function open(place: Place): Promise<Agent> {
  const agent = await openAgent(kind, place)
  onTestFinished(agent.close)
  return agent
}

const places: [where: string, place: () => Place, given: object][] = [
  ['over HTTP', () => ({ url }), repo],
  ['over stdio', () => ({ cwd: join(root, 'acme/widget') }), {}],
]

describe.each(places)('a draft %s', (_where, place, given) => {
  test('is corrected by patches and rendered without sending it again', async () => {
    const agent = await open(place())
    const entries = [{ ids: ['#1'], text: 'Search has filters, made with Redis' }]
    const { answer: first } = await agent.call('check_notes', { ...given, entries, rest: 'rules' })
    expect(first).toMatchObject({ ok: false, byRules: 2, uncovered: 0, faults: [{ id: '#1' }] })
    const changes = [
      { id: 'pr-1', text: 'Search has filters' },
      { id: '3', text: 'Explain filters' },
      { id: 'pr-5', omit: 'Announced before' },
    ]
    const { answer: second } = await agent.call('check_notes', { draft: first.draft, changes })
    expect(second).toMatchObject({ ok: true, faults: [], warnings: [{ code: 'must-tell-left-out' }] })
    const { answer } = await agent.call('render_notes', { draft: second.draft, format: 'simple' })
    expect(answer.changelog).toContain('- Search has filters (#1)')
    expect(answer.changelog).toContain('- Explain filters (#3)')
    expect(answer.changelog).not.toContain('Node 18')
  })

  test('belongs to its range, and an unknown one is an error', async () => {
    const agent = await open(place())
    const { answer } = await agent.call('check_notes', { ...given, rest: 'rules' })
    const moved = await agent.call('render_notes', { draft: answer.draft, from: 'v1.0.0~0', to: 'main' })
    expect(moved).toMatchObject({ isError: true, text: expect.stringContaining('differs from the range') })
    for (const draft of ['draft-99', `${answer.draft}x`, 'e30.AAAAAAAAAAAAAAAAAAAAAA', ''])
      expect(await agent.call('render_notes', { draft })).toMatchObject({
        isError: true,
        text: expect.stringMatching(/^invalid_request: Invalid field `draft`/),
      })
  })
})

test('one change is shown with all its evidence, and what its diff says counts', async () => {
  const agent = await open({ url })
  const { answer } = await agent.call('show_change', { ...repo, id: '#1' })
  expect(answer).toMatchObject({
    ...{ id: 'pr-1', messages: ['feat(search): add filters (#1)'], fileCount: 2 },
    files: expect.arrayContaining([{ path: 'docs/search.md', added: 2, removed: 0 }]),
    diff: expect.stringContaining('+Pass `searchLimit` to return at most 40 results.'),
  })
  const text = 'Add filters and `searchLimit`, which returns at most 40 results'
  const { answer: checked } = await agent.call('check_notes', {
    ...repo,
    entries: [{ ids: ['1'], text }],
    rest: 'rules',
  })
  expect(checked.faults).toEqual([])
  const lies = [{ ids: ['1'], text: 'Add filters and `searchLimit`, which makes search faster' }]
  expect((await agent.call('check_notes', { ...repo, entries: lies, rest: 'rules' })).answer.ok).toBe(false)
  const excluded = await agent.call('show_change', { ...repo, id: '3' })
  expect(excluded.answer).toMatchObject({ id: 'pr-3', excluded: { reason: 'docs' } })
  expect((await agent.call('show_change', { ...repo, id: 'pr-77' })).text).toContain(
    'The range is previous-release..HEAD',
  )
})

test('a page names excluded changes, repeats nothing, and its cursor needs no other argument', async () => {
  const agent = await open({ url })
  const { answer } = await agent.call('collect_changes', { ...repo, omitted: true })
  expect(answer.changes[0]).toEqual({
    ...{ id: 'pr-1', title: 'search: Add filters', scope: 'search', category: 'Added' },
    paths: ['docs/search.md', 'src/file-2.ts'],
    facts: expect.any(Array),
  })
  expect(answer.omitted).toContainEqual(expect.objectContaining({ id: 'pr-3', reason: 'docs' }))
  expect(answer.omitted).toContainEqual(expect.objectContaining({ id: 'pr-4', reason: 'dependency' }))
  expect(answer.pastEntries).toEqual(['Lists with `[env]` and `@acme/core`'])
  const many: Step[] = [
    'Start',
    { tag: 'v1.0.0' },
    ...Array.from(
      { length: 90 },
      (_, index) => `feat: add part ${index} of the long list of parts (#${index + 1})`,
    ),
  ]
  const clone = await open({ cwd: buildRepository(many) })
  const ids: string[] = []
  let page = (await clone.call('collect_changes', { tokens: 4000, from: 'v1.0.0' })).answer
  for (; ; page = (await clone.call('collect_changes', { cursor: page.nextCursor })).answer) {
    ids.push(...page.changes.map(({ id }: { id: string }) => id))
    if (page.nextCursor === null) break
  }
  expect(new Set(ids).size).toBe(90)
  const wrong = await clone.call('collect_changes', { cursor: 'x?from=y' })
  expect(wrong.text).toContain('must be the `nextCursor` of the previous page')
})

test('the commits of one change are shown as one diff, and a change is excluded only once', async () => {
  const code = (limit: number) => `export const limit = ${limit}\n`
  const path = buildRepository([
    { commit: 'Start', texts: { 'src/limit.ts': code(1) } },
    { tag: 'v1.0.0' },
    { branch: 'search' },
    {
      commit: 'Try a limit',
      texts: { 'src/limit.ts': code(2), 'src/attempt.ts': 'export const attempt = 1\n' },
    },
    { commit: 'Use a better limit', texts: { 'src/limit.ts': code(3), 'src/attempt.ts': '' } },
    { switch: 'main' },
    { merge: 'search', commit: 'Merge pull request #1 from ada/search\n\nRaise the limit of the search' },
    { branch: 'guide' },
    { commit: 'docs: explain the limit', files: ['docs/limit.md'] },
    { switch: 'main' },
    { merge: 'guide', commit: 'Merge pull request #2 from ada/guide\n\ndocs: explain the limit' },
  ])
  const agent = await open({ cwd: path })
  const { answer } = await agent.call('show_change', { id: 'pr-1' })
  expect(answer.diff).toContain('-export const limit = 1\n+export const limit = 3')
  expect(answer.diff).not.toContain('limit = 2')
  const page = (await agent.call('collect_changes', { omitted: true })).answer
  expect(page.changes).toMatchObject([{ id: 'pr-1', title: 'Raise the limit of the search' }])
  expect(page.changes[0]).not.toHaveProperty('body')
  expect(page.omitted).toMatchObject([{ id: 'pr-2', subject: 'docs: explain the limit' }])
})

test('a range tells the release before it, the next version and why', async () => {
  const agent = await open({ url })
  const { answer } = await agent.call('resolve_range', { ...repo, limit: 3 })
  expect(answer).toMatchObject({
    ...{ from: 'v1.0.0', to: 'HEAD', previousRelease: 'v1.0.0', commitCount: 5 },
    nextVersion: { version: '2.0.0', bump: 'major', reasons: [{ id: 'pr-5' }] },
    warnings: [{ code: 'unknown-field', detail: 'The unknown field "limit" was ignored.' }],
  })
})

describe('update_changelog', () => {
  async function openClone() {
    const clone = buildRepository(steps)
    mkdirSync(join(clone, 'docs'), { recursive: true })
    writeFileSync(join(clone, 'docs/CHANGELOG.md'), changelog)
    const agent = await open({ cwd: clone })
    const { answer } = await agent.call('check_notes', { rest: 'rules' })
    return { clone, agent, draft: answer.draft as string, file: join(clone, 'docs/CHANGELOG.md') }
  }

  test('shows the diff before it writes, and reports what any release lists', async () => {
    const { agent, draft, file } = await openClone()
    const given = { draft, version: '2.0.0', date: '2026-02-01' }
    const { answer: dry } = await agent.call('update_changelog', { ...given, dryRun: true })
    expect(dry.diff).toContain('+## [2.0.0] - 2026-02-01')
    expect(readFileSync(file, 'utf8')).toBe(changelog)
    const { answer } = await agent.call('update_changelog', given)
    expect(answer).toMatchObject({ changed: true, releases: [{ action: 'added', addedCount: 3, known: 0 }] })
    const later = await agent.call('update_changelog', { ...given, version: '2.1.0' })
    expect(later.answer.releases[0]).toMatchObject({ known: 3, addedCount: 0 })
  })

  test('writes only what was checked, under a version', async () => {
    const { agent, draft, file } = await openClone()
    const invented = { notes: '## [9.9.9]\n\n### Added\n\n- A unicorn\n' }
    expect((await agent.call('update_changelog', invented)).text).toContain('so it was not checked')
    const lie = { draft, changes: [{ id: '1', text: 'Search is written in Rust' }] }
    expect((await agent.call('update_changelog', lie)).text).toContain('notes_refused')
    const named = await agent.call('update_changelog', { draft, version: 'Buy now' })
    expect(named.text).toContain('"Buy now" is no version')
    expect(readFileSync(file, 'utf8')).toBe(changelog)
    const { answer: rendered } = await agent.call('render_notes', { draft, version: '2.0.0' })
    const { answer } = await agent.call('update_changelog', { notes: rendered.changelog })
    expect(answer).toMatchObject({ changed: true, file: 'docs/CHANGELOG.md' })
  })

  test('follows a link inside of the clone, as reading does', async () => {
    const { clone, agent, draft, file } = await openClone()
    symlinkSync('docs/CHANGELOG.md', join(clone, 'CHANGELOG.md'))
    const { answer } = await agent.call('update_changelog', { draft, version: '2.0.0', file: 'CHANGELOG.md' })
    expect(answer).toMatchObject({ file: 'docs/CHANGELOG.md', changed: true })
    expect(readFileSync(file, 'utf8')).toContain('## [2.0.0]')
  })
})
