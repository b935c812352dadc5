import { version } from '../config/package.ts'
import { asProblem, Problem } from '../core/errors.ts'
import { formatFault } from '../text/format-fault.ts'
import { reportCrash } from '../text/report-crash.ts'
import { suggestName } from '../text/suggest-name.ts'
import type { CliContext } from './cli-context.ts'
import { programHelp } from './help.ts'

/** The commands; each is loaded only when it is run. */
const commands: Record<string, (args: string[], context: CliContext) => Promise<void>> = {
  generate: async (args, context) => (await import('./generate-command.ts')).generateCommand(args, context),
  update: async (args, context) => (await import('./update-command.ts')).updateCommand(args, context),
  release: async (args, context) => (await import('./release-command.ts')).releaseCommand(args, context),
  'next-version': async (args, context) =>
    (await import('./next-version-command.ts')).nextVersionCommand(args, context),
  serve: async (args, context) => (await import('./serve-command.ts')).serveCommand(args, context),
  worker: async (args, context) => (await import('./worker-command.ts')).workerCommand(args, context),
  mcp: async (args, context) => (await import('./mcp-command.ts')).mcpCommand(args, context),
  config: async (args, context) => (await import('./config-command.ts')).configCommand(args, context),
  init: async (args, context) => (await import('./init-command.ts')).initCommand(args, context),
}

/** The streams of the process, and the context, which is built only when a command runs. */
interface ProcessEdge {
  print: (text: string) => void
  printError: (text: string) => void
  makeContext: () => Promise<CliContext>
}

const internalError = 'Internal error. Please report it, together with the lines below.'

/** Runs a command line and returns its exit code. */
export async function runCommandLine(
  args: string[],
  { print, printError, makeContext }: ProcessEdge,
): Promise<number> {
  try {
    await dispatch(args, print, makeContext)
    return 0
  } catch (error) {
    const problem = asProblem(error)
    printError(`notewright: ${error instanceof Problem ? problem.message : internalError}\n`)
    for (const fault of problem.faults.filter(({ line }, index) => line !== undefined || index > 0))
      printError(
        fault.line === undefined
          ? `  ${fault.pointer.slice(2)}: ${fault.detail}\n`
          : `${formatFault(fault)}\n`,
      )
    if (problem.code === 'internal') printError(`${await reportCrash(problem.cause)}\n`)
    return problem.row.exit
  }
}

async function dispatch(
  args: string[],
  print: ProcessEdge['print'],
  makeContext: ProcessEdge['makeContext'],
): Promise<void> {
  const [name = '--help', ...rest] = args
  if (['--version', '-v', 'version'].includes(name)) return print(`${version}\n`)
  if (['--help', '-h', 'help'].includes(name)) return print(programHelp)
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command) return command(rest, await makeContext())
  const suggestion = suggestName(name, Object.keys(commands))
  throw new Problem(
    'invalid_request',
    `Unknown command "${name.slice(0, 60)}".${suggestion === null ? '' : ` Did you mean "${suggestion}"?`} Run \`notewright --help\` to list the commands.`,
  )
}
