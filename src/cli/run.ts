import { nearest } from '../api/nearest.ts'
import { version } from '../config/package.ts'
import { asProblem, Problem } from '../core/errors.ts'
import { reportCrash } from '../text/report-crash.ts'
import type { CliContext } from './cli-context.ts'
import { programHelp } from './help.ts'

/** The commands; each is loaded only when it is run. */
const commands: Record<string, (words: string[], context: CliContext) => Promise<void>> = {
  generate: async (words, context) => (await import('./generate-command.ts')).generateCommand(words, context),
  update: async (words, context) => (await import('./update-command.ts')).updateCommand(words, context),
  release: async (words, context) => (await import('./release-command.ts')).releaseCommand(words, context),
  serve: async (words, context) => (await import('./serve-command.ts')).serveCommand(words, context),
  worker: async (words, context) => (await import('./worker-command.ts')).workerCommand(words, context),
  mcp: async (words, context) => (await import('./mcp-command.ts')).mcpCommand(words, context),
  init: async (words, context) => (await import('./init-command.ts')).initCommand(words, context),
}

/** The edge of the process: where words go, and how the rest of the world is made when it is needed. */
interface Edge {
  print: (text: string) => void
  complain: (text: string) => void
  makeContext: () => Promise<CliContext>
}

const unforeseen = 'An unexpected error stopped the command. Please report it, with the lines below.'

/** Runs a command line and tells its exit code; a user's mistake is told in words, never by a stack trace. */
export async function runCommandLine(
  words: string[],
  { print, complain, makeContext }: Edge,
): Promise<number> {
  try {
    await dispatch(words, print, makeContext)
    return 0
  } catch (error) {
    const problem = asProblem(error)
    complain(`notewright: ${error instanceof Problem ? problem.message : unforeseen}\n`)
    for (const { pointer, detail } of problem.faults.slice(1)) complain(`  ${pointer.slice(2)}: ${detail}\n`)
    if (problem.code === 'internal') complain(`${await reportCrash(problem.cause)}\n`)
    return problem.row.exit
  }
}

async function dispatch(
  words: string[],
  print: Edge['print'],
  makeContext: Edge['makeContext'],
): Promise<void> {
  const [name = '--help', ...rest] = words
  if (['--version', '-v', 'version'].includes(name)) return print(`${version}\n`)
  if (['--help', '-h', 'help'].includes(name)) return print(programHelp)
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command) return command(rest, await makeContext())
  const close = nearest(name, Object.keys(commands))
  throw new Problem(
    'invalid_request',
    `There is no command "${name.slice(0, 60)}".${close === null ? '' : ` Did you mean "${close}"?`} \`notewright --help\` lists them.`,
  )
}
