import { type Warning, warn } from '../../core/warnings.ts'
import { isMerge, type ParsedCommit } from '../parse/parse-commits.ts'

/** Whether a commit changes no file below the requested paths. */
export function isOutsideRequestedPaths(parsed: ParsedCommit, requested: string[]): boolean {
  // A merge has no paths of its own.
  if (requested.length === 0 || isMerge(parsed) || hasUnknownPaths(parsed)) return false
  return !listTouchedPaths(parsed).some((path) => isBelow(path, requested))
}

/** The files that a commit changes, and those of its pull request. */
export function listTouchedPaths({ commit, pullRequestDetails }: ParsedCommit): string[] {
  return [...commit.paths, ...(pullRequestDetails?.paths ?? [])]
}

/** Whether a path is one of the requested ones or lies below one of them. */
export function isBelow(path: string, requested: string[]): boolean {
  return requested.some((each) => path === each || path.startsWith(`${each}/`))
}

/** Whether the host did not return the changed files: the commit may be inside the requested paths. */
export function hasUnknownPaths({ commit, pullRequestDetails }: ParsedCommit): boolean {
  return commit.pathsCut && (pullRequestDetails?.paths ?? []).length === 0
}

/** Warns if no commit is inside the requested paths, which are probably misspelt. */
export function warnAboutUnmatchedPaths(commits: ParsedCommit[], requested: string[]): Warning[] {
  const own = commits.filter((parsed) => !isMerge(parsed))
  if (requested.length === 0 || own.length === 0) return []
  if (own.some((parsed) => !isOutsideRequestedPaths(parsed, requested))) return []
  return [warn('paths-unmatched', { paths: requested })]
}

/** Warns about commits that count as inside the requested paths because their files are unknown. */
export function warnAboutUnknownPaths(commits: ParsedCommit[], requested: string[]): Warning[] {
  const count = commits.filter((parsed) => !isMerge(parsed) && hasUnknownPaths(parsed)).length
  if (requested.length === 0 || count === 0) return []
  return [warn('paths-unknown', { commits: count, paths: requested })]
}
