import { setTimeout } from 'node:timers/promises'
import { chooseHost } from './api/choose-host.ts'
import { parseGenerateRequest } from './api/generate-request.ts'
import { entrySources } from './app/entry-sources.ts'
import type { GatherContext } from './app/gather-changes.ts'
import { generate as generateNotes } from './app/generate.ts'
import { findNextVersion, type NextVersionAnswer } from './app/next-version.ts'
import { readRepositoryConfig } from './app/read-repository-config.ts'
import { files } from './bootstrap/files.ts'
import { type ChangelogUpdate, editChangelog } from './changelog/edit-changelog.ts'
import { withChangelogText } from './cli/choose-package.ts'
import { findTreeConfig } from './cli/find-config.ts'
import { programPath } from './config/environment.ts'
import { hostSettings } from './config/host-settings.ts'
import type { ConfigReading } from './config/repository/read-config.ts'
import type { Answer } from './core/answer.ts'
import type { Entry } from './core/entry.ts'
import { Problem } from './core/errors.ts'
import type { AreaMode, Format, Part } from './core/format.ts'
import { noCache } from './core/generate-context.ts'
import type { Host, HostSetting } from './core/host.ts'
import { type Progress, StageQueue } from './core/progress.ts'
import { previousRelease } from './core/release-words.ts'
import type { RepositoryConfig as Config } from './core/repository-config.ts'
import type { Audience } from './core/request.ts'
import { configuredHosts } from './hosts/configured-hosts.ts'
import { findRepositoryRoot, nameOfRoot } from './hosts/local/find-folder.ts'
import { localHost } from './hosts/local/local.ts'
import { configuredGateways } from './model/configured-gateways.ts'
import { trimTrailingSlashes } from './text/url.ts'

export type { NextVersionAnswer } from './app/next-version.ts'
export type { ChangelogUpdate, UpdatedRelease } from './changelog/edit-changelog.ts'
export type { ConfigReading, ConfigRemark } from './config/repository/read-config.ts'
export type { Answer } from './core/answer.ts'
export type { Category } from './core/category.ts'
export type { Contributor, Evidence, Omission } from './core/change.ts'
export type { Entry } from './core/entry.ts'
export { Problem } from './core/errors.ts'
export type { Progress } from './core/progress.ts'
export type { RepositoryConfig as Config } from './core/repository-config.ts'
export type { NextVersion } from './core/versioning.ts'
export type { Warning } from './core/warnings.ts'

/** A self-hosted instance, in addition to the built-in `github`, `gitlab`, `codeberg` and `bitbucket`. */
export interface OwnHost {
  name: string
  kind: HostSetting['kind']
  url: string
  apiUrl?: string
}

/** The options of `generate`; all have defaults, as in requests to the service. */
export interface GenerateOptions {
  /** A clone to read through git; the folder one is in, unless `repo` is named. */
  dir?: string
  /** A repository on a host, as `owner/repo`, with a token that may read it. */
  repo?: string
  host?: string
  token?: string
  hosts?: OwnHost[]
  /** The start of the range; the previous release by default. */
  from?: string
  to?: string
  /** A built-in format, or one of the configuration file. */
  format?: Format | (string & {})
  /** The version in the heading; `auto` for the one that the changes call for. */
  version?: string
  /** With `auto`: the channel of a pre-release, such as `rc`. */
  channel?: string
  date?: string
  part?: Part
  audience?: Audience
  language?: string
  paths?: string[]
  /** A package of the configuration file: only its changes are included, since its own release. */
  package?: string
  /** Whether the changed files are read, for lines that authors added to the changelog and names; they are by default. */
  diffs?: boolean
  /** A configuration instead of the file of the repository, or `none`; with `dir` the file of the working tree is used. */
  config?: Config | Record<string, unknown> | 'none'
  /** A key for a language-model gateway; without one the rules write. */
  apiKey?: string
  gatewayUrl?: string
  model?: string
  writer?: 'auto' | 'model' | 'rules'
  instructions?: string
  summary?: boolean
  highlights?: boolean
  areas?: AreaMode
  maxCommits?: number
  deadlineMs?: number
  signal?: AbortSignal
  onProgress?: (progress: Progress) => void
  onEntry?: (entry: Entry) => void
}

const outside = {
  fetch,
  now: Date.now,
  random: Math.random,
  sleep: (milliseconds: number, signal: AbortSignal) => setTimeout(milliseconds, undefined, { signal }),
}

// One queue for all calls of this process.
const stageQueue = new StageQueue()

