import { randomUUID } from 'node:crypto'
import { constants, type Stats } from 'node:fs'
import { access, type FileHandle, link, lstat, open, realpath, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, relative, sep } from 'node:path'
import type { TextFile, TextFileOptions } from '../cli/cli-context.ts'
import { Problem } from '../core/errors.ts'
import { findTextPathError } from '../git/text-path.ts'
import { withPath } from './file-errors.ts'

const maxBytes = 32 * 1024 * 1024

/** What is known of a file when it is opened. */
interface Found {
  path: string
  /** The path without symbolic links. */
  target: string
  /** Null if the file does not exist yet. */
  old: Stats | null
  bytes: Uint8Array | null
  advice: string
}

/**
 * Opens a text file of a working tree to read and replace it. It rejects everything else: other kinds of files, files
 * of git, and paths that lead out of the tree, also through symbolic links.
 */
export async function openTextFile(
  path: string,
  { root, kind = 'text', advice }: TextFileOptions,
): Promise<TextFile> {
  const reject = (reason: string): never => {
    throw new Problem('invalid_request', `${path} cannot be written: ${reason}. ${advice}`)
  }
  return withPath(path, 'written', advice, async () => {
    const tree = await realpath(root ?? dirname(path))
    const { target, isLink } = await resolveTarget(path, reject)
    const inTree = relative(tree, target)
    if (inTree === '..' || inTree.startsWith(`..${sep}`) || join(tree, inTree) !== target)
      reject(`${isLink ? `it is a link to ${target}, which` : 'it'} is outside of ${tree}`)
    // The name that was given decides as well as the name that a link leads to.
    const error = findTextPathError(inTree, kind) ?? findTextPathError(basename(path), kind)
    if (error !== null) reject(error)
    const gitFolder = await findGitFolder(tree, dirname(target))
    if (gitFolder !== null) reject(`${gitFolder} is a git directory, not a working tree`)
    const old = await lstat(target).catch(absent)
    if (old && !old.isFile()) reject(`it is ${old.isDirectory() ? 'a folder' : 'not a regular file'}`)
    if (old && old.size > maxBytes) reject(`it has more than ${maxBytes / 1024 / 1024} MiB`)
    const bytes = old && (await readRegularFile(target))
    const file: Found = { path, target, old, bytes, advice }
    return {
      path: target,
      pathInTree: inTree.replaceAll(sep, '/'),
      bytes,
      replace: (text) => withPath(path, 'written', advice, () => replaceFile(file, text)),
    }
  })
}

async function resolveTarget(
  path: string,
  reject: (reason: string) => never,
): Promise<{ target: string; isLink: boolean }> {
  const name = basename(path)
  if (name === '' || name === '.' || name === '..') reject('it is a folder')
  const folder = dirname(path)
  const realFolder =
    (await realpath(folder).catch(absent)) ?? reject(`there is no folder ${folder}; create it first`)
  const target = join(realFolder, name)
  const isLink = (await lstat(target).catch(absent))?.isSymbolicLink() === true
  if (!isLink) return { target, isLink }
  return {
    target: (await realpath(target).catch(absent)) ?? reject('it is a link to a missing file'),
    isLink,
  }
}

function absent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}

/** Finds a git directory among the folders from the tree down to a folder: bare repositories have any name. */
async function findGitFolder(tree: string, folder: string): Promise<string | null> {
  for (let each = folder; ; each = dirname(each)) {
    const parts = await Promise.all(
      ['HEAD', 'objects', 'refs'].map((name) => stat(join(each, name)).catch(() => null)),
    )
    if (parts.every((part) => part !== null)) return each
    if (each === tree || each === dirname(each)) return null
  }
}

/** Reads a file that was checked before; it may have been exchanged for a link or a pipe since then. */
async function readRegularFile(target: string): Promise<Uint8Array> {
  const handle = await open(target, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    if (!(await handle.stat()).isFile()) throw Object.assign(new Error(target), { code: 'EINVAL' })
    return await handle.readFile()
  } finally {
    await handle.close()
  }
}

/** Writes a temporary file next to the target, syncs it and renames it, so that the target is never half written. */
async function replaceFile(file: Found, text: string): Promise<void> {
  const { target, old } = file
  const folder = dirname(target)
  if (old) await access(target, constants.W_OK)
  const temporaryPath = join(folder, `.notewright-${randomUUID()}.tmp`)
  try {
    await writeTemporary(temporaryPath, text, old)
    await checkUnchanged(file)
    if (old) await rename(temporaryPath, target)
    else await createFrom(temporaryPath, file)
  } finally {
    await rm(temporaryPath, { force: true })
  }
  await syncFolder(folder)
}

async function writeTemporary(path: string, text: string, old: Stats | null): Promise<void> {
  const handle = await open(path, 'wx')
  try {
    await handle.writeFile(text)
    if (old) await keepOwnerAndMode(handle, old)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function keepOwnerAndMode(handle: FileHandle, old: Stats): Promise<void> {
  const { uid, gid } = await handle.stat()
  // Only the superuser can give a file away; for others the file becomes their own, as with any editor.
  if (uid !== old.uid || gid !== old.gid) await handle.chown(old.uid, old.gid).catch(() => {})
  await handle.chmod(old.mode & 0o777)
}

/** Rejects a file that another program changed after it was read. */
async function checkUnchanged(file: Found): Promise<void> {
  const { path, target, old, bytes } = file
  const now = await lstat(target).catch(absent)
  const isSame = old === null ? now === null : now?.isFile() === true && (await realpath(path)) === target
  if (!isSame) throw changed(file)
  if (bytes && !(await readRegularFile(target).then((after) => Buffer.compare(bytes, after) === 0)))
    throw changed(file)
}

/** Gives the temporary file its name, unless another program created the file in the meantime. */
async function createFrom(temporaryPath: string, file: Found): Promise<void> {
  try {
    await link(temporaryPath, file.target)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') throw changed(file)
    // Some file systems have no hard links.
    await rename(temporaryPath, file.target)
  }
}

function changed({ path }: Found): Problem {
  return new Problem(
    'invalid_request',
    `${path} was changed by another program in the meantime, so nothing was written. Try again.`,
  )
}

/** Makes the new name survive a crash of the machine, where the system can sync folders. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null)
  await handle?.sync().catch(() => {})
  await handle?.close()
}
