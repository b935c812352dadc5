import type { ChangeUnit } from './group-into-units.ts'

const maxPaths = 50

/** The files that a unit changes, each once. */
export function listPaths({ commits, pullRequestDetails }: ChangeUnit): string[] {
  const lists = [...commits.map(({ commit }) => commit.paths), pullRequestDetails?.paths ?? []].filter(
    ({ length }) => length > 0,
  )
  // Git lists a file once per commit; duplicates need several lists.
  return lists.length === 1 ? lists[0]! : [...new Set(lists.flat())]
}

/** The first 50 files that a unit changes. */
export function listFirstPaths(unit: ChangeUnit): string[] {
  const paths = listPaths(unit)
  return paths.length > maxPaths ? paths.slice(0, maxPaths) : paths
}
