import { stat } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import type { CliContext } from '../cli/cli-context.ts'
import { type Environment, readEnvironment } from '../config/environment.ts'
import type { Host } from '../core/host.ts'
import { StageQueue } from '../core/progress.ts'
import { findHostedOrigin, findRepositoryRoot, nameOfRoot, namesBelow } from '../hosts/local/find-folder.ts'
import { localHost } from '../hosts/local/local.ts'
import type { StartGit } from '../hosts/local/start-git.ts'
import type { HttpCall } from '../http-client/http-client.ts'
import { countCalls } from '../observability/count-calls.ts'
import { files } from './files.ts'
import type { Tracing } from './open-traces.ts'

/** Builds the context of a command; dependencies that only some commands need are loaded when they are opened. */
export function openContext({
  print,
  printError,
  signal,
}: Pick<CliContext, 'print' | 'printError' | 'signal'>): Omit<CliContext, 'colors'> {
  const environment = readEnvironment()
  const network = openNetwork(environment, (line) => printError(`${line}\n`))
  const folders = openFolders(environment)
  return {
    environment,
    stageQueue: new StageQueue(),
    print,
    printError,
    signal,
    ...files,
    openMetrics: network.openMetrics,
    openTraces: network.openTraces,
    openHosts: network.openHosts,
    openGateways: network.openGateways,
    openClone: folders.openClone,
    openFolder: folders.openFolder,
    findRemote: (root) => findHostedOrigin(root, environment.hosts),
    isTerminal: process.stderr.isTTY === true,
    canAsk: process.stdin.isTTY === true && process.stderr.isTTY === true,
    openStdio: () => ({ input: process.stdin, output: process.stdout }),
    today: () => new Date().toISOString().slice(0, 10),
    untilStopped: () =>
      new Promise((resolve) => {
        if (signal.aborted) resolve()
        else signal.addEventListener('abort', () => resolve(), { once: true })
      }),
  }
}

const sleep = (milliseconds: number, signal: AbortSignal) => setTimeout(milliseconds, undefined, { signal })

/** Opens what uses the network; every call is counted and traced once metrics and traces are open. */
function openNetwork(
  environment: Environment,
  log: (line: string) => void,
): Pick<CliContext, 'openHosts' | 'openMetrics' | 'openTraces' | 'openGateways'> {
  let count: ((call: HttpCall) => void) | null = null
  let tracing: Tracing | null = null
  const plain = { fetch, now: Date.now, random: Math.random, sleep }
  const outside = {
    ...plain,
    onCall: (call: HttpCall) => {
      count?.(call)
      tracing?.noteCall(call)
    },
  }
  return {
    openMetrics: async () => {
      const { Metrics } = await import('../observability/metrics.ts')
      const metrics = new Metrics()
      count = countCalls(metrics, environment.hosts)
      return metrics
    },
    openHosts: async (store) => {
      const { configuredHosts } = await import('../hosts/configured-hosts.ts')
      const responseCache = store && {
        secret: environment.secret,
        get: (key: string) => store.get(key),
        set: (key: string, value: string, milliseconds: number) => store.set(key, value, milliseconds),
      }
      const hosts = configuredHosts(
        environment.hosts,
        responseCache ? { ...outside, responseCache } : outside,
      )
      const { localRoot: root } = environment
      const local = root === null ? [] : [await openServed(root, environment, { isService: store !== null })]
      return new Map([...hosts, ...local].map((host) => [host.name, host]))
    },
    openTraces: async (metrics) => {
      if (!environment.traces) return null
      const { openTraces } = await import('./open-traces.ts')
      tracing = openTraces(environment.traces, { ...plain, metrics, log })
      return tracing
    },
    openGateways: async () => {
      const { configuredGateways } = await import('../model/configured-gateways.ts')
      const { ModelResponseCache } = await import('../state/model-response-cache.ts')
      const { gatewayUrl: url, model: usual, check, secret } = environment
      const open = configuredGateways(url, { ...outside, log })
      const replies = new ModelResponseCache(secret)
      return (found, model) => {
        if (!found) return null
        const { key, owner } = found
        const gateway = { ...open({ key, keyOwner: owner, model: model ?? usual }), check }
        return replies.before(tracing?.before(gateway, url) ?? gateway, { url, key })
      }
    },
  }
}

/** Opens repositories in folders of this machine. */
function openFolders(environment: Environment): Pick<CliContext, 'openClone' | 'openFolder'> {
  const { searchPath } = environment
  return {
    openClone: async (path) => {
      const root = await findRepositoryRoot(path)
      const name = root && (await nameOfRoot(root))
      // The user of the command can read the folder anyway, so no token is required.
      return root && name ? { host: localHost({ root, token: null, searchPath }), name, root } : null
    },
    openFolder: async (path) => {
      const kind = await stat(path).catch(() => null)
      if (!kind?.isDirectory()) return null
      const host = await openServed(path, environment, { isService: true })
      return { host, names: await namesBelow(path) }
    },
  }
}

/** Opens the repositories below a folder; a service starts git through a launcher. */
async function openServed(
  root: string,
  environment: Environment,
  { isService }: { isService: boolean },
): Promise<Host> {
  const { localToken: token, searchPath } = environment
  return localHost({
    ...{ root, token, searchPath, openTextFile: files.openTextFile },
    ...(isService ? { startGit: await openLauncher() } : {}),
  })
}

async function openLauncher(): Promise<StartGit> {
  const { GitLauncher } = await import('../hosts/local/git-launcher.ts')
  const launcher = new GitLauncher()
  launcher.open()
  return launcher.start
}
