import type { Change, Curated, Omission, OmissionReason } from '../core/change.ts'
import type { Commit } from '../core/commit.ts'
import type { History } from '../core/history.ts'
import type { Audience } from '../core/request.ts'
import { cancelReverts } from './group/cancel-reverts.ts'
import { findDuplicates } from './group/find-duplicates.ts'
import { findOwners } from './group/find-owners.ts'
import { findUnits, type Unit } from './group/find-units.ts'
import { foldAlike } from './group/fold-alike.ts'
import { foldDependencies } from './group/fold-dependencies.ts'
import { authorsOf, contributorsOf, isSomebody } from './group/people.ts'
import { somePathsOf } from './group/unit-paths.ts'
import type { HouseStyle } from './learned/house-style.ts'
import { type Model, shippedModel } from './learned/model.ts'
import { formOpinions } from './learned/opinion.ts'
import { isMerge, type Messages, type ReadCommit, readCommits } from './parse/read-commit.ts'
import { categorise } from './rules/classify.ts'
import { type Judgement, judge } from './rules/decide.ts'
import { findExclusion } from './rules/exclusion-rules.ts'
import { findFragment } from './rules/find-fragment.ts'
import { findNoOp } from './rules/find-no-op.ts'
import { findMustInclude, type MustInclude } from './rules/must-include.ts'
import { findOwnEntry } from './rules/own-entry.ts'
import { kindOfPaths } from './rules/path-kind.ts'
import { findProjectOverride } from './rules/project-overrides.ts'
import { isOutside, pathsUnknown } from './rules/requested-paths.ts'

type CurateHistory = Pick<History, 'commits' | 'pullRequests' | 'logins' | 'firstTimers'> &
  Partial<Pick<History, 'typeConfig'>>

interface CurateOptions {
  audience: Audience
  /** Only changes that touch these paths are told; none means all. */
  paths: string[]
  /** How this repository chose and filed in its older releases, where that is known. */
  style?: HouseStyle | null
  /** Other numbers than the shipped ones, to measure them. */
  learned?: Model
  /** The project's own changelog, which a change may have edited itself. */
  changelog?: string | null
  /** The messages that were read already. */
  messages?: Messages
  /** Commits that somebody tells whatever the rules think of them. */
  told?: ReadonlySet<string>
}

/** What the rules leave out for want of interest, and somebody may find worth telling all the same. */
const overruled = new Set<OmissionReason>(['dependency', 'bot', 'internal', 'docs', 'test', 'not-notable'])

/** Decides what of a history is told, and gives every other commit the reason why it is not. */
export function curate(history: CurateHistory, options: CurateOptions): Curated {
  const { audience, paths, told, style = null, changelog = null, learned: model = shippedModel } = options
  const omitted: Omission[] = []
  const omit: Omit = (read, reason, detail) =>
    omitted.push({ sha: read.commit.sha, subject: read.message.subject, reason, detail })

  const all = readCommits(history, options.messages)
  const owners = findOwners(all)
  const unique = findUnique(all, { owners, paths, omit })

  const changes: Change[] = []
  const updates: Unit[] = []
  const look = (unit: Unit) => ({
    unit,
    must: findMustInclude(unit),
    idle: findNoOp(unit),
    quiet: findExclusion(unit),
    outright: findFragment(somePathsOf(unit)) ?? findProjectOverride(unit, history.typeConfig ?? null),
  })
  for (const found of formOpinions(findUnits(unique, owners), look, { model, style })) {
    const { unit, must } = found
    const { category, evidence } = categorise(unit, found)
    const own = findOwnEntry(unit, changelog)
    const ownEntry = own.length > 0 && kindOfPaths(somePathsOf(unit)) === 'shipped'
    const judged = judge({ ...found, category, ownEntry, audience })
    const judgement = told && isAskedFor(unit, told) ? overrule(judged) : judged
    if (!judgement.told && judgement.reason === 'dependency' && audience === 'developers') {
      updates.push(unit)
    } else if (!judgement.told) {
      for (const read of unit.commits) {
        const reason = isMerge(read) ? 'merge' : judgement.reason
        omit(read, reason, judgement.detail)
      }
    } else if (paths.length > 0 && unit.commits.every(isMerge)) {
      for (const read of unit.commits)
        omit(read, 'merge', 'A merge that brought nothing below the asked paths.')
    } else {
      const why = [...must.evidence, evidence, ...judgement.evidence, ...own]
      changes.push(asChange(unit, must, { category, notability: judgement.notability, evidence: why }))
    }
  }
  const dependencies = foldDependencies(updates)
  const folded = foldAlike(changes)
  return {
    changes: dependencies ? [...folded, dependencies] : folded,
    omitted: inHistoryOrder(omitted, history.commits),
    contributors: contributorsOf(all, history.firstTimers),
    warnings: pathsUnknown(all, paths),
  }
}

