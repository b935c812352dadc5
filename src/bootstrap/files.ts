import { chmod, readdir, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import type { CliContext } from '../cli/cli-context.ts'
import { Problem } from '../core/errors.ts'

/** The files of this machine, as commands read and write them. */
export const files: Pick<CliContext, 'readFile' | 'writeFile' | 'replaceFile' | 'listFolder'> = {
  readFile: (path) =>
    readFile(path).catch((error: NodeJS.ErrnoException) =>
      error.code === 'ENOENT' ? null : unusable(path, 'read', 'Choose another one.')(error),
    ),
  writeFile: (path, text, whatToDo) => writeFile(path, text).catch(unusable(path, 'written', whatToDo)),
  replaceFile: (path, text, whatToDo) => replaceFile(path, text).catch(unusable(path, 'written', whatToDo)),
  listFolder: (path) => readdir(path).catch(() => []),
}

/** Writes a temporary file next to the target and renames it, so that the target is never half written. */
async function replaceFile(path: string, text: string): Promise<void> {
  const target = await realpath(path).catch(() => path)
  const old = await stat(target).catch(() => null)
  const beside = `${target}.${process.pid}.new`
  try {
    await writeFile(beside, text, { flag: 'wx' })
    if (old) await chmod(beside, old.mode)
    await rename(beside, target)
  } finally {
    await rm(beside, { force: true })
  }
}

function unusable(path: string, what: string, whatToDo: string) {
  return (error: NodeJS.ErrnoException): never => {
    throw new Problem('invalid_request', `${path} cannot be ${what} (${error.code}). ${whatToDo}`, {
      cause: error,
    })
  }
}
