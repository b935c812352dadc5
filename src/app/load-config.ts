import { createHash } from 'node:crypto'
import { type Fault, Problem } from '../core/errors.ts'
import { type Format, formats } from '../core/format.ts'
import type { ChangelogFile } from '../core/project-files.ts'
import { latestRelease } from '../core/release-words.ts'
import type { Repository } from '../core/repository.ts'
import type { ConfigChoice, ConfigReport, RepositoryConfig } from '../core/repository-config.ts'
import type { ConfigurableField, ResolvedRequest, WriteRequest } from '../core/request.ts'
import { type Warning, warn } from '../core/warnings.ts'
import { usesReleaseWord } from '../history/release-words.ts'
import { resolveRange } from '../history/resolve-range.ts'
import { suggestName } from '../text/suggest-name.ts'
import { readRepositoryConfig } from './read-repository-config.ts'

/** A configuration that was read, and where it is from. */
export interface LoadedConfig extends Omit<ConfigReport, 'unused'> {
  config: RepositoryConfig
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
  warnings: [],
}

/** Reads the configuration that a request names; null if it names none, so that the file of the repository is used. */
export async function readChosenConfig(choice: ConfigChoice | undefined): Promise<LoadedConfig | null> {
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
  request: Pick<ResolvedRequest, 'fromRef' | 'toRef' | 'version' | 'config'>,
): Promise<LoadedConfig | null> {
  const chosen = await readChosenConfig(request.config)
  if (chosen || !(usesReleaseWord(request) || request.version === 'auto')) return chosen
  const toRef = request.toRef === latestRelease ? 'HEAD' : request.toRef
  const { range } = await resolveRange(repository, { fromRef: null, toRef, version: null, date: null })
  const { configFiles } = await repository.details([], range.toSha)
  return readCommitConfig(configFiles, range.toSha)
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
  return { ...noConfig, source: 'file', path, sha, digest: digestOf(text), config, warnings }
}

async function readRequestConfig(value: Record<string, unknown>): Promise<LoadedConfig> {
  const text = JSON.stringify(value)
  const { config, errors } = await readRepositoryConfig(text, 'config.json')
  if (config === null)
    throw invalidField(
      errors.map(({ pointer, detail }) => ({ pointer: `#/config${pointer.slice(1)}`, detail })),
    )
  return { ...noConfig, source: 'request', digest: digestOf(text), config }
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
  { config: _config, warnings: _warnings, ...report }: LoadedConfig,
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
  Partial<Pick<WriteRequest, 'audience' | 'language' | 'summary' | 'instructions'>>

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
