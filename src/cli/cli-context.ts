import type { Readable, Writable } from 'node:stream'
import type { Environment } from '../config/environment.ts'
import type { Gateway } from '../core/gateway.ts'
import type { Host } from '../core/host.ts'
import type { StageQueue } from '../core/progress.ts'
import type { Metrics } from '../observability/metrics.ts'
import type { Traces } from '../observability/traces.ts'
import type { Store } from '../state/store.ts'

/** A key for the language-model gateway; its owner decides who can fix a rejected key. */
interface ModelKey {
  key: string
  owner: 'caller' | 'operator'
}

/** A clone on this machine, as a host with one repository. */
export interface Clone {
  host: Host
  name: string
  root: string
}

/** The dependencies of a command; what only some commands need is loaded when it is opened. */
export interface CliContext {
  environment: Environment
  stageQueue: StageQueue
  /** Starts to collect metrics. */
  openMetrics: () => Promise<Metrics>
  /** Starts tracing if the operator has configured a collector; `close` sends the remaining spans. */
  openTraces: (metrics: Metrics) => Promise<{ traces: Traces; close: () => Promise<void> } | null>
  /** Opens the configured hosts by name; a store caches their responses. */
  openHosts: (store: Store | null) => Promise<Map<string, Host>>
  /** Opens the clone that contains a folder; null if there is none. */
  openClone: (path: string) => Promise<Clone | null>
  /** Opens a folder of repositories as the host `local`, with the name of one of them; null if it does not exist. */
  openFolder: (path: string) => Promise<{ host: Host; sample: string | null } | null>
  /** Returns a function that opens the gateway with a key; without a key it returns null. */
  openGateways: () => Promise<(key: ModelKey | null, model: string | null) => Gateway | null>
  /** Writes to standard output. */
  print: (text: string) => void
  /** Writes to standard error. */
  printError: (text: string) => void
  /** Whether standard error is a terminal. */
  isTerminal: boolean
  /** Reads a file; null if it does not exist. */
  readFile: (path: string) => Promise<Uint8Array | null>
  /** Writes a file; an error ends with the advice. */
  writeFile: (path: string, text: string, advice: string) => Promise<void>
  /** Replaces a file atomically and keeps its mode; an error ends with the advice. */
  replaceFile: (path: string, text: string, advice: string) => Promise<void>
  /** The names in a folder. */
  listFolder: (path: string) => Promise<string[]>
  /** Today's date in UTC, YYYY-MM-DD. */
  today: () => string
  /** Returns standard input and output as streams, for a protocol that owns them. */
  openStdio: () => { input: Readable; output: Writable }
  /** Aborted by SIGINT or SIGTERM. */
  signal: AbortSignal
  /** Resolves when the process receives SIGINT or SIGTERM. */
  untilStopped: () => Promise<void>
}
