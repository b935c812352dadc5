import { type MatchBudget, maxMatchSteps } from '../config/repository/match-pattern.ts'
import { type Category, categories } from '../core/category.ts'
import type {
  Change,
  Curated,
  DoubtfulChange,
  Evidence,
  ExcludedChange,
  Omission,
  OmissionReason,
} from '../core/change.ts'
import type { Commit, Person } from '../core/commit.ts'
import type { FactsBySha } from '../core/diff-fact.ts'
import type { History, OtherSide } from '../core/history.ts'
import type { OwnLine, OwnWords } from '../core/own-words.ts'
import {
  type EntryText,
  type PackagePaths,
  printsTitles,
  type RepositoryConfig,
} from '../core/repository-config.ts'
import type { Audience } from '../core/request.ts'
import { warn } from '../core/warnings.ts'
import { listUnitFacts, toDiffEvidence } from './facts/unit-facts.ts'
import { type CancelledReverts, cancelReverts } from './group/cancel-reverts.ts'
import { findAuthors, findContributors, isHuman } from './group/find-contributors.ts'
import { findDuplicates } from './group/find-duplicates.ts'
import { findIntroducingMerges } from './group/find-introducing-merges.ts'
import { findReleasedElsewhere } from './group/find-released-elsewhere.ts'
import { foldDependencyUpdates } from './group/fold-dependency-updates.ts'
import { foldSimilarChanges } from './group/fold-similar-changes.ts'
import { type ChangeUnit, groupIntoUnits, undescribedFix } from './group/group-into-units.ts'
import { listFirstPaths } from './group/unit-paths.ts'
import type { HouseStyle } from './learned/house-style.ts'
import { type NotabilityModel, shippedModel } from './learned/model.ts'
import { predictUnits } from './learned/predict-units.ts'
import { type ChangeAction, findAction } from './parse/find-action.ts'
import { isMerge, type ParsedCommit, type ParsedMessages, parseCommits } from './parse/parse-commits.ts'
import { rateImportance } from './rate-importance.ts'
import { addBreakingFacts } from './rules/breaking-facts.ts'
import { categorise, noCategoryDetail, usualCategoryDetail } from './rules/categorise.ts'
import { classifyPaths } from './rules/classify-path.ts'
import {
  ConfiguredRules,
  correctDetection,
  describeDecisions,
  findWorkKind,
  type RuleDecisions,
  type UnitFindings,
} from './rules/configured-rules.ts'
import { correctByWords } from './rules/correct-by-words.ts'
import { decideInclusion, type InclusionDecision, lowNotability } from './rules/decide-inclusion.ts'
import { findEntryPractice } from './rules/entry-practice.ts'
import { findExclusion } from './rules/exclusion-rules.ts'
import { findNoOp } from './rules/find-no-op.ts'
import { findTickets, withoutLeadingTickets } from './rules/find-tickets.ts'
import { findMustInclude, type MustInclude } from './rules/must-include.ts'
import { findOwnEntry, findOwnLines } from './rules/own-entry.ts'
import {
  describePackages,
  outsidePackages,
  warnAboutUnmatchedPackages,
  withPackageScope,
} from './rules/package-paths.ts'
import { findProjectOverride } from './rules/project-overrides.ts'
import { rateDoubt } from './rules/rate-doubt.ts'
import {
  isOutsideRequestedPaths,
  warnAboutUnknownPaths,
  warnAboutUnmatchedPaths,
} from './rules/requested-paths.ts'

type CurateHistory = Pick<History, 'commits' | 'pullRequests' | 'logins' | 'firstTimers'> &
  Partial<Pick<History, 'typeConfig' | 'otherSide' | 'patches'>>

