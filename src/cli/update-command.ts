import { join } from 'node:path'
import { checkUpdateSize, describeLargeUpdate, listMissing, outdated } from '../app/check-update.ts'
import { readChosenConfig } from '../app/load-config.ts'
import { unifiedDiff } from '../app/unified-diff.ts'
import {
  type NotesUpdate,
  type UpdateRequest,
  updateAllNotes,
  updateChangelogFile,
} from '../app/update-changelog.ts'
import { Problem } from '../core/errors.ts'
import type { NextVersion } from '../core/versioning.ts'
import type { PackageQuery } from '../git/choose-package.ts'
import { noPackageToRelease, withAutoVersion } from './auto-version.ts'
import { type OpenChangelog, openChangelog, showPath } from './changelog-file.ts'
import { allPackages } from './choose-package.ts'
import type { CliContext } from './cli-context.ts'
import { paintDiff } from './colors.ts'
import {
  type CommandRequest,
  openCommandRequest,
  printWarnings,
  runCommandRequest,
  withoutUnchangedPackages,
} from './command-request.ts'
import { findPackage } from './find-package.ts'
import type { FlagValues } from './flags.ts'
import { splitByPackage } from './split-by-package.ts'

/** What `--json` prints of one changelog. With `--dry-run` and `--check` it says what would be changed. */
export interface UpdatedFile {
  path: string
  package: string | null
  changed: boolean
  releases: { label: string; added: string[]; known: number }[]
  nextVersion: NextVersion | null
  /** Only with `--dry-run`: the update as a unified diff. */
  diff?: string
}

/** `notewright update`: adds the notes of a range to a changelog and keeps the existing text. */
export async function updateCommand(values: FlagValues, context: CliContext): Promise<void> {
  if (values.has('all') && values.has('version')) {
    throw new Problem(
      'invalid_request',
      '--all and --version cannot be used together, because --all takes the versions from the tags. Omit --version.',
    )
  }
  const fields = new Map([...values].filter(([name]) => name !== 'check'))
  const opened = await openCommandRequest(fields, context)
  const files: UpdatedFile[] = []
  try {
    await updateFiles(opened, { values, files }, context)
  } finally {
    if (values.has('json') && files.length > 0) context.print(`${JSON.stringify({ files })}\n`)
  }
}

/** How the command was called, and what it has updated so far. */
interface UpdateRun {
  values: FlagValues
  files: UpdatedFile[]
}

async function updateFiles(opened: CommandRequest, run: UpdateRun, context: CliContext): Promise<void> {
  if (opened.request.packageName !== allPackages) return updateOne(opened, run, context)
  if (run.values.has('file')) {
    throw new Problem(
      'invalid_request',
      "--file cannot be used with --package '*', because each package has its own changelog. Omit --file.",
    )
  }
  await updateEach(await splitByPackage(opened, context), run, context)
}

/**
 * Updates the changelogs of all packages. Packages without a release to make are skipped, and with `--check` all
 * changelogs are looked at before the command fails.
 */
async function updateEach(packages: CommandRequest[], run: UpdateRun, context: CliContext): Promise<void> {
  const problems: Problem[] = []
  for (const each of packages) {
    try {
      await updateOne(each, run, context)
    } catch (error) {
      const isExpected =
        error instanceof Problem && ['nothing_to_release', 'changelog_outdated'].includes(error.code)
      if (!isExpected) throw error
      problems.push(error)
    }
  }
  const outdatedFiles = problems.filter(({ code }) => code === 'changelog_outdated')
  if (outdatedFiles.length > 0)
    throw new Problem('changelog_outdated', outdatedFiles.map(({ message }) => message).join('\n'))
  if (problems.length === packages.length) throw noPackageToRelease()
}

/** Updates the changelog of one package, or of the repository. */
async function updateOne(
  opened: CommandRequest,
  { values, files }: UpdateRun,
  context: CliContext,
): Promise<void> {
  const { commandRequest, nextVersion } = await withAutoVersion(opened, context)
  const changelog = await openFile(commandRequest, context)
  const request = toUpdateRequest(commandRequest, changelog, context)
  const updated = await runCommandRequest(commandRequest, context, (generateContext) =>
    (values.has('all') ? updateAllNotes : updateChangelogFile)(changelog.text, request, generateContext),
  )
  files.push(describeUpdate(commandRequest, { changelog, updated, nextVersion }))
  await applyUpdate(changelog, updated, values, context)
  if (values.has('quiet')) return
  const isOfPackage = isLimited(commandRequest, changelog)
  // The caller named no paths, and a package without changes is nothing unusual.
  const warnings = updated.warnings.filter(({ code }) => !isOfPackage || code !== 'paths-unmatched')
  const shown = values.get('package') === allPackages ? withoutUnchangedPackages(warnings) : warnings
  printWarnings([...commandRequest.warnings, ...shown], context)
  if (isOfPackage)
    context.printError(`Only changes in ${changelog.package.folder} are included. Use --paths for others.\n`)
  context.printError(`${summarise(showPath(changelog.file.path), updated)}\n`)
}

