import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { buildRepository, git, makeFolder, type Step } from '../support/build-repository.ts'
import { main, minimalEnv } from '../support/main-program.ts'

const history: Step[] = ['Start', { tag: 'v1.0.0' }, 'feat: add `touch owned` (#2)']

function run(cwd: string, ...words: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...words], { cwd, env: minimalEnv })
  return { code: status, stdout: stdout.toString(), stderr: stderr.toString() }
}

describe.each([
  ['update', '--file'],
  ['generate', '--output'],
])('%s %s', (command, flag) => {
  test('never writes to git, scripts or links out of the clone: 2', () => {
    const clone = buildRepository(history)
    mkdirSync(join(clone, '.git/hooks'), { recursive: true })
    const outside = join(makeFolder(), 'outside.md')
    writeFileSync(outside, 'theirs')
    writeFileSync(join(clone, 'run.sh'), '#!/bin/sh\n')
    symlinkSync('.git/hooks/post-commit', join(clone, 'hook.md'))
    symlinkSync(outside, join(clone, 'linked.md'))
    const config = readFileSync(join(clone, '.git/config'), 'utf8')
    for (const file of [
      ...['.git/hooks/post-commit', '.git/config', '.git', 'run.sh', 'Makefile', 'hook.md'],
      ...(command === 'update' ? ['linked.md', '../x.md', outside] : []),
    ]) {
      const { code, stderr } = run(clone, command, '--from', 'v1.0.0', flag, file)
      expect([file, code]).toEqual([file, 2])
      expect(stderr).toContain(`${file} cannot be written: `)
      expect(stderr).toContain(`Choose another file with ${flag}.`)
    }
    expect(readdirSync(join(clone, '.git/hooks'))).toEqual([])
    expect(readFileSync(join(clone, '.git/config'), 'utf8')).toBe(config)
    expect(readFileSync(join(clone, 'run.sh'), 'utf8')).toBe('#!/bin/sh\n')
    if (command === 'update') expect(readFileSync(outside, 'utf8')).toBe('theirs')
    expect(existsSync(join(clone, '../x.md'))).toBe(false)
  })
})

test('init does not write through a link out of the project: 2', () => {
  const clone = buildRepository(history)
  symlinkSync(join(makeFolder(), 'AGENTS.md'), join(clone, 'AGENTS.md'))
  expect(run(clone, 'init')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('a link to a missing'),
  })
})

test('init does not change a file that is not UTF-8: 2', () => {
  const folder = makeFolder()
  writeFileSync(join(folder, 'AGENTS.md'), Buffer.from('\xc4', 'latin1'))
  expect(run(folder, 'init')).toMatchObject({ code: 2, stderr: expect.stringContaining('not valid UTF-8') })
  expect(readFileSync(join(folder, 'AGENTS.md'))).toEqual(Buffer.from('\xc4', 'latin1'))
})

