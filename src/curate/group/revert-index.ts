import { isMerge, type ParsedCommit } from '../parse/parse-commits.ts'
import { CommitGraph } from './commit-graph.ts'
import { comparePaths } from './compare-paths.ts'
import { copyKeyOf } from './find-duplicates.ts'

/** Finds the commits of a range by what a revert says about them. */
export interface RevertIndex {
  graph: CommitGraph
  bySha: (sha: string) => ParsedCommit[]
  /** The commits that say they are cherry-picks of a SHA. */
  byPickedSha: (sha: string) => ParsedCommit[]
  byTitle: Map<string, ParsedCommit[]>
  byPullRequest: Map<number, ParsedCommit[]>
}

/** Builds the index; titles and numbers that no revert names are left out. */
export function indexCommits(commits: ParsedCommit[]): RevertIndex {
  const byTitle = new Map<string, ParsedCommit[]>()
  const byPullRequest = new Map<number, ParsedCommit[]>()
  const pickedShas = new Map<string, ParsedCommit[]>()
  const named = listNames(commits)
  for (const parsed of commits) {
    const { message, pullRequest } = parsed
    for (const sha of message.cherryPickedFrom) add(pickedShas, sha, parsed)
    if (named.words.has(firstWord(message.title))) add(byTitle, titleKey(message.title), parsed)
    const mergeTitle = message.merge?.title
    if (mergeTitle && named.words.has(firstWord(mergeTitle))) add(byTitle, titleKey(mergeTitle), parsed)
    if (pullRequest !== null && named.numbers.has(pullRequest)) add(byPullRequest, pullRequest, parsed)
  }
  const graph = new CommitGraph(commits)
  return {
    graph,
    bySha: createShaLookup(graph.bySha, (parsed) => [parsed]),
    byPickedSha: createShaLookup(pickedShas, (found) => found),
    byTitle,
    byPullRequest,
  }
}

/** The commits that merges introduced, by the SHA of the merge; only for merges that are or introduce one of `some`. */
export function indexMerges(
  some: Iterable<ParsedCommit>,
  commits: ParsedCommit[],
  introducedBy: Map<string, ParsedCommit>,
): Map<string, ParsedCommit[]> {
  const wanted = new Set<ParsedCommit>()
  for (const parsed of some) {
    if (isMerge(parsed)) wanted.add(parsed)
    const merge = introducedBy.get(parsed.commit.sha)
    if (merge) wanted.add(merge)
  }
  const byMerge = new Map<string, ParsedCommit[]>()
  if (wanted.size === 0) return byMerge
  for (const parsed of commits) {
    const merge = introducedBy.get(parsed.commit.sha)
    if (merge && wanted.has(merge)) add(byMerge, merge.commit.sha, parsed)
  }
  return byMerge
}

/** The numbers that reverts name, and the first words of the titles to look for. */
function listNames(commits: ParsedCommit[]) {
  const numbers = new Set<number>()
  const words = new Set<string>()
  for (const { message } of commits) {
    if (!message.revert) continue
    const { pullRequests, subject, subjectNumber } = message.revert
    for (const number of pullRequests) numbers.add(number)
    if (subjectNumber !== null) numbers.add(subjectNumber)
    if (subject !== null) words.add(firstWord(subject))
  }
  return { numbers, words }
}

function firstWord(title: string): string {
  const end = title.indexOf(' ')
  const word = end === -1 ? title : title.slice(0, end)
  return /^\w/.test(word) ? word.toLowerCase() : titleKey(word)
}

