import type { Readable, Writable } from 'node:stream'
import type { Environment } from '../config/environment.ts'
import type { Gateway } from '../core/gateway.ts'
import type { Host } from '../core/host.ts'
import type { Metrics } from '../observability/metrics.ts'
import type { Traces } from '../observability/traces.ts'
import type { Store } from '../state/store.ts'

/** A key for the language-model gateway, and who can mend what is wrong with it. */
interface ModelKey {
  key: string
  owner: 'caller' | 'operator'
}

/** What a command may touch outside itself. */
export interface CliContext {
  environment: Environment
  /** Begins to count what this process does. */
  openMetrics: () => Promise<Metrics>
  /** Begins to follow requests, where the operator collects spans; `close` sends the last of them. */
  openTraces: (metrics: Metrics) => Promise<{ traces: Traces; close: () => Promise<void> } | null>
  /** The configured hosts by name, loaded only when one is asked; what they say is kept in a store, if there is one. */
  openHosts: (store: Store | null) => Promise<Map<string, Host>>
  /** The clone that a folder is or lies in, as a host of one repository; null when there is none. */
  openClone: (path: string) => Promise<{ host: Host; name: string; root: string } | null>
  /** A folder of repositories as the host `local`, and the name of one of them. */
  openFolder: (path: string) => Promise<{ host: Host; sample: string | null } | null>
  /** Makes what finds a language model for a key; null keys have none. */
  openGateways: () => Promise<(key: ModelKey | null, model: string | null) => Gateway | null>
  print: (text: string) => void
  complain: (text: string) => void
  isTerminal: boolean
  /** The bytes of a file; null when there is none. */
  readFile: (path: string) => Promise<Uint8Array | null>
  /** Writes a file; when it cannot be written, the caller's advice is told. */
  writeFile: (path: string, text: string, whatToDo: string) => Promise<void>
  /** The same, whole or not at all, keeping what the file is besides its text. */
  replaceFile: (path: string, text: string, whatToDo: string) => Promise<void>
  /** The names in a folder. */
  listFolder: (path: string) => Promise<string[]>
  /** The day it is, in UTC. */
  today: () => string
  /** Standard input and output as streams; whoever opens them speaks nothing else there. */
  openPipe: () => { input: Readable; output: Writable }
  signal: AbortSignal
  /** Ends when somebody asks the process to stop. */
  untilStopped: () => Promise<void>
}
