import { dirname, join } from 'node:path/posix'
import type { PackageQuery } from '../git/choose-package.ts'
import type { CliContext } from './cli-context.ts'

/** A package of a repository. */
export interface PackageFolder extends PackageQuery {
  /** Whether the folder contains a manifest such as package.json. */
  hasManifest: boolean
}

const manifestForm =
  /^(?:package\.json|Cargo\.toml|pyproject\.toml|setup\.(?:py|cfg)|go\.mod|composer\.json|pom\.xml|build\.gradle(?:\.kts)?|pubspec\.yaml|mix\.exs|Package\.swift|deno\.jsonc?|jsr\.json|[\w.-]{1,100}\.(?:gemspec|csproj|fsproj|cabal|podspec|opam))$/
const namedManifests = /^(?:package\.json|Cargo\.toml|pyproject\.toml|pubspec\.yaml)$/
const nameField = /^[ \t]*"?name"?[ \t]*[:=][ \t]*["']?([@\w./-]{1,200})["']?/m

/** Finds the package that a changelog belongs to: the folder of the file, without `docs`. */
export async function findPackage(
  changelogPath: string,
  readTree: { root: string; context: Pick<CliContext, 'listFolder' | 'readFile'> } | null,
): Promise<PackageFolder> {
  const folder = folderOf(changelogPath)
  const ownNames = folder === '' ? [] : [folder, folder.slice(folder.lastIndexOf('/') + 1)]
  if (readTree === null) return { folder, names: ownNames, hasManifest: false }
  const { root, context } = readTree
  const entries = await context.listFolder(join(root, folder))
  const manifests = entries.filter(({ name, isFile }) => isFile && manifestForm.test(name))
  const names: string[] = []
  for (const { name } of manifests.filter((manifest) => namedManifests.test(manifest.name))) {
    const bytes = await context.readFile(join(root, folder, name))
    const text = Buffer.from(bytes?.subarray(0, 65_536) ?? []).toString('utf8')
    const found = nameField.exec(text)?.[1]
    if (found !== undefined) names.push(found)
  }
  return { folder, names: [...names, ...ownNames], hasManifest: manifests.length > 0 }
}

function folderOf(path: string): string {
  const folder = dirname(path)
  const parts = folder === '.' ? [] : folder.split('/')
  if (/^docs?$/i.test(parts.at(-1) ?? '')) parts.pop()
  return parts.join('/')
}
