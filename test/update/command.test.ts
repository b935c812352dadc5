import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { buildRepository, git, makeFolder, type Step } from '../support/build-repository.ts'
import { main, minimalEnv } from '../support/main-program.ts'

const history: Step[] = [
  'Start',
  { tag: 'v0.9.0' },
  'feat: add search (#1)',
  { tag: 'v1.0.0', annotated: true },
  { branch: 'maintenance' },
  'fix: crash on empty input (#2)',
  { tag: 'v1.0.1' },
  { switch: 'main' },
  'feat: add dark mode (#3)',
  'feat: preview of themes (#4)',
  { tag: 'v1.1.0-rc.1' },
  'fix: wrong colours (#5)',
  { tag: 'v1.1.0' },
  { tag: 'v1' },
  'feat: add export (#6)',
]

function clone(steps: Step[] = history): string {
  const path = buildRepository(steps)
  git(path, ['remote', 'add', 'origin', 'https://github.com/acme/widget.git'])
  return path
}

function run(cwd: string, ...words: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, 'update', ...words], {
    cwd,
    env: minimalEnv,
  })
  return { code: status, stdout: stdout.toString(), stderr: stderr.toString() }
}

const read = (folder: string, name = 'CHANGELOG.md') => readFileSync(join(folder, name), 'utf8')

