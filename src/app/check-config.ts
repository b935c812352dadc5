import { effectiveConfig } from '../config/repository/effective-config.ts'
import type { Fault } from '../core/errors.ts'
import type { RepositoryConfig } from '../core/repository-config.ts'
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
