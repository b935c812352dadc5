import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The folder of this package: above the sources, and above the code that is compiled from them. */
export const packageFolder: string = findPackageFolder(import.meta.dirname)

/** The version of this package. */
export const version: string = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')).version

function findPackageFolder(path: string): string {
  return existsSync(join(path, 'package.json')) ? path : findPackageFolder(dirname(path))
}
