import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import type { Answer, ChangesAnswer } from '../../src/core/answer.ts'
import { compareImportance } from '../../src/core/compare-importance.ts'
import { applyAction } from '../../web/editor-model/actions.ts'
import { type EditorModel, emptyEditorModel } from '../../web/editor-model/editor-model.ts'
import { type EvidenceIndex, indexEvidence } from '../../web/editor-model/evidence.ts'
import { rebaseOnDraft } from '../../web/editor-model/rebase.ts'
import { titleOf } from '../../web/editor-model/titles.ts'
import { renderNotes } from '../../web/preview/render-notes.ts'
import { localFolder, openService, token } from '../http/service.ts'
import { buildRepository, git, makeFolder, type Step } from '../support/build-repository.ts'
import { historyP, historyW } from './histories.ts'

/** A monorepo with two packages. */
const historyG: Step[] = [
  'Start',
  { tag: 'core@1.2.0' },
  { tag: 'cli@0.4.0' },
  { commit: 'feat(core): cache parsed files (#31)', files: ['packages/core/cache.ts'] },
  {
    commit: 'fix(cli): keep the cursor visible after a crash (#32)',
    files: ['packages/cli/cursor.ts'],
  },
  {
    commit: 'feat(cli)!: rename --out to --output (#33)\n\nBREAKING CHANGE: scripts must pass --output.',
    files: ['packages/cli/options.ts'],
  },
  { commit: 'perf: compile for Node 22 (#34)', files: ['tsconfig.base.json'] },
  { commit: 'docs: describe the cache (#35)', files: ['docs/cache.md'] },
]

const histories = { W: historyW, P: historyP, G: historyG }
type Name = keyof typeof histories

const root = makeFolder()
for (const [name, steps] of Object.entries(histories)) {
  const path = join(root, `acme/${name}`)
  buildRepository(steps, { path })
  git(path, ['remote', 'add', 'origin', 'https://github.com/acme/widget.git'])
}

const ranges = {
  W: { fromRef: 'v1.4.0', toRef: 'v1.5.0' },
  P: { fromRef: 'v3.1.0', version: '3.2.0', date: '2026-03-08' },
  G: { fromRef: 'cli@0.4.0', package: 'cli', version: '0.5.0', date: '2026-02-07' },
}
const { app } = await openService([localFolder(root)])
afterAll(() => app.close())

async function post<Result>(name: Name, path: string, body: object): Promise<Result> {
  const answered = await app.inject({
    method: 'POST',
    url: `/api/v1/${path}`,
    headers: { authorization: `Bearer ${token}` },
    payload: { repoFullName: `acme/${name}`, ...ranges[name], ...body },
  })
  expect(answered.json()).toMatchObject({ success: true })
  return answered.json()
}

/** What the editor has after drafting. */
async function draft(name: Name, body: object): Promise<{ index: EvidenceIndex; editor: EditorModel }> {
  const changes = await post<ChangesAnswer>(name, 'changes', body)
  const answer = await post<Answer>(name, 'generate', { writer: 'rules', ...body })
  const index = indexEvidence(changes)
  const { omitted, version, date } = changes
  const editor = rebaseOnDraft(
    { ...emptyEditorModel, omitted, version, date },
    { ...answer, entries: answer.entries.toSorted(compareImportance) },
  )
  return { index, editor }
}

