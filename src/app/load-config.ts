import { createHash } from 'node:crypto'
import { type Fault, Problem } from '../core/errors.ts'
import { type Format, formats } from '../core/format.ts'
import type { ChangelogFile } from '../core/project-files.ts'
import { latestRelease } from '../core/release-words.ts'
import type { Repository } from '../core/repository.ts'
import {
  type ConfigChoice,
  type ConfigReport,
  type PackagePaths,
  printsTitles,
  type RepositoryConfig,
} from '../core/repository-config.ts'
import type { ConfigurableField, ResolvedRequest } from '../core/request.ts'
import { type Warning, warn } from '../core/warnings.ts'
import { releasesOfPackage } from '../git/release-candidates.ts'
import { usesReleaseWord } from '../history/release-words.ts'
import { resolveRange } from '../history/resolve-range.ts'
import { suggestName } from '../text/suggest-name.ts'
import { readRepositoryConfig } from './read-repository-config.ts'
import { versionSettings } from './version-settings.ts'

/** A configuration that was read, and where it is from. */
export interface LoadedConfig extends Omit<ConfigReport, 'unused'> {
  /** With a package: its own configuration, in which its keys replace those of the file. */
  config: RepositoryConfig
  /** The packages whose changes are included; null for the whole repository. */
  packages: PackagePaths[] | null
  /** The names of all packages of the file. */
  packageNames: string[]
  /** The packages that are released together with the chosen one, itself included. */
  releasedTogether: PackagePaths[]
  warnings: Warning[]
}

/** No configuration. */
const noConfig: LoadedConfig = {
  source: 'none',
  path: null,
  sha: null,
  digest: null,
  package: null,
  config: {},
  packages: null,
  packageNames: [],
  releasedTogether: [],
  warnings: [],
}

/** What decides which configuration is used. */
export type ConfigSelection = Pick<ResolvedRequest, 'config' | 'packageName'>

/** Reads the configuration that a request names; null if it names none, so that the file of the repository is used. */
export async function readChosenConfig({
  config: choice,
  packageName,
}: ConfigSelection): Promise<LoadedConfig | null> {
  const chosen = await readChoice(choice)
  return chosen && choosePackage(chosen, packageName)
}

async function readChoice(choice: ConfigChoice | undefined): Promise<LoadedConfig | null> {
  if (choice === undefined) return null
  if (choice === 'none') return noConfig
  if (choice.source === 'request') return readRequestConfig(choice.value)
  return readFile(choice, choice.others, null)
}

/** Reads the configuration file at the end of a range. */
export async function readCommitConfig(
  [file, ...others]: ChangelogFile[],
  sha: string,
): Promise<LoadedConfig> {
  if (!file) return noConfig
  return readFile(
    file,
    others.map(({ path }) => path),
    sha,
  )
}

/**
 * Reads the configuration that decides which tags are releases. A request that names its refs does not need it: its
 * configuration is read together with everything else.
 */
export async function readEarlyConfig(
  repository: Repository,
  request: Pick<ResolvedRequest, 'fromRef' | 'toRef' | 'version'> & ConfigSelection,
): Promise<LoadedConfig | null> {
  const chosen = await readChosenConfig(request)
  const { packageName, version } = request
  const isNeeded = usesReleaseWord(request) || version === 'auto' || packageName !== undefined
  if (chosen || !isNeeded) return chosen
  const { files, sha, unread } = await readConfigFiles(repository, request.toRef)
  if (unread !== null && packageName !== undefined) throw unreadConfig(unread)
  return choosePackage(await readCommitConfig(files, sha), packageName)
}

/** Reads the files of a commit that can be the configuration, the one that is used first; `unread` says why it failed. */
export async function readConfigFiles(
  repository: Repository,
  ref: string,
): Promise<{ files: ChangelogFile[]; sha: string; unread: string | null }> {
  const toRef = ref === latestRelease ? 'HEAD' : ref
  const { range } = await resolveRange(repository, { fromRef: null, toRef, version: null, date: null })
  const { configFiles, warnings } = await repository.details([], range.toSha)
  const unread = warnings.find(({ code }) => code === 'changelog-unread')?.detail ?? null
  return { files: configFiles, sha: range.toSha, unread }
}

/** The problem of a configuration file that a request needs and that the host did not return. */
export function unreadConfig(detail: string): Problem {
  return new Problem('host_unusable', `${detail} Try again, or send the configuration in \`config\`.`)
}

/** Returns the configuration of a package; that of the file if none is named. */
async function choosePackage(loaded: LoadedConfig, name: string | undefined): Promise<LoadedConfig> {
  if (name === undefined) return loaded
  const { resolvePackage } = await import('../config/repository/resolve-package.ts')
  const found = resolvePackage(loaded.config, name)
  if (!found) throw unknownPackage(name, loaded.config)
  const { config, paths, releasedTogether } = found
  return { ...loaded, package: name, config, packages: [paths], releasedTogether }
}

/** The problem of a package that the configuration does not have. */
export function unknownPackage(name: string, { packages = [] }: RepositoryConfig): Problem {
  const known = packages.map((each) => each.name)
  const nearest = suggestName(name, known)
  const shown = JSON.stringify(name.slice(0, 60))
  if (known.length === 0)
    return invalidField([
      { pointer: '#/package', detail: `${shown} is not known: the configuration has no packages` },
    ])
  const advice =
    nearest === null ? `must be one of ${listNames(known)}` : `did you mean ${JSON.stringify(nearest)}?`
  return invalidField([{ pointer: '#/package', detail: `${shown} is not a package; ${advice}` }])
}

