import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { Answer } from '../../src/core/answer.ts'
import { generate } from '../../src/library.ts'
import { localFolder, openService, token } from '../http/service.ts'
import { clientKinds, openAgent } from '../mcp/clients.ts'
import { buildRepository, makeFolder, type Step } from '../support/build-repository.ts'
import { answerIn, buildClone, condense, historyW, rangeW, runIn, writeFiles } from './histories.ts'

const changesG: Step[] = [
  { commit: 'feat(core): cache parsed files (#31)', files: ['packages/core/cache.ts'] },
  { commit: 'fix(cli): keep the cursor visible after a crash (#32)', files: ['packages/cli/cursor.ts'] },
  {
    commit: 'feat(cli)!: rename --out to --output (#33)\n\nBREAKING CHANGE: scripts must pass --output.',
    files: ['packages/cli/flags.ts'],
  },
  { commit: 'perf: compile for Node 22 (#34)', files: ['tsconfig.base.json'] },
  { commit: 'docs: describe the cache (#35)', files: ['docs/cache.md'] },
]
const start: Step = { commit: 'Start', files: ['packages/core/index.ts', 'packages/cli/index.ts'] }

/** A monorepo with two packages, each with a release of its own. */
const historyG: Step[] = [start, { tag: 'core@1.2.0' }, { tag: 'cli@0.4.0' }, ...changesG]

const configG = `
scopes: {show: hide}
shared: tsconfig.base.json
packages:
  - {name: core, path: packages/core}
  - {name: cli, path: packages/cli}
`
const buildG = (config = configG, steps = historyG, files: Record<string, string> = {}) =>
  buildClone(steps, { 'notewright.yml': config, ...files })

const read = (folder: string, path: string) => readFileSync(join(folder, path), 'utf8')

const sectionOfCli = `## [0.5.0] - 2026-02-07
### Changed
- **Breaking:** Rename \`--out\` to \`--output\`. Scripts must pass \`--output\`. ([#33])
- Compile for Node 22 ([#34])
### Fixed
- Keep the cursor visible after a crash ([#32])
`

describe('26: the packages of a monorepo', () => {
  const path = buildG()

  test('only the changes of a package are included', () => {
    const { entries, omitted, range, config } = answerIn(path, ['--package', 'core'])
    expect(entries.flatMap(({ pullRequests }) => pullRequests)).toEqual([31, 34])
    expect(omitted.map(({ reason, detail }) => ({ reason, detail }))).toEqual(
      Array(3).fill({ reason: 'outside-paths', detail: 'It touches nothing of the package core.' }),
    )
    expect(range.fromRef).toBe('core@1.2.0')
    expect(config).toMatchObject({ source: 'file', package: 'core' })
  })

  test('an unknown name is an error that names the nearest', () => {
    for (const command of [['generate'], ['update'], ['next-version'], ['config', 'show']]) {
      const { status, out, errors } = runIn(path, [...command, '--package', 'cor'])
      expect({ command, status, out }).toEqual({ command, status: 2, out: '' })
      expect(errors).toContain('"cor" is not a package; did you mean "core"?')
    }
  })

  test('the current folder chooses the package, and standard error says so', () => {
    const ended = runIn(join(path, 'packages/cli'), [
      ...['generate', '--version', 'auto', '--date', '2026-02-07', '--part', 'section'],
    ])
    expect(ended.errors).toContain('Package cli, because the current folder is below packages/cli.\n')
    expect(ended.errors).toContain('Since cli@0.4.0, the previous release.\n')
    expect(condense(ended.out)).toBe(sectionOfCli)
    expect(runIn(join(path, 'packages/cli'), ['generate', '--package', 'core', '--quiet']).errors).toBe('')
  })

  test('at the root a range that is left open needs a package', () => {
    for (const command of ['generate', 'update', 'next-version']) {
      const { status, out, errors } = runIn(path, [command])
      expect({ command, status, out }).toEqual({ command, status: 2, out: '' })
      expect(errors).toContain('choose one of core, cli')
    }
    expect(runIn(path, ['generate', '--from', 'core@1.2.0']).status).toBe(0)
  })

  test('next-version lists the packages that are due', () => {
    expect(runIn(path, ['next-version', '--package', '*', '--quiet'])).toEqual({
      status: 0,
      out: 'core 1.3.0\ncli 0.5.0\n',
      errors: '',
    })
    expect(runIn(path, ['next-version', '--package', '*', '--tag', '--quiet']).out).toBe(
      'core core@1.3.0\ncli cli@0.5.0\n',
    )
    expect(runIn(path, ['next-version', '--package', 'cli', '--quiet']).out).toBe('0.5.0\n')
  })

  test('packages with the same tags are released together', () => {
    const config = `
packages:
  - {name: core, path: packages/core, tags: "v{version}"}
  - {name: cli, path: packages/cli, tags: "v{version}"}
`
    const together = buildG(config, [start, { tag: 'v1.0.0' }, ...changesG])
    expect(runIn(together, ['next-version', '--package', '*', '--quiet']).out).toBe('core 2.0.0\ncli 2.0.0\n')
    const answer = answerIn(together, ['--package', 'core', '--version', 'auto'])
    expect(answer.nextVersion?.version).toBe('2.0.0')
    expect(answer.entries.flatMap(({ pullRequests }) => pullRequests)).toEqual([31])
    const differing = config.replace('packages/cli,', 'packages/cli, versioning: {bump: {breaking: minor}},')
    const unlike = buildG(differing, [start, { tag: 'v1.0.0' }, ...changesG])
    expect(runIn(unlike, ['next-version', '--package', '*', '--quiet']).out).toBe('core 2.0.0\ncli 2.0.0\n')
  })
})

