import { effectiveConfig } from '../config/repository/effective-config.ts'
import { type Fault, Problem } from '../core/errors.ts'
import type { ChangelogFile } from '../core/project-files.ts'
import type { RepositoryConfig } from '../core/repository-config.ts'
import { findUnfitting, type UnfittingOptions, type UnfittingRequest } from './find-unfitting.ts'
import type { GatherContext } from './gather-changes.ts'
import { readConfigFiles, unreadConfig } from './load-config.ts'
import { readRepositoryConfig } from './read-repository-config.ts'

/** What is known of a configuration file. */
export interface ConfigCheck {
  valid: boolean
  errors: Fault[]
  /** What is legal but suspicious. */
  hints: Fault[]
  /** The configuration with its defaults; null if the file has an error. */
  effective: RepositoryConfig | null
}

/** Checks the text of a configuration file. */
export async function checkConfig({ text, path }: { text: string; path: string }): Promise<ConfigCheck> {
  const { config, errors, hints } = await readRepositoryConfig(text, path)
  const withPath = (found: Fault[]) =>
    found.map(({ pointer, ...rest }) => ({ pointer: path + pointer, ...rest }))
  return {
    valid: config !== null,
    errors: withPath(errors),
    hints: withPath(hints),
    effective: config && effectiveConfig(config, path).config,
  }
}

/** What is known of a configuration file and of how it fits its repository. */
export interface RepositoryConfigCheck extends Omit<ConfigCheck, 'effective'> {
  path: string
  /** What fits nothing in the repository. */
  unfitting: string[]
}

/** Checks a text, or else the configuration file of a repository, and how it fits the repository. */
export async function checkRepositoryConfig(
  text: ChangelogFile | null,
  request: UnfittingRequest,
  context: GatherContext & UnfittingOptions,
): Promise<RepositoryConfigCheck> {
  const file = text ?? (await findFile(request, context))
  const { effective: _effective, ...check } = await checkConfig(file)
  const { path } = file
  if (!check.valid) return { path, ...check, unfitting: [] }
  const config = { source: 'file' as const, others: [], ...file }
  try {
    return { path, ...check, unfitting: await findUnfitting({ ...request, config }, context) }
  } catch (error) {
    context.signal.throwIfAborted()
    // The file is valid even where its history cannot be read, such as that of a shallow clone.
    if (!(error instanceof Problem) || ['internal', 'invalid_request'].includes(error.code)) throw error
    return { path, ...check, unfitting: [] }
  }
}

/** Finds the configuration file that a request means: its own, or that of the commit at the end of its range. */
async function findFile(
  { config, repoFullName, toRef }: UnfittingRequest,
  { host, token, signal, deadlineAt }: GatherContext,
): Promise<ChangelogFile> {
  if (typeof config === 'object') {
    return config.source === 'file'
      ? config
      : { path: 'config.json', text: JSON.stringify(config.value, null, 2) }
  }
  const repository = await host.open({ repoFullName, token, signal, deadlineAt })
  const { files, unread } =
    config === 'none' ? { files: [], unread: null } : await readConfigFiles(repository, toRef)
  if (unread !== null) throw unreadConfig(unread)
  const [file] = files
  if (file) return file
  throw new Problem(
    'invalid_request',
    'There is no configuration file to check. Create notewright.yml at the root of the repository, or name a file.',
  )
}
