import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Host } from '../../src/core/host.ts'
import { noDetails } from '../../src/hosts/host-defaults.ts'
import { listen, openService, token } from '../http/service.ts'
import { buildRepository, makeFolder } from '../support/build-repository.ts'
import { main, minimalEnv } from '../support/main-program.ts'
import { sampleHistory, sampleSha } from '../support/sample-history.ts'
import { waitOptions } from '../support/wait-options.ts'
import { clientKinds, openAgent } from './clients.ts'

const widget = buildRepository(['Start', 'feat: add search (#1)'])

/** A host that never answers; it counts who waits for it. */
const waiting = new Set<AbortSignal>()
const silent: Host = {
  name: 'silent',
  kind: 'local',
  listRepositories: async () => ({ items: [], nextPage: null }),
  openPublisher: () => expect.unreachable(),
  open: ({ signal }) =>
    new Promise((_resolve, reject) => {
      waiting.add(signal)
      signal.addEventListener('abort', () => {
        waiting.delete(signal)
        reject(signal.reason)
      })
    }),
}

/** A host that answers at once, so that a hundred calls cause little load. */
const [commit] = sampleHistory({ message: 'feat: add search (#1)', parents: [sampleSha(9)] })
const ref = { baseSha: null, tag: null, isTag: false, isBranch: false, ambiguous: false }
const quick: Host = {
  ...silent,
  name: 'quick',
  open: async ({ repoFullName }) => ({
    fullName: repoFullName,
    web: null,
    shallow: false,
    resolveRefs: async () => ({
      from: { ...ref, sha: sampleSha(9) },
      to: { ...ref, sha: sampleSha(1) },
      empty: false,
    }),
    async *commits() {
      yield commit!
    },
    ancestors: async function* () {},
    past: async function* () {},
    tags: async () => [],
    count: async () => 1,
    details: async () => noDetails,
    changedFiles: async () => new Map(),
    changedBetween: async () => null,
    contents: async () => new Map(),
    listRefs: async () => ({ items: [], nextPage: null }),
  }),
}

const { app, drain } = await openService([silent, quick])
const url = new URL(`http://127.0.0.1:${await listen(app)}/mcp`)
afterAll(drain)

const forSilence = { repo: 'acme/widget', host: 'silent' }
const nobodyWaits = () => vi.waitFor(() => expect(waiting.size).toBe(0), waitOptions)
const somebodyWaits = (count: number) => vi.waitFor(() => expect(waiting.size).toBe(count), waitOptions)

const gone = (pid: number) => vi.waitFor(() => expect(isRunning(pid)).toBe(false), waitOptions)

test.each(clientKinds)('a hundred calls of %s at once are all answered', async (kind) => {
  // The hundred before may have made the service ask for a moment of rest.
  const agent = await vi.waitFor(() => openAgent(kind, { url }), waitOptions)
  const calls = Array.from({ length: 100 }, (_, index) =>
    agent.call('generate_changelog', { repo: 'acme/widget', host: 'quick', version: `1.0.${index}` }),
  )
  const texts = (await Promise.all(calls)).map(({ answer }) => /## \[(.+?)\]/.exec(answer.changelog)![1])
  expect(texts).toEqual(calls.map((_, index) => `1.0.${index}`))
  await agent.close()
})

test('a hundred calls at once over stdio are all answered, by one process that ends with its agent', async () => {
  const agent = await openAgent(clientKinds[0], { cwd: widget })
  const server = agent.pid()!
  const calls = Array.from({ length: 100 }, (_, index) =>
    agent.call('generate_changelog', { from: 'HEAD~1', version: `1.0.${index}` }),
  )
  const texts = (await Promise.all(calls)).map(({ answer }) => /## \[(.+?)\]/.exec(answer.changelog)![1])
  expect(texts).toEqual(calls.map((_, index) => `1.0.${index}`))
  expect(agent.pid()).toBe(server)
  await agent.close()
  await gone(server)
})

describe('over HTTP nothing is left running', () => {
  test('when the agent cancels in the midst of a call', async () => {
    const agent = await openAgent('the v2 client, 2026 era', { url })
    const stop = new AbortController()
    const call = agent.call('resolve_range', forSilence, { signal: stop.signal })
    await somebodyWaits(1)
    stop.abort()
    await expect(call).rejects.toThrow()
    await nobodyWaits()
    await agent.close()
  })

  test.each(clientKinds)('when %s closes with calls under way', async (kind) => {
    const agent = await openAgent(kind, { url })
    const tools = ['resolve_range', 'collect_changes', 'generate_changelog']
    const calls = tools.map((name) => agent.call(name, forSilence))
    const ended = Promise.allSettled(calls)
    await somebodyWaits(3)
    await agent.close()
    await nobodyWaits()
    await ended
  })

  test('when the agent is killed', async () => {
    const agent = startAgent()
    await somebodyWaits(1)
    agent.kill('SIGKILL')
    await nobodyWaits()
  })

  test('when the deadline passes, with an error for the agent', async () => {
    const late = await openService([silent], { deadlineMs: 50 })
    onTestFinished(late.drain)
    const port = await listen(late.app)
    const agent = await openAgent(clientKinds[0], { url: new URL(`http://127.0.0.1:${port}/mcp`) })
    const { isError, text } = await agent.call('resolve_range', { repo: 'acme/widget' })
    expect(isError).toBe(true)
    expect(text).toMatch(/^deadline_exceeded: The answer was not ready after 50 ms\./)
    expect(waiting.size).toBe(0)
    await agent.close()
  })

  /** An agent of another process, in the midst of a call. */
  function startAgent(): ChildProcess {
    const call = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'resolve_range', arguments: forSilence },
    }
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'x-host-token': token,
    }
    const request = JSON.stringify({ method: 'POST', headers, body: JSON.stringify(call) })
    return spawn(process.execPath, ['-e', `fetch(${JSON.stringify(url)}, ${request})`], { stdio: 'ignore' })
  }
})

