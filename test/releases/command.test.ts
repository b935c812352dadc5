import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { startGithub } from '../stand-ins/github.ts'
import { buildRepository, git, makeFolder } from '../support/build-repository.ts'
import { main, minimalEnv } from '../support/main-program.ts'

const token = 'token-of-the-pipeline'
const root = makeFolder()
const folder = buildRepository(
  [
    'Start',
    { tag: 'v1.4.0' },
    'feat: add search (#1)',
    'fix: crash (#2)',
    { tag: 'v1.5.0' },
    'feat: add export (#3)',
  ],
  { path: join(root, 'acme/widget') },
)
const github = await startGithub({ root, tokens: { [token]: 'all' } })
afterAll(() => github.close())
const hosts = JSON.stringify([{ name: 'work', kind: 'github', url: github.url, apiUrl: github.apiUrl }])

const run = (...args: string[]) => runIn(makeFolder(), 'release', ...args)

function runIn(
  cwd: string,
  ...args: string[]
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const env = { ...minimalEnv, NOTEWRIGHT_HOSTS: hosts, NOTEWRIGHT_TOKEN: token }
  const child = spawn(process.execPath, [main, ...args], { env, cwd })
  const ended = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => {
      ended[name] += text
    })
  return new Promise((resolve) => {
    child.on('close', (code) => resolve({ code, ...ended }))
  })
}

const repo = ['--repo', 'acme/widget', '--host', 'work', '--quiet']

