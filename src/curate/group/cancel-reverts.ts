import { type Warning, warn } from '../../core/warnings.ts'
import { isMerge, type ParsedCommit } from '../parse/parse-commits.ts'
import { parseHeader } from '../parse/parse-header.ts'
import { findMustInclude } from '../rules/must-include.ts'
import { type ChangeEffect, type ChangeSet, ChangeStates } from './change-states.ts'
import { comparePaths } from './compare-paths.ts'
import { groupIntoUnits } from './group-into-units.ts'
import {
  groupCopies,
  indexCommits,
  indexMerges,
  listCandidates,
  listNearest,
  type RevertIndex,
  titleKey,
} from './revert-index.ts'

/** The commits that reverts cancel, and the reverts that leave doubt. */
export interface CancelledReverts {
  /** For each reverted commit of the range and its revert, by SHA, the reason why they cancel out. */
  cancelled: Map<string, string>
  warnings: Warning[]
}

const maxWarnings = 10
const maxSubject = 80
// Each followed change costs a bit in the state of every commit.
const maxFollowed = 10_000
// Thousands of reverts of reverts each undo all that came before them.
const maxUndone = 500_000

/**
 * Cancels each revert together with the commits it reverts when both are in the range. Follows the reverted changes
 * through the history, so that a change that was applied again stays.
 */
export function cancelReverts(
  commits: ParsedCommit[],
  introducedBy: Map<string, ParsedCommit>,
): CancelledReverts {
  const cancelled = new Map<string, string>()
  const reverts = commits.filter(({ message }) => message.revert)
  if (reverts.length === 0) return { cancelled, warnings: [] }
  const index = indexCommits(commits)
  const { followed, skipped } = listFollowed(reverts, index)
  const groups = groupCopies(followed, commits, index)
  const byMerge = indexMerges([...reverts, ...groups.flat()], commits, introducedBy)
  const states = new ChangeStates(index.graph, groups)
  const applied = new Map<ParsedCommit, AppliedRevert>()
  const warnings: Warning[] = []
  const budget = { left: maxUndone }
  const atEnd = states.follow((revert, before) => {
    if (budget.left <= 0) skipped.add(revert)
    const found = skipped.has(revert) ? null : applyRevert(revert, before, { index, states, byMerge, budget })
    if (found?.doubt)
      warnings.push(warn('revert-unclear', describeDoubt(revert, found.doubtful!, found.doubt)))
    if (!found?.effect) return null
    applied.set(revert, found)
    return found.effect
  })
  addReverted(applied, { atEnd, states, cancelled })
  addReverts(applied, { byMerge, cancelled })
  for (const [sha, merged] of byMerge) cancelEmptyMerge(index.bySha(sha)[0], merged, cancelled)
  return { cancelled, warnings: limitWarnings(warnings.reverse(), skipped.size) }
}

/** The commits to follow: those that reverts may name, and what the merges among them brought. */
function listFollowed(reverts: ParsedCommit[], index: RevertIndex): FollowedCommits {
  const followed = new Set<ParsedCommit>()
  const skipped = new Set<ParsedCommit>()
  for (const revert of reverts) {
    for (const candidate of listCandidates(revert, index)) {
      if (followed.has(candidate)) continue
      const brought = isMerge(candidate) ? index.graph.listBroughtBy(candidate) : []
      if (followed.size + brought.length >= maxFollowed) skipped.add(revert)
      else for (const parsed of [candidate, ...brought]) followed.add(parsed)
    }
  }
  return { followed, skipped }
}

interface FollowedCommits {
  followed: Set<ParsedCommit>
  /** The reverts whose commits are too many to follow. */
  skipped: Set<ParsedCommit>
}

/** What a revert does in the history. */
interface AppliedRevert {
  /** Null when it is not certain that it reverts anything. */
  effect: ChangeEffect | null
  targets: ParsedCommit[]
  /** Whether it does more than revert commits of the range. */
  hasOthers: boolean
  doubt?: Doubt
  doubtful?: ParsedCommit
}

interface RevertContext {
  index: RevertIndex
  states: ChangeStates
  /** The commits that a merge introduced, by the SHA of the merge. */
  byMerge: Map<string, ParsedCommit[]>
  /** How many undone commits may still be looked at. */
  budget: { left: number }
}

