import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { token } from '../http/service.ts'
import { type Agent, openAgent } from '../mcp/clients.ts'
import { buildRepository, makeFolder } from '../support/build-repository.ts'
import { main, minimalEnv } from '../support/main-program.ts'
import { waitOptions } from '../support/wait-options.ts'

function run(words: string[], cwd = makeFolder()) {
  return spawnSync(process.execPath, [main, ...words], { cwd, env: minimalEnv, encoding: 'utf8' })
}

describe('notewright init', () => {
  test('creates notewright.yml and AGENTS.md', () => {
    const folder = makeFolder()
    const { status, stdout } = run(['init'], folder)
    expect({ status, stdout }).toEqual({
      status: 0,
      stdout: 'Created notewright.yml.\nCreated AGENTS.md.\n',
    })
    expect(readFileSync(join(folder, 'AGENTS.md'), 'utf8')).toMatch(
      /^<!-- notewright:begin -->\n## Release notes\n/,
    )
  })

  test('keeps existing text, and a second run changes nothing', () => {
    const folder = makeFolder()
    const file = join(folder, 'AGENTS.md')
    writeFileSync(file, '# Agents\n\nBe kind.\n')
    const first = run(['init', '--dir', folder])
    const written = readFileSync(file, 'utf8')
    const second = run(['init', '--dir', folder])
    expect(first.stdout).toContain(`Updated the release notes section of ${file}.\n`)
    expect(written).toMatch(/^# Agents\n\nBe kind\.\n\n<!-- notewright:begin -->/)
    expect(second.stdout).toContain(`${file} is up to date.\n`)
    expect(readFileSync(file, 'utf8')).toBe(written)
  })

  test('explains what to do if the file cannot be written', () => {
    const { status, stderr } = run(['init', '--dir', '/nowhere/at/all'])
    expect(status).toBe(2)
    expect(stderr).toBe(
      'notewright: /nowhere/at/all/notewright.yml cannot be written (ENOENT). Choose another folder with --dir.\n',
    )
  })

  test.each(['init', 'mcp'])('notewright %s --help lists its flags', (command) => {
    const { status, stdout } = run([command, '--help'])
    expect(status).toBe(0)
    expect(stdout).toContain(`Usage: notewright ${command} [--dir PATH]`)
  })
})

describe('notewright mcp', () => {
  const root = makeFolder()
  const clone = buildRepository(['Start', 'feat: add search (#1)'], { path: join(root, 'acme/widget') })
  const other = buildRepository(['Start', 'feat: add export (#2)', 'fix: crash (#3)'])
  let agent: Agent
  beforeAll(async () => {
    const env = { NOTEWRIGHT_LOCAL_ROOT: root, NOTEWRIGHT_LOCAL_TOKEN: token, NOTEWRIGHT_TOKEN: token }
    agent = await openAgent('the v2 client, 2026 era', { cwd: clone, env })
  })
  afterAll(() => agent.close())

  const resolve = (given: Record<string, unknown>) => agent.call('resolve_range', given)

  test('reads the clone it is started in, without a token', async () => {
    expect((await resolve({})).answer).toMatchObject({ repoFullName: 'local/widget', commitCount: 2 })
  })

  test('reads another clone by its folder', async () => {
    expect((await resolve({ dir: other })).answer).toMatchObject({ commitCount: 3 })
  })

  test('reads a named repository from its host, with the token of the environment', async () => {
    expect((await resolve({ repo: 'acme/widget' })).answer).toMatchObject({ repoFullName: 'acme/widget' })
  })

  test.each([
    [
      { dir: '/' },
      /^repository_not_found: No git repository was found at \/ or above it\. Set `dir` to the folder of a clone\.$/,
    ],
    [{ dir: 7 }, /^invalid_request: .+\n- dir: must be the path of a folder$/],
    [
      { dir: other, repo: 'acme/widget' },
      /^invalid_request: .+\n- dir: cannot be used together with `repo`; send one of them$/,
    ],
    [{ host: 'github' }, /^invalid_request: .+\n- host: needs `repo`/],
    [{ repo: 'acme/widget', host: 'nowhere' }, /^invalid_request: Unknown host "nowhere"/],
  ])('%j is rejected with an explanation', async (given, words) => {
    const { isError, text } = await resolve(given)
    expect(isError).toBe(true)
    expect(text).toMatch(words)
  })
})

describe('notewright mcp writes only internal errors to standard error', () => {
  const clone = buildRepository(['Start'])
  const hello = {
    ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
    params: {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'test agent', version: '1.0.0' },
    },
  }

  function talk(env: Record<string, string>) {
    const child = spawn(process.execPath, [main, 'mcp'], { cwd: clone, env })
    onTestFinished(() => void child.kill('SIGKILL'))
    const heard = { stdout: '', stderr: '' }
    for (const name of ['stdout', 'stderr'] as const)
      child[name].setEncoding('utf8').on('data', (text: string) => {
        heard[name] += text
      })
    const say = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
    say(hello)
    say({ method: 'notifications/initialized' })
    return {
      say,
      call: (given: object) =>
        say({ id: 2, method: 'tools/call', params: { name: 'resolve_range', arguments: given } }),
      answered: (id: number) =>
        vi.waitFor(() => expect(heard.stdout).toMatch(new RegExp(`"id":${id}\\b`)), waitOptions),
      end: async () => {
        child.stdin.end()
        await new Promise((resolve) => {
          child.once('close', resolve)
        })
        return heard
      },
    }
  }

  test('an invalid call is reported only to the agent', async () => {
    const { call, answered, end } = talk(minimalEnv)
    call({ from: '-x' })
    await answered(2)
    expect((await end()).stderr).toBe('')
  })

  test('a cancelled call is not an error', async () => {
    const folder = makeFolder()
    const begun = join(folder, 'begun')
    writeFileSync(join(folder, 'git'), `#!/bin/sh\ntouch ${begun}\nexec sleep 60\n`)
    chmodSync(join(folder, 'git'), 0o755)
    const { say, call, answered, end } = talk({ ...minimalEnv, PATH: `${folder}:${process.env.PATH}` })
    call({})
    await vi.waitFor(() => expect(existsSync(begun)).toBe(true), waitOptions)
    say({ method: 'notifications/cancelled', params: { requestId: 2 } })
    say({ id: 3, method: 'tools/list' })
    await answered(3)
    const { stdout, stderr } = await end()
    expect(stderr).toBe('')
    expect(stdout).not.toMatch(/"id":2\b/)
  })
})
