import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { buildRepository, git, makeFolder, type Step } from '../support/build-repository.ts'
import { main, minimalEnv } from '../support/main-program.ts'
import { tryProgram } from '../support/run-program.ts'
import { unbrokenChanges, widget, widgetChanges } from './widget-history.ts'

function run(cwd: string, ...args: string[]) {
  const { status, stdout, stderr } = tryProgram(process.execPath, [main, ...args], { cwd, env: minimalEnv })
  return { status, stdout: Buffer.from(stdout).toString(), stderr: Buffer.from(stderr).toString() }
}

function withConfig(folder: string, config: string, ...args: string[]) {
  writeFileSync(join(folder, 'notewright.yml'), config)
  return run(folder, ...args)
}

const nextVersion = (steps: Step[], ...args: string[]) => run(buildRepository(steps), 'next-version', ...args)

describe('next-version', () => {
  test('19: counts what the notes include, and says why', () => {
    const ended = nextVersion(['Start', { tag: 'v1.4.0' }, ...widgetChanges])
    expect(ended).toMatchObject({ status: 0, stdout: '2.0.0\n' })
    expect(ended.stderr).toContain('2.0.0 (major, after 1.4.0):\n  pr-122  Breaking: drop Node 18\n')
    expect(nextVersion(['Start', { tag: 'v0.4.0' }, ...widgetChanges]).stdout).toBe('0.5.0\n')
    expect(nextVersion(['Start', { tag: 'v1.4.0' }, ...unbrokenChanges]).stdout).toBe('1.5.0\n')
    expect(nextVersion(['Start', { tag: 'v0.4.0' }, ...unbrokenChanges]).stdout).toBe('0.5.0\n')
  })

  test.each([
    ['stay', widgetChanges, '0.5.0'],
    ['shift', widgetChanges, '0.5.0'],
    ['leave', widgetChanges, '1.0.0'],
    ['stay', unbrokenChanges, '0.5.0'],
    ['shift', unbrokenChanges, '0.4.1'],
  ])('19: below 1.0 with zero: %s', (zero, changes, expected) => {
    const folder = buildRepository(['Start', { tag: 'v0.4.0' }, ...changes])
    expect(withConfig(folder, `versioning: {zero: ${zero}}`, 'next-version').stdout).toBe(`${expected}\n`)
  })

  test('20: starts at 0.1.0, and counts the pre-releases of a channel', () => {
    expect(nextVersion(['feat: start']).stdout).toBe('0.1.0\n')
    expect(nextVersion(['feat: start'], '--channel', 'rc').stdout).toBe('0.1.0-rc.1\n')
    const steps: Step[] = ['Start', { tag: 'v1.4.0' }, 'feat: add search']
    expect(nextVersion(steps, '--channel', 'rc').stdout).toBe('1.5.0-rc.1\n')
    steps.push({ tag: 'v1.5.0-rc.1' }, 'fix: crash')
    expect(nextVersion(steps, '--channel', 'rc').stdout).toBe('1.5.0-rc.2\n')
    steps.push({ tag: 'v1.5.0-rc.2' }, 'feat!: rename --out')
    expect(nextVersion(steps, '--channel', 'rc').stdout).toBe('2.0.0-rc.1\n')
    steps.push({ tag: 'v2.0.0-rc.1' })
    expect(nextVersion(steps, '--channel', 'rc')).toMatchObject({ status: 7, stdout: '' })
    expect(nextVersion(steps)).toMatchObject({ status: 0, stdout: '2.0.0\n' })
  })

  test('21: prints nothing and exits with 7 where there is nothing to release', () => {
    const ended = nextVersion(widget, '--quiet')
    expect(ended).toEqual({
      status: 7,
      stdout: '',
      stderr: 'notewright: There is nothing to release: no change after v1.5.0 requires a new version.\n',
    })
  })

  test('--tag spells the tag like the others, and --json has everything', () => {
    const steps: Step[] = ['Start', { tag: 'rel-1.4.0' }, 'feat: add search (#7)']
    expect(nextVersion(steps, '--tag').stdout).toBe('rel-1.5.0\n')
    expect(JSON.parse(nextVersion(steps, '--json').stdout)).toEqual({
      version: '1.5.0',
      tag: 'rel-1.5.0',
      previous: { version: '1.4.0', tag: 'rel-1.4.0' },
      bump: 'minor',
      reasons: [{ bump: 'minor', id: 'pr-7', detail: 'Added: add search' }],
    })
  })
})

