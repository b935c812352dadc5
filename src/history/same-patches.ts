import { createHash } from 'node:crypto'
import type { ChangedFiles, ChangedPaths, Commit } from '../core/commit.ts'
import type { Repository } from '../core/repository.ts'

const maxContents = 2000

/** The two sides of a diverged range with the files that their commits changed. */
interface Sides {
  own: Commit[]
  other: Commit[]
  files: ChangedPaths
}

interface SamePatches {
  /** The commits on either side whose patch the other side has too. */
  commits: Set<string>
  /** Whether all that could be the same was compared. */
  isComplete: boolean
}

/**
 * Finds commits that change the same lines of the same files on both sides. Where the contents before and after are
 * the same nothing is read; for the other commits with the same files, the contents are read and compared by line.
 */
export async function findSamePatches(repository: Repository, sides: Sides): Promise<SamePatches> {
  const groups = groupByFiles(sides)
  const commits = new Set<string>()
  const left: FileGroup[] = []
  for (const group of groups) {
    markSame(group, commits, ({ contents }) => contents && contentKey(contents))
    const open = withoutMarked(group, commits)
    if (open.own.length > 0 && open.other.length > 0) left.push(open)
  }
  const chosen = chooseGroups(left)
  const ids = new Set(chosen.flatMap((group) => [...group.own, ...group.other].flatMap(idsOf)))
  const contents = await repository.contents([...ids])
  for (const group of chosen) markSame(group, commits, (files) => patchKey(files, contents))
  return { commits, isComplete: chosen.length === left.length && contents.size === ids.size }
}

const maxCopies = 5
const maxCandidates = 200

/**
 * Identifies the patches of commits that may be copies of each other: by the same author, of the same second, with the
 * same files. A cherry-pick keeps all three, whatever its title. Returns the patches by SHA.
 */
export async function identifyPatches(
  repository: Repository,
  commits: Commit[],
): Promise<Map<string, string>> {
  const isCandidate = ({ parents, paths, pathsCut }: Commit) =>
    parents.length < 2 && paths.length > 0 && !pathsCut
  const ofOneSecond = groupsOf(commits.filter(isCandidate), ({ author, authoredAt }) =>
    [author.email, authoredAt].join('\0'),
  )
  const alike = ofOneSecond.flatMap((group) => groupsOf(group, ({ paths }) => paths.toSorted().join('\0')))
  const candidates = alike
    .filter(({ length }) => length <= maxCopies)
    .flat()
    .slice(0, maxCandidates)
  if (candidates.length === 0) return new Map()
  const files = await repository.changedFiles(candidates)
  const ids = new Set([...files.values()].flatMap(idsOf).slice(0, maxContents))
  const contents = await repository.contents([...ids])
  return new Map(
    candidates.flatMap(({ sha }) => {
      const changed = files.get(sha)
      const key = changed && patchKey(changed, contents)
      return key ? [[sha, key] as const] : []
    }),
  )
}

/** The groups of at least two commits with the same key. */
function groupsOf(commits: Commit[], keyOf: (commit: Commit) => string): Commit[][] {
  return [...Map.groupBy(commits, keyOf).values()].filter(({ length }) => length > 1)
}

interface ChangedCommit extends ChangedFiles {
  sha: string
}

/** The commits of both sides that changed the same files. */
interface FileGroup {
  own: ChangedCommit[]
  other: ChangedCommit[]
}

function groupByFiles({ own, other, files }: Sides): FileGroup[] {
  const toChanged = ({ sha }: Commit): ChangedCommit[] => {
    const changed = files.get(sha)
    return changed && !changed.cut && changed.paths.length > 0 ? [{ sha, ...changed }] : []
  }
  const byFiles = Map.groupBy(other.flatMap(toChanged), pathsKey)
  const groups = new Map<string, FileGroup>()
  for (const changed of own.flatMap(toChanged)) {
    const key = pathsKey(changed)
    const others = byFiles.get(key)
    if (!others) continue
    const group = groups.get(key)
    if (group) group.own.push(changed)
    else groups.set(key, { own: [changed], other: others })
  }
  return [...groups.values()]
}

function pathsKey({ paths }: ChangedFiles): string {
  return paths.toSorted().join('\0')
}

/** Marks the commits of a group for which both sides have the same key. */
function markSame(
  { own, other }: FileGroup,
  marked: Set<string>,
  keyOf: (commit: ChangedCommit) => string | null | undefined,
): void {
  const byKey = Map.groupBy(other, keyOf)
  for (const commit of own) {
    const key = keyOf(commit)
    const same = key ? byKey.get(key) : undefined
    if (!same) continue
    marked.add(commit.sha)
    for (const { sha } of same) marked.add(sha)
  }
}

function withoutMarked({ own, other }: FileGroup, marked: Set<string>): FileGroup {
  const isOpen = ({ sha }: ChangedCommit) => !marked.has(sha)
  return { own: own.filter(isOpen), other: other.filter(isOpen) }
}

/** The groups to compare within the limit, those with few commits first: a rarely changed set of files says most. */
function chooseGroups(groups: FileGroup[]): FileGroup[] {
  const size = ({ own, other }: FileGroup) => own.length * other.length
  const chosen: FileGroup[] = []
  let contents = 0
  for (const group of groups.toSorted((one, another) => size(one) - size(another))) {
    contents += [...group.own, ...group.other].flatMap(idsOf).length
    if (contents > maxContents) break
    chosen.push(group)
  }
  return chosen
}

function idsOf({ contents = [] }: ChangedFiles): string[] {
  return contents.flatMap(({ before, after }) => [before, after].filter((id) => id !== null))
}

function contentKey(contents: NonNullable<ChangedFiles['contents']>): string {
  return contents.map(({ before, after }) => `${before} ${after}`).join('\n')
}

/** A key of the lines that a commit removes and adds in each file; null if a content is unknown. */
function patchKey({ paths, contents = [] }: ChangedFiles, read: Map<string, Buffer>): string | null {
  const hash = createHash('sha256')
  for (const [index, path] of paths.entries()) {
    const { before = null, after = null } = contents[index] ?? {}
    const old = before === null ? '' : read.get(before)?.toString('latin1')
    const young = after === null ? '' : read.get(after)?.toString('latin1')
    if (old === undefined || young === undefined) return null
    hash.update(JSON.stringify([path, listMissing(old, young), listMissing(young, old)]))
  }
  return hash.digest('base64url')
}

/** The lines of one text that the other has not, sorted; a line that occurs twice counts twice. */
function listMissing(text: string, other: string): string[] {
  const counts = new Map<string, number>()
  for (const line of other.split('\n')) counts.set(line, (counts.get(line) ?? 0) + 1)
  return text
    .split('\n')
    .filter((line) => {
      const left = counts.get(line) ?? 0
      if (left > 0) counts.set(line, left - 1)
      return left === 0
    })
    .sort()
}