interface CurateOptions {
  audience: Audience
  /** Includes only changes that touch these paths; all changes when empty. */
  paths: string[]
  /** Includes only changes that touch one of these packages; all changes when null. */
  packages?: PackagePaths[] | null
  /** What the project listed in its past releases and in which categories; null when unknown. */
  style?: HouseStyle | null
  /** The learned model; the shipped one by default. */
  notabilityModel?: NotabilityModel
  /** The path of the project's own changelog. */
  changelog?: string | null
  /** What the authors wrote for the changelog. */
  ownWords?: OwnWords | null
  /** What the diffs of the commits show. */
  facts?: FactsBySha | null
  /** Messages that are parsed already. */
  messages?: ParsedMessages
  /**
   * Whether a change without an entry of its own is excluded where nearly all changes have one; it is by default. An
   * update of the changelog does not: it adds the entries that were forgotten.
   */
  followEntryPractice?: boolean
  /** The configuration of the repository; null if there is none. */
  config?: RepositoryConfig | null
  /** How many steps its patterns may take. */
  maxMatchSteps?: number | undefined
  /** SHAs of commits that a person includes although the rules exclude them. */
  forceIncluded?: ReadonlySet<string>
}

/** Decides which changes of a history are included, and gives every excluded commit a reason. */
export function curate(history: CurateHistory, options: CurateOptions): Curated {
  const { audience, paths, style = null, changelog = null, notabilityModel = shippedModel } = options
  const { followEntryPractice = true } = options
  const omitted: Omission[] = []
  const omit: OmitCommit = ({ commit, message }, reason, detail) =>
    omitted.push({ sha: commit.sha, subject: message.subject, reason, detail })

  const commits = parseCommits(history, options.messages)
  const introducedBy = findIntroducingMerges(commits)
  const reverts = cancelReverts(commits, introducedBy)
  const notReverted = dropReverted(commits, reverts, omit)
  const budget = { steps: options.maxMatchSteps ?? maxMatchSteps }
  const packages = options.packages ?? null
  const inPackages = packages ? dropOutsidePackages(notReverted, packages, budget, omit) : notReverted
  const requested = dropOutsidePaths(inPackages, paths, omit)
  const notReleased = dropReleasedElsewhere(requested, introducedBy, history.otherSide ?? null, omit)
  const unique = dropDuplicates(notReleased, { introducedBy, patches: history.patches }, omit)
  const configured = options.config ? new ConfiguredRules(options.config, budget) : null
  const found = groupIntoUnits(unique, introducedBy)
  const grouped = packages ? found.map((unit) => withPackageScope(unit, packages)) : found
  const units = configured ? grouped.map((unit) => configured.withNamedType(unit)) : grouped

  const numbers = new Set(units.flatMap(({ pullRequest }) => pullRequest ?? []))
  const findOwn = (unit: ChangeUnit) =>
    options.ownWords
      ? findOwnLines(unit, options.ownWords, {
          isOtherChange: (number) => number !== unit.pullRequest && numbers.has(number),
          packages,
        })
      : []
  const factsOf = (unit: ChangeUnit) => listUnitFacts(unit, options.facts ?? null)
  const applyRules = (unit: ChangeUnit) => ({
    unit,
    mustInclude: addBreakingFacts(findMustInclude(unit), unit, factsOf(unit)),
    noOp: findNoOp(unit),
    exclusion: findExclusion(unit),
    override: findProjectOverride(unit, history.typeConfig ?? null),
  })
  const changes: Change[] = []
  const dependencyUpdates: ChangeUnit[] = []
  const doubtful: (DoubtfulChange & { doubt: number })[] = []
  const excluded: ExcludedChange[] = []
  const ownLinesOf = new Map(units.map((unit) => [unit, findOwn(unit)]))
  const predicted = [...predictUnits(units, applyRules, { model: notabilityModel, style })]
  const practice = followEntryPractice
    ? findEntryPractice(predicted, (unit) => ownLinesOf.get(unit)!.length > 0)
    : null
  const overruled: { rule: string; id: string }[] = []
  const keepsTitles = printsTitles(options.config ?? null)
  for (const predictedUnit of predicted) {
    const { unit } = predictedUnit
    const ownLines = ownLinesOf.get(unit)!
    const detected = categorise(unit, predictedUnit)
    const decisions = configured?.decide({ ...predictedUnit, category: detected.category }) ?? noDecisions
    const mustInclude = correctDetection(predictedUnit.mustInclude, decisions)
    const found = { ...predictedUnit, mustInclude }
    const { category, evidence } =
      mustInclude === predictedUnit.mustInclude ? detected : categorise(unit, found)
    const configure = (change: Change): Change =>
      configured
        ? applyConfiguration(change, configured, { ...found, category, decisions, config: options.config! })
        : change
    const ownEntry = findOwnEntry(unit, changelog)
    // A commit that edits the changelog without a line about its own change prepares a release.
    const describesItself = options.ownWords ? ownLines.length > 0 : ownEntry !== null
    const hasOwnEntry = describesItself && classifyPaths(listFirstPaths(unit)) === 'shipped'
    const unwritten = ownLines.length === 0 && factsOf(unit).length === 0 ? practice : null
    const judged = decideInclusion({ ...found, category, hasOwnEntry, audience, unwritten })
    const byRules = configured?.decideInclusion({ ...found, category }, decisions, judged) ?? judged
    const decision = isForceIncluded(unit, options) ? overrideExclusion(byRules) : byRules
    if (decision.included && typeof decisions.inclusion?.value === 'string')
      overruled.push({ rule: decisions.inclusion.place, id: unit.id })

    if (!decision.included && decision.reason === 'dependency' && audience === 'developers') {
      dependencyUpdates.push(unit)
    } else if (!decision.included) {
      for (const commit of unit.commits)
        omit(commit, isMerge(commit) ? 'merge' : decision.reason, decision.detail)
      if (overridableReasons.has(decision.reason)) excluded.push(toExcluded(unit))
      const facts = factsOf(unit)
      const doubt = rateDoubt({ ...found, ...decision, facts, isUnwritten: unwritten !== null })
      if (doubt !== null && decision.reason !== 'excluded') {
        const detail = `The model includes it; the rules exclude it: ${decision.detail}`
        const reasons: Evidence[] = [evidence, { kind: 'notability', detail }, ...facts.map(toDiffEvidence)]
        const decided = { category, notability: lowNotability, importance: 0, evidence: reasons }
        const change = toChange(unit, mustInclude, { ...decided, ...(facts.length === 0 ? {} : { facts }) })
        doubtful.push({ change: configure(change), reason: decision.detail, doubt })
      }
    } else if ((packages || paths.length > 0) && unit.commits.every(isMerge)) {
      const place = packages ? `of ${describePackages(packages)}` : 'below the requested paths'
      for (const commit of unit.commits)
        omit(commit, 'merge', `A merge commit that brought nothing ${place}.`)
    } else {
      const reasons = [
        ...mustInclude.evidence,
        evidence,
        ...decision.evidence,
        ...(ownEntry ? [ownEntry] : []),
        ...factsOf(unit).map(toDiffEvidence),
        ...describeFollowUps(unit),
      ]
      const change = toChange(unit, mustInclude, {
        category,
        notability: decision.notability,
        ...(style !== null && found.prediction.probability >= surelyListed ? { isUsuallyListed: true } : {}),
        importance: 0,
        evidence: reasons,
        ...(factsOf(unit).length === 0 ? {} : { facts: factsOf(unit) }),
      })
      const isOwn = ownLines.length > 0 && !keepsTitles
      const written = (isOwn ? inOwnWords(change, ownLines) : [change]).map(configure)
      const commitPaths = unit.commits.flatMap(({ commit }) => commit.paths)
      changes.push(...written.map((each) => ({ ...each, importance: rateImportance(each, commitPaths) })))
    }
  }

  // Where titles are printed as they are, every change has an entry of its own.
  const folded = keepsTitles ? changes : foldSimilarChanges(changes)
  const dependencies = foldDependencyUpdates(dependencyUpdates)
  return {
    changes: dependencies ? [...folded, dependencies] : folded,
    omitted: sortByHistory(omitted, history.commits),
    excluded,
    doubtful: listDoubtful(doubtful),
    releasedElsewhere: requested.length - notReleased.length,
    contributors: findContributors(commits, history.firstTimers),
    ...(configured ? { unused: configured.unused() } : {}),
    warnings: [
      ...(overruled.length === 0 ? [] : [warn('exclude-overruled', { overruled })]),
      ...warnAboutUnknownPaths(commits, packages ? packages.flatMap(({ path }) => path) : paths),
      ...(packages ? warnAboutUnmatchedPackages(commits, packages, budget) : []),
      ...warnAboutUnmatchedPaths(commits, paths),
      ...reverts.warnings,
      ...changes
        .filter(({ title }) => title === undescribedFix)
        .map((change) => warn('security-fix-undescribed', { sha: change.commits[0]!.slice(0, 7) })),
    ],
  }
}

