import { readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { buildRepository, makeFolder } from '../../../test/support/build-repository.ts'
import { GitLauncher } from './git-launcher.ts'
import { type GitContext, readGit, runGit } from './git-process.ts'
import { type StartGit, spawnGit } from './start-git.ts'

const path = buildRepository(
  Array.from({ length: 300 }, (_, index) => `feat: ${index}\n\n${'x'.repeat(2_000)}`),
)
// A busy machine ends processes slowly.
const pollOptions = { timeout: 20_000 }
const launcher = new GitLauncher()
afterAll(() => launcher.close())

function contextOf(start: StartGit, searchPath = process.env.PATH ?? '', signal?: AbortSignal): GitContext {
  return {
    ...{ gitDir: join(path, '.git'), workDir: path, searchPath, start },
    signal: signal ?? new AbortController().signal,
  }
}

/** A folder whose `git` is a script. */
function scriptFolder(lines: string[]): string {
  const folder = makeFolder()
  writeFileSync(join(folder, 'git'), `#!/bin/sh\n${lines.join('\n')}\n`, { mode: 0o755 })
  return folder
}

function withScript(lines: string[], signal?: AbortSignal): GitContext {
  return contextOf(launcher.start, scriptFolder(lines), signal)
}

describe('through the launcher', () => {
  test('the output is the same as that of a child process, byte for byte', async () => {
    const read = (start: StartGit) => readGit(contextOf(start), ['log', '-z', '--format=%B%H'])
    const direct = await read(spawnGit)
    expect(direct.length).toBeGreaterThan(600_000)
    expect((await read(launcher.start)).equals(direct)).toBe(true)
  })

  test('git reads a long input', async () => {
    const [sha] = (await readGit(contextOf(launcher.start), ['rev-parse', 'HEAD']))
      .toString()
      .trim()
      .split('\n')
    const output = await readGit(
      contextOf(launcher.start),
      ['cat-file', '--batch-check'],
      `${sha}\n`.repeat(20_000),
    )
    expect(output.toString().split('\n')).toHaveLength(20_001)
  })

  test('many runs at the same time get their own output', async () => {
    const read = (ref: string) => readGit(contextOf(launcher.start), ['rev-parse', ref])
    const refs = Array.from({ length: 30 }, (_, index) => `HEAD~${index}`)
    const found = await Promise.all(refs.map(read))
    expect(new Set(found.map(String)).size).toBe(30)
  })

  test('git has the same environment', async () => {
    const variables = (await readGit(withScript(['/usr/bin/env']), [])).toString()
    expect(variables).toContain('GIT_ALLOW_PROTOCOL=none')
    expect(variables).not.toContain('HOME=')
  })

  test('an exit code and its error output are an error', async () => {
    await expect(readGit(withScript(['echo wrong >&2', 'exit 3']), [])).rejects.toMatchObject({
      code: 'host_unusable',
      message: expect.stringContaining('exit code 3'),
      cause: 'wrong\n',
    })
  })

  test('a missing git is an error that says how to get it', async () => {
    await expect(readGit(contextOf(launcher.start, '/nowhere'), [])).rejects.toMatchObject({
      code: 'host_unusable',
      message: expect.stringContaining('Install git'),
    })
  })

  test('an abort ends git', async () => {
    const controller = new AbortController()
    const context = withScript(['echo $$', 'exec /bin/sleep 60'], controller.signal)
    let pid = 0
    const reading = (async () => {
      for await (const chunk of runGit(context, [])) {
        pid = Number(chunk.toString())
        controller.abort(new Error('left'))
      }
    })()
    await expect(reading).rejects.toThrow('left')
    await expect.poll(() => isRunning(pid), pollOptions).toBe(false)
  })

  test('runs that are ended at once do not disturb the others', async () => {
    const whole = readGit(contextOf(launcher.start), ['log', '--format=%H'])
    for (let times = 0; times < 50; times += 1) {
      const command = { args: ['--version'], cwd: path, env: { PATH: process.env.PATH ?? '' }, input: '' }
      const { kill } = await launcher.start(command)
      kill()
    }
    expect((await whole).toString().trim().split('\n')).toHaveLength(300)
    expect((await readGit(contextOf(launcher.start), ['rev-parse', 'HEAD'])).length).toBe(41)
  })

  test('git ends if its output is no longer read', async () => {
    let pid = 0
    for await (const chunk of runGit(withScript(['echo $$', 'exec /bin/sleep 60']), [])) {
      pid = Number(chunk.toString())
      break
    }
    await expect.poll(() => isRunning(pid), pollOptions).toBe(false)
  })
})

describe('a launcher', () => {
  const folders = () =>
    readdirSync(tmpdir()).filter((name) => name.startsWith(`notewright-git-${process.pid}-`))
  const read = async (own: GitLauncher) => (await readGit(contextOf(own.start), ['rev-parse', 'HEAD'])).length

  test('that cannot be started is done without', async () => {
    const program = join(makeFolder(), 'broken.mjs')
    writeFileSync(program, 'process.exit(1)')
    expect(await read(new GitLauncher(pathToFileURL(program)))).toBe(41)
  })

  test('that dies fails what runs, and the next run has a new one', async () => {
    const own = new GitLauncher()
    const folder = scriptFolder(['/bin/kill -9 $PPID', 'exec /bin/sleep 1'])
    const before = new Set(folders())
    await read(own)
    const [used] = folders().filter((name) => !before.has(name))
    expect(used).toBeDefined()
    await expect(readGit(contextOf(own.start, folder), [])).rejects.toMatchObject({ code: 'host_unusable' })
    expect(await read(own)).toBe(41)
    await expect.poll(folders, pollOptions).not.toContain(used)
    await own.close()
  })

  test('that died is replaced, even if many runs start at that moment', async () => {
    const own = new GitLauncher()
    await read(own)
    const folder = scriptFolder(['/bin/kill -9 $PPID'])
    const dying = readGit(contextOf(own.start, folder), []).catch((error: unknown) => error)
    const others = Array.from({ length: 20 }, () => read(own).catch((error: unknown) => error))
    expect(await dying).toMatchObject({ code: 'host_unusable' })
    for (const other of await Promise.all(others))
      if (typeof other !== 'number') expect(other).toMatchObject({ code: 'host_unusable' })
    expect(await read(own)).toBe(41)
    await own.close()
  })

  test('leaves nothing behind', async () => {
    const before = new Set(folders())
    const own = new GitLauncher()
    expect(await read(own)).toBe(41)
    const [folder] = folders().filter((name) => !before.has(name))
    expect(folder).toBeDefined()
    await own.close()
    await expect.poll(folders, pollOptions).not.toContain(folder)
  })
})

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
