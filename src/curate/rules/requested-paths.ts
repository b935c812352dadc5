import { type Warning, warn } from '../../core/warnings.ts'
import { isMerge, type ParsedCommit } from '../parse/parse-commits.ts'
import { liesBelow } from './classify-path.ts'

/** Whether a commit touches nothing below the asked paths. */
export function isOutsideRequestedPaths(read: ParsedCommit, asked: string[]): boolean {
  // A merge has no paths of its own.
  if (asked.length === 0 || isMerge(read) || isUnknown(read)) return false
  const paths = [...read.commit.paths, ...(read.known?.paths ?? [])]
  return !paths.some((path) => liesBelow(path, asked))
}

/** Whether nobody tells what a commit changed: it may well lie inside. */
function isUnknown({ commit, known }: ParsedCommit): boolean {
  return commit.pathsCut && (known?.paths ?? []).length === 0
}

/** Says how many commits could lie below the asked paths without anybody knowing. */
export function warnAboutUnknownPaths(commits: ParsedCommit[], asked: string[]): Warning[] {
  const count = commits.filter((read) => !isMerge(read) && isUnknown(read)).length
  if (asked.length === 0 || count === 0) return []
  return [warn('paths-unknown', { commits: count, paths: asked })]
}