/** What a configuration without rules decides. */
const noDecisions: RuleDecisions = {
  inclusion: null,
  category: null,
  breaking: null,
  security: null,
  scope: null,
  bump: null,
}

/** The categories as the titles of their sections. */
const ownTitles = Object.fromEntries(categories.map((each) => [each, each])) as Record<Category, string>

/** Adds what the configuration decides about an included change: section, scope and bump, with the reasons. */
function applyConfiguration(
  change: Change,
  configured: ConfiguredRules,
  { decisions, config, ...found }: UnitFindings & { decisions: RuleDecisions; config: RepositoryConfig },
): Change {
  const findings = {
    ...found,
    category: change.category,
    mustInclude: { ...found.mustInclude, breaking: change.breaking },
  }
  const section = configured.findSection(findings, decisions)
  const workKind = findWorkKind(findings)
  const named = decisions.scope || change.scope === null ? undefined : configured.nameScope(change.scope)
  const configuredTickets = config.tickets ?? []
  const tickets = configuredTickets.length === 0 ? [] : findTickets(found.unit, configuredTickets)
  const scope = decisions.scope ? decisions.scope.value : named === undefined ? change.scope : named
  const kept = keptTitle({ ...found.unit.header, subject: found.unit.title, scope }, config.entries?.text)
  return {
    ...change,
    scope,
    ...(kept === null ? {} : { keptTitle: kept }),
    ...(configuredTickets.length === 0
      ? {}
      : { title: withoutLeadingTickets(change.title, configuredTickets), tickets }),
    section: section?.title ?? change.category,
    ...(section ? (section.byCategory ? { sections: section.byCategory } : {}) : { sections: ownTitles }),
    ...(workKind === null ? {} : { workKind }),
    ...(decisions.bump ? { bump: decisions.bump.value } : {}),
    evidence: [
      ...change.evidence,
      ...describeDecisions(decisions),
      ...(section?.evidence ? [section.evidence] : []),
    ],
  }
}

