import { dirname, join } from 'node:path/posix'
import type { PackageQuery } from '../git/choose-package.ts'
import type { CliContext } from './cli-context.ts'

const manifestForm =
  /^(?:package\.json|Cargo\.toml|pyproject\.toml|setup\.(?:py|cfg)|go\.mod|composer\.json|pom\.xml|build\.gradle(?:\.kts)?|pubspec\.yaml|mix\.exs|Package\.swift|deno\.jsonc?|jsr\.json|[\w.-]{1,100}\.(?:gemspec|csproj|fsproj|cabal|podspec|opam))$/
const namedManifests = /^(?:package\.json|Cargo\.toml|pyproject\.toml|pubspec\.yaml)$/
const nameField = /^[ \t{]*"?name"?[ \t]*[:=][ \t]*["']?([@\w./-]{1,200})["']?/m

type TreeReader = { root: string; context: Pick<CliContext, 'listFolder' | 'readFile'> }

/**
 * Finds the package that a file belongs to: the nearest folder with a manifest below the root, or else the folder of the
 * file, without `docs`. Without a tree to read, only the path counts.
 */
export async function findPackage(path: string, tree: TreeReader | null): Promise<PackageQuery> {
  const own = folderOf(path)
  for (let folder = own; tree && folder !== ''; folder = folder.split('/').slice(0, -1).join('/')) {
    const manifests = await findManifests(folder, tree)
    if (manifests.length === 0) continue
    const names = await readNames(folder, manifests, tree)
    return { folder, names: [...names, ...namesOf(folder)], hasManifest: true }
  }
  if (own !== '' || tree === null) return { folder: own, names: namesOf(own), hasManifest: false }
  const manifests = await findManifests('', tree)
  return { folder: '', names: await readNames('', manifests, tree), hasManifest: manifests.length > 0 }
}

function namesOf(folder: string): string[] {
  return folder === '' ? [] : [folder, folder.slice(folder.lastIndexOf('/') + 1)]
}

async function findManifests(folder: string, { root, context }: TreeReader): Promise<string[]> {
  const entries = await context.listFolder(join(root, folder))
  return entries.flatMap(({ name, isFile }) => (isFile && manifestForm.test(name) ? [name] : []))
}

/** Reads the names that manifests give the package. */
async function readNames(
  folder: string,
  manifests: string[],
  { root, context }: TreeReader,
): Promise<string[]> {
  const names: string[] = []
  for (const manifest of manifests.filter((name) => namedManifests.test(name))) {
    const bytes = await context.readFile(join(root, folder, manifest))
    const text = Buffer.from(bytes?.subarray(0, 65_536) ?? []).toString('utf8')
    const found = nameField.exec(text)?.[1]
    if (found !== undefined) names.push(found)
  }
  return names
}

function folderOf(path: string): string {
  const parts = dirname(path)
    .split('/')
    .filter((part) => part !== '' && part !== '.')
  if (/^docs?$/i.test(parts.at(-1) ?? '')) parts.pop()
  return parts.join('/')
}
