import { parse } from 'yaml'
import { expandFolders, type FolderPatterns, maxPackages } from './expand-folders.ts'
import { asRecord, asTexts } from './loose-values.ts'
import { type Manifest, outlinePom, readJson, readManifest } from './read-manifest.ts'
import { readToml } from './read-toml.ts'
import { joinPath, type RepositoryFiles } from './repository-files.ts'

/** A package of a workspace. */
export interface WorkspacePackage extends Manifest {
  path: string
}

/** The packages of a repository, and the file that lists them. */
export interface Workspace {
  /** The file that lists them, such as `pnpm-workspace.yaml`. */
  source: string
  packages: WorkspacePackage[]
}

type Finder = (files: RepositoryFiles) => Promise<Workspace | null>

const finders: Finder[] = [findPnpm, findNpm, findCargo, findGo, findUv, findMaven, findLerna]

/** Finds the packages that the workspaces of a repository list; a folder that two of them list counts once. */
export async function findWorkspaces(files: RepositoryFiles): Promise<Workspace[]> {
  const found: Workspace[] = []
  const seen = new Set<string>()
  for (const find of finders) {
    const workspace = await find(files)
    const packages = (workspace?.packages ?? []).filter(({ path }) => !seen.has(path))
    for (const { path } of packages) seen.add(path)
    if (workspace && packages.length > 0) found.push({ ...workspace, packages })
  }
  return found
}

async function findPnpm(files: RepositoryFiles): Promise<Workspace | null> {
  const text = await files.read('pnpm-workspace.yaml')
  if (text === null) return null
  const { packages } = readYaml(text)
  return list('pnpm-workspace.yaml', splitExcludes(asTexts(packages)), 'package.json', files)
}

async function findNpm(files: RepositoryFiles): Promise<Workspace | null> {
  const text = await files.read('package.json')
  const { workspaces } = (text === null ? null : readJson(text)) ?? {}
  // Yarn also writes an object, with the list below `packages`.
  const patterns = Array.isArray(workspaces) ? workspaces : asRecord(workspaces).packages
  return list('package.json', splitExcludes(asTexts(patterns)), 'package.json', files)
}

async function findLerna(files: RepositoryFiles): Promise<Workspace | null> {
  const text = await files.read('lerna.json')
  const { packages } = (text === null ? null : readJson(text)) ?? {}
  return list('lerna.json', splitExcludes(asTexts(packages)), 'package.json', files)
}

async function findCargo(files: RepositoryFiles): Promise<Workspace | null> {
  const text = await files.read('Cargo.toml')
  const { members, exclude } = asRecord((text === null ? null : readToml(text))?.workspace)
  const patterns = { include: asTexts(members), exclude: asTexts(exclude) }
  return list('Cargo.toml', patterns, 'Cargo.toml', files)
}

async function findUv(files: RepositoryFiles): Promise<Workspace | null> {
  const text = await files.read('pyproject.toml')
  const { tool } = (text === null ? null : readToml(text)) ?? {}
  const { members, exclude } = asRecord(asRecord(asRecord(tool).uv).workspace)
  const patterns = { include: asTexts(members), exclude: asTexts(exclude) }
  return list('pyproject.toml', patterns, 'pyproject.toml', files)
}

async function findGo(files: RepositoryFiles): Promise<Workspace | null> {
  const text = await files.read('go.work')
  if (text === null) return null
  return list('go.work', { include: listGoModules(text), exclude: [] }, 'go.mod', files)
}

/** The folders of a `go.work` file, in `use` lines and blocks. */
function listGoModules(text: string): string[] {
  const folders: string[] = []
  let isInBlock = false
  for (const raw of text.split('\n').slice(0, 5000)) {
    const [code = ''] = raw.slice(0, 400).split('//')
    const line = code.trim()
    if (/^use[ \t]*\($/.test(line)) isInBlock = true
    else if (line === ')') isInBlock = false
    else {
      const folder = isInBlock ? line : /^use[ \t]+(.{1,300})$/.exec(line)?.[1]
      if (folder) folders.push(folder.replace(/^"|"$/g, ''))
    }
  }
  return folders
}

const maxModuleDepth = 4

/** Follows the modules of a Maven project, which can have modules of their own. */
async function findMaven(files: RepositoryFiles): Promise<Workspace | null> {
  const packages = new Map<string, WorkspacePackage>()
  const follow = async (folder: string, depth: number): Promise<void> => {
    const text = await files.read(joinPath(folder, 'pom.xml'))
    if (text === null || depth > maxModuleDepth || packages.size >= maxPackages) return
    const { artifactId, modules } = outlinePom(text)
    if (folder !== '')
      packages.set(folder, { path: folder, name: artifactId, version: null, isPrivate: false })
    for (const module of modules) {
      const path = joinPath(folder, module.replace(/^\.\//, '').replace(/\/(?:pom\.xml)?$/, ''))
      if (!path.split('/').includes('..') && !packages.has(path)) await follow(path, depth + 1)
    }
  }
  await follow('', 0)
  return packages.size === 0 ? null : { source: 'pom.xml', packages: [...packages.values()] }
}

async function list(
  source: string,
  patterns: FolderPatterns,
  manifestName: string,
  files: RepositoryFiles,
): Promise<Workspace | null> {
  if (patterns.include.length === 0) return null
  const manifests = new Map<string, Manifest>()
  const folders = await expandFolders(patterns, files, async (folder) => {
    const manifest = await readManifest(folder, files, manifestName)
    if (manifest) manifests.set(folder, manifest)
    return manifest !== null
  })
  return { source, packages: folders.map((path) => ({ path, ...manifests.get(path)! })) }
}

function splitExcludes(patterns: string[]): FolderPatterns {
  return {
    include: patterns.filter((pattern) => !pattern.startsWith('!')),
    exclude: patterns.filter((pattern) => pattern.startsWith('!')),
  }
}

/** Parses YAML; an invalid file is empty. */
function readYaml(text: string): Record<string, unknown> {
  try {
    return asRecord(parse(text.slice(0, 500_000), { maxAliasCount: 50, logLevel: 'error' }))
  } catch {
    // The package manager itself reports an invalid file.
    return {}
  }
}