describe('update', () => {
  test('recognises entries that the authors of a change wrote themselves, whatever their wording', () => {
    const file = '# Changelog\n\n## [Unreleased]\n\n- You can look for things now\n'
    const cwd = clone([
      { commit: 'Start', texts: { 'CHANGELOG.md': '# Changelog\n' } },
      { tag: 'v1.0.0' },
      { commit: 'feat: add search', texts: { 'CHANGELOG.md': file }, files: ['src/search.ts'] },
      'fix: crash on empty input',
    ])
    git(cwd, ['checkout', '--quiet', 'main'])
    run(cwd)
    expect(read(cwd)).toContain('- You can look for things now\n- Fix crash on empty input')
    expect(read(cwd)).not.toContain('Add search')
    run(cwd, '--all')
    expect(read(cwd).match(/^- .*/gm)).toEqual([
      '- You can look for things now',
      '- Fix crash on empty input',
      '- Start',
    ])
    // Another file does not have the entry.
    run(cwd, '--file', 'HISTORY.md')
    run(cwd, '--file', 'HISTORY.md')
    expect(read(cwd, 'HISTORY.md').match(/^- .*search|^- You can .*/gm)).toEqual([
      '- You can look for things now',
    ])
  })

  test('a commit that edits the changelog without adding an entry has no entry by its authors', () => {
    const file = (title: string) => `# ${title}\n\n## [Unreleased]\n\n- You can look for things now\n`
    const cwd = clone([
      { commit: 'Start', texts: { 'CHANGELOG.md': '# Changelog\n' } },
      { tag: 'v1.0.0' },
      { commit: 'feat: add search', texts: { 'CHANGELOG.md': file('Changelog') }, files: ['src/search.ts'] },
      { commit: 'feat: add export', texts: { 'CHANGELOG.md': file('Changes') }, files: ['src/export.ts'] },
    ])
    git(cwd, ['checkout', '--quiet', 'main'])
    run(cwd)
    const expected = ['- You can look for things now', '- Add export']
    expect(read(cwd).match(/^- .*/gm)).toEqual(expected)
    expect(run(cwd, '--check').code).toBe(0)
  })

  test('leaves out what a person leaves out by the SHA of its commit', () => {
    const cwd = clone(['Start', { tag: 'v1.0.0' }, 'fix: crash on empty input', 'feat: add search'])
    const sha = git(cwd, ['rev-parse', '--short', 'main~1']).trim()
    const file = `# Changelog\n\n## [Unreleased]\n\n<!-- Not user-visible: ${sha} -->\n`
    writeFileSync(join(cwd, 'CHANGELOG.md'), file)
    run(cwd)
    expect(read(cwd)).toContain('- Add search')
    expect(read(cwd)).not.toContain('Crash')
  })

  test('writes what came after the last release into a new file, and nothing the second time', () => {
    const cwd = clone()
    expect(run(cwd, '--quiet')).toEqual({ code: 0, stdout: '', stderr: '' })
    const text = read(cwd)
    expect(text).toBe(`# Changelog

All notable changes to this project will be documented in this file.

The format is based on [Keep a Changelog](https://keepachangelog.com/en/2.0.0/).

## [Unreleased]

### Added

- Add export ([#6])

[Unreleased]: https://github.com/acme/widget/compare/v1.1.0...HEAD
[#6]: https://github.com/acme/widget/pull/6
`)
    expect(run(cwd).stderr).toContain('is up to date.')
    expect(read(cwd)).toBe(text)
  })

  test('--version makes a release of it, with the tag that it will have and the day', () => {
    const cwd = clone()
    run(cwd, '--quiet')
    expect(run(cwd, '--version', '1.2.0', '--date', '2026-11-15', '--quiet').code).toBe(0)
    expect(read(cwd)).toContain(
      '## [Unreleased]\n\n## [1.2.0] - 2026-11-15\n\n### Added\n\n- Add export ([#6])\n',
    )
    expect(read(cwd)).toContain(
      '[Unreleased]: https://github.com/acme/widget/compare/v1.2.0...HEAD\n[1.2.0]: https://github.com/acme/widget/compare/v1.1.0...v1.2.0\n',
    )
    expect(run(cwd, '--version', '1.2.0').stderr).toContain('is up to date.')
  })

  test('--to a tag starts at the release before it, whatever pre-releases lie between', () => {
    const cwd = clone()
    run(cwd, '--to', 'v1.1.0', '--quiet')
    expect(read(cwd)).toContain('## [1.1.0] - 2026-01-06')
    for (const entry of ['dark mode', 'Preview of themes', 'Wrong colours'])
      expect(read(cwd)).toContain(entry)
    expect(read(cwd)).toContain('[1.1.0]: https://github.com/acme/widget/compare/v1.0.0...v1.1.0')
    run(cwd, '--to', 'v1.0.1', '--quiet')
    const headings = read(cwd).match(/^## .*$/gm)
    expect(headings).toEqual(['## [1.1.0] - 2026-01-06', '## [1.0.1] - 2026-01-03'])
  })

  test('--version beside a tag keeps the day of the tag', () => {
    const cwd = clone()
    run(cwd, '--to', 'v1.1.0', '--version', '1.1.0', '--quiet')
    expect(read(cwd)).toContain('## [1.1.0] - 2026-01-06')
  })

  test('from a folder inside a clone it is the changelog at the root that is updated', () => {
    const cwd = clone()
    const inside = join(cwd, 'packages')
    mkdirSync(inside)
    expect(run(inside, '--quiet').code).toBe(0)
    expect(read(cwd)).toContain('- Add export ([#6])')
    expect(existsSync(join(inside, 'CHANGELOG.md'))).toBe(false)
  })

  test('--all adds every release of the history in one read of it', () => {
    const cwd = clone()
    const trace = join(makeFolder(), 'trace')
    const tools = makeFolder()
    const real = execFileSync('sh', ['-c', 'command -v git']).toString().trim()
    writeFileSync(join(tools, 'git'), `#!/bin/sh\necho "$*" >> ${trace}\nexec ${real} "$@"\n`)
    chmodSync(join(tools, 'git'), 0o755)
    const { stderr } = spawnSync(process.execPath, [main, 'update', '--all'], {
      cwd,
      env: { ...minimalEnv, PATH: `${tools}:${minimalEnv.PATH}` },
    })
    expect(stderr.toString()).toContain('The release v1.0.1 is not part of the history of HEAD')
    const logs = readFileSync(trace, 'utf8')
      .split('\n')
      .filter((line) => / log /.test(line))
    expect(logs).toHaveLength(1)
    const text = read(cwd)
    expect(text.match(/^##? .*$|^- .*$/gm)).toEqual([
      '# Changelog',
      '## [Unreleased]',
      '- Add export ([#6])',
      '## [1.1.0] - 2026-01-06',
      '- Wrong colours ([#5])',
      '## [1.1.0-rc.1] - 2026-01-05',
      '- Add dark mode ([#3])',
      '- Preview of themes ([#4])',
      '## [1.0.0] - 2026-01-03',
      '- Add search ([#1])',
      '## [0.9.0] - 2026-01-01',
      '- Start',
    ])
    expect(run(cwd, '--all').stderr).toContain('is up to date.')
    expect(read(cwd)).toBe(text)
  })

  describe('a shallow clone', () => {
    const releases = [1, 2, 3, 4, 5, 6]
    const shallow = (depth: string) => {
      const origin = clone([
        ...releases.flatMap((n): Step[] => [`feat: add part ${n} (#${n})`, { tag: `v1.${n}.0` }]),
        'feat: add more (#7)',
      ])
      const cwd = join(makeFolder(), 'shallow')
      git(origin, ['clone', '--quiet', '--depth', depth, `file://${origin}`, cwd])
      return cwd
    }

    test.each([['--all'], ['--check'], ['--dry-run'], ['--quiet']])(
      'without the previous release is an error with %s: 3',
      (flag) => {
        const cwd = shallow('1')
        const { code, stdout, stderr } = run(cwd, flag)
        expect([code, stdout]).toEqual([3, ''])
        expect(stderr).toContain('The clone is shallow and does not have all commits of the range.')
        expect(stderr).toContain('git fetch --unshallow')
        expect(stderr).toContain('fetch-depth: 0')
        expect(existsSync(join(cwd, 'CHANGELOG.md'))).toBe(false)
      },
    )

    test('that has all commits of the range is enough', () => {
      const cwd = shallow('3')
      expect(run(cwd, '--quiet').code).toBe(0)
      expect(read(cwd)).toContain('- Add more (#7)')
      expect(read(cwd)).not.toContain('part')
      expect(run(cwd, '--from', 'v1.5.0', '--check').code).toBe(6)
      expect(run(cwd, '--all').code).toBe(3)
    })
  })

  test('a partial clone without folders is an error that says what to fetch: 3', () => {
    const origin = clone()
    git(origin, ['config', 'uploadpack.allowFilter', 'true'])
    const cwd = join(makeFolder(), 'partial')
    git(origin, ['clone', '--quiet', '--no-checkout', '--filter=tree:0', `file://${origin}`, cwd])
    const { code, stderr } = run(cwd, '--check')
    expect([code, stderr]).toEqual([3, expect.stringContaining('The clone is partial')])
    expect(stderr).toContain('git fetch --refetch')
  })

  test('--all and plain update use the same words of the authors', () => {
    const fragment = 'You can look for things now.\n'
    const cwd = clone([
      'Start',
      { tag: 'v1.0.0' },
      { commit: 'feat: add search', texts: { 'newsfragments/7.feature.md': fragment }, files: ['src/a.ts'] },
    ])
    run(cwd, '--file', 'PLAIN.md')
    run(cwd, '--file', 'ALL.md', '--all')
    expect(read(cwd, 'PLAIN.md')).toContain('You can look for things now')
    expect(read(cwd, 'ALL.md')).toContain('You can look for things now')
    expect(read(cwd, 'ALL.md')).not.toContain('Add search')
  })

  test('--all leaves releases that the file has as they are', () => {
    const cwd = clone()
    const own = '# History\n\n## 1.1.0\n\nOnly words.\n\n## 0.9.0\n\n* First\n'
    writeFileSync(join(cwd, 'HISTORY.md'), own)
    run(cwd, '--all', '--quiet')
    const text = read(cwd, 'HISTORY.md')
    expect(text).toContain('## 1.1.0\n\nOnly words.\n')
    expect(text.match(/^## .*$/gm)).toEqual(['## Unreleased', '## 1.1.0', '## 1.0.0', '## 0.9.0'])
  })

  test('--check changes nothing and ends with 6 until the file is up to date', () => {
    const cwd = clone()
    writeFileSync(join(cwd, 'CHANGELOG.md'), '# Changelog\n')
    const checked = run(cwd, '--check', '--quiet')
    expect(checked.code).toBe(6)
    expect(checked.stdout).toBe('## Unreleased\n\n- Add export ([#6])\n')
    expect(checked.stderr).toContain('CHANGELOG.md is not up to date: entries of Unreleased (1) are missing.')
    expect(read(cwd)).toBe('# Changelog\n')
    run(cwd, '--quiet')
    expect(run(cwd, '--check', '--quiet')).toEqual({ code: 0, stdout: '', stderr: '' })
  })

  test('a repository without tags starts at its first commit', () => {
    const cwd = clone(['feat: add one (#1)', 'feat: add two (#2)'])
    expect(run(cwd).stderr).not.toContain('warning')
    expect(read(cwd)).toContain('- Add one ([#1])\n- Add two ([#2])')
  })

  test('a file is written through a link inside of the clone and keeps its rights', () => {
    const cwd = clone()
    mkdirSync(join(cwd, 'docs'))
    const target = join(cwd, 'docs/history.md')
    writeFileSync(target, '# Changelog\r\n')
    chmodSync(target, 0o640)
    symlinkSync('docs/history.md', join(cwd, 'CHANGELOG.md'))
    run(cwd, '--quiet')
    expect(readFileSync(target, 'utf8')).toMatch(/^# Changelog\r\n\r\n## \[Unreleased\]\r\n/)
    expect(statSync(target).mode & 0o777).toBe(0o640)
    expect(readlinkSync(join(cwd, 'CHANGELOG.md'))).toBe('docs/history.md')
  })

  test('a file that is not valid UTF-8 is not changed: 2', () => {
    const cwd = clone()
    writeFileSync(join(cwd, 'CHANGELOG.md'), Buffer.from('# \xc4nderungen\n', 'latin1'))
    const { code, stderr } = run(cwd)
    expect(code).toBe(2)
    expect(stderr).toContain('is not valid UTF-8')
  })

  test.each([
    [['--all', '--version', '1.0.0'], '--all takes the versions from the tags'],
    [['--format', 'simple'], 'Unknown flag --format.'],
    [['--file', '/nowhere/at/all.md'], 'there is no folder /nowhere/at; create it first'],
  ])('%j is wrong usage', (words, message) => {
    const { code, stderr } = run(clone(), ...words)
    expect(code).toBe(2)
    expect(stderr).toContain(message)
  })

  test('--help shows every flag, in lines of at most 80 characters', () => {
    const { stdout } = run(makeFolder(), '--help')
    for (const flag of [
      'dir',
      'repo',
      'from',
      'to',
      'version',
      'file',
      'all',
      'dry-run',
      'check',
      'yes',
      'quiet',
    ])
      expect(stdout).toContain(`--${flag}`)
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80)
  })
})