/**
 * Rejects a range that starts at a release if only the packages of a repository have releases and the request names
 * no package.
 */
export async function checkPackageIsChosen(
  repository: Pick<Repository, 'tags' | 'fullName'>,
  loaded: LoadedConfig | null,
): Promise<void> {
  const { config, packages } = loaded ?? noConfig
  if (packages !== null || (config.packages ?? []).length === 0) return
  const { tags: rules } = versionSettings(config)
  const { fullName: repoFullName } = repository
  const own = releasesOfPackage(await repository.tags(), { scope: '', repoFullName, rules })
  if (own.length > 0) return
  const names = listNames(config.packages!.map(({ name }) => name))
  throw invalidField([
    {
      pointer: '#/package',
      detail: `is required, because only the packages of ${repoFullName} have releases; choose one of ${names}`,
    },
  ])
}

const shownNames = 20

function listNames(names: string[]): string {
  const more = names.length - shownNames
  return `${names.slice(0, shownNames).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

async function readFile(
  { path, text }: ChangelogFile,
  others: string[],
  sha: string | null,
): Promise<LoadedConfig> {
  // Most repositories have no such file: its reader is loaded when one has.
  const { config, errors } = await readRepositoryConfig(text, path)
  if (config === null) {
    const { invalidConfig } = await import('../config/repository/config-problem.ts')
    throw invalidConfig(path, errors)
  }
  const warnings = others.length === 0 ? [] : [warn('config-several', { used: path, others })]
  return { ...noConfig, source: 'file', path, sha, digest: digestOf(text), ...named(config), warnings }
}

async function readRequestConfig(value: Record<string, unknown>): Promise<LoadedConfig> {
  const text = JSON.stringify(value)
  const { config, errors } = await readRepositoryConfig(text, 'config.json')
  if (config === null)
    throw invalidField(
      errors.map(({ pointer, detail }) => ({ pointer: `#/config${pointer.slice(1)}`, detail })),
    )
  return { ...noConfig, source: 'request', digest: digestOf(text), ...named(config) }
}

/** A configuration of a file with the names of its packages, which that of one package does not have. */
function named(config: RepositoryConfig): Pick<LoadedConfig, 'config' | 'packageNames'> {
  return { config, packageNames: (config.packages ?? []).map(({ name }) => name) }
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function invalidField(faults: Fault[]): Problem {
  const [{ pointer, detail }] = faults as [Fault]
  const rest = faults.length > 1 ? ` ${faults.length} errors were found; \`errors\` lists all of them.` : ''
  return new Problem('invalid_request', `Invalid field \`${pointer.slice(2)}\`: ${detail}.${rest}`, {
    faults,
  })
}

/** What an answer says about the configuration that was used. */
export function reportConfig(
  {
    config: _config,
    packages: _packages,
    packageNames: _names,
    releasedTogether: _group,
    warnings: _warnings,
    ...report
  }: LoadedConfig,
  unused: string[],
): ConfigReport {
  return { ...report, unused }
}

/** The format of a request, and the fields that its caller left open. */
interface FormatRequest {
  format?: Format
  formatName?: string
  open?: ConfigurableField[]
}

/** The part of a request that a configuration can fill in. */
type Configurable = FormatRequest &
  Partial<Pick<ResolvedRequest, 'audience' | 'language' | 'summary' | 'instructions' | 'writer'>>

/** Returns a request with the fields that its caller left open, as the configuration has them. */
export function applyConfig<Request extends Configurable>(
  request: Request,
  config: RepositoryConfig,
): Request {
  const { audience, language, summary, instructions } = config.guidance ?? {}
  const isOpen = (field: ConfigurableField) => request.open?.includes(field) ?? false
  return {
    ...request,
    ...applyFormat(request, config),
    ...(audience && isOpen('audience') ? { audience } : {}),
    ...(language && isOpen('language') ? { language } : {}),
    ...(summary !== undefined && isOpen('summary') ? { summary } : {}),
    ...(instructions && request.instructions === null ? { instructions } : {}),
    // A model would only write texts that are not printed.
    ...(printsTitles(config) && request.writer === 'auto' ? { writer: 'rules' } : {}),
  }
}

/** Returns the format of a request: that of its caller, else that of the configuration. */
export function applyFormat(
  { format = 'keepachangelog', formatName, open = [] }: FormatRequest,
  config: RepositoryConfig,
): { format: Format; formatName?: string } {
  const name = formatName ?? (open.includes('format') ? config.format : undefined)
  if (name === undefined) return { format }
  const builtIn = formats.find((each) => each === name)
  if (builtIn) return { format: builtIn }
  const own = config.formats?.[name]
  if (!own) throw unknownFormat(name, config)
  return { format: own.base ?? 'keepachangelog', formatName: name }
}

/** The problem of a format that neither Notewright nor the configuration has. */
function unknownFormat(name: string, config: RepositoryConfig): Problem {
  const known = [...formats, ...Object.keys(config.formats ?? {})]
  const nearest = suggestName(name, known)
  const detail =
    nearest === null ? `must be one of ${known.join(', ')}` : `is not a format; did you mean "${nearest}"?`
  return invalidField([{ pointer: '#/format', detail }])
}
