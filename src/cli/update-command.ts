import { relative, sep } from 'node:path'
import {
  type NotesUpdate,
  outdated,
  type UpdateRequest,
  updateAllNotes,
  updateChangelogFile,
} from '../app/update-changelog.ts'
import { Problem } from '../core/errors.ts'
import { findChangelogFile, readText } from './changelog-file.ts'
import type { CliContext } from './cli-context.ts'
import {
  type CommandRequest,
  dirFlag,
  limitFlag,
  openCommandRequest,
  printWarnings,
  quietFlag,
  releaseFlags,
  runCommandRequest,
} from './command-request.ts'
import { cliFlag, type FlagValues, parseFlags } from './flags.ts'
import { commandHelp } from './help.ts'

const flags = [
  dirFlag,
  ...releaseFlags,
  cliFlag('file', 'FILE', "The changelog. Default: the repository's changelog, or CHANGELOG.md."),
  cliFlag('all', null, 'Add the sections of all releases that are missing, in one pass over the history.'),
  cliFlag('check', null, 'Change nothing; exit with code 6 if the file is out of date.'),
  limitFlag,
  quietFlag,
  cliFlag('help', null, 'Show this help.'),
]

/** `notewright update`: adds the notes of a range to a changelog and keeps the existing text. */
export async function updateCommand(args: string[], context: CliContext): Promise<void> {
  const values = parseFlags(args, flags, 'update')
  if (values.has('help')) return context.print(help())
  if (values.has('all') && values.has('version')) {
    throw new Problem(
      'invalid_request',
      '--all and --version cannot be used together, because --all takes the versions from the tags. Omit --version.',
    )
  }
  const commandRequest = await openCommandRequest(values, context)
  const { path, pathInRepository } = await findFile(values, context)
  const before = await readText(path, context)
  const request = toUpdateRequest(commandRequest, pathInRepository, context)
  const updated = await runCommandRequest(commandRequest, context, (generateContext) =>
    (values.has('all') ? updateAllNotes : updateChangelogFile)(before, request, generateContext),
  )
  if (values.has('check')) {
    if (updated.changed) throw outdated(path, updated)
  } else if (updated.changed)
    await context.replaceFile(path, updated.text, 'Choose another file with --file.')
  if (values.has('quiet')) return
  printWarnings([...commandRequest.warnings, ...updated.warnings], context)
  context.printError(`${summarise(path, updated)}\n`)
}

function toUpdateRequest(
  { flags: values, request }: CommandRequest,
  path: string,
  context: CliContext,
): UpdateRequest {
  // A version that is named without a tag is being released today.
  const isNewRelease = request.version !== null && request.date === null && request.toRef === 'HEAD'
  const fromRef = values.has('from') ? request.fromRef : null
  return { ...request, fromRef, date: isNewRelease ? context.today() : request.date, path }
}

/** Returns the named changelog, or the one at the root of the clone, and its path in the repository. */
async function findFile(
  values: FlagValues,
  context: CliContext,
): Promise<{ path: string; pathInRepository: string }> {
  const folder = values.has('repo') ? '.' : String(values.get('dir') ?? '.')
  const root = values.has('repo') ? '.' : ((await context.openClone(folder))?.root ?? folder)
  const named = values.get('file')
  const path = named === undefined ? await findChangelogFile(root, context) : String(named)
  return { path, pathInRepository: relative(root, path).replaceAll(sep, '/') }
}

function summarise(path: string, { changed, releases }: NotesUpdate): string {
  if (!changed) return `${path} is up to date.`
  const lines = releases
    .filter(({ action }) => action !== 'unchanged')
    .map(({ label, added, known }) => {
      const kept = known === 0 ? '' : `, ${known} already present`
      return `${label} (${added.length === 1 ? '1 entry' : `${added.length} entries`} added${kept})`
    })
  return `${path}: ${lines.length === 0 ? 'links added' : lines.join('; ')}.`
}

function help(): string {
  return commandHelp({
    usage: 'notewright update [--dir PATH | --repo OWNER/REPO] [flags]',
    description:
      'Adds the notes of all changes since the last release to the changelog, under Unreleased or under a version. Existing text is never modified, and a second run changes nothing.',
    flags,
    examples: [
      'notewright update',
      'notewright update --version 1.5.0',
      'notewright update --to v1.5.0 --file HISTORY.md',
      'notewright update --all',
      'notewright update --check',
    ],
  })
}