describe('what belongs to a package', () => {
  const steps: Step[] = [
    start,
    { tag: 'core-v1.0.0' },
    { commit: 'feat: add a bench (#1)', files: ['packages/core/bench/a.ts'] },
    { commit: 'feat: add both (#2)', files: ['packages/core/a.ts', 'packages/cli/a.ts'] },
    { commit: 'feat: add and measure (#3)', files: ['packages/core/b.ts', 'packages/core/bench/b.ts'] },
    { commit: 'feat: add a schema (#4)', files: ['schemas/a.json'] },
    { branch: 'side' },
    { commit: 'feat: add to the tool (#5)', files: ['packages/cli/b.ts'] },
    { switch: 'main' },
    { merge: 'side', commit: 'Merge side' },
  ]
  const config = `
tags: "v{version}"
changelog: {heading: "{version}"}
entries: {line: "{package: }{text}"}
rules: [{when: {scope: x}, exclude: true}]
packages:
  - name: core
    path: packages/core
    ignore: packages/core/bench
    shared: schemas/*.json
    tags: "{name}-v{version}"
    rules: [{when: {title: "add a schema"}, exclude: not yet}]
  - {name: cli, path: [packages/cli, tools/*], changelog: docs/cli.md}
`
  const path = buildG(config, steps)

  test('ignored paths do not count, shared ones do, and a commit can be in two packages', () => {
    const core = answerIn(path, ['--package', 'core'])
    expect(core.entries.flatMap(({ pullRequests }) => pullRequests)).toEqual([2, 3])
    const reasons = new Map(
      core.omitted.map(({ subject, reason, detail }) => [subject, `${reason}: ${detail}`]),
    )
    const outside = 'outside-paths: It touches nothing of the package core.'
    expect(reasons.get('feat: add a bench (#1)')).toBe(outside)
    expect(reasons.get('feat: add to the tool (#5)')).toBe(outside)
    expect(reasons.get('feat: add a schema (#4)')).toBe('excluded: packages[0].rules[0]: not yet')
    expect(reasons.get('Merge side')).toMatch(/^merge: /)
    const cli = answerIn(path, ['--package', 'cli'])
    expect(cli.entries.flatMap(({ pullRequests }) => pullRequests)).toEqual([2, 5])
    expect(cli.range.fromRef).toBe('')
  })

  test('entries can print the package', () => {
    const { out } = runIn(path, ['generate', '--package', 'core', '--part', 'section', '--quiet'])
    expect(condense(out)).toBe('## Unreleased\n### Added\n- core: Add both\n- core: Add and measure\n')
  })

  test('a template knows the package', () => {
    const template = `${configG}formats: {mail: {template: "{{ package.name }} in {{ package.path }}\\n"}}\n`
    const { out } = runIn(buildG(template), ['generate', '--package', 'cli', '--format', 'mail', '--quiet'])
    expect(out).toBe('cli in packages/cli\n')
  })

  test('config show prints the configuration of a package', () => {
    const { out } = runIn(path, ['config', 'show', '--package', 'core', '--json'])
    expect(JSON.parse(out)).toMatchObject({
      tags: { pattern: ['core-v{version}'] },
      changelog: { file: 'packages/core/CHANGELOG.md', heading: '{version}' },
      rules: [{ exclude: 'not yet' }, { exclude: true }],
    })
  })

  test('package and paths exclude each other', () => {
    const { status, errors } = runIn(path, ['generate', '--package', 'core', '--paths', 'packages/core'])
    expect(status).toBe(2)
    expect(errors).toContain('--package: cannot be combined with paths')
  })

  test('a file without packages has none to choose', () => {
    const { status, errors } = runIn(buildClone(historyW), ['generate', '--package', 'core'])
    expect(status).toBe(2)
    expect(errors).toContain('the configuration has no packages')
  })
})

