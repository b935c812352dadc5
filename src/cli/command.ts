import type { CliContext } from './cli-context.ts'
import type { Flag, FlagValues } from './flags.ts'

/** Runs a command with its flags and its other arguments. */
export type RunCommand = (values: FlagValues, context: CliContext, words: string[]) => Promise<void>

/** A command: what the help and the completion of shells say about it, and how it is run. */
export interface Command {
  name: string
  /** What it does, in a few words. */
  summary: string
  usage: string
  description: string
  flags: Flag[]
  examples: string[]
  /** The first arguments that are not flags, such as an action; absent if the command takes none. */
  words?: string[]
  /** Whether a file may follow them. */
  takesFile?: true
  /** Loads the code of the command, which the help does not need. */
  load: () => Promise<RunCommand>
}
