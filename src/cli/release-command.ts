import { planWrites } from '../app/dry-run.ts'
import { keepDraft } from '../app/keep-draft.ts'
import {
  generateProposal,
  generateRelease,
  type PublishedNotes,
  publishRelease,
} from '../app/publish-release.ts'
import { Problem } from '../core/errors.ts'
import type { NextVersion } from '../core/versioning.ts'
import { versionLabel } from '../git/tag.ts'
import { withAutoVersion } from './auto-version.ts'
import type { CliContext } from './cli-context.ts'
import {
  type CommandRequest,
  openCommandRequest,
  printWarnings,
  runCommandRequest,
} from './command-request.ts'
import { withHostedRepository } from './find-hosted-repository.ts'
import { findPackage } from './find-package.ts'
import type { FlagValues } from './flags.ts'
import { printPlannedWrites } from './print-planned-writes.ts'

/** `notewright release`: publishes the notes of a range as a draft release or as a pull request. */
export async function releaseCommand(values: FlagValues, context: CliContext): Promise<void> {
  if (values.has('draft')) checkDraftFlags(values)
  if (values.has('latest') && values.has('no-latest'))
    throw new Problem(
      'invalid_request',
      '--latest and --no-latest cannot be used together. Choose one of them.',
    )
  const hosted = withNextVersion(await withHostedRepository(values, context))
  const opened = await openCommandRequest(hosted, context)
  const { commandRequest, nextVersion } = await withAutoVersion(opened, context)
  const { host, writes } = planWrites(commandRequest.host)
  const isDryRun = values.has('dry-run')
  const used = isDryRun ? { ...commandRequest, host } : commandRequest
  const released = await release(used, nextVersion, context)
  const { warnings, ...published } = released
  const json = () => JSON.stringify({ ...published, nextVersion })
  if (isDryRun) printPlannedWrites(writes, published, { values, context })
  else context.print(values.has('json') ? `${json()}\n` : `${published.url ?? ''}\n`)
  if (values.has('quiet')) return
  printWarnings([...commandRequest.warnings, ...warnings], context)
  if (!isDryRun || writes.length === 0) context.printError(`${summarise(released)}\n`)
}

function checkDraftFlags(values: FlagValues): void {
  const other = ['publish', 'pull-request'].find((name) => values.has(name))
  if (other === undefined) return
  throw new Problem('invalid_request', `--draft and --${other} cannot be used together. Choose one of them.`)
}

/** A draft that is kept current has the next version, unless the flags name a version, a tag or a commit. */
function withNextVersion(values: FlagValues): FlagValues {
  const isNamed = ['version', 'tag', 'to'].some((name) => values.has(name))
  return values.has('draft') && !isNamed ? new Map([...values, ['version', 'auto']]) : values
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
    latest: values.has('latest') ? true : values.has('no-latest') ? false : undefined,
  }
  return runCommandRequest(commandRequest, context, (generateContext) =>
    values.has('pull-request')
      ? generateProposal(update, read('base'), generateContext)
      : generateRelease(
          update,
          { ...options, tag: tag! },
          generateContext,
          values.has('draft') ? keepDraft(request.packageName ?? null) : publishRelease,
        ),
  )
}

function summarise({ kind, action, state }: PublishedNotes): string {
  if (state === 'none') return 'The changelog is up to date; no pull request is needed.'
  const subject = kind === 'release' ? `The release (${state})` : 'The pull request'
  return `${subject} was ${action === 'unchanged' ? 'up to date' : action}.`
}