type Omit = (read: ReadCommit, reason: OmissionReason, detail: string) => void

/** The commits that neither another one nor the request takes out of the story. */
function findUnique(
  all: ReadCommit[],
  { owners, paths, omit }: { owners: Map<string, ReadCommit>; paths: string[]; omit: Omit },
): ReadCommit[] {
  const cancelled = cancelReverts(all, owners)
  const standing = sift(
    all,
    (read) => cancelled.get(read.commit.sha),
    (read, why) => omit(read, 'reverted', why),
  )
  const inside = sift(
    standing,
    (read) => (isOutside(read, paths) ? `It touches nothing below ${paths.join(', ')}.` : undefined),
    (read, why) => omit(read, 'outside-paths', why),
  )
  const duplicates = findDuplicates(inside)
  return sift(
    inside,
    (read) => duplicates.get(read.commit.sha),
    (read, why) => omit(read, 'duplicate', why),
  )
}

function asChange(
  unit: Unit,
  must: MustInclude,
  decided: Pick<Change, 'category' | 'notability' | 'evidence'>,
): Change {
  return {
    ...decided,
    id: unit.id,
    title: unit.header.description,
    type: unit.header.type,
    scope: unit.header.scope,
    breaking: must.breaking,
    breakingNotes: must.breakingNotes,
    advisories: must.advisories,
    commits: unit.commits.map((read) => read.commit.sha),
    messages: unit.commits.map((read) => read.message),
    pullRequests: unit.pullRequest === null ? unit.others : [unit.pullRequest, ...unit.others],
    authors: peopleBehind(unit),
    labels: unit.known?.labels ?? [],
    sources: sourcesOf(unit),
    requestBodies: unit.known ? [unit.known.body] : noBodies,
    paths: somePathsOf(unit),
  }
}

function isAskedFor(unit: Unit, told: ReadonlySet<string>): boolean {
  return unit.commits.some(({ commit }) => told.has(commit.sha))
}

function overrule(judgement: Judgement): Judgement {
  if (judgement.told || !overruled.has(judgement.reason)) return judgement
  const detail = `Told by whoever wrote the notes; the rules would leave it out: ${judgement.detail}`
  return { told: true, notability: 0.2, evidence: [{ kind: 'asked-for', detail }] }
}

/** Keeps what has no reason to go, and hands over the rest with its reason. */
function sift(
  commits: ReadCommit[],
  whyGo: (read: ReadCommit) => string | undefined,
  letGo: (read: ReadCommit, why: string) => void,
): ReadCommit[] {
  return commits.filter((read) => {
    const why = whyGo(read)
    if (why !== undefined) letGo(read, why)
    return why === undefined
  })
}

function peopleBehind(unit: Unit) {
  const authors = authorsOf(unit.commits)
  const people = authors.filter(isSomebody)
  return people.length > 0 ? people : authors
}

function sourcesOf(unit: Unit): string[] {
  const messages = unit.commits.map(({ commit }) => commit.message)
  return unit.known ? [...messages, `${unit.known.title}\n\n${unit.known.body}`] : messages
}

// Most changes have none, and a list for each would be many.
const noBodies: string[] = []

function inHistoryOrder(omitted: Omission[], commits: Commit[]): Omission[] {
  const order = new Map(commits.map((commit, index) => [commit.sha, index]))
  return omitted.sort((a, b) => order.get(a.sha)! - order.get(b.sha)!)
}
