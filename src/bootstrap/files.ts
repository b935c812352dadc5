import { chmod, readdir, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import type { CliContext } from '../cli/cli-context.ts'
import { Problem } from '../core/errors.ts'

/** The files of this machine, as commands read and write them. */
export const files: Pick<CliContext, 'readFile' | 'writeFile' | 'replaceFile' | 'listFolder'> = {
  readFile: (path) =>
    readFile(path).catch((error: NodeJS.ErrnoException) =>
      error.code === 'ENOENT' ? null : unusable(path, 'read', 'Choose another one.')(error),
    ),
  writeFile: (path, text, hint) => writeFile(path, text).catch(unusable(path, 'written', hint)),
  replaceFile: (path, text, hint) => replaceFile(path, text).catch(unusable(path, 'written', hint)),
  listFolder: (path) => readdir(path).catch(() => []),
}

/** Writes a temporary file next to the target and renames it, so that the target is never half written. */
async function replaceFile(path: string, text: string): Promise<void> {
  const target = await realpath(path).catch(() => path)
  const old = await stat(target).catch(() => null)
  const temporaryPath = `${target}.${process.pid}.new`
  try {
    await writeFile(temporaryPath, text, { flag: 'wx' })
    if (old) await chmod(temporaryPath, old.mode)
    await rename(temporaryPath, target)
  } finally {
    await rm(temporaryPath, { force: true })
  }
}

function unusable(path: string, action: string, hint: string) {
  return (error: NodeJS.ErrnoException): never => {
    throw new Problem('invalid_request', `${path} cannot be ${action} (${error.code}). ${hint}`, {
      cause: error,
    })
  }
}
