import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The folder of this package, which is above the sources and above what is compiled from them. */
export const packageFolder: string = folderOf(import.meta.dirname)

function folderOf(path: string): string {
  return existsSync(join(path, 'package.json')) ? path : folderOf(dirname(path))
}
