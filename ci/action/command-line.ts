/** What the action can run. `check` is `update --check`. */
export type ActionCommand = 'generate' | 'update' | 'check' | 'release' | 'release-pr'

export const actionCommands: ActionCommand[] = ['generate', 'update', 'check', 'release', 'release-pr']

/** Reads an input of the action; empty if it was not given. */
export type ReadInput = (name: string) => string

/** The arguments of the program, and the inputs that the command does not use. */
export interface CommandLine {
  args: string[]
  unused: string[]
}

const rangeInputs = ['from', 'to', 'version', 'package', 'channel', 'date', 'config']
const writingInputs = [
  ...['writer', 'model', 'areas', 'audience', 'language', 'instructions', 'paths'],
  ...['summary', 'highlights', 'diffs'],
]
const fileInputs = ['dir', 'repo', 'host', 'file', ...rangeInputs, ...writingInputs]
const hostInputs = ['repo', 'host', ...rangeInputs, ...writingInputs, 'check']
const withoutRange = (name: string) => name !== 'from' && name !== 'to'

const inputsOf: Record<ActionCommand, string[]> = {
  generate: [
    ...['dir', 'repo', 'host', ...rangeInputs, ...writingInputs],
    ...['check', 'format', 'part', 'latest', 'unreleased'],
  ],
  update: [...fileInputs, 'all'],
  check: [...fileInputs, 'all'],
  release: [...hostInputs, 'tag', 'name', 'draft', 'prerelease', 'publish'],
  'release-pr': [...hostInputs.filter(withoutRange), 'file', 'base'],
}

const switches = new Set([
  ...['summary', 'highlights', 'latest', 'unreleased', 'all', 'draft', 'prerelease', 'publish'],
])
/** Inputs with a default, which are not reported as unused. */
const withDefault = new Set(['dir'])

/** Translates the inputs of the action into a command line of the program. */
export function commandLine(command: ActionCommand, names: string[], read: ReadInput): CommandLine {
  const used = new Set(inputsOf[command])
  // Notes for a host are read from the host, not from the clone.
  if (read('repo') !== '' || !used.has('dir')) used.delete('dir')
  const given = names.filter((name) => read(name) !== '')
  const args = given.filter((name) => used.has(name)).flatMap((name) => flagsOf(name, read(name)))
  const known = new Set(Object.values(inputsOf).flat())
  return {
    args: [...(command === 'check' ? ['update', '--check'] : [command]), ...args],
    unused: given.filter((name) => known.has(name) && !used.has(name) && !withDefault.has(name)),
  }
}

/** The flags of one input. The value is part of the same argument, so that it can never become a flag of its own. */
function flagsOf(name: string, value: string): string[] {
  if (switches.has(name)) return isTrue(name, value) ? [`--${name}`] : []
  if (name === 'diffs') return isTrue(name, value) ? [] : ['--no-diffs']
  if (name === 'config') return value === 'none' ? ['--no-config'] : [`--config=${value}`]
  if (name === 'paths') return listLines(value).map((line) => `--paths=${line}`)
  return [`--${name}=${value}`]
}

/** Whether a switch is on. As in YAML, only true and false are accepted. */
export function isTrue(name: string, value: string): boolean {
  if (/^true$/i.test(value)) return true
  if (/^false$/i.test(value)) return false
  throw new InputError(`The input "${name}" is "${value.slice(0, 100)}". Use true or false.`)
}

/** An input that the action cannot use. */
export class InputError extends Error {}

function listLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