describe('release', () => {
  test('creates a draft with the changes since the last release, and prints its URL', async () => {
    const ended = await run(...repo, '--to', 'v1.5.0')
    expect(ended).toMatchObject({ code: 0, stderr: '' })
    const [release] = github.releases
    expect(ended.stdout).toBe(`${release!.html_url}\n`)
    expect(release).toMatchObject({ tag_name: 'v1.5.0', draft: true, name: 'v1.5.0' })
    expect(release!.body).toContain('* Add search by @ada in')
    expect(release!.body).not.toContain('export')
    expect(JSON.parse((await run(...repo, '--to', 'v1.5.0', '--json')).stdout)).toMatchObject({
      action: 'unchanged',
      state: 'draft',
    })
    expect(github.releases).toHaveLength(1)
  })

  test('--tag creates a release for a tag that does not exist yet', async () => {
    await run(...repo, '--tag', 'v1.6.0', '--publish')
    const release = github.releases.find(({ tag_name }) => tag_name === 'v1.6.0')
    expect(release).toMatchObject({ draft: false })
    expect(release!.body).toContain('* Add export by @ada in')
    expect(release!.body).not.toContain('search')
  })

  test('--pull-request adds the notes to the changelog', async () => {
    const ended = await run(...repo, '--pull-request', '--version', '1.6.0', '--date', '2026-11-15')
    expect(ended).toMatchObject({ code: 0, stdout: `${github.requests[0]!.html_url}\n` })
    expect(git(folder, ['cat-file', 'blob', 'notewright/changelog-1.6.0:CHANGELOG.md'])).toContain(
      '## [1.6.0] - 2026-11-15\n\n### Added\n\n- Add export ([#3])\n',
    )
  })

  test('a new tag gives the version and the date, and existing notes are not proposed again', async () => {
    await run(...repo, '--pull-request', '--tag', 'v1.7.0')
    const file = git(folder, ['cat-file', 'blob', 'notewright/changelog-1.7.0:CHANGELOG.md'])
    expect(file).toMatch(/^## \[1\.7\.0\] - \d{4}-\d\d-\d\d$/m)
    const { stdout, stderr } = await run(
      ...repo.filter((word) => word !== '--quiet'),
      ...['--pull-request', '--tag', 'v1.7.0', '--base', 'notewright/changelog-1.7.0'],
    )
    expect(stdout).toBe('\n')
    expect(stderr).toContain('The changelog is up to date; no pull request is needed.\n')
  })

  test('--pull-request updates the changelog that the repository has', async () => {
    const path = join(root, 'acme/gadget')
    const file = '# History\n\n## 1.0.0\n\n- Start\n'
    buildRepository(
      [{ commit: 'Start', texts: { 'HISTORY.md': file } }, { tag: 'v1.0.0' }, 'feat: add search'],
      {
        path,
      },
    )
    const args = ['--repo', 'acme/gadget', '--host', 'work', '--quiet', '--pull-request']
    expect(await run(...args, '--version', '1.1.0')).toMatchObject({ code: 0 })
    const after = git(path, ['cat-file', 'blob', 'notewright/changelog-1.1.0:HISTORY.md'])
    expect(after).toContain('- Add search')
    expect(git(path, ['ls-tree', '--name-only', 'notewright/changelog-1.1.0'])).not.toContain('CHANGELOG')
  })

  test('the configuration of the repository names the tags and the changelog', async () => {
    const path = join(root, 'acme/gizmo')
    const config = 'tags: "rel-{version}"\nchangelog: {file: docs/CHANGES.md, heading: "{version}"}\n'
    const steps = [
      { commit: 'Start', texts: { 'notewright.yml': config, 'docs/CHANGES.md': '# Changes\n' } },
      { tag: 'rel-1.0.0' },
      'feat: add search',
      { tag: 'v9.0.0' },
      'feat: add export',
    ]
    buildRepository(steps, { path })
    const args = ['--repo', 'acme/gizmo', '--host', 'work', '--quiet']
    expect(await run(...args, '--pull-request', '--version', 'auto')).toMatchObject({ code: 0 })
    expect(git(path, ['cat-file', 'blob', 'notewright/changelog-1.1.0:docs/CHANGES.md'])).toMatch(
      /^# Changes\n\n## 1\.1\.0\n\n### Added\n\n- Add search\n- Add export\n/,
    )
    expect(await run(...args, '--tag', 'rel-1.1.0')).toMatchObject({ code: 0 })
    const { body } = github.releases.find(({ tag_name }) => tag_name === 'rel-1.1.0')!
    expect(body).toContain('Add search')
    expect(body).toContain('Add export')
    expect(await run(...args, '--pull-request', '--tag', 'rel-1.2.0')).toMatchObject({ code: 0 })
    expect(git(path, ['cat-file', 'blob', 'notewright/changelog-1.2.0:docs/CHANGES.md'])).toContain(
      '\n## 1.2.0\n',
    )
  })

  describe('--package', () => {
    const path = join(root, 'acme/parts')
    const args = ['--repo', 'acme/parts', '--host', 'work', '--quiet']
    const config = `
packages:
  - {name: core, path: packages/core}
  - {name: cli, path: packages/cli, changelog: docs/cli.md}
`
    buildRepository(
      [
        {
          commit: 'Start',
          texts: { 'notewright.yml': config },
          files: ['packages/core/index.ts', 'packages/cli/index.ts'],
        },
        { tag: 'core@1.2.0' },
        { tag: 'cli@0.4.0' },
        { commit: 'feat(core): cache parsed files (#31)', files: ['packages/core/cache.ts'] },
        { commit: 'fix(cli): keep the cursor visible (#32)', files: ['packages/cli/cursor.ts'] },
      ],
      { path },
    )

    test('26: releases the changes of a package under its tag', async () => {
      expect(await run(...args, '--package', 'cli', '--version', 'auto')).toMatchObject({ code: 0 })
      const release = github.releases.find(({ tag_name }) => tag_name === 'cli@0.4.1')
      expect(release!.body).toContain('Keep the cursor visible')
      expect(release!.body).not.toContain('Cache')
    })

    test('26: updates the changelog of the package', async () => {
      for (const [name, tag, file, text] of [
        ['cli', 'cli@0.4.1', 'docs/cli.md', 'cursor'],
        ['core', 'core@1.3.0', 'packages/core/CHANGELOG.md', 'Cache'],
      ] as const) {
        const ended = await run(...args, '--pull-request', '--package', name, '--tag', tag)
        expect(ended).toMatchObject({ code: 0, stderr: '' })
        const version = tag.slice(tag.indexOf('@') + 1)
        const after = git(path, ['cat-file', 'blob', `notewright/changelog-${version}:${file}`])
        expect(after).toMatch(new RegExp(`^## \\[${version.replaceAll('.', '\\.')}\\] - `, 'm'))
        expect(after).toContain(text)
      }
    })

    test('26: a package is required, and its name is checked', async () => {
      const missing = await run(...args, '--version', 'auto')
      expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining('choose one of core, cli')])
      const misspelt = await run(...args, '--package', 'cor', '--version', 'auto')
      expect([misspelt.code, misspelt.stderr]).toEqual([2, expect.stringContaining('did you mean "core"?')])
    })
  })

  test.each(['.git/config', '.github/workflows/ci.yml', '../x.md', 'run.sh'])(
    '--file %s is not a changelog: 2',
    async (file) => {
      const { code, stderr } = await run(...repo, '--pull-request', '--version', '1.8.0', '--file', file)
      expect([code, stderr]).toEqual([2, expect.stringContaining(`${file} cannot be updated: `)])
    },
  )

  test('--dry-run prints what would be sent, and sends nothing', async () => {
    const before = [github.releases.length, github.requests.length]
    const loud = ['--repo', 'acme/widget', '--host', 'work', '--dry-run']
    const shown = await run(...loud, '--tag', 'v1.9.0')
    expect(shown).toMatchObject({ code: 0, stderr: 'Would create the draft release v1.9.0.\n' })
    expect(shown.stdout).toContain("## What's Changed\n")
    const proposed = await run(...loud, '--pull-request', '--version', '1.9.0', '--json')
    expect(JSON.parse(proposed.stdout)).toMatchObject({
      dryRun: true,
      kind: 'pull_request',
      action: 'created',
      writes: [
        {
          action: 'Would change CHANGELOG.md on the new branch notewright/changelog-1.9.0 (from main).',
          text: expect.stringContaining('+- Add export ([#3])'),
        },
        {
          action:
            'Would open the pull request "docs: changelog of 1.9.0" from notewright/changelog-1.9.0 into main.',
        },
      ],
    })
    expect([github.releases.length, github.requests.length]).toEqual(before)
    expect(git(folder, ['branch', '--list', '*1.9.0'])).toBe('')
  })

  test.each(['http://ada:s3cret@127.0.0.1:PORT/acme/widget.git', 'ssh://git@127.0.0.1/acme/widget.git'])(
    'the repository is that of the remote origin: %s',
    async (form) => {
      const cwd = buildRepository(['Start'])
      git(cwd, ['remote', 'add', 'origin', form.replace('PORT', new URL(github.url).port)])
      const ended = await runIn(cwd, 'release', '--to', 'v1.5.0', '--dry-run')
      expect(ended).toMatchObject({ code: 0 })
      expect(ended.stderr).toContain('Repository acme/widget on work, from the remote origin.\n')
      expect(ended.stdout + ended.stderr).not.toContain('s3cret')
    },
  )

  test('a remote on another host is not guessed, and its credentials are not printed', async () => {
    const cwd = buildRepository(['Start'])
    git(cwd, ['remote', 'add', 'origin', 'https://ada:s3cret@git.example.org/acme/widget.git'])
    const { code, stderr } = await runIn(cwd, 'release', '--to', 'v1.5.0')
    expect(code).toBe(2)
    expect(stderr).toContain('The remote origin is on git.example.org, which is not a configured host. ')
    expect(stderr).not.toContain('s3cret')
  })

  test.each([
    [['--to', 'v1.5.0'], 'Name it with --repo'],
    [repo, 'A release needs a tag'],
  ])('%j is invalid usage', async (args, message) => {
    const { code, stderr } = await run(...args)
    expect(code).toBe(2)
    expect(stderr).toContain(message)
  })

  test('--help fits 80 columns', async () => {
    const { stdout } = await run('--help')
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80)
  })
})

