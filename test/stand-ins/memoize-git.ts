import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const folders = new Map<string, { refs: string; results: Map<string, unknown> }>()

/** Returns the earlier result for a key as long as no ref of the repository has changed; else runs git. */
export function memoizeGit<Result>(gitFolder: string, key: string[], run: () => Result): Result {
  const refs = refsOf(gitFolder)
  let known = folders.get(gitFolder)
  if (known?.refs !== refs) {
    known = { refs, results: new Map() }
    folders.set(gitFolder, known)
  }
  const text = key.join('\0')
  if (!known.results.has(text)) known.results.set(text, run())
  return known.results.get(text) as Result
}

/** Where git keeps its data: the folder itself when it is bare, else inside it. */
export function gitFolderOf(folder: string): string {
  return existsSync(join(folder, 'HEAD')) ? folder : join(folder, '.git')
}

/** Returns every ref as git stores it in files, without starting a process. */
function refsOf(gitFolder: string): string {
  const loose = readdirSync(join(gitFolder, 'refs'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  const files = [join(gitFolder, 'HEAD'), join(gitFolder, 'packed-refs'), ...loose]
  return files.map((file) => `${file} ${textOf(file)}`).join('\n')
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    // There is no packed-refs before git packs them.
    return ''
  }
}
