import { Problem } from '../../core/errors.ts'
import type { ConfigRemark } from './read-config.ts'

/** The problem of a configuration file with errors; each has its line and column. */
export function invalidConfig(path: string, errors: ConfigRemark[]): Problem {
  const count = errors.length === 1 ? 'an error' : `${errors.length} errors`
  return new Problem(
    'config_invalid',
    `${path} has ${count}, so it was not used. Fix ${errors.length === 1 ? 'it' : 'them'}, or ignore the file with \`config: "none"\` (--no-config on the command line).`,
    { faults: errors.map(({ pointer, ...rest }) => ({ pointer: path + pointer, ...rest })) },
  )
}