describe('next-version with changesets', () => {
  const config = 'packages: [{name: "@acme/core", path: packages/core}, {name: cli, path: packages/cli}]'
  const changeset = (file: string, levels: string, text: string) => ({
    [`.changeset/${file}.md`]: `---\n${levels}\n---\n\n${text}\n`,
  })
  const start: Step[] = [
    { commit: 'Start', texts: { 'notewright.yml': config } },
    { tag: '@acme/core@1.4.0' },
    { tag: 'cli@0.3.0' },
  ]
  const next = (steps: Step[], name: string) => {
    const folder = buildRepository([...start, ...steps])
    git(folder, ['reset', '--quiet', '--hard'])
    const { status, stdout } = run(folder, 'next-version', '--package', name, '--json', '--quiet')
    const { version, bump, reasons } = JSON.parse(stdout || '{}')
    return { status, version, bump, reasons }
  }

  test('takes the level that the authors declare for the package', () => {
    const steps: Step[] = [
      {
        commit: 'feat!: support Node 26 (#7)',
        files: ['packages/core/a.ts', 'packages/cli/a.ts'],
        texts: changeset('old-cats', '"@acme/core": minor\ncli: patch', 'feat: support Node 26'),
      },
      { commit: 'feat: add a helper for tests (#8)', files: ['packages/cli/b.ts'] },
    ]
    expect(next(steps, '@acme/core')).toEqual({
      status: 0,
      version: '1.5.0',
      bump: 'minor',
      reasons: [
        {
          bump: 'minor',
          id: 'pr-7',
          detail: 'Declared in .changeset/old-cats.md: feat: support Node 26',
        },
      ],
    })
    expect(next(steps, 'cli')).toMatchObject({ version: '0.3.1', bump: 'patch' })
  })

  test('takes a changeset that was added later, and a major one as it is meant', () => {
    const steps: Step[] = [
      { commit: 'refactor: move the parser (#7)', files: ['packages/cli/a.ts'] },
      { commit: 'Add a changeset', files: [], texts: changeset('new-dogs', 'cli: major', 'Stable commands') },
    ]
    expect(next(steps, 'cli')).toMatchObject({ version: '1.0.0', bump: 'major' })
  })

  test('counts the kinds of changes where no changeset names the package', () => {
    const steps: Step[] = [
      {
        commit: 'fix: crash on start (#7)',
        files: ['packages/core/a.ts'],
        texts: changeset('old-cats', 'cli: minor', 'Show crashes'),
      },
    ]
    expect(next(steps, '@acme/core')).toMatchObject({ version: '1.4.1', bump: 'patch' })
    expect(next(steps, 'cli')).toMatchObject({ version: '0.4.0', bump: 'minor' })
  })

  test('follows a rule of the configuration instead, and ignores what was reverted', () => {
    const steps: Step[] = [
      {
        commit: 'feat: add tabs (#7)',
        as: 'tabs',
        files: ['packages/core/a.ts'],
        texts: changeset('old-cats', '"@acme/core": minor', 'Add tabs'),
      },
    ]
    const rules = `${config}\nrules: [{when: {title: "add tabs*"}, bump: patch}]\n`
    const ruled: Step = { commit: 'chore: configure', texts: { 'notewright.yml': rules } }
    expect(next([...steps, ruled], '@acme/core')).toMatchObject({ version: '1.4.1', bump: 'patch' })
    const reverted: Step[] = [
      {
        commit: 'Revert "feat: add tabs (#7)"\n\nThis reverts commit {sha:tabs}.',
        files: ['packages/core/a.ts'],
      },
      { commit: 'fix: crash (#8)', files: ['packages/core/b.ts'] },
    ]
    expect(next([...steps, ...reverted], '@acme/core')).toMatchObject({ version: '1.4.1', bump: 'patch' })
  })
})

