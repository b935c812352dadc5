import { readdir, readFile, realpath, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve, sep } from 'node:path'
import type { HostSetting } from '../../core/host.ts'
import { findRepoNameError } from '../../git/ref-names.ts'
import { findOriginHost, findOriginUrl, type HostedOrigin, type Origin, parseOrigin } from './origin.ts'

/** A repository on disk: its work tree and its git directory. */
export interface RepositoryFolder {
  workDir: string
  gitDir: string
}

/** Returns the name of a folder that is itself a repository; null when it is not one. */
export async function nameOfRoot(root: string): Promise<string | null> {
  const folder = await asFolder(resolve(root))
  if (!folder) return null
  const origin = await readFolderOrigin(folder)
  return origin?.fullName ?? ownName(folder.workDir)
}

/** Finds the repository that contains a path by searching upwards, as git does; null when there is none. */
export async function findRepositoryRoot(path: string): Promise<string | null> {
  if (!(await exists(path))) return null
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    if (await asFolder(folder)) return folder
    if (folder === dirname(folder)) return null
  }
}

/** Lists the repositories that a folder serves: itself when it is one, else those at owner/repo below it. */
export async function namesBelow(root: string): Promise<string[]> {
  const own = await nameOfRoot(root)
  if (own !== null) return [own]
  const names: string[] = []
  for (const owner of await foldersIn(root)) {
    for (const name of await foldersIn(join(root, owner))) {
      const fullName = `${owner}/${name.replace(/\.git$/, '')}`
      // A folder may have a name that is not valid in a request.
      if (findRepoNameError(fullName) === null && (await asFolder(join(root, owner, name))))
        names.push(fullName)
    }
  }
  return names
}

async function foldersIn(path: string): Promise<string[]> {
  // A folder that cannot be read contains no repositories.
  const children = await readdir(path, { withFileTypes: true }).catch(() => [])
  return children.filter((child) => child.isDirectory()).map((child) => child.name)
}

/** Finds a repository by its name below a served folder, or the folder itself when it has that name. */
export async function findFolder(root: string, repoFullName: string): Promise<RepositoryFolder | null> {
  const top = await realpath(root).catch(() => null)
  if (top === null) return null
  for (const ending of ['', '.git']) {
    const path = await realpath(join(top, repoFullName + ending)).catch(() => null)
    // A symbolic link may point anywhere; only targets inside the served folder are served.
    if (path === null || !path.startsWith(top + sep)) continue
    const folder = await asFolder(path)
    if (folder) return folder
  }
  const own = await asFolder(top)
  if (!own) return null
  const names = [ownName(top), ownName(resolve(root)), (await readFolderOrigin(own))?.fullName]
  return names.includes(repoFullName) ? own : null
}

async function asFolder(path: string): Promise<RepositoryFolder | null> {
  const inner = join(path, '.git')
  const kind = await stat(inner).catch(() => null)
  if (kind?.isDirectory()) return { workDir: path, gitDir: inner }
  if (kind?.isFile()) {
    // A linked work tree or a submodule names its git directory in a file.
    const named = /^gitdir: (.+)$/m.exec(await readFile(inner, 'utf8'))
    return named ? { workDir: path, gitDir: resolve(path, named[1]!) } : null
  }
  const bare = await Promise.all(['HEAD', 'objects', 'refs'].map((name) => exists(join(path, name))))
  return bare.every(Boolean) ? { workDir: path, gitDir: path } : null
}

/** Whether a file or folder exists. */
export function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

function ownName(path: string): string {
  const folder = basename(path) === '.git' ? basename(dirname(path)) : basename(path)
  const plain = folder.replace(/\.git$/, '').replace(/[^\w.-]+/g, '-')
  return `local/${plain.replace(/^[-.]+/, '') || 'repository'}`
}

/** The directory that linked work trees share; it holds the configuration and the list of shallow commits. */
export async function commonDirOf(folder: RepositoryFolder): Promise<string> {
  const named = await readFile(join(folder.gitDir, 'commondir'), 'utf8').catch(() => null)
  return named === null ? folder.gitDir : resolve(folder.gitDir, named.trim())
}

/** Reads the remote `origin` from the configuration of a clone; null when there is none. */
export async function readFolderOrigin(folder: RepositoryFolder): Promise<Origin | null> {
  const url = await readOriginUrl(folder)
  return url === null ? null : parseOrigin(url)
}

/** Finds the repository of a configured host that the remote `origin` of a clone names; null if it names none. */
export async function findHostedOrigin(
  root: string,
  hosts: Pick<HostSetting, 'name' | 'url'>[],
): Promise<HostedOrigin | null> {
  const folder = await asFolder(resolve(root))
  const url = folder && (await readOriginUrl(folder))
  return url === null ? null : findOriginHost(url, hosts)
}

async function readOriginUrl(folder: RepositoryFolder): Promise<string | null> {
  const path = join(await commonDirOf(folder), 'config')
  return findOriginUrl(await readFile(path, 'utf8').catch(() => ''))
}