describe('update stops', () => {
  const packages: Step[] = [
    'Start',
    { tag: 'core@1.0.0' },
    { commit: 'feat: add search (#2)', files: ['packages/core/search.ts'] },
    { tag: 'cli@9.0.0' },
    { commit: 'feat: add colours (#3)', files: ['packages/cli/colours.ts'] },
  ]
  const update = (clone: string, ...words: string[]) => run(clone, 'update', ...words)

  test('at conflict markers', () => {
    const clone = buildRepository(history)
    const text = '# Changelog\n\n<<<<<<< HEAD\n- One\n=======\n- Two\n>>>>>>> branch\n'
    writeFileSync(join(clone, 'CHANGELOG.md'), text)
    const { code, stderr } = update(clone)
    expect([code, stderr]).toEqual([2, expect.stringContaining('CHANGELOG.md has conflict markers of git')])
    expect(readFileSync(join(clone, 'CHANGELOG.md'), 'utf8')).toBe(text)
  })

  test('at a file that says that the changelog is elsewhere, and follows it inside of the clone', () => {
    const clone = buildRepository(history)
    const file = join(clone, 'CHANGELOG.md')
    writeFileSync(file, 'The changelog has moved to [the releases](https://example.com/releases).\n')
    const { code, stderr } = update(clone)
    expect([code, stderr]).toEqual([2, expect.stringContaining('is at https://example.com/releases')])
    const moved = 'The changelog has moved to [docs/history.md](docs/history.md).\n'
    writeFileSync(file, moved)
    expect(update(clone).code).toBe(2)
    mkdirSync(join(clone, 'docs'))
    writeFileSync(join(clone, 'docs/history.md'), '# History\n')
    expect(update(clone).code).toBe(0)
    expect(readFileSync(file, 'utf8')).toBe(moved)
    expect(readFileSync(join(clone, 'docs/history.md'), 'utf8')).toContain('- Add `touch owned`')
    git(clone, ['remote', 'add', 'origin', 'https://github.com/acme/widget.git'])
    const page = 'https://github.com/acme/widget/blob/main/docs/history.md'
    writeFileSync(file, `The changelog has moved to ${page}.\n`)
    expect(update(clone).stderr).toContain('docs/history.md')
    writeFileSync(file, `The changelog has moved to ${page.replace('widget', 'other')}.\n`)
    expect(update(clone).code).toBe(2)
  })

  test('if the tags belong to several packages', () => {
    const clone = buildRepository(packages)
    const { code, stderr } = update(clone)
    expect(code).toBe(2)
    expect(stderr).toContain(
      'belong to several packages: cli, core. Choose one: name its folder with --paths',
    )
    expect(existsSync(join(clone, 'CHANGELOG.md'))).toBe(false)
    expect(update(clone, '--all').code).toBe(2)
    expect(update(clone, '--from', 'cli@9.0.0', '--quiet').code).toBe(0)
  })

  test('not if the folder or the file says which package is meant', () => {
    const clone = buildRepository(packages)
    const core = join(clone, 'packages/core')
    mkdirSync(core, { recursive: true })
    writeFileSync(join(core, 'package.json'), '{"name": "@acme/core"}\n')
    writeFileSync(join(core, 'CHANGELOG.md'), '# Changelog\n\n## 1.0.0\n\n- Start\n')
    expect(update(clone).stderr).toContain('but others: packages/core/CHANGELOG.md. Choose one with --file')
    const { code, stderr } = update(core)
    expect(code).toBe(0)
    expect(stderr).toContain('Only changes in packages/core are included. Use --paths for others.')
    const text = readFileSync(join(core, 'CHANGELOG.md'), 'utf8')
    expect(text).toContain('- Add search (#2)')
    expect(text).not.toContain('colours')
    for (const words of [
      ['--file', 'packages/core/CHANGELOG.md'],
      ['--paths', 'packages/core'],
    ])
      expect(update(clone, ...words).stderr).toContain('packages/core/CHANGELOG.md is up to date.')
    expect(update(core, '--all').code).toBe(0)
    expect(readFileSync(join(core, 'CHANGELOG.md'), 'utf8').match(/^## .*/gm)).toEqual([
      '## Unreleased',
      '## 1.0.0',
    ])
  })

  test('before it adds more than 200 entries to an existing file', () => {
    const many = Array.from({ length: 201 }, (_, index) => `feat: add part ${index} (#${index + 1})`)
    const clone = buildRepository(many)
    writeFileSync(join(clone, 'CHANGELOG.md'), '# Changelog\n')
    const { code, stderr } = update(clone)
    expect(code).toBe(2)
    expect(stderr).toContain(
      'would add 201 entries in 1 new section (since the first commit) to CHANGELOG.md',
    )
    expect(stderr).toContain('Name the start with --from, or confirm with --yes.')
    expect(readFileSync(join(clone, 'CHANGELOG.md'), 'utf8')).toBe('# Changelog\n')
    const shown = update(clone, '--dry-run')
    expect([shown.code, shown.stderr]).toEqual([0, expect.stringContaining('To write it, name the start')])
    expect(update(clone, '--yes').code).toBe(0)
    expect(readFileSync(join(clone, 'CHANGELOG.md'), 'utf8')).toContain('- Add part 200')
  })

  test('before it adds more than 20 sections to an existing file', () => {
    const clone = buildRepository(
      Array.from({ length: 21 }, (_, n): Step[] => [`feat: add part ${n}`, { tag: `v1.${n}.0` }]).flat(),
    )
    writeFileSync(join(clone, 'CHANGELOG.md'), '# Changelog\n')
    expect(update(clone, '--all').stderr).toContain('21 entries in 21 new sections')
    expect(update(clone, '--all', '--yes').code).toBe(0)
  })
})

