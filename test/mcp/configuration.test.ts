import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildClone, historyP, writeFiles } from '../configuration/histories.ts'
import { listen, localFolder, openService } from '../http/service.ts'
import { buildRepository, makeFolder, type Step } from '../support/build-repository.ts'
import { type Agent, clientKinds, openAgent } from './clients.ts'

const [kind] = clientKinds

const houseStyle = `
tags: {pattern: "v{version}", ignore: v0.*}
changelog: {file: docs/CHANGES.md, heading: "{version}{ / date}"}
categories:
  - {title: CHANGE, kinds: [breaking, changed, deprecated, removed]}
  - {title: FEATURE, kinds: added}
  - {title: ENHANCEMENT}
  - {title: BUGFIX, kinds: fixed}
rules:
  - {when: {scope: [ui, promtool], kind: added}, category: ENHANCEMENT}
  - {when: {scope: scrape}, unless: {label: show}, exclude: announced elsewhere}
scopes: {names: {tsdb: TSDB, promql: PromQL, ui: UI, discovery: Discovery}}
entries: {headings: false, fullStop: true, links: none, line: "[{category}] {scope: }{text}{ references}"}
`

describe('a server on standard input', () => {
  // The committed file is not the one of the working tree.
  const clone = buildClone([
    ...historyP,
    { commit: 'chore: configure', texts: { 'notewright.yml': 'format: simple\n' } },
  ])
  writeFiles(clone, { 'notewright.yml': houseStyle, 'docs/CHANGES.md': '' })
  let agent: Agent
  beforeAll(async () => {
    agent = await openAgent(kind, { cwd: clone })
  })
  afterAll(() => agent.close())

  test('reads the file of the working tree', async () => {
    const { answer } = await agent.call('generate_changelog', { writer: 'rules', part: 'section' })
    expect(answer.format).toBe('keepachangelog')
    expect(answer.changelog).toContain('- [FEATURE] Discovery: Add Oracle Cloud service discovery. #902\n')
    const plain = await agent.call('generate_changelog', { writer: 'rules', config: 'none' })
    expect(plain.answer.changelog).toContain('### Added\n')
  })

  test('resolves the range by the tags of the file', async () => {
    const { answer } = await agent.call('resolve_range', {})
    expect(answer.range.fromRef).toBe('v3.1.0')
    const other = await agent.call('resolve_range', { config: { tags: 'v0.{version}' } })
    expect(other.answer.range.fromRef).toBe('v0.301.0')
  })

  test('proposes the next version by the file', async () => {
    const { answer } = await agent.call('next_version', {})
    expect(answer).toMatchObject({
      version: '3.2.0',
      tag: 'v3.2.0',
      previous: { tag: 'v3.1.0' },
      bump: 'minor',
    })
    const candidate = await agent.call('next_version', { channel: 'rc' })
    expect(candidate.answer.version).toBe('3.2.0-rc.1')
    const none = await agent.call('next_version', { config: { versioning: { scheme: 'none' } } })
    expect(none.answer.version).toBe(null)
  })

  test('checks notes with configured titles and adds them to the configured file in its layout', async () => {
    const { answer: page } = await agent.call('collect_changes', {})
    expect(page.changes.map(({ id, section }: { id: string; section: string }) => [id, section])).toEqual([
      ['pr-901', 'BUGFIX'],
      ['pr-902', 'FEATURE'],
      ['pr-903', 'CHANGE'],
      ['pr-905', 'ENHANCEMENT'],
    ])
    const entries = page.changes.map(
      (change: { id: string; section: string; title: string; rules?: string }) => ({
        ids: [change.id],
        category: change.section,
        text: change.rules ?? change.title,
      }),
    )
    const notes = { entries, version: '3.2.0', date: '2026-03-08', part: 'section' }
    const { answer: checked } = await agent.call('check_notes', { entries })
    expect(checked).toMatchObject({ ok: true, faults: [] })
    const unknown = await agent.call('check_notes', { entries: [{ ...entries[0], category: 'BUGFIXES' }] })
    expect(unknown).toMatchObject({ isError: true, text: expect.stringContaining('"BUGFIX"') })
    const { answer: rendered } = await agent.call('render_notes', notes)
    const section = `## 3.2.0 / 2026-03-08

- [CHANGE] PromQL: Remove the \`holt_winters\` alias. #903
- [FEATURE] Discovery: Add Oracle Cloud service discovery. #902
- [ENHANCEMENT] UI: Add a copy button to rules. #905
- [BUGFIX] TSDB: Fix goroutine leak on a corrupt head. #901
`
    expect(rendered.changelog).toBe(section)
    const { draft } = checked
    const added = await agent.call('update_changelog', { draft, version: '3.2.0', date: '2026-03-08' })
    expect(added.answer).toMatchObject({ file: 'docs/CHANGES.md', changed: true })
    expect(readFileSync(join(clone, 'docs/CHANGES.md'), 'utf8')).toMatch(/^# Changelog\n/)
    expect(readFileSync(join(clone, 'docs/CHANGES.md'), 'utf8')).toContain(section)
    expect((await agent.call('update_changelog', { notes: section })).answer.changed).toBe(false)
  })

  test('checks the file, or a text', async () => {
    const own = await agent.call('check_config', {})
    expect(own.answer).toEqual({ valid: true, errors: [], hints: [] })
    const text = 'categories:\n  - tittle: A\n    types: feat\n'
    const wrong = await agent.call('check_config', { text })
    expect(wrong.answer).toMatchObject({
      valid: false,
      errors: [
        'notewright.yml:2:5: categories[0].tittle: is not a known key; did you mean "title"?',
        'notewright.yml:2:5: categories[0].title: is required',
      ],
    })
    const rules = 'rules: [{when: {scope: nothing}, exclude: true}]'
    expect((await agent.call('check_config', { text: rules })).answer).toMatchObject({
      valid: true,
      hints: ['notewright.yml: rules[0] matches nothing since the last release'],
    })
    const inline = await agent.call('check_config', { config: { zero: 1 } })
    expect(inline.answer).toMatchObject({ valid: false, errors: [expect.stringContaining('zero')] })
  })

  test('tells the rules and categories of the file in its house style', async () => {
    const { contents } = await agent.client.readResource({ uri: 'notewright://house-style' })
    const { text } = contents[0] as { text: string }
    expect(text).toContain('notewright.yml decides before anything that was learned.')
    expect(text).toContain('- "CHANGE": kinds "breaking" or "changed" or "deprecated" or "removed"\n')
    expect(text).toContain('- "ENHANCEMENT": only by a rule\n')
    expect(text).toContain('- "Other changes": everything else\n')
    expect(text).toContain(
      '- rules[0]: when scope "ui" or "promtool"; kind "added": category "ENHANCEMENT"\n- rules[1]: when scope "scrape", unless label "show": exclude "announced elsewhere"\n',
    )
  })
})

const historyG: Step[] = [
  { commit: 'Start', files: ['packages/core/index.ts', 'packages/cli/index.ts'] },
  { tag: 'core@1.2.0' },
  { tag: 'cli@0.4.0' },
  { commit: 'feat(core): cache parsed files (#31)', files: ['packages/core/cache.ts'] },
  { commit: 'fix(cli): keep the cursor visible (#32)', files: ['packages/cli/cursor.ts'] },
]
const configG = `
packages:
  - {name: core, path: packages/core}
  - {name: cli, path: packages/cli, changelog: docs/cli.md}
`

describe.each(['over HTTP', 'over stdio'])('26: the packages of a monorepo %s', (where) => {
  let agent: Agent
  let drain = async () => {}
  const repository = where === 'over HTTP' ? { repo: 'acme/widget' } : {}
  const clone = buildClone(historyG, { 'notewright.yml': configG, 'docs/cli.md': '' })
  beforeAll(async () => {
    if (where === 'over stdio') {
      agent = await openAgent(kind, { cwd: clone })
      return
    }
    const root = makeFolder()
    buildRepository([...historyG, { commit: 'chore: configure', texts: { 'notewright.yml': configG } }], {
      path: join(root, 'acme/widget'),
    })
    const service = await openService([localFolder(root)])
    drain = service.drain
    agent = await openAgent(kind, { url: new URL(`http://127.0.0.1:${await listen(service.app)}/mcp`) })
  })
  afterAll(async () => {
    await agent.close()
    await drain()
  })

  test('every tool takes a package', async () => {
    const given = { ...repository, package: 'cli' }
    const range = await agent.call('resolve_range', given)
    expect(range.answer.range.fromRef).toBe('cli@0.4.0')
    const page = await agent.call('collect_changes', given)
    expect(page.answer.changes.map(({ id }: { id: string }) => id)).toEqual(['pr-32'])
    const notes = await agent.call('generate_changelog', { ...given, writer: 'rules', version: 'auto' })
    expect(notes.answer.changelog).toContain('## [0.4.1]')
    const entries = [{ ids: ['pr-32'], text: 'Keep the cursor visible' }]
    expect((await agent.call('check_notes', { ...given, entries })).answer.ok).toBe(true)
    expect((await agent.call('render_notes', { ...given, entries })).answer.commitCount).toBeGreaterThan(0)
    const next = await agent.call('next_version', given)
    expect(next.answer).toMatchObject({ version: '0.4.1', tag: 'cli@0.4.1' })
    const checked = await agent.call('check_config', given)
    expect(checked.answer).toEqual({ valid: true, errors: [], hints: [] })
  })

  test('a package is required where only packages have releases, and its name is checked', async () => {
    for (const tool of ['resolve_range', 'collect_changes', 'generate_changelog', 'next_version']) {
      const missing = await agent.call(tool, repository)
      expect(missing, tool).toMatchObject({
        isError: true,
        text: expect.stringContaining('choose one of core, cli'),
      })
      const misspelt = await agent.call(tool, { ...repository, package: 'cor' })
      expect(misspelt.text, tool).toContain('did you mean "core"?')
    }
  })

  test.runIf(where === 'over stdio')('the changelog of the package is updated', async () => {
    const update = async (name: string) => {
      const { answer: checked } = await agent.call('check_notes', { package: name, rest: 'rules' })
      return (await agent.call('update_changelog', { draft: checked.draft, version: 'auto' })).answer
    }
    expect(await update('cli')).toMatchObject({ file: 'docs/cli.md', releases: [{ label: '0.4.1' }] })
    expect((await update('core')).file).toBe('packages/core/CHANGELOG.md')
  })
})
