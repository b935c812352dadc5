#!/usr/bin/env node
import { chmod, readdir, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { enableCompileCache } from 'node:module'
import { setTimeout } from 'node:timers/promises'
import { Problem } from './errors.ts'
import type { Call } from './net/door.ts'
import type { Tracing } from './open-traces.ts'
import { runCommandLine } from './surface/cli/run.ts'
import type { CommandWorld } from './surface/cli/world.ts'

// What is loaded from here on is compiled once and kept; it halves the time to the first output.
enableCompileCache()

const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    stop.abort(new Error(`stopped by ${signal}`))
    // Whoever asks twice means it.
    process.once(signal, () => process.exit(130))
  })
}
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // The reader of a pipe may leave early, as `head` does.
  if (error.code === 'EPIPE') process.exit(0)
  throw error
})

const sleep = (milliseconds: number, signal: AbortSignal) => setTimeout(milliseconds, undefined, { signal })
const print = (text: string) => void process.stdout.write(text)
const complain = (text: string) => void process.stderr.write(text)

function unusable(path: string, what: string, whatToDo: string) {
  return (error: NodeJS.ErrnoException): never => {
    throw new Problem('invalid_request', `${path} cannot be ${what} (${error.code}). ${whatToDo}`, {
      cause: error,
    })
  }
}

/** Writes beside the file and then takes its place, so that nobody ever finds half of it. */
async function replaceFile(path: string, text: string): Promise<void> {
  const target = await realpath(path).catch(() => path)
  const old = await stat(target).catch(() => null)
  const beside = `${target}.${process.pid}.new`
  try {
    await writeFile(beside, text, { flag: 'wx' })
    if (old) await chmod(beside, old.mode)
    await rename(beside, target)
  } finally {
    await rm(beside, { force: true })
  }
}

async function makeWorld(): Promise<CommandWorld> {
  const { readConfig } = await import('./config.ts')
  const { localHost } = await import('./hosts/local/local.ts')
  const { Counters } = await import('./state/counters.ts')
  const { countCalls } = await import('./state/count-calls.ts')
  const { findRepositoryRoot, nameOfRoot, namesBelow } = await import('./hosts/local/find-folder.ts')
  const config = readConfig()
  const { searchPath, localToken } = config
  const counters = new Counters()
  const count = countCalls(counters, config.hosts)
  let tracing: Tracing | null = null
  const plain = { fetch, now: Date.now, random: Math.random, sleep }
  const outside = {
    ...plain,
    onCall: (call: Call) => {
      count(call)
      tracing?.noteCall(call)
    },
  }
  return {
    config,
    counters,
    openHosts: async (store) => {
      const { configuredHosts } = await import('./hosts/configured-hosts.ts')
      const kept = store && {
        secret: config.secret,
        get: (name: string) => store.get(name),
        set: (name: string, value: string, milliseconds: number) => store.set(name, value, milliseconds),
      }
      const hosts = configuredHosts(config.hosts, kept ? { ...outside, kept } : outside)
      const root = config.localRoot
      const local = root === null ? [] : [localHost({ root, token: localToken, searchPath })]
      return new Map([...hosts, ...local].map((host) => [host.name, host]))
    },
    openTraces: async () => {
      if (!config.traces) return null
      const { openTraces } = await import('./open-traces.ts')
      tracing = openTraces(config.traces, { ...plain, counters })
      return tracing
    },
    openGateways: async () => {
      const { configuredGateways } = await import('./model/configured-gateways.ts')
      const { RememberedReplies } = await import('./state/remembered-replies.ts')
      const { gatewayUrl: url, model: usual, secret } = config
      const open = configuredGateways(url, outside)
      const replies = new RememberedReplies(secret)
      return (found, model) => {
        if (!found) return null
        const { key, owner } = found
        const gateway = open({ key, keyOwner: owner, model: model ?? usual })
        return replies.before(tracing?.before(gateway, url) ?? gateway, { url, key })
      }
    },
    openClone: async (path) => {
      const root = await findRepositoryRoot(path)
      const name = root && (await nameOfRoot(root))
      // Whoever runs the command can read the folder already: no token is asked.
      return root && name ? { host: localHost({ root, token: null, searchPath }), name, root } : null
    },
    openFolder: async (path) => {
      const kind = await stat(path).catch(() => null)
      if (!kind?.isDirectory()) return null
      const host = localHost({ root: path, token: localToken, searchPath })
      const [sample = null] = await namesBelow(path)
      return { host, sample }
    },
    print,
    complain,
    isTerminal: process.stderr.isTTY === true,
    readFile: (path) =>
      readFile(path).catch((error: NodeJS.ErrnoException) =>
        error.code === 'ENOENT' ? null : unusable(path, 'read', 'Choose another one.')(error),
      ),
    openPipe: () => ({ input: process.stdin, output: process.stdout }),
    writeFile: (path, text, whatToDo) => writeFile(path, text).catch(unusable(path, 'written', whatToDo)),
    replaceFile: (path, text) =>
      replaceFile(path, text).catch(unusable(path, 'written', 'Choose another file with --file.')),
    listFolder: (path) => readdir(path).catch(() => []),
    today: () => new Date().toISOString().slice(0, 10),
    signal: stop.signal,
    untilStopped: () =>
      new Promise((resolve) => {
        if (stop.signal.aborted) resolve()
        else stop.signal.addEventListener('abort', () => resolve())
      }),
  }
}

const code = await runCommandLine(process.argv.slice(2), { print, complain, makeWorld })
process.exitCode = stop.signal.aborted && code !== 0 ? 130 : code
// What is left open after a drain that took too long must not hold the process.
globalThis.setTimeout(() => process.exit(), 1000).unref()