describe('over stdio nothing is left running', () => {
  /** A folder with a `git` that never ends and writes its process id. */
  function slowGit() {
    const folder = makeFolder()
    const pidFile = join(folder, 'pid')
    writeFileSync(
      join(folder, 'git'),
      `#!/bin/sh\necho $$ > ${pidFile}.new && mv ${pidFile}.new ${pidFile}\nexec sleep 60\n`,
    )
    chmodSync(join(folder, 'git'), 0o755)
    return {
      env: { ...minimalEnv, PATH: `${folder}:${process.env.PATH}` },
      pid: () =>
        vi.waitFor(
          () => Number(existsSync(pidFile) && readFileSync(pidFile, 'utf8')) || expect.fail(),
          waitOptions,
        ),
    }
  }

  test('when the agent cancels in the midst of a call', async () => {
    const git = slowGit()
    const agent = await openAgent(clientKinds[0], { cwd: widget, env: git.env })
    const stop = new AbortController()
    const call = agent.call('resolve_range', {}, { signal: stop.signal })
    const pid = await git.pid()
    stop.abort()
    await expect(call).rejects.toThrow()
    await gone(pid)
    expect(isRunning(agent.pid()!)).toBe(true)
    await agent.close()
  })

  test.each(clientKinds)('when %s closes with a call under way', async (kind) => {
    const git = slowGit()
    const agent = await openAgent(kind, { cwd: widget, env: git.env })
    const call = agent.call('resolve_range', {}).catch(() => {})
    const [server, pid] = [agent.pid()!, await git.pid()]
    await agent.close()
    await Promise.all([gone(pid), gone(server), call])
  })

  test('when the agent is killed', async () => {
    const git = slowGit()
    const agent = startAgent(git.env)
    const server = await new Promise<number>((resolve) => {
      agent.stdout!.once('data', (text) => resolve(Number(text)))
    })
    const pid = await git.pid()
    expect(isRunning(server)).toBe(true)
    agent.kill('SIGKILL')
    await Promise.all([gone(pid), gone(server)])
  })

  /** An agent in another process that starts the server, prints its process id and waits for a call. */
  function startAgent(env: Record<string, string>): ChildProcess {
    const call = {
      jsonrpc: '2.0',
      id: 2,
      method: 'tools/call',
      params: { name: 'resolve_range', arguments: {} },
    }
    const clientInfo = { name: 'test agent', version: '1.0.0' }
    const hello = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo }
    const lines = [
      { jsonrpc: '2.0', id: 1, method: 'initialize', params: hello },
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      call,
    ]
    const words = [main, 'mcp']
    const script = `const server = require('node:child_process').spawn(process.execPath, ${JSON.stringify(words)}, { stdio: ['pipe', 'ignore', 'ignore'] })
      for (const line of ${JSON.stringify(lines)}) server.stdin.write(JSON.stringify(line) + '\\n')
      console.log(server.pid)`
    const settings = { cwd: widget, env, stdio: ['ignore', 'pipe', 'ignore'] as ('ignore' | 'pipe')[] }
    return spawn(process.execPath, ['-e', script], settings)
  }
})

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    const stat = `/proc/${pid}/stat`
    // A process that has ended keeps its number until its parent has looked at it.
    return !existsSync(stat) || !/\) Z /.test(readFileSync(stat, 'utf8'))
  } catch {
    return false
  }
}
