import { join, sep } from 'node:path'
import { Problem } from '../core/errors.ts'
import { type ConfigChoice, configPaths } from '../core/repository-config.ts'
import type { CliContext } from './cli-context.ts'

type FileContext = Pick<CliContext, 'readFile' | 'resolvePath'>

/** A configuration file of this machine. */
export interface LocalConfigFile {
  path: string
  text: string
  /** Other files that could be the configuration and are ignored. */
  others: string[]
}

/** Finds the configuration file of a working tree; null if there is none. */
export async function findConfig(root: string, context: FileContext): Promise<LocalConfigFile | null> {
  const found: string[] = []
  for (const path of configPaths) {
    const real = await context.resolvePath(join(root, path))
    if (real === null) continue
    const tree = await context.resolvePath(root)
    if (tree === null || !real.startsWith(tree + sep)) {
      throw new Problem(
        'config_invalid',
        `${path} is a link to a path outside the repository. Replace it with a file, or ignore it with --no-config.`,
      )
    }
    found.push(path)
  }
  const [path, ...others] = found
  return path === undefined ? null : { ...(await readConfigFile(join(root, path), context)), path, others }
}

/** Chooses the configuration of a clone: the file of its working tree; undefined if it has no working tree. */
export async function findTreeConfig(root: string, context: FileContext): Promise<ConfigChoice | undefined> {
  if ((await context.resolvePath(join(root, '.git'))) === null) return undefined
  const file = await findConfig(root, context)
  return file === null ? 'none' : { source: 'file', ...file }
}

/** Reads the configuration file that the caller names. */
export async function readConfigFile(path: string, context: FileContext): Promise<LocalConfigFile> {
  const bytes = await context.readFile(path)
  if (bytes === null)
    throw new Problem('invalid_request', `The configuration file ${path} does not exist. Check the path.`)
  try {
    return { path, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), others: [] }
  } catch (error) {
    throw new Problem('config_invalid', `${path} is not valid UTF-8. Save it in UTF-8.`, { cause: error })
  }
}