describe('notewright update', () => {
  test("edits the package's changelog, once, and all of them with '*'", () => {
    const path = buildG()
    const args = ['update', '--package', '*', '--version', 'auto', '--date', '2026-02-07', '--quiet']
    expect(runIn(path, [...args, '--check'])).toMatchObject({ status: 6 })
    expect(runIn(path, args)).toEqual({ status: 0, out: '', errors: '' })
    const cli = read(path, 'packages/cli/CHANGELOG.md')
    expect(condense(cli.slice(cli.indexOf('## [0.5.0]')))).toBe(sectionOfCli)
    const core = read(path, 'packages/core/CHANGELOG.md')
    expect(core).toContain('## [1.3.0] - 2026-02-07\n')
    expect(core).toContain('compare/core%401.2.0...core%401.3.0')
    expect(runIn(path, args)).toMatchObject({ status: 0 })
    expect(read(path, 'packages/core/CHANGELOG.md')).toBe(core)
  })

  test('--all adds the releases of the package', () => {
    const path = buildG(configG, [
      start,
      { tag: 'core@1.2.0' },
      { tag: 'cli@0.4.0' },
      ...changesG.slice(0, 2),
      { tag: 'cli@0.4.1' },
      ...changesG.slice(2),
    ])
    expect(runIn(path, ['update', '--package', 'cli', '--all', '--quiet'])).toMatchObject({ status: 0 })
    const text = read(path, 'packages/cli/CHANGELOG.md')
    expect([...text.matchAll(/^## .*/gm)].map(([line]) => line.slice(0, 14))).toEqual([
      '## [Unreleased',
      '## [0.4.1] - 2',
      '## [0.4.0] - 2',
    ])
  })

  test('the style is learned from the changelog of the package', () => {
    const path = buildG(configG, historyG, {
      'CHANGELOG.md': '# Changelog\n\n## 9.0.0\n\n* Other.\n',
      'packages/core/CHANGELOG.md': '# core\n\n## v1.2.0 (2025-01-01)\n\n### Features\n\n* Old thing (#3)\n',
    })
    expect(runIn(join(path, 'packages/core'), ['update', '--version', '1.3.0', '--quiet']).status).toBe(0)
    expect(read(path, 'packages/core/CHANGELOG.md')).toMatch(
      /^# core\n\n## v1\.3\.0 \(\d{4}-\d\d-\d\d\)\n\n### Features\n\n\* Cache/,
    )
    expect(read(path, 'CHANGELOG.md')).toBe('# Changelog\n\n## 9.0.0\n\n* Other.\n')
  })
})

describe('the service', async () => {
  const root = makeFolder()
  const withFile = (steps: Step[]): Step[] => [
    { commit: 'Start', files: ['packages/core/index.ts'], texts: { 'notewright.yml': configG } },
    ...steps.slice(1),
  ]
  buildRepository(withFile(historyG), { path: join(root, 'acme/mono') })
  const { app } = await openService([localFolder(root)])
  afterAll(() => app.close())
  const post = async (route: string, body: object) => {
    const answered = await app.inject({
      method: 'POST',
      url: `/api/v1/${route}`,
      headers: { authorization: `Bearer ${token}` },
      payload: { repo: 'acme/mono', ...body },
    })
    return { status: answered.statusCode, body: answered.json() }
  }

  test('takes the package of the file at the end of the range', async () => {
    const range = { from: 'previous-release', package: 'core' }
    const { status, body } = await post('generate', range)
    expect(status).toBe(200)
    expect(body.entries.flatMap(({ pullRequests }: Answer['entries'][number]) => pullRequests)).toEqual([
      31, 34,
    ])
    expect(body.config).toMatchObject({ source: 'file', package: 'core' })
    const changes = await post('changes', range)
    expect(changes.body.changes).toHaveLength(2)
    expect(changes.body.config.package).toBe('core')
    const entries = body.entries.map(({ id, text }: Answer['entries'][number]) => ({ id, text }))
    expect((await post('render', { ...range, entries })).body).toMatchObject({
      success: true,
      commitCount: 5,
    })
    const next = await post('next-version', { package: 'cli' })
    expect(next.body).toMatchObject({
      nextVersion: { version: '0.5.0', tag: 'cli@0.5.0' },
      config: { package: 'cli' },
    })
  })

  test('says what is wrong with a package', async () => {
    const at = async (route: string, body: object) => {
      const answered = await post(route, body)
      expect(answered.status).toBe(400)
      return answered.body.errors
    }
    const cases = [
      [await at('generate', { package: 'cor' }), 'did you mean "core"?'],
      [await at('generate', { package: '*' }), 'must be one of core, cli'],
      [await at('generate', { package: 'core', paths: ['docs'] }), 'cannot be combined with paths'],
      [await at('generate', { from: 'previous-release' }), 'choose one of core, cli'],
      [await at('next-version', {}), 'choose one of core, cli'],
    ] as const
    for (const [errors, detail] of cases)
      expect(errors).toEqual([{ pointer: '#/package', detail: expect.stringContaining(detail) }])
  })
})

describe('a package through the library, the command line, the service and the tools', () => {
  const past = Array.from({ length: 24 }, (_, index): Step[] => [
    {
      commit: `feat(core): add the part ${index} (#${index + 100})`,
      files: [`packages/core/part${index}.ts`],
    },
    ...(index % 6 === 5 ? [{ tag: `core@0.${index}.0` }] : []),
  ]).flat()
  const releases = [23, 17, 11].map((last) => {
    const lines = [0, 1, 2, 3, 4, 5].map((back) => `- Add the part ${last - back} (#${last - back + 100})\n`)
    return `## [0.${last}.0]\n\n### Added\n\n${lines.join('')}\n`
  })
  const releaseNotes = `# Changelog\n\n${releases.join('')}`
  const config = `
packages:
  - {name: core, path: packages/core}
  - {name: cli, path: packages/cli}
`
  const root = makeFolder()
  const folder = join(root, 'acme/mono')
  buildRepository(
    [
      {
        commit: 'Start',
        files: ['packages/core/index.ts', 'packages/cli/index.ts'],
        texts: { 'notewright.yml': config, 'CHANGELOG.md': '# Changelog\n' },
      },
      { tag: 'cli@0.1.0' },
      ...past,
      { commit: 'docs: describe the releases', texts: { 'packages/CHANGELOG.md': releaseNotes } },
      { tag: 'core@1.0.0' },
      { commit: 'feat(core): add a cache (#31)', files: ['packages/core/cache.ts'] },
      { tag: 'core@1.1.0' },
    ],
    { path: folder },
  )
  writeFiles(folder, { 'notewright.yml': config })
  const range = { from: 'core@1.0.0', to: 'core@1.1.0' }
  const unmatched =
    'No commit of the range changes a file of the package cli (packages/cli), so the notes are empty. If that is unexpected, check `path` in the configuration file.'

  async function askAll(name: string): Promise<Pick<Answer, 'changelog' | 'houseStyle' | 'warnings'>[]> {
    const { app } = await openService([localFolder(root)])
    const answered = await app.inject({
      method: 'POST',
      url: '/api/v1/generate',
      headers: { authorization: `Bearer ${token}` },
      payload: { repo: 'acme/mono', package: name, ...range },
    })
    await app.close()
    return [
      await generate({ dir: folder, package: name, ...range }),
      answerIn(folder, ['--package', name, '--from', range.from, '--to', range.to]),
      answered.json(),
    ]
  }

  test('learns from the nearest changelog, and its version has no prefix', async () => {
    for (const { changelog, houseStyle, warnings } of await askAll('core')) {
      expect(changelog).toContain('## [1.1.0]')
      expect(houseStyle?.from).toBe('packages/CHANGELOG.md')
      expect(warnings.map(({ code }) => code)).not.toContain('package-unmatched')
    }
  })

  test('that no commit changes causes a warning', async () => {
    for (const { warnings } of await askAll('cli'))
      expect(warnings).toContainEqual(
        expect.objectContaining({ code: 'package-unmatched', detail: unmatched }),
      )
    const { errors } = runIn(folder, ['generate', '--package', 'cli', '--from', 'core@1.0.0'])
    expect(errors).toContain(`warning: ${unmatched}\n`)
  })

  test('does not warn in a command for all packages', () => {
    const { errors } = runIn(folder, ['next-version', '--package', '*', '--from', 'core@1.0.0'])
    expect(errors).not.toContain('No commit of the range changes')
  })

  test('is the same for an agent', async () => {
    const agent = await openAgent(clientKinds[0], { cwd: folder })
    const core = await agent.call('resolve_range', { package: 'core', ...range })
    const { answer: page } = await agent.call('collect_changes', { package: 'core', ...range })
    const { answer: empty } = await agent.call('collect_changes', { package: 'cli', ...range })
    await agent.close()
    expect(core.answer.version).toBe('1.1.0')
    expect(page).toMatchObject({ version: '1.1.0', changeCount: 1 })
    expect(page.pastEntries.join('\n')).toContain('Add the part 23')
    expect(empty.warnings).toContainEqual(expect.objectContaining({ detail: unmatched }))
  })
})

test('a type that is the name of the package is a scope, unless only tests change', async () => {
  const steps: Step[] = [
    { commit: 'Start', files: ['acme-test/src/lib.rs'] },
    { tag: 'acme-test@0.4.0' },
    { commit: 'test: add a matcher for streams (#41)', files: ['acme-test/src/stream.rs'] },
    { commit: 'test: cover the matcher (#42)', files: ['acme-test/tests/stream.rs'] },
  ]
  const folder = buildG('packages: [{name: acme-test, path: acme-test}]', steps)
  const { entries, omitted } = await generate({ dir: folder, package: 'acme-test' })
  expect(entries.map(({ text, scope }) => [text, scope])).toEqual([
    ['acme-test: Add a matcher for streams', 'acme-test'],
  ])
  expect(omitted).toMatchObject([{ reason: 'test' }])
})

test('the library takes a package', async () => {
  const answer = await generate({ dir: buildG(), package: 'core' })
  expect(answer.entries.flatMap(({ pullRequests }) => pullRequests)).toEqual([31, 34])
  expect(answer.config.package).toBe('core')
})

describe('a repository without packages', () => {
  test.each(['', 'shared: src\n', 'packages: []\n'])('answers as before with %j', (config) => {
    const before = answerIn(buildClone(historyW), [...rangeW, '--no-config'])
    const after = answerIn(buildClone(historyW, { 'notewright.yml': config }))
    const strip = ({ changelog, entries, omitted }: typeof before) => ({
      changelog,
      entries: entries.map(({ text }) => text),
      omitted,
    })
    expect(strip(after)).toEqual(strip(before))
    expect(after.config.package).toBeNull()
  })

  test('with releases of its own needs no package', () => {
    const path = buildG(configG, [...historyG.slice(0, 3), { tag: 'v1.0.0' }, ...changesG])
    const { range, entries } = answerIn(path, [])
    expect(range.fromRef).toBe('v1.0.0')
    expect(entries.flatMap(({ pullRequests }) => pullRequests).sort()).toEqual([31, 32, 33, 34])
  })
})
