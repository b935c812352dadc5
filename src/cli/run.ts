import { nearest } from '../api/nearest.ts'
import { version } from '../config/version.ts'
import { asProblem, Problem } from '../core/errors.ts'
import { tellUnforeseen } from '../text/report-crash.ts'
import type { CommandWorld } from './cli-context.ts'
import { programHelp } from './help.ts'

/** The commands; each is loaded only when it is run. */
const commands: Record<string, (words: string[], world: CommandWorld) => Promise<void>> = {
  generate: async (words, world) => (await import('./generate-command.ts')).generateCommand(words, world),
  update: async (words, world) => (await import('./update-command.ts')).updateCommand(words, world),
  release: async (words, world) => (await import('./release-command.ts')).releaseCommand(words, world),
  serve: async (words, world) => (await import('./serve-command.ts')).serveCommand(words, world),
  worker: async (words, world) => (await import('./worker-command.ts')).workerCommand(words, world),
  mcp: async (words, world) => (await import('./mcp-command.ts')).mcpCommand(words, world),
  init: async (words, world) => (await import('./init-command.ts')).initCommand(words, world),
}

/** The edge of the process: where words go, and how the rest of the world is made when it is needed. */
interface Edge {
  print: (text: string) => void
  complain: (text: string) => void
  makeWorld: () => Promise<CommandWorld>
}

const unforeseen = 'An unexpected error stopped the command. Please report it, with the lines below.'

/** Runs a command line and tells its exit code; a user's mistake is told in words, never by a stack trace. */
export async function runCommandLine(words: string[], { print, complain, makeWorld }: Edge): Promise<number> {
  try {
    await dispatch(words, print, makeWorld)
    return 0
  } catch (error) {
    const problem = asProblem(error)
    complain(`notewright: ${error instanceof Problem ? problem.message : unforeseen}\n`)
    for (const { pointer, detail } of problem.faults.slice(1)) complain(`  ${pointer.slice(2)}: ${detail}\n`)
    if (problem.code === 'internal') complain(`${await tellUnforeseen(problem.cause)}\n`)
    return problem.row.exit
  }
}

async function dispatch(words: string[], print: Edge['print'], makeWorld: Edge['makeWorld']): Promise<void> {
  const [name = '--help', ...rest] = words
  if (['--version', '-v', 'version'].includes(name)) return print(`${version}\n`)
  if (['--help', '-h', 'help'].includes(name)) return print(programHelp)
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command) return command(rest, await makeWorld())
  const close = nearest(name, Object.keys(commands))
  throw new Problem(
    'invalid_request',
    `There is no command "${name.slice(0, 60)}".${close === null ? '' : ` Did you mean "${close}"?`} \`notewright --help\` lists them.`,
  )
}
