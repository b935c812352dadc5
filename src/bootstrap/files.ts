import type { Dirent } from 'node:fs'
import { readdir, readFile, realpath, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { CliContext, FolderEntry } from '../cli/cli-context.ts'
import { findRepositoryRoot } from '../hosts/local/find-folder.ts'
import { withPath } from './file-errors.ts'

/** The files of this machine, as commands read and write them. */
export const files: Pick<
  CliContext,
  'readFile' | 'writeOutput' | 'openTextFile' | 'listFolder' | 'resolvePath'
> = {
  readFile: (path) =>
    withPath(path, 'read', 'Choose another one.', () =>
      readFile(path).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null
        throw error
      }),
    ),
  writeOutput,
  openTextFile: async (path, options) => {
    // Loaded on demand: most commands write no file and start faster without it.
    const { openTextFile } = await import('./text-file.ts')
    return openTextFile(path, { ...options, root: options.root ?? (await findTree(dirname(path))) })
  },
  listFolder: async (path) => {
    const entries = await readdir(path, { withFileTypes: true }).catch(() => [])
    return Promise.all(entries.map((entry) => describeEntry(path, entry)))
  },
  resolvePath: (path) => realpath(path).catch(() => null),
}

async function describeEntry(folder: string, entry: Dirent): Promise<FolderEntry> {
  const { name } = entry
  const found = entry.isSymbolicLink() ? await stat(join(folder, name)).catch(() => null) : entry
  return { name, isFile: found?.isFile() === true, isFolder: found?.isDirectory() === true }
}

const openStream = /^\/(?:dev\/(?:stdout|stderr|fd\/\d+)|proc\/self\/fd\/\d+)$/

/** Writes the output of a command. A file in a repository must be a text file or JSON; elsewhere it may be anything. */
async function writeOutput(path: string, text: string, advice: string): Promise<void> {
  const target = openStream.test(path) ? null : await realTarget(path)
  const root = target === null ? null : await findTree(dirname(target))
  if (root === null) await withPath(path, 'written', advice, () => writeFile(path, text))
  else await (await files.openTextFile(path, { root, kind: 'output', advice })).replace(text)
}

/** The path of a file without symbolic links; null if its folder does not exist. */
async function realTarget(path: string): Promise<string | null> {
  const existing = await realpath(path).catch(() => null)
  if (existing !== null) return existing
  const folder = await realpath(dirname(path)).catch(() => null)
  return folder === null ? null : join(folder, basename(path))
}

/** Finds the repository that a folder is part of, without symbolic links; null if there is none. */
async function findTree(folder: string): Promise<string | null> {
  const real = await realpath(folder).catch(() => null)
  return real === null ? null : findRepositoryRoot(real)
}
