import { compilePathPattern, type MatchBudget } from '../../config/repository/match-pattern.ts'
import type { PackagePaths } from '../../core/repository-config.ts'
import { isMerge, type ParsedCommit } from '../parse/parse-commits.ts'
import { hasUnknownPaths, listTouchedPaths } from './requested-paths.ts'

/** Returns the test whether a commit touches nothing of some packages; merges have no files of their own. */
export function outsidePackages(
  packages: PackagePaths[],
  budget: MatchBudget,
): (parsed: ParsedCommit) => boolean {
  const touches = touchesPackages(packages, budget)
  return (parsed) => !isMerge(parsed) && !hasUnknownPaths(parsed) && !touches(listTouchedPaths(parsed))
}

/** Returns the test whether one of some files counts for one of the packages. */
export function touchesPackages(packages: PackagePaths[], budget: MatchBudget): (paths: string[]) => boolean {
  const known = new Map<string, boolean>()
  const isInside = insideSome(packages, budget)
  return (paths) =>
    paths.some((path) => {
      const found = known.get(path) ?? isInside(path)
      known.set(path, found)
      return found
    })
}

/** Returns the test whether a file counts for one of the packages: it is below its paths and not ignored, or shared. */
function insideSome(packages: PackagePaths[], budget: MatchBudget): (path: string) => boolean {
  const anyOf = (patterns: string[]) => {
    const matchers = patterns.map(compilePathPattern)
    return (path: string) => matchers.some((matches) => matches(path, budget))
  }
  const tests = packages.map(({ path, ignore, shared }) => ({
    isOwn: anyOf(path),
    isIgnored: anyOf(ignore),
    isShared: anyOf(shared),
  }))
  return (path) =>
    tests.some(({ isOwn, isIgnored, isShared }) => (isOwn(path) ? !isIgnored(path) : false) || isShared(path))
}

/** The packages as a message names them. */
export function describePackages(packages: PackagePaths[]): string {
  const names = packages.map(({ name }) => name).join(', ')
  return packages.length === 1 ? `the package ${names}` : `the packages ${names}`
}