/** The text that the author wrote, as the configuration prints it, after its scope; null if it is written by us. */
function keptTitle(
  { subject, description, scope }: { subject: string; description: string; scope: string | null },
  text: EntryText = 'written',
): string | null {
  if (text === 'written') return null
  const title = text === 'sentence' ? description.charAt(0).toUpperCase() + description.slice(1) : description
  if (text === 'subject') return subject
  return scope === null ? title : `${scope}: ${title}`
}

const maxDoubtful = 40

/** The most doubtful exclusions; similar changes, such as the updates of one dependency, are one. */
function listDoubtful(doubtful: (DoubtfulChange & { doubt: number })[]): DoubtfulChange[] {
  if (doubtful.length === 0) return []
  const ordered = doubtful.toSorted((one, other) => other.doubt - one.doubt).slice(0, maxDoubtful)
  const reasonOf = new Map(ordered.map(({ change, reason }) => [change.id, reason]))
  return foldSimilarChanges(ordered.map(({ change }) => change)).map((change) => ({
    change: { ...change, importance: rateImportance(change, change.paths) },
    reason: reasonOf.get(change.id) ?? ordered[0]!.reason,
  }))
}

/** The probability from which a project is said to list such changes. */
const surelyListed = 0.85

type OmitCommit = (commit: ParsedCommit, reason: OmissionReason, detail: string) => void

function dropReverted(
  commits: ParsedCommit[],
  { cancelled }: CancelledReverts,
  omit: OmitCommit,
): ParsedCommit[] {
  return dropCommits(
    commits,
    ({ commit }) => cancelled.get(commit.sha),
    (commit, detail) => omit(commit, 'reverted', detail),
  )
}

function dropOutsidePaths(commits: ParsedCommit[], paths: string[], omit: OmitCommit): ParsedCommit[] {
  const detail = `It changes no file below ${paths.join(', ')}.`
  return dropCommits(
    commits,
    (commit) => (isOutsideRequestedPaths(commit, paths) ? detail : undefined),
    (commit) => omit(commit, 'outside-paths', detail),
  )
}

