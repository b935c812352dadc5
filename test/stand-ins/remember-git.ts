import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const folders = new Map<string, { refs: string; answers: Map<string, unknown> }>()

/** What git said to these words before, as long as no ref of its folder has moved since; else it is asked. */
export function rememberGit<Said>(place: string, words: string[], ask: () => Said): Said {
  const refs = refsOf(place)
  let known = folders.get(place)
  if (known?.refs !== refs) {
    known = { refs, answers: new Map() }
    folders.set(place, known)
  }
  const question = words.join('\0')
  if (!known.answers.has(question)) known.answers.set(question, ask())
  return known.answers.get(question) as Said
}

/** Where git keeps its data: the folder itself when it is bare, else inside it. */
export function gitFolderOf(folder: string): string {
  return existsSync(join(folder, 'HEAD')) ? folder : join(folder, '.git')
}

/** Every ref as git keeps it in files: reading them costs no process. */
function refsOf(place: string): string {
  const loose = readdirSync(join(place, 'refs'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  const files = [join(place, 'HEAD'), join(place, 'packed-refs'), ...loose]
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
