import { generateProposal, generateRelease, type PublishedNotes } from '../app/publish-release.ts'
import { Problem } from '../core/errors.ts'
import type { NextVersion } from '../core/versioning.ts'
import { versionLabel } from '../git/tag.ts'
import { withAutoVersion } from './auto-version.ts'
import type { CliContext } from './cli-context.ts'
import {
  type CommandRequest,
  configFlags,
  limitFlag,
  openCommandRequest,
  printWarnings,
  quietFlag,
  releaseFlags,
  runCommandRequest,
} from './command-request.ts'
import { findPackage } from './find-package.ts'
import { cliFlag, parseFlags } from './flags.ts'
import { commandHelp } from './help.ts'

const flags = [
  ...releaseFlags,
  cliFlag('tag', 'TAG', 'The tag of the release. Default: the tag at --to.'),
  cliFlag('name', 'NAME', 'The title of the release. Default: the tag.'),
  cliFlag('prerelease', null, 'Mark the release as a pre-release.'),
  cliFlag('publish', null, 'Publish the release instead of saving it as a draft. GitLab has no drafts.'),
  cliFlag('pull-request', null, 'Open a pull request that updates the changelog instead.'),
  cliFlag(
    'file',
    'FILE',
    "The changelog that the pull request updates. Default: the repository's changelog, or CHANGELOG.md.",
  ),
  cliFlag('base', 'BRANCH', 'The base branch of the pull request. Default: the default branch.'),
  cliFlag('json', null, 'Print the result as JSON instead of only its URL.'),
  ...configFlags,
  limitFlag,
  quietFlag,
  cliFlag('help', null, 'Show this help.'),
]

/** `notewright release`: publishes the notes of a range as a draft release or as a pull request. */
export async function releaseCommand(args: string[], context: CliContext): Promise<void> {
  const values = parseFlags(args, flags, 'release')
  if (values.has('help')) return context.print(help())
  if (!values.has('repo')) {
    throw new Problem(
      'invalid_request',
      'A release needs a repository on a host. Name it with --repo OWNER/REPO, and the host with --host.',
    )
  }
  const opened = await openCommandRequest(values, context)
  const { commandRequest, nextVersion } = await withAutoVersion(opened, context)
  const released = await release(commandRequest, nextVersion, context)
  const { warnings, ...published } = released
  const json = () => JSON.stringify({ ...published, nextVersion })
  context.print(values.has('json') ? `${json()}\n` : `${published.url ?? ''}\n`)
  if (values.has('quiet')) return
  printWarnings([...commandRequest.warnings, ...warnings], context)
  context.printError(`${summarise(released)}\n`)
}

async function release(
  commandRequest: CommandRequest,
  nextVersion: NextVersion | null,
  context: CliContext,
): Promise<PublishedNotes> {
  const { flags: values, request } = commandRequest
  const read = (name: string) => (values.has(name) ? String(values.get(name)) : null)
  const tag = read('tag') ?? nextVersion?.tag ?? (request.toRef === 'HEAD' ? null : request.toRef)
  if (tag === null && !values.has('pull-request')) {
    throw new Problem(
      'invalid_request',
      'A release needs a tag. Name it with --tag or with --to, or use --version auto.',
    )
  }
  // The tag may not exist yet; its name still contains the version.
  const version =
    request.version ?? (request.toRef === 'HEAD' ? (tag === null ? null : versionLabel(tag)) : null)
  const date = request.date ?? (version !== null && request.toRef === 'HEAD' ? context.today() : null)
  const path = read('file')
  const [onlyPath] = request.paths.length === 1 ? request.paths : []
  const update = {
    ...request,
    fromRef: values.has('from') ? request.fromRef : null,
    version,
    date,
    path,
    package: await findPackage(onlyPath === undefined ? (path ?? 'CHANGELOG.md') : `${onlyPath}/x`, null),
  }
  const isPreReleaseVersion = nextVersion !== null && /-/.test(nextVersion.version!)
  const options = {
    name: read('name'),
    prerelease: values.has('prerelease') || isPreReleaseVersion,
    publish: values.has('publish'),
  }
  return runCommandRequest(commandRequest, context, (generateContext) =>
    values.has('pull-request')
      ? generateProposal(update, read('base'), generateContext)
      : generateRelease(update, { ...options, tag: tag! }, generateContext),
  )
}

function summarise({ kind, action, state }: PublishedNotes): string {
  if (state === 'none') return 'The changelog is up to date; no pull request is needed.'
  const subject = kind === 'release' ? `The release (${state})` : 'The pull request'
  return `${subject} was ${action === 'unchanged' ? 'up to date' : action}.`
}

function help(): string {
  return commandHelp({
    usage: 'notewright release --repo OWNER/REPO [--host NAME] [flags]',
    description:
      'Creates a draft release with the notes of a range, or a pull request that updates the changelog, with the token from the environment. Nothing is published without --publish. A second run adds only new entries.',
    flags,
    examples: [
      'notewright release --repo acme/widget --to v1.5.0',
      'notewright release --repo acme/widget --tag v1.5.0 --publish',
      'notewright release --repo acme/widget --pull-request --version 1.5.0',
    ],
  })
}
