import { isStrayTag, parseReleaseTag } from './tag.ts'

/** The package whose releases are wanted. */
export interface PackageQuery {
  /** Its folder in the repository; empty for the package at the root. */
  folder: string
  /** The names that its tags may have, the most specific first. */
  names: string[]
  /** Whether the folder is known to be a package, because it contains a manifest such as package.json. */
  hasManifest: boolean
}

/** The package that tags belong to: `scope` is empty for the main package. Without a choice, the packages to choose from. */
export type PackageChoice = { scope: string } | { scope: null; packages: string[] }

/**
 * Chooses the package of a repository by its names. A package without tags of its own is released with the main
 * package, whose tags name no package or the repository.
 */
export function choosePackage(
  tags: { name: string }[],
  { folder, names, hasManifest }: PackageQuery,
  repoFullName: string,
): PackageChoice {
  const scopes = new Set(
    tags.flatMap(({ name }) => (isStrayTag(name) ? [] : (parseReleaseTag(name)?.scope ?? []))),
  )
  const mainName = repoFullName.split('/').at(-1)!
  const asChoice = (scope: string) => ({ scope: scope === mainName ? '' : scope })
  const exact = names.find((name) => name !== '' && scopes.has(name))
  if (exact !== undefined) return asChoice(exact)
  const shortNames = names.map(shortName)
  const similar = [...scopes].filter((scope) => scope !== '' && shortNames.includes(shortName(scope)))
  if (similar.length === 1) return asChoice(similar[0]!)
  if (similar.length > 1) return { scope: null, packages: similar.toSorted() }
  if (scopes.has('') || scopes.has(mainName) || scopes.size === 0) return { scope: '' }
  // A single prefix is the project's own, unless it is the name of another package.
  if (scopes.size === 1 && (folder === '' || !hasManifest)) return asChoice([...scopes][0]!)
  return { scope: null, packages: [...scopes].toSorted() }
}

/** The name without the organisation or the folders before it. */
function shortName(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1).toLowerCase()
}