describe('release --draft', () => {
  test('keeps one draft of the next version, and says what a dry run would do', async () => {
    const path = join(root, 'acme/drafted')
    buildRepository(['Start', { tag: 'v1.0.0' }, 'fix: crash (#1)'], { path })
    const args = ['--repo', 'acme/drafted', '--host', 'work', '--draft']
    const draft = () => github.releases.filter((each) => each.repo === 'acme/drafted')
    const shown = await run(...args, '--dry-run')
    expect(shown).toMatchObject({ code: 0, stderr: 'Would create the draft release v1.0.1.\n' })
    expect(draft()).toEqual([])
    expect(await run(...args, '-q')).toMatchObject({ code: 0, stderr: '' })
    expect(draft()).toMatchObject([{ tag_name: 'v1.0.1', name: 'v1.0.1', draft: true }])
    const { stdout } = await run(...args, '--version', '1.1.0', '--tag', 'v1.1.0', '--json')
    expect(JSON.parse(stdout)).toMatchObject({ action: 'updated', state: 'draft' })
    expect(draft()).toMatchObject([{ tag_name: 'v1.1.0', name: 'v1.1.0', draft: true }])
  })

  test.each(['--publish', '--pull-request'])('--draft and %s cannot be used together: 2', async (flag) => {
    const { code, stderr } = await run(...repo, '--draft', flag)
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining(`--draft and ${flag} cannot be used together`),
    ])
  })
})

