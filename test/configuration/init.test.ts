import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Step } from '../support/build-repository.ts'
import { answerIn, buildClone, historyW, runIn } from './histories.ts'

/** A monorepo with two packages, each with a release of its own. */
const historyG: Step[] = [
  { commit: 'Start', files: ['packages/core/index.ts', 'packages/cli/index.ts'] },
  { tag: 'core@1.2.0' },
  { tag: 'cli@0.4.0' },
  { commit: 'feat(core): cache parsed files (#31)', files: ['packages/core/cache.ts'] },
]
const filesG = {
  'pnpm-workspace.yaml': 'packages: ["packages/*"]\n',
  'packages/core/package.json': '{"name": "core", "version": "1.2.0"}\n',
  'packages/cli/package.json': '{"name": "cli", "version": "0.4.0"}\n',
}
const written = (folder: string) => readFileSync(join(folder, 'notewright.yml'), 'utf8')

describe('31: notewright init on a monorepo', () => {
  const folder = buildClone(historyG, filesG)

  test('--dry-run prints the files and writes nothing', () => {
    const before = readdirSync(folder)
    const { status, out } = runIn(folder, ['init', '--dry-run'])
    expect(status).toBe(0)
    expect(out).toContain('--- notewright.yml\n# yaml-language-server: $schema=')
    expect(out).toContain('--- AGENTS.md\n<!-- notewright:begin -->')
    expect(readdirSync(folder)).toEqual(before)
  })

  test('--yes writes a file with both packages that config check accepts, and a second run changes nothing', () => {
    expect(runIn(folder, ['init', '--yes'])).toMatchObject({
      status: 0,
      out: 'Created notewright.yml.\nCreated AGENTS.md.\n',
    })
    const text = written(folder)
    expect(text).toContain(
      'packages:\n  - {name: cli, path: packages/cli}\n  - {name: core, path: packages/core}\n',
    )
    expect(runIn(folder, ['config', 'check'])).toMatchObject({ status: 0, out: 'notewright.yml is valid.\n' })
    expect(runIn(folder, ['init', '--yes'])).toMatchObject({
      status: 0,
      out: 'notewright.yml exists and was not changed.\nAGENTS.md is up to date.\n',
    })
    expect(written(folder)).toBe(text)
  })
})

test('the heading and the file of a changelog are written if they are not the usual ones', () => {
  const folder = buildClone(historyW, {
    'RELEASE_NOTES.md': '# Releases\n\n## 1.4.0 / 2026-01-01\n\n- Start\n',
  })
  runIn(folder, ['init', '--yes'])
  expect(written(folder)).toContain('changelog: {file: RELEASE_NOTES.md, heading: "{version}{ / date}"}\n')
})

test('from a folder below, notewright.yml is written at the root of the repository', () => {
  const folder = buildClone(historyW, { 'docs/readme.md': '' })
  const { out } = runIn(join(folder, 'docs'), ['init'])
  expect(out).toContain(`Created ${join(folder, 'notewright.yml')}.\n`)
  expect(written(folder)).toContain('tags: "v{version}"\n')
})

test.each(['notewright.yml', 'notewright.yaml', 'notewright.json', '.github/notewright.yml'])(
  '%s is never changed, and no second file is written',
  (path) => {
    const folder = buildClone(historyW, { [path]: '{}' })
    expect(runIn(folder, ['init'])).toMatchObject({
      status: 0,
      out: `Created AGENTS.md.\n${path} exists and was not changed.\n`,
    })
    expect(readFileSync(join(folder, path), 'utf8')).toBe('{}')
    expect(existsSync(join(folder, 'notewright.yml'))).toBe(path === 'notewright.yml')
  },
)

test('what was carried over is used', () => {
  const folder = buildClone(historyW, {
    'cliff.toml': `[git]
commit_parsers = [
  { message = "^fix", group = "<!-- 1 -->Bug Fixes" },
  { message = "^feat", group = "<!-- 0 -->Features" },
  { message = "^\\\\w+!", group = "Breaking" },
]
`,
  })
  expect(runIn(folder, ['init', '--yes']).out).toContain(
    'Created notewright.yml. Not everything of cliff.toml could be carried over; its last comments say what and why.\n',
  )
  const sections = answerIn(folder).entries.map(({ section }) => section)
  expect(new Set(sections)).toEqual(new Set(['Features', 'Bug Fixes', 'Chore', 'Docs', 'Perf', 'Refactor']))
})

test('links that lead out of the repository are not read', () => {
  const folder = buildClone(historyW)
  const outside = buildClone(['Start'], {
    'cliff.toml': '[git]\ncommit_parsers = [{ message = "^feat", group = "Outside" }]\n',
  })
  symlinkSync(join(outside, 'cliff.toml'), join(folder, 'cliff.toml'))
  runIn(folder, ['init', '--yes'])
  expect(written(folder)).not.toContain('Outside')
})
