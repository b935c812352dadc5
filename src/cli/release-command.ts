import { proposeNotes, type ReleasedNotes, releaseNotes } from '../app/release-notes.ts'
import { Problem } from '../core/errors.ts'
import { versionLabel } from '../git/tag.ts'
import type { CliContext } from './cli-context.ts'
import { inFlagWords, ownFlag, readFlags } from './flags.ts'
import { commandHelp } from './help.ts'
import {
  type Given,
  limitFlag,
  quietFlag,
  releaseFlags,
  type Source,
  sourceOf,
  tellFrom,
} from './read-source.ts'

const flags = [
  ...releaseFlags,
  ownFlag('tag', 'TAG', 'The tag of the release. Default: the tag that --to names.'),
  ownFlag('name', 'NAME', 'The title of the release. Default: the tag.'),
  ownFlag('prerelease', null, 'Mark it as a pre-release.'),
  ownFlag('publish', null, 'Show it to everybody; else it is a draft. GitLab has no drafts.'),
  ownFlag('pull-request', null, 'Open a pull request that updates the changelog instead.'),
  ownFlag('file', 'FILE', 'The changelog of the pull request. Default: CHANGELOG.md.'),
  ownFlag('base', 'BRANCH', 'The branch the pull request is for. Default: the default branch.'),
  ownFlag('json', null, 'Print what was done as JSON; else the address alone is printed.'),
  limitFlag,
  quietFlag,
  ownFlag('help', null, 'Show this help.'),
]

/** `notewright release`: the notes of a range, as a draft release or as a pull request. */
export async function releaseCommand(words: string[], context: CliContext): Promise<void> {
  const given = readFlags(words, flags, 'release')
  if (given.has('help')) return context.print(help())
  if (!given.has('repo')) {
    throw new Problem(
      'invalid_request',
      'A release is made on a host: name the repository with --repo OWNER/REPO, and the host with --host.',
    )
  }
  const source = await sourceOf(given, context)
  const released = await release(given, source, context)
  const { warnings, ...published } = released
  context.print(given.has('json') ? `${JSON.stringify(published)}\n` : `${published.url ?? ''}\n`)
  if (given.has('quiet')) return
  for (const { detail } of [...source.read.warnings, ...warnings])
    context.complain(`warning: ${inFlagWords(detail)}\n`)
  context.complain(`${sentence(released)}\n`)
}

async function release(given: Given, source: Source, context: CliContext): Promise<ReleasedNotes> {
  const { request } = source.read
  const text = (name: string) => (given.has(name) ? String(given.get(name)) : null)
  const tag = text('tag') ?? (request.toRef === 'HEAD' ? null : request.toRef)
  if (tag === null && !given.has('pull-request')) {
    throw new Problem('invalid_request', 'A release needs a tag: name it with --tag, or with --to.')
  }
  // A tag that is still to be made gives the version all the same.
  const version =
    request.version ?? (request.toRef === 'HEAD' ? (tag === null ? null : versionLabel(tag)) : null)
  const date = request.date ?? (version !== null && request.toRef === 'HEAD' ? context.today() : null)
  const path = text('file') ?? 'CHANGELOG.md'
  const asked = { ...request, fromRef: given.has('from') ? request.fromRef : null, version, date, path }
  const options = { name: text('name'), prerelease: given.has('prerelease'), publish: given.has('publish') }
  return tellFrom({ given, source, context }, (outside) =>
    given.has('pull-request')
      ? proposeNotes(asked, text('base'), outside)
      : releaseNotes(asked, { ...options, tag: tag! }, outside),
  )
}

function sentence({ kind, action, state }: ReleasedNotes): string {
  const what = kind === 'release' ? `The release (${state})` : 'The pull request'
  if (state === 'none') return 'The changelog has it all: no pull request is needed.'
  return `${what} was ${action === 'unchanged' ? 'up to date' : action}.`
}

function help(): string {
  return commandHelp({
    usage: 'notewright release --repo OWNER/REPO [--host NAME] [flags]',
    about:
      'Makes a draft release of the notes of a range, or a pull request that updates the changelog, with the token of the environment. Nothing is published unless --publish says so; running twice adds only what is new.',
    flags,
    examples: [
      'notewright release --repo acme/widget --to v1.5.0',
      'notewright release --repo acme/widget --tag v1.5.0 --publish',
      'notewright release --repo acme/widget --pull-request --version 1.5.0',
    ],
  })
}
