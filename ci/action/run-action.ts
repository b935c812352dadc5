import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ActionCommand, actionCommands, commandLine, InputError, isTrue } from './command-line.ts'
import { type FetchedHistory, fetchHistory } from './fetch-history.ts'
import { reportAnswer } from './report-answer.ts'
import { addSummary, annotate, setOutput, withoutCommands } from './workflow.ts'

/** Runs the action: turns its inputs into a command, and the answer into outputs and a summary of the job. */
const { env } = process
const nothingToRelease = 7
const outdated = 6

// Runners write the name of an input in capitals and leave its hyphens.
const input = (name: string) => env[`INPUT_${name.toUpperCase()}`]?.trim() ?? ''
const names = Object.keys(env).flatMap((name) => /^INPUT_(.+)$/.exec(name)?.[1]?.toLowerCase() ?? [])

process.exitCode = await main().catch((error: unknown) => {
  if (!(error instanceof InputError)) throw error
  annotate('error', error.message)
  return 2
})

async function main(): Promise<number> {
  const command = readCommand()
  const isHosted = command === 'release' || command === 'release-pr'
  const defaults = isHosted && input('repo') === '' ? { repo: env.GITHUB_REPOSITORY ?? '' } : {}
  const read = (name: string) => input(name) || (defaults[name as keyof typeof defaults] ?? '')
  const { args, unused } = commandLine(command, [...new Set([...names, ...Object.keys(defaults)])], read)
  for (const name of unused) annotate('warning', `The command ${command} does not use the input "${name}".`)
  const history = isHosted || read('repo') !== '' ? null : completeHistory()
  const { status, file, messages } = await withoutCommands(() => run(command, args))
  return finish(command, { status, file, messages, history })
}

function readCommand(): ActionCommand {
  const given = input('command') || 'generate'
  const command = actionCommands.find((each) => each === given)
  if (!command)
    throw new InputError(
      `The input "command" is "${given.slice(0, 100)}". Use one of ${actionCommands.join(', ')}.`,
    )
  return command
}

/** Completes a shallow clone, unless the workflow forbids it. */
function completeHistory(): FetchedHistory {
  const setting = input('fetch-history') || 'true'
  if (!isTrue('fetch-history', setting)) return null
  const history = fetchHistory(input('dir') || '.')
  if (history?.fetched) console.log('The clone was shallow; its history and tags were fetched.')
  return history
}

interface CommandRun {
  status: number
  /** The answer as JSON; it is empty if the command failed before it had one. */
  file: string
  messages: string
}

/** Runs the program with its output as JSON in a file. */
function run(command: ActionCommand, args: string[]): CommandRun {
  const file = join(mkdtempSync(join(env.RUNNER_TEMP || tmpdir(), 'notewright-')), 'answer.json')
  writeFileSync(file, '')
  const output = command === 'generate' ? ['--output', file] : []
  const { status, stdout, stderr, error } = spawnSync(
    process.execPath,
    [programFile(), ...args, '--json', ...output],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      maxBuffer: 512 * 1024 * 1024,
      encoding: 'utf8',
      env: { ...env, NOTEWRIGHT_TOKEN: input('token'), NOTEWRIGHT_API_KEY: input('api-key') },
    },
  )
  if (error) throw error
  process.stderr.write(stderr)
  if (command !== 'generate') writeFileSync(file, stdout)
  return { status: status ?? 1, file, messages: stderr }
}

/** The program: beside this file in the built action, and in the sources otherwise. */
function programFile(): string {
  const built = join(import.meta.dirname, 'main.js')
  return existsSync(built) ? built : join(import.meta.dirname, '../../src/main.ts')
}

/** Sets the outputs and the exit code, and says beside the step what went wrong. */
function finish(
  command: ActionCommand,
  { status, file, messages, history }: CommandRun & { history: FetchedHistory },
): number {
  const text = readFileSync(file, 'utf8')
  if (text.trim() !== '') {
    setOutput('json', file)
    reportAnswer(command, JSON.parse(text))
  }
  if (status === nothingToRelease) {
    annotate('notice', 'There is nothing to release.')
    addSummary('There is nothing to release.')
    return 0
  }
  if (status === 0) return 0
  annotate('error', errorMessage(messages, status))
  if (status === outdated)
    addSummary('The changelog is out of date. Run `notewright update` and commit the result.')
  if (history?.fetched === false)
    annotate(
      'error',
      `The clone is shallow, and its history could not be fetched (${history.reason}). Set fetch-depth: 0 for actions/checkout.`,
    )
  return status
}

/** The error of the program, without its warnings and progress. */
function errorMessage(messages: string, status: number): string {
  const start = messages.lastIndexOf('notewright: ')
  return start === -1
    ? `The program ended with code ${status}.`
    : messages.slice(start + 'notewright: '.length).trim()
}