/** Generates the notes of a range of commits, from a clone or from a repository on a host. */
export async function generate(options: GenerateOptions = {}): Promise<Answer> {
  const { request, context, warnings } = await openRequest(options)
  const answer = await generateNotes(request, {
    ...context,
    gateway: gatewayOf(options, request.model),
    onEntry: options.onEntry ?? (() => {}),
  })
  return { ...answer, warnings: [...warnings, ...answer.warnings] }
}

/** The options of `nextVersion`; they mean the same as those of `generate`. */
export type NextVersionOptions = Pick<
  GenerateOptions,
  | 'dir'
  | 'repo'
  | 'host'
  | 'token'
  | 'hosts'
  | 'to'
  | 'package'
  | 'config'
  | 'channel'
  | 'date'
  | 'audience'
  | 'paths'
  | 'diffs'
  | 'maxCommits'
  | 'deadlineMs'
  | 'signal'
  | 'onProgress'
>

/** Finds the version that the changes since the last release call for; its `version` is null if there is nothing to release. */
export async function nextVersion(options: NextVersionOptions = {}): Promise<NextVersionAnswer> {
  const { request, context, warnings } = await openRequest(options)
  const answer = await findNextVersion(request, context)
  return { ...answer, warnings: [...warnings, ...answer.warnings] }
}

/**
 * Reads the text of a configuration file, such as `notewright.yml`; a path that ends with `.json` is read as strict
 * JSON. The configuration is null if there is an error.
 */
export async function readConfig(text: string, path = 'notewright.yml'): Promise<ConfigReading> {
  return readRepositoryConfig(text, path)
}

/** Parses the options as a request, with the configuration of the clone if there is one. */
async function openRequest(options: GenerateOptions) {
  const { host, repoFullName, root } = await openSource(options)
  const { request, warnings } = parseGenerateRequest(bodyOf(options, repoFullName), {
    defaultFrom: previousRelease,
  })
  const config = request.config ?? (root === null ? undefined : await findTreeConfig(root, files))
  const configured = config === undefined ? request : { ...request, config }
  const context: GatherContext = {
    host,
    token: options.token ?? null,
    maxCommits: options.maxCommits ?? 100_000,
    signal: options.signal ?? new AbortController().signal,
    deadlineAt: Date.now() + (options.deadlineMs ?? 60_000),
    stageQueue,
    onProgress: options.onProgress ?? (() => {}),
    memoize: noCache,
    maxMatchSteps: Number.POSITIVE_INFINITY,
  }
  return {
    request: root === null ? configured : await withChangelogText(configured, root, files),
    context,
    warnings,
  }
}

/** The options of `updateChangelog`. */
export type UpdateOptions = NonNullable<Parameters<typeof editChangelog>[2]>

/**
 * Inserts notes in the format `keepachangelog` into a changelog and keeps all existing text. An answer of `generate`
 * is better than its text alone: its commits and pull requests show which entries the file has already.
 */
export function updateChangelog(
  text: string,
  notes: string | Answer | (string | Answer)[],
  options: UpdateOptions = {},
): ChangelogUpdate {
  const given = [notes]
    .flat()
    .map((each) =>
      typeof each === 'string'
        ? each
        : { notes: each.changelog, sources: entrySources(each), since: each.range.fromRef },
    )
  return editChangelog(text, given, options)
}

const ours = new Set(
  'dir repo host token hosts apiKey gatewayUrl maxCommits deadlineMs signal onProgress onEntry'.split(' '),
)

function bodyOf(options: GenerateOptions, repoFullName: string): Record<string, unknown> {
  const fields = Object.entries(options).filter(([name, value]) => !ours.has(name) && value !== undefined)
  return { ...Object.fromEntries(fields), repoFullName }
}

async function openSource({ dir, repo, host = 'github', hosts = [] }: GenerateOptions) {
  if (repo !== undefined) {
    const settings = hostSettings(hosts, {})
    const known = new Map(configuredHosts(settings, outside).map((each): [string, Host] => [each.name, each]))
    return { host: chooseHost(known, host), repoFullName: repo, root: null }
  }
  const root = await findRepositoryRoot(dir ?? '.')
  const repoFullName = root && (await nameOfRoot(root))
  if (root && repoFullName)
    return { host: localHost({ root, token: null, searchPath: programPath() }), repoFullName, root }
  throw new Problem(
    'repository_not_found',
    `There is no git repository at ${dir ?? 'the current folder'}, nor above it. Name a clone with \`dir\`, or a repository on a host with \`repo\`.`,
  )
}

function gatewayOf(
  { apiKey, gatewayUrl = 'https://openrouter.ai/api/v1' }: GenerateOptions,
  model: string | null,
) {
  if (apiKey === undefined) return null
  const open = configuredGateways(trimTrailingSlashes(gatewayUrl), outside)
  return open({ key: apiKey, keyOwner: 'caller', model: model ?? 'openrouter/auto' })
}
