import { planWrites } from '../app/dry-run.ts'
import { type DueRelease, type KeptRequest, keepReleaseRequest } from '../app/keep-release-request.ts'
import { findPackages } from '../app/list-packages.ts'
import { accessOf, asBranchWord, generateFileSection } from '../app/publish-release.ts'
import { Problem } from '../core/errors.ts'
import type { Warning } from '../core/warnings.ts'
import { noPackageToRelease, withAutoVersion } from './auto-version.ts'
import { allPackages } from './choose-package.ts'
import type { CliContext } from './cli-context.ts'
import {
  type CommandRequest,
  openCommandRequest,
  printWarnings,
  runCommandRequest,
} from './command-request.ts'
import { withHostedRepository } from './find-hosted-repository.ts'
import type { FlagValues } from './flags.ts'
import { printPlannedWrites } from './print-planned-writes.ts'

/** `notewright release-pr`: keeps one pull request current that adds the next release to the changelogs. */
export async function releasePrCommand(values: FlagValues, context: CliContext): Promise<void> {
  const base = values.has('base') ? String(values.get('base')) : null
  const hosted = await withHostedRepository(values, context)
  const asked: FlagValues = new Map([...hosted, ['to', base ?? 'HEAD']])
  if (!asked.has('version')) asked.set('version', 'auto')
  const opened = await openCommandRequest(asked, context)
  const commands = await splitIntoPackages(opened, context)
  if (commands.length > 1 && opened.request.version !== 'auto') {
    throw new Problem(
      'invalid_request',
      '--version cannot be used for several packages. Name one with --package, or omit --version.',
    )
  }
  const { releases, nothing, warnings } = await collectDue(commands, { values, base, context })
  const isDryRun = values.has('dry-run')
  const planned = planWrites(opened.host)
  const host = isDryRun ? planned.host : opened.host
  const plan = { branch: branchOf(values), base, releases }
  const kept = await runCommandRequest({ ...opened, host }, context, (generateContext) =>
    keepReleaseRequest(host, accessOf(opened.request, generateContext), plan),
  )
  const result = {
    ...kept,
    releases: releases.map(({ packageName, version, path }) => ({ package: packageName, version, path })),
  }
  if (isDryRun) printPlannedWrites(planned.writes, result, { values, context })
  else if (values.has('json')) context.print(`${JSON.stringify(result)}\n`)
  else if (kept.url) context.print(`${kept.url}\n`)
  if (!values.has('quiet')) {
    printWarnings([...opened.warnings, ...warnings], context)
    if (!isDryRun || planned.writes.length === 0) context.printError(`${summarise(kept, releases)}\n`)
  }
  if (releases.length === 0) throw nothing ?? noPackageToRelease()
}

/** One command for each package of the configuration file, unless the flags name one. */
async function splitIntoPackages(opened: CommandRequest, context: CliContext): Promise<CommandRequest[]> {
  const { packageName } = opened.request
  if (packageName !== undefined && packageName !== allPackages) return [opened]
  const names = await runCommandRequest(opened, context, (generateContext) =>
    findPackages(opened.request, generateContext),
  )
  return names.length === 0
    ? [opened]
    : names.map((name) => ({ ...opened, request: { ...opened.request, packageName: name } }))
}

interface DueReleases {
  releases: DueRelease[]
  /** The error of a repository without packages that has nothing to release. */
  nothing: Problem | null
  warnings: Warning[]
}

/** Generates the sections of all packages that have something to release. */
async function collectDue(
  commands: CommandRequest[],
  { values, base, context }: { values: FlagValues; base: string | null; context: CliContext },
): Promise<DueReleases> {
  const due: DueReleases = { releases: [], nothing: null, warnings: [] }
  for (const command of commands) {
    try {
      const { commandRequest } = await withAutoVersion(command, context)
      const { request } = commandRequest
      const date = request.date ?? context.today()
      const path = values.has('file') ? String(values.get('file')) : null
      const update = { ...request, fromRef: null, date, path }
      const {
        warnings,
        fromRef: _start,
        ...notes
      } = await runCommandRequest(commandRequest, context, (generateContext) =>
        generateFileSection(update, base, generateContext),
      )
      const version = request.version!
      due.releases.push({ packageName: request.packageName ?? null, version, date, path: notes.path, notes })
      due.warnings.push(...commandRequest.warnings, ...warnings)
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'nothing_to_release') throw error
      if (commands.length === 1) due.nothing = error
    }
  }
  return due
}

/** The branch is always the same, so that every run finds the pull request of the run before. */
function branchOf(values: FlagValues): string {
  const name = values.get('package')
  if (name === undefined || name === allPackages) return 'notewright/release'
  return `notewright/release-${asBranchWord(String(name)) || 'package'}`
}

function summarise({ action, state }: KeptRequest, releases: DueRelease[]): string {
  const names = releases
    .map(({ packageName, version }) => (packageName === null ? version : `${packageName} ${version}`))
    .join(', ')
  if (action === 'closed') return 'The pull request was closed, because there is nothing to release.'
  if (state === 'none')
    return releases.length === 0
      ? 'No pull request is open.'
      : `The changelog has ${names} already; no pull request is needed.`
  return `The pull request${names === '' ? '' : ` for ${names}`} was ${action === 'unchanged' ? 'up to date' : action}.`
}