function dropOutsidePackages(
  commits: ParsedCommit[],
  packages: PackagePaths[],
  budget: MatchBudget,
  omit: OmitCommit,
): ParsedCommit[] {
  const detail = `It touches nothing of ${describePackages(packages)}.`
  const isOutside = outsidePackages(packages, budget)
  return dropCommits(
    commits,
    (commit) => (isOutside(commit) ? detail : undefined),
    (commit) => omit(commit, 'outside-paths', detail),
  )
}

function dropReleasedElsewhere(
  commits: ParsedCommit[],
  introducedBy: Map<string, ParsedCommit>,
  otherSide: OtherSide | null,
  omit: OmitCommit,
): ParsedCommit[] {
  if (!otherSide) return commits
  const released = findReleasedElsewhere(commits, introducedBy, otherSide)
  return dropCommits(
    commits,
    ({ commit }) => released.get(commit.sha),
    (commit, detail) => omit(commit, 'duplicate', detail),
  )
}

function dropDuplicates(
  commits: ParsedCommit[],
  {
    introducedBy,
    patches,
  }: { introducedBy: Map<string, ParsedCommit>; patches: History['patches'] | undefined },
  omit: OmitCommit,
): ParsedCommit[] {
  const duplicates = findDuplicates(commits, introducedBy, patches)
  return dropCommits(
    commits,
    ({ commit }) => duplicates.get(commit.sha),
    (commit, detail) => omit(commit, 'duplicate', detail),
  )
}

/** Returns the commits without a reason to be dropped, and reports the others with their reason. */
function dropCommits(
  commits: ParsedCommit[],
  findReason: (commit: ParsedCommit) => string | undefined,
  onDrop: (commit: ParsedCommit, detail: string) => void,
): ParsedCommit[] {
  return commits.filter((commit) => {
    const reason = findReason(commit)
    if (reason !== undefined) onDrop(commit, reason)
    return reason === undefined
  })
}

/** The reasons of the rules that a person can override by including the commit. */
const overridableReasons = new Set<OmissionReason>([
  'dependency',
  'bot',
  'internal',
  'docs',
  'test',
  'not-notable',
])

function toExcluded(unit: ChangeUnit): ExcludedChange {
  const { id, pullRequest, commits } = unit
  return { id, pullRequest, commits: commits.map(({ commit }) => commit.sha), paths: listFirstPaths(unit) }
}

function isForceIncluded(unit: ChangeUnit, { forceIncluded }: CurateOptions): boolean {
  return forceIncluded !== undefined && unit.commits.some(({ commit }) => forceIncluded.has(commit.sha))
}

function overrideExclusion(decision: InclusionDecision): InclusionDecision {
  if (decision.included || !overridableReasons.has(decision.reason)) return decision
  const detail = `Included by the author of the notes; the rules exclude it: ${decision.detail}`
  const evidence: Evidence[] = [{ kind: 'asked-for', detail }]
  return { included: true, notability: lowNotability, evidence }
}

function toChange(
  unit: ChangeUnit,
  mustInclude: MustInclude,
  decided: Pick<Change, 'category' | 'notability' | 'isUsuallyListed' | 'importance' | 'evidence' | 'facts'>,
): Change {
  const { pullRequest, pullRequestDetails, followUpPullRequests } = unit
  return {
    ...decided,
    id: unit.id,
    title: unit.header.description,
    type: unit.header.type,
    scope: unit.header.scope,
    breaking: mustInclude.breaking,
    breakingNotes: mustInclude.breakingNotes,
    advisories: mustInclude.advisories,
    commits: unit.commits.map(({ commit }) => commit.sha),
    messages: unit.commits.map(({ message }) => message),
    pullRequests: pullRequest === null ? followUpPullRequests : [pullRequest, ...followUpPullRequests],
    authors: findCreditedAuthors(unit),
    labels: pullRequestDetails?.labels ?? [],
    ...listSources(unit),
    requestBodies: pullRequestDetails ? [pullRequestDetails.body] : noBodies,
    paths: listFirstPaths(unit),
  }
}

const maxTitlesShown = 3

