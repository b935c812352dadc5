import { relative, sep } from 'node:path'
import { type NotesUpdate, outdated, updateAllNotes, updateChangelogFile } from '../app/update-changelog.ts'
import { Problem } from '../core/errors.ts'
import { findChangelogFile, readText } from './changelog-file.ts'
import type { CliContext } from './cli-context.ts'
import { inFlagWords, ownFlag, readFlags } from './flags.ts'
import { commandHelp } from './help.ts'
import {
  dirFlag,
  type Given,
  limitFlag,
  quietFlag,
  releaseFlags,
  type Source,
  sourceOf,
  tellFrom,
} from './read-source.ts'

const flags = [
  dirFlag,
  ...releaseFlags,
  ownFlag('file', 'FILE', 'The changelog. Default: the one of the repository, else CHANGELOG.md.'),
  ownFlag('all', null, 'Add the sections of all releases that the file lacks, in one read of the history.'),
  ownFlag('check', null, 'Change nothing; end with 6 when the file is not up to date.'),
  limitFlag,
  quietFlag,
  ownFlag('help', null, 'Show this help.'),
]

/** `notewright update`: the notes of a range, put into a changelog that keeps what people wrote. */
export async function updateCommand(words: string[], context: CliContext): Promise<void> {
  const given = readFlags(words, flags, 'update')
  if (given.has('help')) return context.print(help())
  if (given.has('all') && given.has('version')) {
    throw new Problem('invalid_request', '--all takes the versions from the tags: leave out --version.')
  }
  const source = await sourceOf(given, context)
  const { path, inRepository } = await fileOf(given, context)
  const before = await readText(path, context)
  const asked = { ...requestOf(given, source, context), path: inRepository }
  const updated = await tellFrom({ given, source, context }, (outside) =>
    (given.has('all') ? updateAllNotes : updateChangelogFile)(before, asked, outside),
  )
  if (given.has('check')) {
    if (updated.changed) throw outdated(path, updated)
  } else if (updated.changed)
    await context.replaceFile(path, updated.text, 'Choose another file with --file.')
  if (given.has('quiet')) return
  for (const { detail } of [...source.read.warnings, ...updated.warnings])
    context.complain(`warning: ${inFlagWords(detail)}\n`)
  context.complain(`${summary(path, updated)}\n`)
}

function requestOf(given: Given, { read: { request } }: Source, context: CliContext) {
  // Who names a version without a tag is making the release.
  const isMade = request.version !== null && request.date === null && request.toRef === 'HEAD'
  const fromRef = given.has('from') ? request.fromRef : null
  return { ...request, fromRef, date: isMade ? context.today() : request.date }
}

/** The changelog that is named, or the one at the root of the clone; and where it lies in the repository. */
async function fileOf(given: Given, context: CliContext): Promise<{ path: string; inRepository: string }> {
  const folder = given.has('repo') ? '.' : String(given.get('dir') ?? '.')
  const root = given.has('repo') ? '.' : ((await context.openClone(folder))?.root ?? folder)
  const named = given.get('file')
  const path = named === undefined ? await findChangelogFile(root, context) : String(named)
  return { path, inRepository: relative(root, path).replaceAll(sep, '/') }
}

function summary(path: string, { changed, releases }: NotesUpdate): string {
  if (!changed) return `${path} is up to date.`
  const lines = releases
    .filter(({ action }) => action !== 'unchanged')
    .map(({ label, added, known }) => {
      const kept = known === 0 ? '' : `, ${known} there already`
      return `${label} (${added.length === 1 ? 'one entry' : `${added.length} entries`}${kept})`
    })
  return `${path}: ${lines.length === 0 ? 'addresses added' : lines.join('; ')}.`
}

function help(): string {
  return commandHelp({
    usage: 'notewright update [--dir PATH | --repo OWNER/REPO] [flags]',
    about:
      'Puts the notes of what came after the last release into the changelog, under Unreleased or under a version. What people wrote there stays byte for byte; running twice changes nothing.',
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