describe('generate', () => {
  const folder = buildRepository(widget)

  test('22: without a range covers the last release; --unreleased what came after it', () => {
    for (const flags of [[], ['--latest']]) {
      const ended = run(folder, 'generate', '--part', 'section', ...flags)
      expect(ended.stdout).toMatch(/^## \[1\.5\.0\] - 2026-01-14\n/)
      expect(ended.stdout.match(/^- /gm)).toHaveLength(6)
      expect(ended.stderr).toContain('Since v1.4.0, the previous release.\n')
    }
    const unreleased = run(folder, 'generate', '--part', 'section', '--unreleased')
    expect(unreleased.stdout).toMatch(/^## \[Unreleased\]\n\nNo changes\.\n/)
  })

  test('--latest and --unreleased choose the range alone', () => {
    expect(run(folder, 'generate', '--latest', '--from', 'v1.4.0')).toMatchObject({
      status: 2,
      stderr: 'notewright: --latest and --from cannot be used together: each chooses the range.\n',
    })
  })

  test('starts at the first commit where there is no release', () => {
    const ended = run(buildRepository(['feat: start', 'fix: crash']), 'generate', '--format', 'simple')
    expect(ended.stdout.match(/^- /gm)).toHaveLength(2)
    expect(ended.stderr).toContain('No release was found before HEAD: the notes start at the first commit.\n')
  })

  test('--version auto heads the notes with the next version', () => {
    const unreleased = buildRepository(['Start', { tag: 'v1.4.0' }, ...widgetChanges])
    const ended = run(unreleased, 'generate', '--version', 'auto', '--part', 'section', '--quiet')
    expect(ended.stdout).toMatch(/^## \[2\.0\.0\]/)
  })

  test('28: a shallow clone without a release says how to get the others', () => {
    const shallow = join(makeFolder(), 'shallow')
    git(folder, ['clone', '--quiet', '--depth', '1', '--no-tags', `file://${folder}`, shallow])
    const ended = run(shallow, 'generate', '--quiet')
    expect(ended).toMatchObject({ status: 3, stdout: '' })
    expect(ended.stderr).toContain('fetch-depth: 0')
  })
})

describe('the previous release', () => {
  test('24: is the nearest by ancestry on every branch', () => {
    const folder = buildRepository([
      'Start',
      { tag: 'v1.0.0' },
      { branch: 'release/1' },
      { switch: 'main' },
      'feat: a',
      { tag: 'v2.0.0' },
      'feat: b',
      { tag: 'v2.1.0' },
      'feat: c',
      { switch: 'release/1' },
      'fix: d',
      { tag: 'v1.0.1' },
      'fix: e',
    ])
    const since = (branch: string) => run(folder, 'generate', '--to', branch).stderr
    expect(since('main')).toContain('Since v2.1.0,')
    expect(since('release/1')).toContain('Since v1.0.1,')
  })

  test('24: on a maintenance branch is its own last release, not a later one of the main branch', () => {
    // The shape of prometheus/prometheus at 327b4cb99f: releases are merged into their branch, and tagged twice.
    const release = (version: string): Step[] => [
      { branch: `prepare-${version}`, from: 'release-2.45' },
      `Release ${version}`,
      { switch: 'release-2.45' },
      { merge: `prepare-${version}`, commit: `Merge pull request #${version.at(-1)} from ada/prepare` },
      { tag: `v${version}` },
      { tag: `v0.${version.slice(2)}` },
    ]
    const folder = buildRepository([
      'Start',
      { branch: 'release-2.45' },
      'Release 2.45.0',
      { tag: 'v2.45.0' },
      { switch: 'main' },
      { merge: 'release-2.45', commit: 'Merge release 2.45.0 back into main' },
      'ui: add a copy button',
      { tag: 'v2.46.0' },
      ...release('2.45.4'),
      ...release('2.45.5'),
      'Address GO-2024-2687',
      { switch: 'main' },
      'promql: add a function',
      { tag: 'v3.14.0' },
    ])
    const since = (to: string) => run(folder, 'generate', '--to', to).stderr
    expect(since('release-2.45')).toContain('Since v2.45.5,')
    expect(since('v2.45.5')).toContain('Since v2.45.4,')
    expect(since('main')).toContain('Since v2.46.0,')
    expect(run(folder, 'next-version', '--to', 'release-2.45').stdout).toBe('2.45.6\n')
  })

  test('of a project that tags on release branches is that of the branch that left last', () => {
    const folder = buildRepository([
      'Start',
      { branch: 'release/1' },
      'chore: release 1.0.0',
      { tag: 'v1.0.0' },
      { switch: 'main' },
      'feat: add search (#1)',
      { branch: 'release/1.1' },
      'chore: release 1.1.0',
      { tag: 'v1.1.0' },
      { switch: 'main' },
      'fix: crash on an empty query (#2)',
    ])
    const ended = run(folder, 'next-version')
    expect(ended).toMatchObject({ status: 0, stdout: '1.1.1\n' })
    expect(ended.stderr).toContain('v1.1.0 is not an ancestor of')
    expect(run(folder, 'generate', '--to', 'v1.1.0').stderr).toContain('Since v1.0.0,')
  })

  test('25: of a stable release is the last stable one', () => {
    const folder = buildRepository([
      'Start',
      { tag: 'v1.0.0' },
      'feat: a',
      { tag: 'v1.1.0-rc.1' },
      'fix: b',
      { tag: 'v1.1.0' },
    ])
    expect(run(folder, 'generate', '--to', 'v1.1.0').stderr).toContain('Since v1.0.0,')
    expect(
      withConfig(folder, 'tags: {prereleases: separate}', 'generate', '--to', 'v1.1.0').stderr,
    ).toContain('Since v1.1.0-rc.1,')
  })

  test('counts only tags of the configured pattern that are not ignored', () => {
    const folder = buildRepository([
      'Start',
      { tag: 'core@1.2.0' },
      'feat: a',
      { tag: 'v9.0.0' },
      'feat: b',
      { tag: 'core@1.3.0-nightly' },
      'feat: c',
      { tag: 'core@1.3.0' },
    ])
    const config = 'tags: {pattern: "core@{version}", ignore: "*-nightly"}'
    const ended = withConfig(folder, config, 'generate', '--part', 'section')
    expect(ended.stderr).toContain('Since core@1.2.0,')
    expect(ended.stdout).toMatch(/^## \[1\.3\.0\] - /)
    expect(withConfig(folder, config, 'next-version', '--tag', '--to', 'core@1.3.0').stdout).toBe(
      'core@1.3.0\n',
    )
  })
})

describe('update --version auto', () => {
  test('adds the section of the next version, and exits with 7 where there is nothing to release', () => {
    const folder = buildRepository(['Start', { tag: 'v1.4.0' }, 'feat: add search (#7)'])
    git(folder, ['reset', '--quiet', '--hard'])
    const first = run(folder, 'update', '--version', 'auto', '--date', '2026-11-16', '--dry-run')
    expect(first.stdout).toContain('+## [1.5.0] - 2026-11-16\n')
    const released = buildRepository(['Start', { tag: 'v1.4.0' }])
    git(released, ['reset', '--quiet', '--hard'])
    expect(run(released, 'update', '--version', 'auto').status).toBe(7)
  })
})
