import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { git, makeFolder } from '../support/build-repository.ts'
import { main, minimalEnv } from '../support/main-program.ts'

const root = join(import.meta.dirname, '../..')
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/** Runs a script of the project as npm does, in a clone of it. */
function run(name: 'changelog' | 'notes', cwd: string, ...words: string[]) {
  const script = scripts[name]
    .replace('src/main.ts', main)
    .replace('ci/update-changelog.ts', join(root, 'ci/update-changelog.ts'))
  const command = [script, ...words].join(' ')
  const env = { ...minimalEnv, PATH: `${join(process.execPath, '..')}:${process.env.PATH}` }
  const { status, stdout, stderr } = spawnSync('sh', ['-c', command], { cwd, env })
  return { code: status, stdout: stdout.toString(), stderr: stderr.toString() }
}

// A source archive has no history.
describe.runIf(existsSync(join(root, '.git')))('the project writes its own notes', () => {
  const clone = makeFolder()
  // The user who runs the tests may not own the folder.
  const settings = join(makeFolder(), 'gitconfig')
  writeFileSync(settings, '[safe]\n\tdirectory = *\n')
  execFileSync('git', ['clone', '--quiet', root, clone], {
    env: { ...process.env, GIT_CONFIG_GLOBAL: settings },
  })
  const file = () => readFileSync(join(clone, 'CHANGELOG.md'), 'utf8')

  test('into its changelog, which keeps every line that people wrote, and has it all after once', () => {
    const before = file()
    expect(run('changelog', clone).code).toBe(0)
    const after = file()
    const kept = new Set(after.split('\n'))
    expect(before.split('\n').filter((line) => !kept.has(line))).toEqual([])
    expect(run('changelog', clone, '--check', '--quiet')).toEqual({ code: 0, stdout: '', stderr: '' })
  })

  test('and as the text of a release, from the last tag on', () => {
    const { code, stdout } = run('notes', clone, '--quiet')
    expect(code).toBe(0)
    expect(stdout).toMatch(/^## What's Changed\n\n### /)
    git(clone, ['tag', 'v99.0.0'])
    expect(run('notes', clone, '--quiet').stdout).toMatch(/^## What's Changed\n\nNo changes\.\n/)
  })
})
