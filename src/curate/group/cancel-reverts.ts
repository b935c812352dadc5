import { type Warning, warn } from '../../core/warnings.ts'
import { isMerge, type ParsedCommit } from '../parse/parse-commits.ts'
import { parseHeader } from '../parse/parse-header.ts'
import { findMustInclude } from '../rules/must-include.ts'
import { CommitGraph } from './commit-graph.ts'
import { comparePaths } from './compare-paths.ts'
import { groupIntoUnits } from './group-into-units.ts'

/** The commits that reverts cancel, and the reverts that leave doubt. */
export interface CancelledReverts {
  /** For each reverted commit of the range and its revert, by SHA, the reason why they cancel out. */
  cancelled: Map<string, string>
  warnings: Warning[]
}

const maxWarnings = 10
const maxSubject = 80

/**
 * Cancels each revert together with the commits it reverts when both are in the range. Goes through the commits
 * newest first, so that a revert of a revert cancels only the revert and the original commit stays.
 */
export function cancelReverts(
  commits: ParsedCommit[],
  introducedBy: Map<string, ParsedCommit>,
): CancelledReverts {
  const cancelled = new Map<string, string>()
  if (!commits.some(({ message }) => message.revert)) return { cancelled, warnings: [] }
  const index = indexCommits(commits, introducedBy)
  const warnings: Warning[] = []
  const revertOf = new Map<ParsedCommit, ParsedCommit>()
  const reverted = new Set<ParsedCommit>()
  for (const revert of commits) {
    if (!revert.message.revert || cancelled.has(revert.commit.sha)) continue
    // The reverts inside a merge say more precisely what they revert.
    const own = index.byMerge.get(revert.commit.sha) ?? []
    if (own.some(({ message }) => message.revert)) continue
    // A merge that goes with another merge can still be the target of a revert of its own.
    const named = findTargets(revert, index, (target) =>
      isMerge(target) ? !reverted.has(target) : !cancelled.has(target.commit.sha),
    )
    if (named.targets.length === 0) {
      const [target] = findTargets(revert, index, (each) =>
        isCopyOf(revert, revertOf.get(each), index),
      ).targets
      if (target) cancelled.set(revert.commit.sha, `It reverts ${shortSha(target)} in the same range.`)
      continue
    }
    if (revert.message.revert.isPartial) {
      warnings.push(warn('revert-unclear', describeDoubt(revert, named.targets[0]!, 'partial')))
      continue
    }
    if (listParallelReverts(revert, index).some((other) => reverted.has(other))) {
      warnings.push(warn('revert-unclear', describeDoubt(revert, named.targets[0]!, 'applied-again')))
      continue
    }
    const uncovered = named.targets.filter((target) =>
      isPartlyCovered(target, named.targets, [revert, ...own]),
    )
    if (uncovered.length > 0)
      warnings.push(warn('revert-unclear', describeDoubt(revert, uncovered[0]!, 'some-files')))
    const found = {
      ...named,
      targets: named.targets.filter((target) => !uncovered.includes(target)),
      hasOthers: named.hasOthers || uncovered.length > 0,
    }
    if (found.targets.length === 0) continue
    const targets = addMergedCommits(revert, found.targets, { index, cancelled })
    const doubt =
      findDoubt(revert, { ...found, targets }, own) ?? findSecondMerge(revert, found.targets, index)
    if (doubt !== null) {
      warnings.push(warn('revert-unclear', describeDoubt(revert, found.targets[0]!, doubt)))
      continue
    }
    for (const target of found.targets) reverted.add(target)
    for (const target of targets) {
      cancelled.set(target.commit.sha, `Reverted by ${shortSha(revert)} in the same range.`)
      revertOf.set(target, revert)
    }
    // A revert that also reverts something outside the range stays, because users notice it.
    if (found.hasOthers) continue
    const detail = `It reverts ${found.targets.map(shortSha).join(', ')} in the same range.`
    for (const each of [revert, ...own]) cancelled.set(each.commit.sha, detail)
  }
  for (const [sha, merged] of index.byMerge) cancelEmptyMerge(index.bySha(sha)[0], merged, cancelled)
  return { cancelled, warnings: limitWarnings(warnings) }
}

