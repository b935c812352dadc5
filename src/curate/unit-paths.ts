import type { Unit } from './find-units.ts'

const some = 50

/** The files that a unit changes, each once. */
export function pathsOf({ commits, known }: Unit): string[] {
  const lists = [...commits.map(({ commit }) => commit.paths), known?.paths ?? []].filter(
    ({ length }) => length > 0,
  )
  // Git names a file once for each commit; only several lists can name it twice.
  return lists.length === 1 ? lists[0]! : [...new Set(lists.flat())]
}

/** Not too many of them. */
export function somePathsOf(unit: Unit): string[] {
  const paths = pathsOf(unit)
  return paths.length > some ? paths.slice(0, some) : paths
}