const titleMarks = /\s*\([#!]\d{1,9}\)|\s#\d{1,9}(?="*$)|[`'"“”]/g

/** A revert may quote a title with or without its pull-request numbers and code marks. */
export function titleKey(title: string): string {
  return title.replace(titleMarks, '').toLowerCase()
}

function add<Key>(map: Map<Key, ParsedCommit[]>, key: Key, parsed: ParsedCommit): void {
  const list = map.get(key)
  if (list) list.push(parsed)
  else map.set(key, [parsed])
}

const fullLength = 40

/** Finds commits by a full or abbreviated SHA; fewer than seven digits are not taken for one. */
function createShaLookup<Value>(
  bySha: Map<string, Value>,
  toCommits: (value: Value) => ParsedCommit[],
): (sha: string) => ParsedCommit[] {
  let byStart: Map<string, string[]> | null = null
  return (sha) => {
    const found = bySha.get(sha)
    if (found !== undefined) return toCommits(found)
    if (sha.length === fullLength) return []
    byStart ??= Map.groupBy(bySha.keys(), (each) => each.slice(0, 7))
    const starts = byStart.get(sha.slice(0, 7)) ?? []
    return starts
      .filter((each) => each.startsWith(sha) || sha.startsWith(each))
      .flatMap((each) => toCommits(bySha.get(each)!))
  }
}

/** Every commit that a revert may name, newest first. */
export function listCandidates(revert: ParsedCommit, index: RevertIndex): ParsedCommit[] {
  const { shas, pullRequests, subject, subjectNumber } = revert.message.revert!
  return [
    ...shas.flatMap((sha) => [...index.bySha(sha), ...index.byPickedSha(sha)]),
    ...pullRequests.flatMap((number) => listNearest(index.byPullRequest.get(number), revert)),
    ...(subjectNumber === null ? [] : listNearest(index.byPullRequest.get(subjectNumber), revert)),
    ...(subject === null ? [] : listNearest(index.byTitle.get(titleKey(subject)), revert)),
  ]
}

const maxNamesakes = 50
// Clocks differ, so that some commits are listed before one of their children.
const slack = 50

/** The newest commits of a list that may be older than a revert: many commits can have the same title. */
export function listNearest(newestFirst: ParsedCommit[] | undefined, revert: ParsedCommit): ParsedCommit[] {
  if (!newestFirst || newestFirst.length <= maxNamesakes) return newestFirst ?? []
  let [low, high] = [0, newestFirst.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (newestFirst[middle]!.position > revert.position + slack) low = middle + 1
    else high = middle
  }
  return newestFirst.slice(low, low + maxNamesakes)
}

/** Groups commits with their copies in the range: cherry-picks that name their source, and rebased commits. */
export function groupCopies(
  some: Set<ParsedCommit>,
  commits: ParsedCommit[],
  index: RevertIndex,
): ParsedCommit[][] {
  const dates = new Set([...some].map(({ commit }) => commit.authoredAt))
  const alike = new Map<string, ParsedCommit[]>()
  for (const parsed of commits)
    if (dates.has(parsed.commit.authoredAt) && !isMerge(parsed) && parsed.message.title !== '')
      add(alike, copyKeyOf(parsed), parsed)
  const groups: ParsedCommit[][] = []
  const grouped = new Set<ParsedCommit>()
  for (const first of some) {
    if (grouped.has(first)) continue
    const group = new Set([first])
    for (const each of group) {
      for (const copy of listCopies(each, alike, index)) if (!grouped.has(copy)) group.add(copy)
    }
    for (const each of group) grouped.add(each)
    groups.push([...group])
  }
  return groups
}

function listCopies(
  parsed: ParsedCommit,
  alike: Map<string, ParsedCommit[]>,
  { bySha, byPickedSha }: RevertIndex,
): ParsedCommit[] {
  if (isMerge(parsed)) return []
  const { commit, message } = parsed
  const picks = message.cherryPickedFrom.flatMap((sha) => [...bySha(sha), ...byPickedSha(sha)])
  const namesakes = alike.get(copyKeyOf(parsed)) ?? []
  // A tool that writes many commits per second may give all of them the same title: these are no copies.
  const rebased =
    namesakes.length > maxNamesakes
      ? []
      : namesakes.filter((copy) => comparePaths([copy], [parsed]) !== 'different')
  return [...picks, ...byPickedSha(commit.sha), ...rebased].filter((copy) => !isMerge(copy))
}