test('--dry-run prints a diff that git applies, and writes nothing', () => {
  const clone = buildRepository(history)
  git(clone, ['config', 'core.bare', 'false'])
  const text = '# Changelog\r\n\r\n## 1.0.0\r\n\r\n- Start'
  writeFileSync(join(clone, 'CHANGELOG.md'), text)
  const { code, stdout } = run(clone, 'update', '--dry-run')
  expect(code).toBe(0)
  expect(stdout).toMatch(/^--- a\/CHANGELOG\.md\n\+\+\+ b\/CHANGELOG\.md\n@@ -1,5 \+1,\d+ @@\n/)
  expect(readFileSync(join(clone, 'CHANGELOG.md'), 'utf8')).toBe(text)
  writeFileSync(join(clone, 'patch'), stdout)
  git(clone, ['apply', 'patch'])
  const applied = readFileSync(join(clone, 'CHANGELOG.md'), 'utf8')
  writeFileSync(join(clone, 'CHANGELOG.md'), text)
  run(clone, 'update')
  expect(applied).toBe(readFileSync(join(clone, 'CHANGELOG.md'), 'utf8'))
  expect(run(clone, 'update', '--dry-run')).toMatchObject({ code: 0, stdout: '' })
})

test('tags of other packages and stray tags do not become sections', () => {
  const clone = buildRepository([
    'feat: add search',
    { tag: 'v1.0.0' },
    'feat: add colours',
    { tag: 'plugin@3.0.0' },
    { tag: '016.5' },
    'feat: add export',
    { tag: 'v1.1.0' },
  ])
  run(clone, 'update', '--all', '--quiet')
  expect(readFileSync(join(clone, 'CHANGELOG.md'), 'utf8').match(/^(?:## .*|- .*)/gm)).toEqual([
    expect.stringContaining('## [1.1.0]'),
    '- Add colours',
    '- Add export',
    expect.stringContaining('## [1.0.0]'),
    '- Add search',
  ])
})

test('pre-releases become sections only in a file that lists them', () => {
  const clone = buildRepository([
    'feat: add search',
    { tag: 'v1.0.0-rc.1' },
    'feat: add colours',
    { tag: 'v1.0.0' },
    'feat: add export',
    { tag: 'v1.1.0-rc.1' },
    'feat: add import',
    { tag: 'v1.1.0' },
  ])
  const headings = (file: string) => {
    writeFileSync(join(clone, 'CHANGELOG.md'), file)
    run(clone, 'update', '--all', '--quiet')
    return readFileSync(join(clone, 'CHANGELOG.md'), 'utf8').match(/^## .*/gm)
  }
  const release = '# Changelog\n\n## 1.0.0\n\n- Search\n'
  expect(headings(release)).toEqual([expect.stringContaining('1.1.0'), '## 1.0.0'])
  expect(headings(`${release}\n## 0.9.0-rc.1\n\n- Start\n`)).toEqual([
    expect.stringMatching(/1\.1\.0(?!-)/),
    expect.stringContaining('1.1.0-rc.1'),
    '## 1.0.0',
    '## 0.9.0-rc.1',
  ])
})