/** Decides what a revert does to the changes that are there before it; null when it names none of them. */
function applyRevert(
  revert: ParsedCommit,
  before: ChangeSet,
  { index, states, byMerge, budget }: RevertContext,
): AppliedRevert | null {
  // The reverts inside a merge say more precisely what they revert.
  const own = byMerge.get(revert.commit.sha) ?? []
  if (own.some(({ message }) => message.revert)) return null
  const named = findTargets(revert, index, (target) => states.isApplied(target, before))
  const [first] = named.targets
  if (!first) return null
  const unclear = (doubt: Doubt, doubtful = first): AppliedRevert => ({
    effect: null,
    targets: [],
    hasOthers: true,
    doubt,
    doubtful,
  })
  if (revert.message.revert!.isPartial) return unclear('partial')
  const left = named.targets.filter((target) => isPartlyCovered(target, named.targets, [revert, ...own]))
  const targets = named.targets.filter((target) => !left.includes(target))
  if (targets.length === 0) return unclear('some-files', left[0])
  const effect = invertEffects(revert, targets, { before, states })
  const undone = [...targets, ...states.listCommits(effect.removed)]
  const restored = states.listCommits(effect.added)
  budget.left -= undone.length + restored.length
  const doubt = findDoubt([revert, ...own], undone, named.basis)
  if (doubt) return unclear(doubt)
  const { paths, pathsCut } = revert.commit
  if (!isMerge(revert) && paths.length === 0 && !pathsCut) return unclear('no-files')
  const doesMore =
    revert.message.revert!.hasMore || changesOtherFiles([revert, ...own], [...undone, ...restored])
  const applied = { effect, targets, hasOthers: named.hasOthers || left.length > 0 || doesMore }
  if (left[0]) return { ...applied, doubt: 'some-files', doubtful: left[0] }
  return doesMore ? { ...applied, doubt: 'does-more', doubtful: first } : applied
}

/** The inverse of what some commits did, as far as it is there and the revert touches it. */
function invertEffects(
  revert: ParsedCommit,
  targets: ParsedCommit[],
  { before, states }: { before: ChangeSet; states: ChangeStates },
): ChangeEffect {
  let added = 0n
  let removed = 0n
  for (const target of targets) {
    const effect = states.effectOf(target)
    const brought = effect.added & before & ~states.changeOf(target)
    removed |= states.changeOf(target) | (brought & ~listUntouched(revert, brought, states))
    added |= effect.removed & ~before
  }
  return { added, removed }
}

/** The changes of a reverted merge that its revert clearly does not touch. */
function listUntouched(revert: ParsedCommit, brought: ChangeSet, states: ChangeStates): ChangeSet {
  if (brought === 0n) return 0n
  const commits = states.listCommits(brought)
  const changes = new Map<string, number>()
  for (const { commit } of commits)
    for (const path of commit.paths) changes.set(path, (changes.get(path) ?? 0) + 1)
  let untouched = 0n
  for (const merged of commits) {
    // A file that several of the commits change may end as it was, and the revert has nothing to do there.
    const isUndone = merged.commit.paths.every((path) => changes.get(path)! > 1)
    if (!isUndone && comparePaths([revert], [merged]) === 'different') untouched |= states.changeOf(merged)
  }
  return untouched
}

/** Adds the commits that the end of the history no longer contains. */
function addReverted(
  applied: Map<ParsedCommit, AppliedRevert>,
  { atEnd, states, cancelled }: { atEnd: ChangeSet; states: ChangeStates; cancelled: Map<string, string> },
): void {
  for (const [revert, { effect }] of applied) {
    for (const { commit } of states.listCommits(effect!.removed & ~atEnd))
      cancelled.set(commit.sha, `Reverted by ${shortSha(revert)} in the same range.`)
  }
}

