import type { Change, Curated, Omission, OmissionReason } from '../core/change.ts'
import type { Commit } from '../core/commit.ts'
import type { History } from '../core/history.ts'
import type { Audience } from '../core/request.ts'
import { cancelReverts } from './group/cancel-reverts.ts'
import { findAuthors, findContributors, isHuman } from './group/find-contributors.ts'
import { findDuplicates } from './group/find-duplicates.ts'
import { findIntroducingMerges } from './group/find-introducing-merges.ts'
import { foldDependencyUpdates } from './group/fold-dependency-updates.ts'
import { foldSimilarChanges } from './group/fold-similar-changes.ts'
import { type ChangeUnit, groupIntoUnits } from './group/group-into-units.ts'
import { listFirstPaths } from './group/unit-paths.ts'
import type { HouseStyle } from './learned/house-style.ts'
import { type Model, shippedModel } from './learned/model.ts'
import { predictUnits } from './learned/predict-units.ts'
import { isMerge, type ParsedCommit, type ParsedMessages, parseCommits } from './parse/parse-commits.ts'
import { categorise } from './rules/categorise.ts'
import { classifyPaths } from './rules/classify-path.ts'
import { type Decision, decideInclusion } from './rules/decide-inclusion.ts'
import { findExclusion } from './rules/exclusion-rules.ts'
import { findFragment } from './rules/find-fragment.ts'
import { findNoOp } from './rules/find-no-op.ts'
import { findMustInclude, type MustInclude } from './rules/must-include.ts'
import { findOwnEntry } from './rules/own-entry.ts'
import { findProjectOverride } from './rules/project-overrides.ts'
import { isOutsideRequestedPaths, warnAboutUnknownPaths } from './rules/requested-paths.ts'

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
  messages?: ParsedMessages
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

  const all = parseCommits(history, options.messages)
  const introducedBy = findIntroducingMerges(all)
  const unique = findUnique(all, { introducedBy, paths, omit })

  const changes: Change[] = []
  const updates: ChangeUnit[] = []
  const look = (unit: ChangeUnit) => ({
    unit,
    must: findMustInclude(unit),
    idle: findNoOp(unit),
    quiet: findExclusion(unit),
    outright: findFragment(listFirstPaths(unit)) ?? findProjectOverride(unit, history.typeConfig ?? null),
  })
  for (const found of predictUnits(groupIntoUnits(unique, introducedBy), look, { model, style })) {
    const { unit, must } = found
    const { category, evidence } = categorise(unit, found)
    const own = findOwnEntry(unit, changelog)
    const ownEntry = own.length > 0 && classifyPaths(listFirstPaths(unit)) === 'shipped'
    const judged = decideInclusion({ ...found, category, ownEntry, audience })
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
  const dependencies = foldDependencyUpdates(updates)
  const folded = foldSimilarChanges(changes)
  return {
    changes: dependencies ? [...folded, dependencies] : folded,
    omitted: inHistoryOrder(omitted, history.commits),
    contributors: findContributors(all, history.firstTimers),
    warnings: warnAboutUnknownPaths(all, paths),
  }
}

type Omit = (read: ParsedCommit, reason: OmissionReason, detail: string) => void

/** The commits that neither another one nor the request takes out of the story. */
function findUnique(
  all: ParsedCommit[],
  { introducedBy, paths, omit }: { introducedBy: Map<string, ParsedCommit>; paths: string[]; omit: Omit },
): ParsedCommit[] {
  const cancelled = cancelReverts(all, introducedBy)
  const standing = sift(
    all,
    (read) => cancelled.get(read.commit.sha),
    (read, why) => omit(read, 'reverted', why),
  )
  const inside = sift(
    standing,
    (read) =>
      isOutsideRequestedPaths(read, paths) ? `It touches nothing below ${paths.join(', ')}.` : undefined,
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
  unit: ChangeUnit,
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
    paths: listFirstPaths(unit),
  }
}

function isAskedFor(unit: ChangeUnit, told: ReadonlySet<string>): boolean {
  return unit.commits.some(({ commit }) => told.has(commit.sha))
}

function overrule(judgement: Decision): Decision {
  if (judgement.told || !overruled.has(judgement.reason)) return judgement
  const detail = `Told by whoever wrote the notes; the rules would leave it out: ${judgement.detail}`
  return { told: true, notability: 0.2, evidence: [{ kind: 'asked-for', detail }] }
}

/** Keeps what has no reason to go, and hands over the rest with its reason. */
function sift(
  commits: ParsedCommit[],
  whyGo: (read: ParsedCommit) => string | undefined,
  letGo: (read: ParsedCommit, why: string) => void,
): ParsedCommit[] {
  return commits.filter((read) => {
    const why = whyGo(read)
    if (why !== undefined) letGo(read, why)
    return why === undefined
  })
}

function peopleBehind(unit: ChangeUnit) {
  const authors = findAuthors(unit.commits)
  const people = authors.filter(isHuman)
  return people.length > 0 ? people : authors
}

function sourcesOf(unit: ChangeUnit): string[] {
  const messages = unit.commits.map(({ commit }) => commit.message)
  return unit.known ? [...messages, `${unit.known.title}\n\n${unit.known.body}`] : messages
}

// Most changes have none, and a list for each would be many.
const noBodies: string[] = []

function inHistoryOrder(omitted: Omission[], commits: Commit[]): Omission[] {
  const order = new Map(commits.map((commit, index) => [commit.sha, index]))
  return omitted.sort((a, b) => order.get(a.sha)! - order.get(b.sha)!)
}