function describeUpdate(
  { request, flags: values }: CommandRequest,
  {
    changelog: { file, text },
    updated,
    nextVersion,
  }: { changelog: OpenChangelog; updated: NotesUpdate; nextVersion: NextVersion | null },
): UpdatedFile {
  const before = file.bytes === null ? null : text
  return {
    path: showPath(file.path),
    package: request.packageName ?? null,
    changed: updated.changed,
    releases: updated.releases
      .filter(({ action }) => action !== 'unchanged')
      .map(({ label, added, known }) => ({ label, added: [...added], known })),
    nextVersion,
    ...(values.has('dry-run') ? { diff: unifiedDiff(file.pathInTree, before, updated.text) } : {}),
  }
}

/** Writes the update, or only shows it. */
async function applyUpdate(
  { file, text }: OpenChangelog,
  updated: NotesUpdate,
  values: FlagValues,
  context: CliContext,
): Promise<void> {
  if (!updated.changed) return
  const path = showPath(file.path)
  const isJson = values.has('json')
  if (values.has('dry-run') && !isJson) {
    const before = file.bytes === null ? null : text
    context.print(paintDiff(unifiedDiff(file.pathInTree, before, updated.text), context.colors.output))
  }
  if (values.has('check')) {
    if (!values.has('dry-run') && !isJson) context.print(listMissing(updated))
    throw outdated(path, updated)
  }
  if (values.has('dry-run')) return warnAboutSize(text, updated, values, context)
  if (!values.has('yes') && !values.has('from')) checkUpdateSize(path, text, updated)
  await file.replace(updated.text)
}

/** Says that the update that was only shown needs a confirmation. */
function warnAboutSize(before: string, updated: NotesUpdate, values: FlagValues, context: CliContext): void {
  const size = values.has('yes') || values.has('from') ? null : describeLargeUpdate(before, updated)
  if (size === null) return
  context.printError(
    `${context.colors.error('warning', 'warning:')} The update adds ${size}. To write it, name the start with --from, or use --yes.\n`,
  )
}

/** A changelog and the package that it belongs to. */
interface PackageChangelog extends OpenChangelog {
  package: PackageQuery
}

/** Whether only the changes of the changelog's own package are included, because the caller named no paths. */
function isLimited(
  { request }: CommandRequest,
  { package: { folder, hasManifest } }: PackageChangelog,
): boolean {
  return request.packageName === undefined && request.paths.length === 0 && folder !== '' && hasManifest
}

function toUpdateRequest(
  commandRequest: CommandRequest,
  changelog: PackageChangelog,
  context: CliContext,
): UpdateRequest {
  const { flags: values, request } = commandRequest
  // A version that is named without a tag is being released today.
  const isNewRelease = request.version !== null && request.date === null && request.toRef === 'HEAD'
  return {
    ...request,
    fromRef: values.has('from') ? request.fromRef : null,
    date: isNewRelease ? context.today() : request.date,
    paths: isLimited(commandRequest, changelog) ? [changelog.package.folder] : request.paths,
    path: changelog.file.pathInTree,
    package: changelog.package,
  }
}

/** The changelog that the configuration of the clone names; null if it names none. */
async function configuredFile(request: CommandRequest['request']): Promise<string | null> {
  return (await readChosenConfig(request))?.config.changelog?.file ?? null
}

/** Opens the changelog of a clone; for a repository on a host, a file in the current folder. */
async function openFile(
  { flags: values, request }: CommandRequest,
  context: CliContext,
): Promise<PackageChangelog> {
  const file = values.has('file') ? String(values.get('file')) : null
  const configured = file === null ? await configuredFile(request) : null
  const { paths } = request
  if (values.has('repo')) {
    const folder = (await context.resolvePath('.'))!
    const search = { root: null, folder, paths: [], file, fileOption: '--file', repoFullName: null }
    const [path = ''] = paths.length === 1 ? paths : []
    return { ...(await openChangelog(search, context)), package: await findPackage(`${path}/x`, null) }
  }
  const folder = await context.resolvePath(String(values.get('dir') ?? '.'))
  const clone = folder && (await context.openClone(folder))
  const root = clone && (await context.resolvePath(clone.root))
  // The request was opened from the same clone just before.
  if (!root) throw new Problem('repository_not_found', `The clone at ${folder} was removed.`)
  const { repoFullName } = request
  const search = {
    ...{ root, folder, paths, fileOption: '--file', repoFullName },
    file: file ?? (configured && join(root, configured)),
  }
  const opened = await openChangelog(search, context)
  const path = paths.length === 1 ? `${paths[0]}/x` : opened.file.pathInTree
  return { ...opened, package: await findPackage(path, { root, context }) }
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