/** Adds the reverts that do nothing but revert commits of the range. */
function addReverts(
  applied: Map<ParsedCommit, AppliedRevert>,
  { byMerge, cancelled }: Pick<RevertContext, 'byMerge'> & { cancelled: Map<string, string> },
): void {
  for (const [revert, { targets, hasOthers }] of applied) {
    // A revert that also does something else stays, because users notice it.
    if (hasOthers) continue
    const detail = `It reverts ${targets.map(shortSha).join(', ')} in the same range.`
    for (const { commit } of [revert, ...(byMerge.get(revert.commit.sha) ?? [])])
      if (!cancelled.has(commit.sha)) cancelled.set(commit.sha, detail)
  }
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

/** How a revert names what it reverts. */
type Basis = 'sha' | 'number' | 'title' | 'title-of-other-sha'

interface RevertTargets {
  /** The commits of the range that a revert names. */
  targets: ParsedCommit[]
  basis: Basis
  /** Whether it also reverts something that is not in the range. */
  hasOthers: boolean
}

function findTargets(
  revert: ParsedCommit,
  index: RevertIndex,
  isOpen: (target: ParsedCommit) => boolean,
): RevertTargets {
  const { shas, pullRequests, subject, subjectNumber } = revert.message.revert!
  const targets = new Set<ParsedCommit>()
  let shasElsewhere = 0
  for (const sha of shas) {
    const found = [...index.bySha(sha), ...index.byPickedSha(sha)]
    const open = found.find(isOpen)
    if (open) targets.add(open)
    if (found.length === 0) shasElsewhere += 1
  }
  const basis = targets.size > 0 ? 'sha' : 'number'
  for (const number of pullRequests) {
    for (const found of listNearest(index.byPullRequest.get(number), revert))
      if (isOpen(found)) targets.add(found)
  }
  if (basis === 'sha') return { targets: [...targets], basis, hasOthers: shasElsewhere > 0 }
  // A rebase, a squash or a cherry-pick gives a reverted commit another SHA than the one that the revert cites.
  const hasOthers = shasElsewhere > 1
  if (targets.size > 0 || subject === null) return { targets: [...targets], basis, hasOthers }

  const numbered =
    subjectNumber === null ? [] : listNearest(index.byPullRequest.get(subjectNumber), revert).filter(isOpen)
  if (numbered.some((found) => hasTitle(found, subject))) return { targets: numbered, basis, hasOthers }
  const titled = listNearest(index.byTitle.get(titleKey(subject)), revert).find(isOpen)
  return {
    targets: titled ? [titled] : [],
    basis: shas.length > 0 ? 'title-of-other-sha' : 'title',
    hasOthers,
  }
}

/** Whether a commit has a title that a revert quotes; a back-port may have another prefix. */
function hasTitle({ message, pullRequestDetails }: ParsedCommit, subject: string): boolean {
  const titles = [message.title, message.merge?.title, pullRequestDetails?.title]
  if (titles.some((title) => title && titleKey(title) === titleKey(subject))) return true
  return titleKey(message.header.description) === titleKey(parseHeader(subject).description)
}

// A revert often leaves these as they are: the news of a change, and the tests and documents that still hold.
const accompanyingPath =
  /(?:^|\/)(?:changelog|changes|news|history)[^/]*$|(?:^|\/)(?:\.changeset|newsfragments|news|changelogs?|tests?|__tests__|spec|fixtures|docs?)\/|\.(?:md|rst|txt|snap|lock)$|[._](?:test|spec)\.|lock\.(?:json|yaml)$/i

/** Whether a revert leaves half of a commit's files or more as they are, which makes it a partial revert. */
function isPartlyCovered(target: ParsedCommit, targets: ParsedCommit[], reverts: ParsedCommit[]): boolean {
  if (isMerge(target) || comparePaths(reverts, [target]) !== 'overlapping') return false
  if ([target, ...reverts].some(({ commit }) => commit.pathsCut)) return false
  const covered = new Set(reverts.flatMap(({ commit }) => commit.paths.flatMap(pathAndName)))
  // A file that several of the commits change may be as it was before the first one.
  const others = new Set(targets.flatMap((each) => (each === target ? [] : each.commit.paths)))
  const own = target.commit.paths.filter((path) => !accompanyingPath.test(path))
  const left = own.filter((path) => !pathAndName(path).some((each) => covered.has(each)) && !others.has(path))
  return left.length > 0 && left.length * 2 >= own.length
}

/** Whether a third or more of a revert's files are files that nothing it reverts or restores has changed. */
function changesOtherFiles(reverts: ParsedCommit[], undone: ParsedCommit[]): boolean {
  const changing = undone.filter((parsed) => !isMerge(parsed))
  if ([...reverts, ...changing].some(({ commit }) => commit.pathsCut) || changing.length === 0) return false
  const known = new Set(changing.flatMap(({ commit }) => commit.paths.flatMap(pathAndName)))
  const own = reverts.flatMap(({ commit }) => commit.paths).filter((path) => !accompanyingPath.test(path))
  const others = own.filter((path) => !pathAndName(path).some((each) => known.has(each)))
  return others.length > 0 && others.length * 3 >= own.length
}

/** A path and, because a file may have been moved in between, its name; names that many folders have do not count. */
function pathAndName(path: string): string[] {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return /^(?:index|mod|main|lib|__init__|package|README|Makefile|CMakeLists|BUILD)\b/.test(name)
    ? [path, path.split('/').slice(-2).join('/')]
    : [path, name]
}

/** Why it is not certain that a revert cancels its targets. */
type Doubt = 'partial' | 'some-files' | 'other-files' | 'words-only' | 'other-sha' | 'no-files' | 'does-more'

function findDoubt(reverts: ParsedCommit[], undone: ParsedCommit[], basis: Basis): Doubt | null {
  const paths = comparePaths(reverts, undone)
  if (paths === 'different') return 'other-files'
  if (basis === 'title-of-other-sha') return paths === 'same' ? null : 'other-sha'
  if (basis === 'sha' || paths !== 'unknown') return null
  return undone.some(isBreakingOrSecurity) ? 'words-only' : null
}

function isBreakingOrSecurity(parsed: ParsedCommit): boolean {
  const [unit] = groupIntoUnits([parsed], new Map())
  const { breaking, security } = findMustInclude(unit!)
  return breaking || security
}

const reasons: Record<Doubt, string | null> = {
  'does-more': null,
  'no-files': 'it changes no file',
  partial: 'its message says that a part stays or is replaced',
  'some-files': 'it leaves some of the changed files as they are',
  'other-files': 'the two change different files',
  'words-only': 'only the titles agree and the change is breaking or fixes a vulnerability',
  'other-sha': 'it cites another SHA',
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

function limitWarnings(warnings: Warning[], skipped: number): Warning[] {
  const more = Math.max(0, warnings.length - maxWarnings) + skipped
  const shown = warnings.slice(0, maxWarnings)
  return more === 0 ? shown : [...shown, warn('revert-unclear', { more })]
}

function shortSha({ commit }: ParsedCommit): string {
  return commit.sha.slice(0, 7)
}
