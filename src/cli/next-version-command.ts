import { findNextVersion } from '../app/next-version.ts'
import type { NextVersion } from '../core/versioning.ts'
import { nothingToRelease } from './auto-version.ts'
import type { CliContext } from './cli-context.ts'
import {
  configFlags,
  dirFlag,
  fieldFlags,
  limitFlag,
  openCommandRequest,
  printWarnings,
  quietFlag,
  runCommandRequest,
} from './command-request.ts'
import { cliFlag, parseFlags } from './flags.ts'
import { commandHelp } from './help.ts'

const usedFields = new Set(['repo', 'to', 'host', 'channel', 'date', 'paths', 'audience', 'no-diffs'])

const flags = [
  dirFlag,
  ...fieldFlags
    .filter(({ name }) => usedFields.has(name))
    .map((flag) => ({ ...flag, describe: () => descriptions.get(flag.name) ?? flag.describe() })),
  ...configFlags,
  cliFlag('tag', null, 'Print the tag instead of the version.'),
  cliFlag('json', null, 'Print the version, its tag, the release it follows and the reasons as JSON.'),
  limitFlag,
  quietFlag,
  cliFlag('help', null, 'Show this help.'),
]

const descriptions = new Map([
  ['to', 'The commit to release. Default: HEAD.'],
  ['channel', 'Propose a pre-release of this channel, such as rc.'],
  ['date', 'The day of the release for calendar versions, YYYY-MM-DD. Default: today.'],
])

/** `notewright next-version`: prints the version that the changes since the last release call for. */
export async function nextVersionCommand(args: string[], context: CliContext): Promise<void> {
  const values = parseFlags(args, flags, 'next-version')
  if (values.has('help')) return context.print(help())
  const commandRequest = await openCommandRequest(values, context)
  const { request } = commandRequest
  const { nextVersion, range, warnings } = await runCommandRequest(
    commandRequest,
    context,
    (generateContext) =>
      findNextVersion({ ...request, date: request.date ?? context.today() }, generateContext),
  )
  if (values.has('json')) context.print(`${JSON.stringify(nextVersion)}\n`)
  else if (nextVersion.version !== null)
    context.print(`${values.has('tag') ? nextVersion.tag : nextVersion.version}\n`)
  if (!values.has('quiet')) {
    context.printError(describeReasons(nextVersion))
    printWarnings([...commandRequest.warnings, ...warnings], context)
  }
  if (nextVersion.version === null) throw nothingToRelease(nextVersion, range.toRef)
}

const shownReasons = 5

function describeReasons({ version, previous, bump, reasons }: NextVersion): string {
  if (version === null) return ''
  const follows = previous === null ? 'the first release' : `${bump}, after ${previous.version}`
  const lines = reasons.slice(0, shownReasons).map(({ id, detail }) => `  ${id}  ${detail}\n`)
  const more = reasons.length - lines.length
  return `${version} (${follows}):\n${lines.join('')}${more > 0 ? `  and ${more} more\n` : ''}`
}

function help(): string {
  return commandHelp({
    usage: 'notewright next-version [--dir PATH | --repo OWNER/REPO] [flags]',
    description:
      'Prints the version that the changes since the last release call for, and the reasons on standard error. Exits with code 7 and prints nothing if there is nothing to release.',
    flags,
    examples: [
      'notewright next-version',
      'notewright next-version --channel rc',
      'npm version "$(notewright next-version --quiet)"',
      'git tag "$(notewright next-version --tag --quiet)"',
    ],
  })
}
