import type { PackageConfig, PackagePaths, RepositoryConfig } from '../../core/repository-config.ts'
import { compilePathPattern, unlimitedBudget } from './match-pattern.ts'

/** A package as it is used: an ordinary configuration, and the paths that belong to it. */
export interface ResolvedPackage {
  config: RepositoryConfig
  paths: PackagePaths
  /** The paths of all packages that are released together with it, itself included, in the order of the file. */
  releasedTogether: PackagePaths[]
}

/** Resolves a package of a configuration: its keys replace those of the file. Null if there is no such package. */
export function resolvePackage(config: RepositoryConfig, name: string): ResolvedPackage | null {
  const { packages = [], shared = [], ...file } = config
  const index = packages.findIndex((each) => each.name === name)
  const own = packages[index]
  if (!own) return null
  const { name: _name, path: _path, ignore: _ignore, shared: _shared, tags, changelog, rules, ...keys } = own
  const given = Object.fromEntries(Object.entries(keys).filter(([, value]) => value !== undefined))
  const all = packages.map((each) => each.name)
  const paths = { ...pathsOf(own, shared), all }
  const tag = tagPatterns(own)[0]
  return {
    config: {
      ...file,
      ...given,
      places: { index, ownRules: rules?.length ?? 0, hasOwnCategories: own.categories !== undefined },
      ...(rules || file.rules ? { rules: [...(rules ?? []), ...(file.rules ?? [])] } : {}),
      tags: { ...(tags ?? file.tags), pattern: tagPatterns(own) },
      changelog: {
        ...(changelog ?? file.changelog),
        file: changelog?.file ?? (paths.folder === '' ? 'CHANGELOG.md' : `${paths.folder}/CHANGELOG.md`),
      },
    },
    paths,
    releasedTogether: packages
      .filter((each) => tagPatterns(each)[0] === tag)
      .map((each) => ({ ...pathsOf(each, shared), all })),
  }
}

/** The patterns of the tags of a package, with its name. */
function tagPatterns({ name, tags }: PackageConfig): string[] {
  const { pattern = [] } = tags ?? {}
  return (pattern.length === 0 ? ['{name}@{version}'] : pattern).map((each) =>
    each.replaceAll('{name}', () => name),
  )
}

function pathsOf({ name, path, ignore = [], shared = [] }: PackageConfig, common: string[]): PackagePaths {
  return { name, folder: folderOf(path), path, ignore, shared: [...common, ...shared] }
}

/** The folder of a package: its first path, up to the first part with a wildcard. */
function folderOf([path = '']: string[]): string {
  const parts = path.split('/').filter((part) => part !== '' && part !== '.')
  const wild = parts.findIndex((part) => /[*?\\]/.test(part))
  return parts.slice(0, wild === -1 ? parts.length : wild).join('/')
}

/** Finds the package that a folder of the repository belongs to; of several the one whose own folder is the nearest. */
export function findPackageOfFolder(
  { packages = [] }: RepositoryConfig,
  folder: string,
): PackagePaths | null {
  const found = packages
    .filter(({ path }) => path.some((each) => compilePathPattern(each)(folder, unlimitedBudget)))
    .map((each) => pathsOf(each, []))
    .toSorted((one, other) => other.folder.length - one.folder.length)
  const [nearest, next] = found
  return nearest && nearest.folder !== next?.folder ? nearest : null
}
