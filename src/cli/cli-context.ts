import type { Readable, Writable } from 'node:stream'
import type { Environment } from '../config/environment.ts'
import type { Gateway } from '../core/gateway.ts'
import type { Host } from '../core/host.ts'
import type { StageQueue } from '../core/progress.ts'
import type { TextKind } from '../git/text-path.ts'
import type { Metrics } from '../observability/metrics.ts'
import type { Traces } from '../observability/traces.ts'
import type { Store } from '../state/store.ts'
import type { Colors } from './colors.ts'

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

/** A repository on a host, as the remote of a clone names it. */
interface Remote {
  site: string
  /** Null if no configured host is at that site. */
  hostName: string | null
  repoFullName: string
}

/** A name in a folder; a symbolic link counts as what it leads to. */
export interface FolderEntry {
  name: string
  isFile: boolean
  isFolder: boolean
}

/** Which file may be opened for writing. */
export interface TextFileOptions {
  /** The working tree that must contain the file. Default: the repository around it, or its folder. */
  root?: string | null
  /** Default: `text`. */
  kind?: TextKind
  /** The end of every error. */
  advice: string
}

/** A text file of a working tree, opened to read and replace it. */
export interface TextFile {
  /** The path without symbolic links. */
  path: string
  /** The path in the working tree, with slashes. */
  pathInTree: string
  /** Null if the file does not exist yet. */
  bytes: Uint8Array | null
  /** Replaces the file atomically, unless another program changed it since it was opened. */
  replace: (text: string) => Promise<void>
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
  /** Finds the repository on a host that the remote `origin` of a clone names; null if it names none. */
  findRemote: (root: string) => Promise<Remote | null>
  /** Opens a folder of repositories as the host `local`, with their names; null if it does not exist. */
  openFolder: (path: string) => Promise<{ host: Host; names: string[] } | null>
  /** Returns a function that opens the gateway with a key; without a key it returns null. */
  openGateways: () => Promise<(key: ModelKey | null, model: string | null) => Gateway | null>
  /** Writes to standard output. */
  print: (text: string) => void
  /** Writes to standard error. */
  printError: (text: string) => void
  /** How to style what is written to a terminal. */
  colors: Colors
  /** Whether standard error is a terminal. */
  isTerminal: boolean
  /** Whether a person can answer questions: standard input and standard error are terminals. */
  canAsk: boolean
  /** Reads a file; null if it does not exist. */
  readFile: (path: string) => Promise<Uint8Array | null>
  /** Writes the output of a command to a file; an error ends with the advice. */
  writeOutput: (path: string, text: string, advice: string) => Promise<void>
  /** Opens a text file of a working tree; anything else is rejected. */
  openTextFile: (path: string, options: TextFileOptions) => Promise<TextFile>
  /** The names in a folder; none if it cannot be read. */
  listFolder: (path: string) => Promise<FolderEntry[]>
  /** Returns a path without symbolic links; null if it does not exist. */
  resolvePath: (path: string) => Promise<string | null>
  /** Today's date in UTC, YYYY-MM-DD. */
  today: () => string
  /** Returns standard input and output as streams, for a protocol that owns them. */
  openStdio: () => { input: Readable; output: Writable }
  /** Aborted by SIGINT or SIGTERM. */
  signal: AbortSignal
  /** Resolves when the process receives SIGINT or SIGTERM. */
  untilStopped: () => Promise<void>
}
