import { asProblem, Problem } from '../core/errors.ts'
import { version } from '../core/package.ts'
import { formatFault } from '../text/format-fault.ts'
import { reportCrash } from '../text/report-crash.ts'
import { suggestName } from '../text/suggest-name.ts'
import type { CliContext } from './cli-context.ts'
import { type ColorSupport, type Colors, checkColorChoice, chooseColors } from './colors.ts'
import type { Command } from './command.ts'

/** The streams of the process, and the context, which is built only when a command runs. */
interface ProcessEdge {
  print: (text: string) => void
  printError: (text: string) => void
  colorSupport: ColorSupport
  makeContext: () => Promise<Omit<CliContext, 'colors'>>
}

const internalError = 'Internal error. Please report it, together with the lines below.'

/** Runs a command line and returns its exit code. */
export async function runCommandLine(args: string[], edge: ProcessEdge): Promise<number> {
  const { printError } = edge
  const colors = chooseColors(args, edge.colorSupport)
  try {
    await dispatch(args, colors, edge)
    return 0
  } catch (error) {
    const problem = asProblem(error)
    const label = colors.error('error', 'notewright:')
    printError(`${label} ${error instanceof Problem ? problem.message : internalError}\n`)
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

async function dispatch(args: string[], colors: Colors, { print, makeContext }: ProcessEdge): Promise<void> {
  const [name = '--help', ...rest] = args
  if (['--version', '-V', '-v', 'version'].includes(name)) return print(`${version}\n`)
  // The table of the flags is not needed for the version.
  const { commands } = await import('./command-table.ts')
  if (['--help', '-h', 'help'].includes(name)) {
    const { commandHelp, programHelp } = await import('./help.ts')
    const [topic] = name === 'help' ? rest.filter((word) => !word.startsWith('-')) : []
    return print(
      topic === undefined
        ? programHelp(commands, colors.output)
        : commandHelp(findCommand(topic, commands), colors.output),
    )
  }
  const command = findCommand(name, commands)
  const { parseFlags } = await import('./flags.ts')
  const options = { command: name, allowWords: command.words !== undefined }
  const { values, words } = parseFlags(rest, command.flags, options)
  checkColorChoice(values.get('color'))
  const isIncomplete = command.words !== undefined && words.length === 0
  if (values.has('help') || isIncomplete)
    return print((await import('./help.ts')).commandHelp(command, colors.output))
  const [run, context] = await Promise.all([command.load(), makeContext()])
  await run(values, { ...context, colors }, words)
}

function findCommand(name: string, commands: Command[]): Command {
  const found = commands.find((command) => command.name === name)
  if (found) return found
  const suggestion = suggestName(
    name,
    commands.map((command) => command.name),
  )
  throw new Problem(
    'invalid_request',
    `Unknown command "${name.slice(0, 60)}".${suggestion === null ? '' : ` Did you mean "${suggestion}"?`} Run \`notewright --help\` to list the commands.`,
  )
}