/** Cancels a merge when all its commits are cancelled, and the merge of a revert when that revert is. */
function cancelEmptyMerge(
  merge: ParsedCommit | undefined,
  merged: ParsedCommit[],
  cancelled: Map<string, string>,
): void {
  if (!merge || cancelled.has(merge.commit.sha)) return
  const gone = merged.filter(({ commit }) => cancelled.has(commit.sha))
  if (gone.length === merged.length)
    cancelled.set(merge.commit.sha, 'Everything it merged is reverted in the same range.')
  else if (isTitledRevert(merge) && gone.some(({ message }) => message.revert))
    cancelled.set(merge.commit.sha, 'It merges a revert of a commit in the same range.')
}

function isTitledRevert({ message }: ParsedCommit): boolean {
  return message.revert !== null || /^re(?:vert|apply)\b/i.test(message.merge?.title ?? '')
}

/** Whether a revert does the same as another one, as on a second branch. */
function isCopyOf(revert: ParsedCommit, other: ParsedCommit | undefined, index: RevertIndex): boolean {
  return other !== undefined && listParallelReverts(other, index).includes(revert)
}

interface RevertIndex {
  graph: CommitGraph
  bySha: (sha: string) => ParsedCommit[]
  /** The commits that say they are cherry-picks of a SHA. */
  byPickedSha: (sha: string) => ParsedCommit[]
  byTitle: Map<string, ParsedCommit[]>
  byPullRequest: Map<number, ParsedCommit[]>
  /** The commits that a merge introduced, by the SHA of the merge. */
  byMerge: Map<string, ParsedCommit[]>
  /** The merges, by the SHA of their second parent. */
  merges: Map<string, ParsedCommit[]>
  /** The reverts, by the SHA of each commit that they cite. */
  revertsOf: Map<string, ParsedCommit[]>
}

function indexCommits(commits: ParsedCommit[], introducedBy: Map<string, ParsedCommit>): RevertIndex {
  const byTitle = new Map<string, ParsedCommit[]>()
  const byPullRequest = new Map<number, ParsedCommit[]>()
  const byMerge = new Map<string, ParsedCommit[]>()
  const merges = new Map<string, ParsedCommit[]>()
  const revertsOf = new Map<string, ParsedCommit[]>()
  const ownShas = new Map(commits.map((parsed) => [parsed.commit.sha, parsed]))
  const bySha = createShaLookup(ownShas)
  const pickedShas = new Map<string, ParsedCommit[]>()
  const byPickedSha = createShaLookup(pickedShas)
  const named = listNames(commits, bySha)
  for (const parsed of commits) {
    const { commit, message, pullRequest } = parsed
    for (const sha of message.cherryPickedFrom) add(pickedShas, sha, parsed)
    if (named.words.has(firstWord(message.title))) add(byTitle, titleKey(message.title), parsed)
    const mergeTitle = message.merge?.title
    if (mergeTitle && named.words.has(firstWord(mergeTitle))) add(byTitle, titleKey(mergeTitle), parsed)
    if (pullRequest !== null && named.numbers.has(pullRequest)) add(byPullRequest, pullRequest, parsed)
    const merge = introducedBy.get(commit.sha)
    if (merge) add(byMerge, merge.commit.sha, parsed)
    if (isMerge(parsed)) add(merges, commit.parents[1]!, parsed)
    for (const sha of message.revert?.shas ?? [])
      for (const cited of bySha(sha)) add(revertsOf, cited.commit.sha, parsed)
  }
  const graph = new CommitGraph(commits, (sha) => ownShas.get(sha))
  return { graph, bySha, byPickedSha, byTitle, byPullRequest, byMerge, merges, revertsOf }
}

