import { effectiveConfig } from '../config/repository/effective-config.ts'
import { readConfig } from '../config/repository/read-config.ts'
import type { Fault } from '../core/errors.ts'
import type { RepositoryConfig } from '../core/repository-config.ts'

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
export function checkConfig({ text, path }: { text: string; path: string }): ConfigCheck {
  const { config, errors, hints } = readConfig(text, path)
  const withPath = (found: Fault[]) =>
    found.map(({ pointer, ...rest }) => ({ pointer: path + pointer, ...rest }))
  return {
    valid: config !== null,
    errors: withPath(errors),
    hints: withPath(hints),
    effective: config && effectiveConfig(config, path).config,
  }
}
