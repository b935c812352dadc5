import { compilePathPatterns, type MatchBudget } from '../../config/repository/match-pattern.ts'
import type { PackagePaths } from '../../core/repository-config.ts'
import { type Warning, warn } from '../../core/warnings.ts'
import type { ChangeUnit } from '../group/group-into-units.ts'
import { isMerge, type ParsedCommit } from '../parse/parse-commits.ts'
import { classifyPaths } from './classify-path.ts'
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
    const matches = compilePathPatterns(patterns)
    return (path: string) => matches(path, budget)
  }
  const isShared = anyOf([...new Set(packages.flatMap(({ shared }) => shared))])
  // Packages that ignore nothing are one test, however many there are.
  const isPlain = anyOf(packages.flatMap(({ path, ignore }) => (ignore.length === 0 ? path : [])))
  const others = packages
    .filter(({ ignore }) => ignore.length > 0)
    .map(({ path, ignore }) => ({ isOwn: anyOf(path), isIgnored: anyOf(ignore) }))
  return (path) =>
    isShared(path) || isPlain(path) || others.some(({ isOwn, isIgnored }) => isOwn(path) && !isIgnored(path))
}

const typesOfWork = new Set(['test', 'tests', 'docs', 'build', 'ci', 'style'])

/**
 * Reads a type as the scope that it is where it names a package: in `acme-test`, `test: add a matcher` is about the
 * package if it changes more than tests.
 */
export function withPackageScope(unit: ChangeUnit, packages: PackagePaths[]): ChangeUnit {
  const { type, scope } = unit.header
  const word = type?.toLowerCase() ?? ''
  if (scope !== null || !typesOfWork.has(word)) return unit
  const named = packages
    .map(({ name }) => name.slice(name.lastIndexOf('/') + 1))
    .find((name) => name.toLowerCase().split(/[._-]/).at(-1) === word)
  if (named === undefined) return unit
  if (classifyPaths(unit.commits.flatMap(({ commit }) => commit.paths)) !== 'shipped') return unit
  return { ...unit, header: { ...unit.header, type: null, scope: named } }
}

/** Warns if no commit touches the packages: nothing has changed, or their paths are wrong. */
export function warnAboutUnmatchedPackages(
  commits: ParsedCommit[],
  packages: PackagePaths[],
  budget: MatchBudget,
): Warning[] {
  const own = commits.filter((parsed) => !isMerge(parsed))
  if (own.length === 0 || !own.every(outsidePackages(packages, budget))) return []
  const paths = packages.flatMap(({ path }) => path)
  return [warn('package-unmatched', { packages: describePackages(packages), paths })]
}

/** The packages as a message names them. */
export function describePackages(packages: PackagePaths[]): string {
  const names = packages.map(({ name }) => name).join(', ')
  return packages.length === 1 ? `the package ${names}` : `the packages ${names}`
}