/** The numbers that reverts name, and the first words of the titles to look for; the index needs no others. */
function listNames(commits: ParsedCommit[], bySha: (sha: string) => ParsedCommit[]) {
  const numbers = new Set<number>()
  const words = new Set<string>()
  for (const { message } of commits) {
    if (!message.revert) continue
    const { shas, pullRequests, subject, subjectNumber } = message.revert
    for (const number of pullRequests) numbers.add(number)
    if (subjectNumber !== null) numbers.add(subjectNumber)
    words.add(firstWord(message.title))
    if (subject !== null) words.add(firstWord(subject))
    for (const cited of shas.flatMap(bySha)) words.add(firstWord(cited.message.title))
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
function titleKey(title: string): string {
  return title.replace(titleMarks, '').toLowerCase()
}

function add<Key>(map: Map<Key, ParsedCommit[]>, key: Key, parsed: ParsedCommit): void {
  const list = map.get(key)
  if (list) list.push(parsed)
  else map.set(key, [parsed])
}

/** Finds commits by a full or abbreviated SHA; fewer than seven digits are not taken for one. */
function createShaLookup(bySha: Map<string, ParsedCommit | ParsedCommit[]>): (sha: string) => ParsedCommit[] {
  let byStart: Map<string, string[]> | null = null
  return (sha) => {
    const found = bySha.get(sha)
    if (found || sha.length === fullLength) return found ? [found].flat() : []
    byStart ??= Map.groupBy(bySha.keys(), (each) => each.slice(0, 7))
    const starts = byStart.get(sha.slice(0, 7)) ?? []
    return starts
      .filter((each) => each.startsWith(sha) || sha.startsWith(each))
      .flatMap((each) => bySha.get(each)!)
  }
}

const fullLength = 40

/** How a revert names what it reverts. */
type Basis = 'sha' | 'number' | 'title' | 'title-of-other-sha'

interface RevertTargets {
  /** The commits of the range that a revert names, without those that a named merge brought. */
  targets: ParsedCommit[]
  basis: Basis
  /** Whether it also reverts something that is not in the range. */
  hasOthers: boolean
}

function findTargets(
  revert: ParsedCommit,
  index: RevertIndex,
  accepts: (target: ParsedCommit) => boolean,
): RevertTargets {
  const { shas, pullRequests, subject, subjectNumber } = revert.message.revert!
  const isOpen = (found: ParsedCommit) => accepts(found) && index.graph.isAncestor(found, revert)
  const targets = new Set<ParsedCommit>()
  let shasElsewhere = 0
  for (const sha of shas) {
    const copies = listCopies(sha, index)
    const applied = copies.filter((found) => isOpen(found) && isAppliedAt(found, revert, index))
    for (const found of applied.length > 0 ? applied : index.bySha(sha).filter(isOpen)) targets.add(found)
    if (copies.length === 0) shasElsewhere += 1
  }
  let basis: Basis = 'sha'
  if (targets.size === 0) basis = 'number'
  for (const number of pullRequests) {
    for (const found of index.byPullRequest.get(number) ?? []) if (isOpen(found)) targets.add(found)
  }
  if (basis === 'sha') return { targets: [...targets], basis, hasOthers: shasElsewhere > 0 }

  const key = subject === null ? null : titleKey(subject)
  if (targets.size === 0 && subject !== null && subjectNumber !== null) {
    const numbered = (index.byPullRequest.get(subjectNumber) ?? []).filter(isOpen)
    if (numbered.some((found) => hasTitle(found, subject))) for (const found of numbered) targets.add(found)
  }
  if (targets.size === 0 && key !== null) {
    const found = index.byTitle.get(key)?.find(isOpen)
    if (found) {
      basis = shas.length > 0 ? 'title-of-other-sha' : 'title'
      targets.add(found)
      for (const copy of listCopies(found.commit.sha, index).filter(isOpen))
        if (isAppliedAt(copy, revert, index)) targets.add(copy)
    }
  }
  // A rebase, a squash or a cherry-pick gives a reverted commit another SHA than the one that the revert cites.
  return { targets: [...targets], basis, hasOthers: shasElsewhere > 1 }
}

/** Whether a commit has a title that a revert quotes; a back-port may have another prefix. */
function hasTitle({ message, pullRequestDetails }: ParsedCommit, subject: string): boolean {
  const titles = [message.title, message.merge?.title, pullRequestDetails?.title]
  if (titles.some((title) => title && titleKey(title) === titleKey(subject))) return true
  return titleKey(message.header.description) === titleKey(parseHeader(subject).description)
}

const maxRevertChain = 20

/** Whether no earlier revert took a commit away before another one, or a further revert brought it back. */
function isAppliedAt(parsed: ParsedCommit, at: ParsedCommit, index: RevertIndex, depth = 0): boolean {
  if (depth === maxRevertChain) return true
  const reverts = index.revertsOf.get(parsed.commit.sha) ?? []
  return !reverts.some(
    (revert) =>
      revert !== at && index.graph.isAncestor(revert, at) && isAppliedAt(revert, at, index, depth + 1),
  )
}

/** The commit with a SHA and its copies: cherry-picks that name their source, and rebased commits. */
function listCopies(sha: string, index: RevertIndex): ParsedCommit[] {
  const { bySha, byPickedSha, byTitle } = index
  const copies = new Set([...bySha(sha), ...byPickedSha(sha)])
  for (const each of [...copies]) {
    for (const source of each.message.cherryPickedFrom) {
      for (const copy of [...bySha(source), ...byPickedSha(source)]) copies.add(copy)
    }
    for (const copy of byPickedSha(each.commit.sha)) copies.add(copy)
    if (isMerge(each) || each.message.title === '') continue
    for (const copy of byTitle.get(titleKey(each.message.title)) ?? []) {
      if (isRebasedCopy(copy, each)) copies.add(copy)
    }
    for (const copy of listParallelReverts(each, index)) copies.add(copy)
  }
  return [...copies]
}

/** The reverts of the same commits on other branches. */
function listParallelReverts(parsed: ParsedCommit, index: RevertIndex): ParsedCommit[] {
  const { revert, title } = parsed.message
  if (revert === null) return []
  const cited = revert.shas.flatMap((sha) => index.bySha(sha))
  const reverts = [
    ...cited.flatMap(({ commit }) => index.revertsOf.get(commit.sha) ?? []),
    ...(index.byTitle.get(titleKey(title)) ?? []).filter(({ message }) => message.revert),
  ]
  return reverts.filter((other) => other !== parsed && areParallel(parsed, other, index))
}

/** Whether neither of two commits comes before the other. */
function areParallel(one: ParsedCommit, other: ParsedCommit, { graph }: RevertIndex): boolean {
  return !graph.isAncestor(one, other) && !graph.isAncestor(other, one)
}

function isRebasedCopy(one: ParsedCommit, other: ParsedCommit): boolean {
  return (
    one.commit.authoredAt === other.commit.authoredAt &&
    one.commit.author.email === other.commit.author.email &&
    !isMerge(one) &&
    comparePaths([one], [other]) !== 'different'
  )
}

// A revert often leaves these as they are: the news of a change, and the tests and documents that still hold.
const accompanyingPath =
  /(?:^|\/)(?:changelog|changes|news|history)[^/]*$|(?:^|\/)(?:\.changeset|newsfragments|news|changelogs?|tests?|__tests__|spec|fixtures|docs?)\/|\.(?:md|rst|txt|snap|lock)$|[._](?:test|spec)\.|lock\.(?:json|yaml)$/i

/** Whether a revert leaves half of a commit's files or more as they are, which makes it a partial revert. */
function isPartlyCovered(target: ParsedCommit, targets: ParsedCommit[], reverts: ParsedCommit[]): boolean {
  if (isMerge(target) || comparePaths(reverts, [target]) !== 'overlapping') return false
  if ([target, ...reverts].some(({ commit }) => commit.pathsCut)) return false
  const covered = new Set(reverts.flatMap(({ commit }) => commit.paths))
  // A file that several of the commits change may be as it was before the first one.
  const others = new Set(targets.flatMap((each) => (each === target ? [] : each.commit.paths)))
  const own = target.commit.paths.filter((path) => !accompanyingPath.test(path))
  const left = own.filter((path) => !covered.has(path) && !others.has(path))
  return left.length > 0 && left.length * 2 >= own.length
}

/** Adds what the merges among the targets brought, except what the revert clearly does not touch. */
function addMergedCommits(
  revert: ParsedCommit,
  targets: ParsedCommit[],
  { index, cancelled }: { index: RevertIndex; cancelled: Map<string, string> },
): ParsedCommit[] {
  const all = new Set(targets)
  for (const merge of targets.filter(isMerge)) {
    const brought = index.graph.listBroughtBy(merge)
    const changes = new Map<string, number>()
    for (const { commit } of brought)
      for (const path of commit.paths) changes.set(path, (changes.get(path) ?? 0) + 1)
    for (const merged of brought) {
      if (cancelled.has(merged.commit.sha)) continue
      // A file that several of the commits change may end as it was, and the revert has nothing to do there.
      const isUndone = merged.commit.paths.every((path) => changes.get(path)! > 1)
      if (!isUndone && comparePaths([revert], [merged]) === 'different') continue
      all.add(merged)
      for (const copy of listLaterCopies(merged, { merge, revert, index }))
        if (!cancelled.has(copy.commit.sha)) all.add(copy)
    }
  }
  return [...all]
}

/** The copies of a merged commit that the revert of the merge takes away too: those that the merge did not find. */
function listLaterCopies(
  merged: ParsedCommit,
  { merge, revert, index }: { merge: ParsedCommit; revert: ParsedCommit; index: RevertIndex },
): ParsedCommit[] {
  const copies = listCopies(merged.commit.sha, index)
  if (copies.length < 2) return []
  const [first] = index.bySha(merge.commit.parents[0]!)
  const wasThere = (copy: ParsedCommit) =>
    first !== undefined && (copy === first || index.graph.isAncestor(copy, first))
  if (copies.some(wasThere)) return []
  return copies.filter((copy) => index.graph.isAncestor(copy, revert) && isAppliedAt(copy, revert, index))
}

/** Why it is not certain that a revert cancels its targets; null when it is. */
type Doubt =
  | 'partial'
  | 'some-files'
  | 'other-files'
  | 'words-only'
  | 'other-sha'
  | 'merged-twice'
  | 'applied-again'

function findDoubt(
  revert: ParsedCommit,
  { targets, basis }: RevertTargets,
  own: ParsedCommit[],
): Doubt | null {
  const paths = comparePaths([revert, ...own], targets)
  if (paths === 'different') return 'other-files'
  if (basis === 'title-of-other-sha') return paths === 'same' ? null : 'other-sha'
  if (basis === 'sha' || paths !== 'unknown') return null
  return targets.some(isBreakingOrSecurity) ? 'words-only' : null
}

/** Finds a second merge of a reverted branch that the revert does not know: the branch may have come in again. */
function findSecondMerge(
  revert: ParsedCommit,
  targets: ParsedCommit[],
  { graph, merges }: RevertIndex,
): Doubt | null {
  const isSecond = (merge: ParsedCommit) =>
    (merges.get(merge.commit.parents[1]!) ?? []).some(
      (other) => other !== merge && !graph.isAncestor(other, revert),
    )
  return targets.some((target) => isMerge(target) && isSecond(target)) ? 'merged-twice' : null
}

function isBreakingOrSecurity(parsed: ParsedCommit): boolean {
  const [unit] = groupIntoUnits([parsed], new Map())
  const { breaking, security } = findMustInclude(unit!)
  return breaking || security
}

const reasons: Record<Doubt, string> = {
  partial: 'its message says that a part stays or is replaced',
  'some-files': 'it leaves some of the changed files as they are',
  'other-files': 'the two change different files',
  'words-only': 'only the titles agree and the change is breaking or fixes a vulnerability',
  'other-sha': 'it cites another SHA',
  'applied-again': 'the same revert was itself reverted on another branch',
  'merged-twice': 'the reverted branch was merged a second time',
}

function describeDoubt(revert: ParsedCommit, target: ParsedCommit, doubt: Doubt) {
  return {
    revert: shortSha(revert),
    revertSubject: shorten(revert.message.subject),
    reverted: shortSha(target),
    revertedSubject: shorten(target.message.subject),
    reason: reasons[doubt],
  }
}

function shorten(subject: string): string {
  return subject.length > maxSubject ? `${subject.slice(0, maxSubject).trimEnd()}…` : subject
}

function limitWarnings(warnings: Warning[]): Warning[] {
  if (warnings.length <= maxWarnings) return warnings
  return [...warnings.slice(0, maxWarnings), warn('revert-unclear', { more: warnings.length - maxWarnings })]
}

function shortSha({ commit }: ParsedCommit): string {
  return commit.sha.slice(0, 7)
}
