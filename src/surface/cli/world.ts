import type { Config } from '../../config.ts'
import type { Gateway, Host } from '../../types.ts'

/** A key for the language-model gateway, and who can mend what is wrong with it. */
interface ModelKey {
  key: string
  owner: 'caller' | 'operator'
}

/** What a command may touch outside itself. */
export interface CommandWorld {
  config: Config
  /** The configured hosts by name; they are loaded only when one is asked. */
  openHosts: () => Promise<Map<string, Host>>
  /** The clone that a folder is or lies in, as a host of one repository; null when there is none. */
  openClone: (path: string) => Promise<{ host: Host; name: string } | null>
  /** A folder of repositories as the host `local`, and the name of one of them. */
  openFolder: (path: string) => Promise<{ host: Host; sample: string | null } | null>
  /** Makes what finds a language model for a key; null keys have none. */
  openGateways: () => Promise<(key: ModelKey | null, model: string | null) => Gateway | null>
  print: (text: string) => void
  complain: (text: string) => void
  isTerminal: boolean
  writeFile: (path: string, text: string) => Promise<void>
  signal: AbortSignal
  /** Ends when somebody asks the process to stop. */
  untilStopped: () => Promise<void>
}
