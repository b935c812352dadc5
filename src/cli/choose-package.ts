import { join, relative, sep } from 'node:path'
import { readChosenConfig } from '../app/load-config.ts'
import { findPackageOfFolder } from '../config/repository/resolve-package.ts'
import type { PackagePaths } from '../core/repository-config.ts'
import type { GenerateRequest } from '../core/request.ts'
import type { CliContext } from './cli-context.ts'

type FileContext = Pick<CliContext, 'readFile' | 'resolvePath'>

/** A folder inside of a clone. */
interface Place {
  root: string
  folder: string
}

/** A request with its package, and the package if the folder decided about it. */
interface PackageRequest {
  request: GenerateRequest
  by: PackagePaths | null
}

/** All packages of the configuration file, as `--package` names them. */
export const allPackages = '*'

/**
 * Chooses the package that a folder of a clone belongs to, unless the request names a package or paths, and adds the
 * text of its changelog.
 */
export async function choosePackage(
  request: GenerateRequest,
  place: Place,
  context: FileContext,
): Promise<PackageRequest> {
  if (request.config === undefined || request.config === 'none') return { request, by: null }
  const by = await findByFolder(request, place, context)
  const named = by ? { ...request, packageName: by.name } : request
  return { request: await withChangelogText(named, place.root, context), by }
}

async function findByFolder(
  { config, packageName, paths }: GenerateRequest,
  { root, folder }: Place,
  context: FileContext,
): Promise<PackagePaths | null> {
  if (packageName !== undefined || paths.length > 0) return null
  const loaded = await readChosenConfig({ ...(config && { config }) })
  if (!loaded?.config.packages) return null
  const [tree, current] = [await context.resolvePath(root), await context.resolvePath(folder)]
  if (tree === null || current === null || !current.startsWith(tree + sep)) return null
  return findPackageOfFolder(loaded.config, relative(tree, current).replaceAll(sep, '/'))
}

/** Adds the text of the changelog of the package, from which its style is learned. */
export async function withChangelogText<
  Request extends Pick<GenerateRequest, 'config' | 'packageName' | 'changelogText'>,
>(request: Request, root: string, context: FileContext): Promise<Request> {
  if (request.packageName === undefined || request.packageName === allPackages) return request
  const file = (await readChosenConfig(request))?.config.changelog?.file
  const [tree, path] = [
    await context.resolvePath(root),
    file && (await context.resolvePath(join(root, file))),
  ]
  // A link that leads out of the repository is not followed.
  if (!tree || !path?.startsWith(tree + sep)) return request
  const bytes = await context.readFile(path)
  return bytes === null ? request : { ...request, changelogText: Buffer.from(bytes).toString('utf8') }
}