/** The evidence that commits which only completed the change share its entry. */
function describeFollowUps({ followUpTitles }: ChangeUnit): Evidence[] {
  if (followUpTitles.length === 0) return []
  const shown = followUpTitles.slice(0, maxTitlesShown).map((title) => `"${title.slice(0, 80)}"`)
  const more = followUpTitles.length - shown.length
  const list = more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ')
  return [{ kind: 'folded', detail: `It includes what completed it in the same range: ${list}.` }]
}

const clearVerbs: Partial<Record<ChangeAction, Category>> = {
  add: 'Added',
  fix: 'Fixed',
  deprecate: 'Deprecated',
  remove: 'Removed',
}

/** The category of a text that begins with a verb of one meaning. */
function categoryOfVerb(text: string): Category | null {
  const found = findAction(text)
  // `Delete old files on start` says what the program does, and `Supported systems` are not new.
  if (!found || /^(?:delet|prun)/.test(found.verb) || /^supported\s/i.test(text)) return null
  return clearVerbs[found.action] ?? null
}

/** What the words of a line say against the category of its change, if only the habits of most projects gave it. */
function correctUsualCategory({ category, evidence }: Change, text: string) {
  const isUsual = evidence.some(
    ({ kind, detail }) => kind === 'category' && [usualCategoryDetail, noCategoryDetail].includes(detail),
  )
  return isUsual ? correctByWords(category, text) : null
}

function describeOwnCategory({ category, heading, path, text }: OwnLine, words?: string): string {
  if (words !== undefined) return `The text in ${path} contains "${words}".`
  return category === null
    ? `The text in ${path} starts with "${text.split(' ', 1)[0]}".`
    : `${path} lists it under "${heading}".`
}

/** A change in the words of its authors; several lines are several entries. */
function inOwnWords(change: Change, lines: OwnLine[]): Change[] {
  // Of several lines about a breaking change only those that say so are breaking, if any does.
  const isBreaking = (line: OwnLine) =>
    line.breaking || (line.category ?? categoryOfVerb(line.text)) === 'Removed'
  const someBreak = lines.some(isBreaking)
  return lines.map((line, index): Change => {
    const { text, path } = line
    const named = line.category ?? categoryOfVerb(text)
    const corrected = named === null ? correctUsualCategory(change, text) : null
    const category = named ?? corrected?.category ?? null
    const isFixed = change.category === 'Security' || category === null
    return {
      ...change,
      id: index === 0 ? change.id : `${change.id}.${index + 1}`,
      ownText: text,
      category: isFixed ? change.category : category,
      breaking: line.breaking || (change.breaking && (!someBreak || isBreaking(line))),
      sources: [...change.sources, text],
      evidence: [
        ...change.evidence.filter(({ kind }) => kind !== 'own-entry' && (isFixed || kind !== 'category')),
        ...(isFixed
          ? []
          : [{ kind: 'category' as const, detail: describeOwnCategory(line, corrected?.words) }]),
        ...(line.breaking ? [{ kind: 'breaking' as const, detail: `${path} calls it breaking.` }] : []),
        { kind: 'own-entry', detail: `The text is from ${path}.` },
      ],
    }
  })
}

/** The people among the authors; all authors when every one of them is a bot or an agent. */
function findCreditedAuthors(unit: ChangeUnit): Person[] {
  const authors = findAuthors(unit.commits)
  const people = authors.filter(isHuman)
  return people.length > 0 ? people : authors
}

function listSources({ commits, pullRequestDetails }: ChangeUnit): Pick<Change, 'sources' | 'requestTexts'> {
  const messages = commits.map(({ commit }) => commit.message)
  if (!pullRequestDetails) return { sources: messages }
  const text = `${pullRequestDetails.title}\n\n${pullRequestDetails.body}`
  return { sources: [...messages, text], requestTexts: [text] }
}

// Shared by all changes without a pull request, to save an array for each.
const noBodies: string[] = []

function sortByHistory(omitted: Omission[], commits: Commit[]): Omission[] {
  const order = new Map(commits.map((commit, index) => [commit.sha, index]))
  return omitted.sort((a, b) => order.get(a.sha)! - order.get(b.sha)!)
}