/** Configurations, and the history that each is for. */
const configurations: [name: string, history: Name, yaml: string][] = [
  [
    'conventional, one package',
    'W',
    `
tags: v{version}
scopes: {show: prefix}
categories:
  - {title: Breaking changes, kinds: breaking}
  - {title: Features, types: feat}
  - {title: Bug fixes, types: fix}
  - {title: Performance, types: perf}
`,
  ],
  [
    'GitHub labels',
    'W',
    `
format: github_release
categories:
  - {title: "⚠️ Breaking", labels: breaking-change, kinds: breaking}
  - {title: New, labels: [enhancement, feature], types: feat}
  - {title: Fixed, labels: bug, types: fix}
  - {title: Dependencies, labels: dependencies, kinds: dependencies, collapse: 0}
rules: [{when: {label: skip-*}, exclude: its label excludes it}]
formats: {github_release: {header: "Install it with \`npm i widget@{version}\`, {tag} after {previousTag}."}}
`,
  ],
  [
    'monorepo',
    'G',
    'scopes: {show: hide}\nshared: tsconfig.base.json\npackages:\n  - {name: core, path: packages/core}\n  - {name: cli, path: packages/cli}\n',
  ],
  [
    'a house with its own headings',
    'P',
    `
tags: {pattern: "v{version}", ignore: v0.*}
changelog: {file: CHANGELOG.md, heading: "{version}{ / date}"}
categories:
  - {title: SECURITY, kinds: security}
  - {title: CHANGE, kinds: [breaking, changed, deprecated, removed]}
  - {title: FEATURE, kinds: added}
  - {title: ENHANCEMENT}
  - {title: PERF, types: perf, verbs: [reduce, optimize, speed]}
  - {title: BUGFIX, kinds: fixed}
rules: [{when: {scope: [ui, promtool], kind: added}, category: ENHANCEMENT}]
scopes: {names: {tsdb: TSDB, promql: PromQL, ui: UI, discovery: Discovery, scrape: Scrape}}
entries: {headings: false, fullStop: true, links: none, line: "[{category}] {scope: }{breaking }{text}{ references}"}
`,
  ],
  [
    'emoji sections',
    'W',
    `
categories:
  - {title: "⛰️ Features", types: feat}
  - {title: "🐛 Bug Fixes", types: fix}
  - {title: "🚜 Refactor", types: refactor}
  - {title: "📚 Documentation", types: docs}
  - {title: "⚡ Performance", types: perf}
other: "💼 Other"
entries: {breaking: "[**breaking**]", links: none, line: "{*(scope)* }{breaking }{text}{ - (references)}"}
`,
  ],
  [
    'rules without categories',
    'W',
    'rules: [{when: {scope: api}, scope: HTTP API}, {when: {type: feat}, category: Changed}]',
  ],
  [
    'an order, tickets and thanks',
    'W',
    'entries: {order: newest, references: [commits, tickets], authors: names, tense: past}\ntickets: [{prefix: "CVE-2026-", url: "https://t.example/{number}"}]\ncontributors: {show: all}\nscopes: {show: group}',
  ],
  [
    'a line with everything',
    'P',
    'entries: {line: "{text}|{references}|{authors}|{category}|{scope}|{type}|{breaking}|{labels}|{package}|{commit}"}\nformats: {simple: {header: "{project} {version} {tag} {date} {previous} {previousTag} {compare} {count}", footer: "End."}}',
  ],
  ['nothing', 'W', '{}'],
]

const printed = [
  ['keepachangelog', 'document'],
  ['keepachangelog', 'section'],
  ['hosting_release', 'document'],
  ['github_release', 'document'],
  ['simple', 'document'],
] as const

describe('the preview has the text of the server', () => {
  test.each(configurations)('%s', async (_title, history, yaml) => {
    const config = parse(yaml) ?? {}
    const { index, editor } = await draft(history, { config })
    for (const [format, part] of printed) {
      const { changelog } = await post<Answer>(history, 'generate', { writer: 'rules', config, format, part })
      expect(renderNotes(editor, index, { format, part }).text).toBe(changelog)
    }
  })

  test('after an entry was moved to a configured title', async () => {
    const config = parse(configurations[0]![2])
    const { index, editor } = await draft('W', { config })
    const moved = applyAction(
      editor,
      { type: 'set-category', ids: ['pr-127', 'pr-128'], title: 'Features' },
      index,
    )
    const entries = moved.entries.map((entry) => ({
      id: entry.id,
      text: entry.text,
      category: titleOf(entry, index.answer.layout.config),
    }))
    const rendered = await post<Answer>('W', 'render', { config, entries })
    expect(rendered.entries.filter(({ section }) => section === 'Features')).toHaveLength(3)
    expect(renderNotes(moved, index, { format: 'keepachangelog', part: 'document' }).text).toBe(
      rendered.changelog,
    )
  })

  test('and no finding about the format of a layout of the project', async () => {
    const { index, editor } = await draft('P', { config: parse(configurations[3]![2]) })
    expect(renderNotes(editor, index, { format: 'keepachangelog', part: 'document' }).findings).toEqual([])
  })
})
