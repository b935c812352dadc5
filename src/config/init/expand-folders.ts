import {
  compilePathPattern,
  compilePattern,
  type Matcher,
  unlimitedBudget,
} from '../repository/match-pattern.ts'
import { joinPath, type RepositoryFiles } from './repository-files.ts'

/** The folders that a workspace lists. */
export interface FolderPatterns {
  include: string[]
  exclude: string[]
}

/** The most packages that are read: more than a configuration can have, so that the others can be counted. */
export const maxPackages = 1000

const maxFolders = 5000
const maxDepth = 6
const skippedFolders = /^(?:\..*|node_modules|bower_components|vendor|target|dist)$/

/** Lists the folders below the root that fit the patterns of a workspace, in the order of the patterns. */
export async function expandFolders(
  { include, exclude }: FolderPatterns,
  files: RepositoryFiles,
  isPackage: (folder: string) => Promise<boolean>,
): Promise<string[]> {
  const excluded = exclude.map((pattern) => compilePathPattern(tidyPattern(pattern)))
  const isExcluded = (folder: string) => excluded.some((matches) => matches(folder, unlimitedBudget))
  const found = new Set<string>()
  let budget = maxFolders
  const walk = async (folder: string, segments: string[]): Promise<void> => {
    if (found.size >= maxPackages || isExcluded(folder)) return
    const [segment, ...rest] = segments
    if (segment === undefined) {
      if (folder !== '' && (await isPackage(folder))) found.add(folder)
      return
    }
    if (!/[*?]/.test(segment)) return walk(joinPath(folder, segment), rest)
    if (segment === '**') await walk(folder, rest)
    if (folder.split('/').length > maxDepth || budget <= 0) return
    budget -= 1
    const matches: Matcher | null = segment === '**' ? null : compilePattern(segment)
    for (const { name, isFolder } of await files.list(folder)) {
      if (!isFolder || skippedFolders.test(name)) continue
      if (matches === null) await walk(joinPath(folder, name), segments)
      else if (matches(name, unlimitedBudget)) await walk(joinPath(folder, name), rest)
    }
  }
  for (const pattern of include.slice(0, 200)) {
    const segments = tidyPattern(pattern).split('/')
    if (!segments.includes('..'))
      await walk(
        '',
        segments.filter((segment) => segment !== ''),
      )
  }
  return [...found]
}

function tidyPattern(pattern: string): string {
  return pattern
    .slice(0, 300)
    .replace(/^!/, '')
    .replace(/^(?:\.?\/)+/, '')
    .replace(/\/+$/, '')
}
