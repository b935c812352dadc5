import type { Category } from '../core/category.ts'
import type { Change } from '../core/change.ts'
import { isDependencyTitle } from './parse/dependency-title.ts'
import { classifyPath } from './rules/classify-path.ts'

const ofCategory: Record<Category, number> = {
  Security: 0.5,
  Removed: 0.4,
  Added: 0.35,
  Deprecated: 0.35,
  Changed: 0.25,
  Fixed: 0.15,
}

/** The number of files that are looked at. */
const maxPaths = 32

/** The updates of dependencies are large and well described, and of little interest. */
const mostOfDependency = 0.2

type RatedChange = Omit<Change, 'importance'>

/**
 * Rates how much a change matters among the others, from 0 to 1: what readers must act on first, then large changes
 * and those that their authors explain or document. The paths are those of its commits, which every host knows; the
 * files of pull requests are not the same on every host.
 */
export function rateImportance(change: RatedChange, paths: string[]): number {
  if (change.notability <= 0.2) return 0.05
  const kinds = paths.slice(0, maxPaths).map(classifyPath)
  const shipped = kinds.filter((kind) => kind === 'shipped').length
  const size = 0.15 * upTo(maxPaths, shipped) + 0.05 * upTo(16, change.commits.length)
  const explained = 0.1 * upTo(2000, longestText(change))
  const documented = kinds.includes('docs') ? 0.05 : 0
  const inOwnWords = change.ownText === undefined ? 0 : 0.05
  const urgent = (change.breaking ? 0.3 : 0) + (change.advisories.length > 0 ? 0.2 : 0)
  const rated = ofCategory[change.category] + size + explained + documented + inOwnWords + urgent
  const most = isDependencyTitle(change.title) && !change.breaking ? mostOfDependency : 1
  return Math.round(Math.min(most, rated) * 100) / 100
}

/** Grows from 0 to 1 with the logarithm of a count. */
function upTo(most: number, count: number): number {
  return Math.min(1, Math.log1p(count) / Math.log1p(most))
}

/** The length of the longest message of its commits; texts of pull requests are not the same on every host. */
function longestText({ messages }: RatedChange): number {
  return Math.max(0, ...messages.map(({ body }) => body.length))
}