describe('release-pr', () => {
  const config = `packages:
  - {name: core, path: packages/core, changelog: packages/core/CHANGELOG.md, tags: "core@{version}"}
  - {name: cli, path: packages/cli, changelog: packages/cli/CHANGELOG.md, tags: "cli@{version}"}
`
  test('has the changelogs of all packages that are due, and exits with 7 if none is', async () => {
    const path = join(root, 'acme/mono')
    buildRepository(
      [
        {
          commit: 'Start',
          texts: { 'notewright.yml': config },
          files: ['packages/core/a', 'packages/cli/a'],
        },
        { tag: 'core@1.0.0' },
        { tag: 'cli@2.0.0' },
        { commit: 'feat: add search (#1)', files: ['packages/core/b'] },
      ],
      { path },
    )
    const args = ['release-pr', '--repo', 'acme/mono', '--host', 'work']
    const mono = () => github.requests.filter((each) => each.repo === 'acme/mono')
    const shown = await runIn(makeFolder(), ...args, '--dry-run')
    expect(shown).toMatchObject({ code: 0 })
    expect(shown.stderr).toBe(
      'Would change packages/core/CHANGELOG.md on the new branch notewright/release (from main).\nWould open the pull request "chore: release core 1.1.0" from notewright/release into main.\n',
    )
    expect(mono()).toEqual([])
    const made = await runIn(makeFolder(), ...args, '--json', '-q')
    expect(JSON.parse(made.stdout)).toMatchObject({
      action: 'created',
      releases: [{ package: 'core', version: '1.1.0', path: 'packages/core/CHANGELOG.md' }],
    })
    const again = await runIn(makeFolder(), ...args)
    expect(again).toMatchObject({ code: 0, stdout: `${mono()[0]!.html_url}\n` })
    expect(again.stderr).toContain('The pull request for core 1.1.0 was up to date.\n')
    git(path, ['tag', 'core@1.1.0', 'main'])
    const nothing = await runIn(makeFolder(), ...args)
    expect(nothing).toMatchObject({ code: 7 })
    expect(nothing.stderr).toContain('The pull request was closed, because there is nothing to release.\n')
    expect(mono()).toMatchObject([{ state: 'closed' }])
  })

  test('--package has a pull request of its own', async () => {
    const path = join(root, 'acme/single')
    buildRepository(
      [
        { commit: 'Start', texts: { 'notewright.yml': config } },
        { commit: 'feat: add search (#1)', files: ['packages/core/b'] },
      ],
      { path },
    )
    const args = ['release-pr', '--repo', 'acme/single', '--host', 'work', '--package', 'core', '-q']
    expect(await runIn(makeFolder(), ...args)).toMatchObject({ code: 0 })
    expect(github.requests.filter((each) => each.repo === 'acme/single')).toMatchObject([
      { head: 'notewright/release-core', title: 'chore: release core 0.1.0' },
    ])
  })
})

describe('update --repo', () => {
  test('writes the notes of a repository on a host into the current folder', async () => {
    const cwd = makeFolder()
    mkdirSync(join(cwd, 'other'))
    writeFileSync(join(cwd, 'other/CHANGELOG.md'), '')
    expect(await runIn(cwd, 'update', ...repo)).toMatchObject({ code: 0, stderr: '' })
    expect(readFileSync(join(cwd, 'CHANGELOG.md'), 'utf8')).toContain('- Add export ([#3])')
    const shown = await runIn(cwd, 'update', ...repo, '--dry-run', '--file', 'HISTORY.md')
    expect(shown.stdout).toMatch(
      /^--- \/dev\/null\n\+\+\+ b\/HISTORY\.md\n@@ -0,0 \+1,\d+ @@\n\+# Changelog\n/,
    )
    expect(await runIn(cwd, 'update', ...repo, '--all', '--file', 'NEWS')).toMatchObject({ code: 0 })
    expect(readFileSync(join(cwd, 'NEWS'), 'utf8').match(/1\.[45]\.0/g)).not.toBeNull()
  })
})
