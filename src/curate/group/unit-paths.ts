import type { ChangeUnit } from './group-into-units.ts'

const some = 50
const mostFolders = 20

/** The files that a unit changes, each once. */
export function listPaths({ commits, known }: ChangeUnit): string[] {
  const lists = [...commits.map(({ commit }) => commit.paths), known?.paths ?? []].filter(
    ({ length }) => length > 0,
  )
  // Git names a file once for each commit; only several lists can name it twice.
  return lists.length === 1 ? lists[0]! : [...new Set(lists.flat())]
}

/** Not too many of them. */
export function listFirstPaths(unit: ChangeUnit): string[] {
  const paths = listPaths(unit)
  return paths.length > some ? paths.slice(0, some) : paths
}

/** The first three folders of each path, each with those before it; a file at the top stands for itself. */
export function foldersOf(paths: string[]): Set<string> {
  const folders = new Set<string>()
  for (const path of paths) {
    if (folders.size >= mostFolders) break
    let slash = path.indexOf('/')
    if (slash === -1) folders.add(path)
    for (let depth = 0; slash !== -1 && depth < 3; depth += 1) {
      folders.add(path.slice(0, slash))
      slash = path.indexOf('/', slash + 1)
    }
  }
  return folders
}
