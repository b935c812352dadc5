import type { Change, OmissionReason } from '../core/change.ts'
import type { Commit } from '../core/commit.ts'
import { declaredBump, highestBump } from '../core/declared-bump.ts'
import { reportStages } from '../core/progress.ts'
import type { AnsweredRange } from '../core/range.ts'
import type { Repository } from '../core/repository.ts'
import type { BumpLevel, ChangeKind, ConfigReport } from '../core/repository-config.ts'
import type { BumpReason, NextVersion, Versioning } from '../core/versioning.ts'
import { type Warning, warn } from '../core/warnings.ts'
import { isPreReleaseOf, nextPreRelease, nextStableVersion } from '../git/next-version.ts'
import { type ReleaseCandidate, releasesOfPackage } from '../git/release-candidates.ts'
import { nameTag, readReleaseTag, type TagRules, versionOfTag } from '../git/tag-rules.ts'
import { isPreRelease } from '../git/version.ts'
import { findPreviousRelease } from '../history/previous-release.ts'
import { settleReleaseWords } from '../history/release-words.ts'
import { resolveRange } from '../history/resolve-range.ts'
import {
  type ChangesRequest,
  type GatherContext,
  type GatheredChanges,
  gatherChanges,
} from './gather-changes.ts'
import { checkPackageIsChosen, readEarlyConfig, reportConfig } from './load-config.ts'
import { type VersionSettings, versionSettings } from './version-settings.ts'

/** A request for the next version; its range always starts at the last release. */
export type NextVersionRequest = Omit<ChangesRequest, 'fromRef' | 'version'> & {
  /** Whether the package stands for all that are released together with it. */
  isForAll?: true
}

/** The next version, and the range that it was made from. */
export interface NextVersionAnswer {
  nextVersion: NextVersion
  range: AnsweredRange
  config: ConfigReport
  warnings: Warning[]
}

/** Finds the version that the next release should have, from the changes since the last one. */
export async function findNextVersion(
  request: NextVersionRequest,
  context: GatherContext,
): Promise<NextVersionAnswer> {
  const stages = reportStages(context)
  const repository = await openRepository(request, context)
  const early = await readEarlyConfig(repository, { ...request, fromRef: null, version: 'auto' })
  await checkPackageIsChosen(repository, early)
  const together = early?.releasedTogether ?? []
  if (together.length > 1 && !request.isForAll) return findCommonVersion(request, together[0]!.name, context)
  const settings = versionSettings(early?.config ?? {})
  const base = await findBase(repository, request.toRef, settings.tags)
  const gathered = await gatherSinceBase(base, request, context, stages)
  await stages(null, null)
  return {
    nextVersion: await proposeVersion(repository, { base, gathered, request, settings }),
    range: gathered.range,
    config: reportConfig(gathered.config, gathered.curated.unused ?? []),
    warnings: [...base.warnings, ...gathered.warnings, ...warnAboutRemovals(gathered.curated.changes)],
  }
}

/**
 * Finds the version of packages that are released together. The settings of the first one in the file decide, so that
 * all of them get the same version.
 */
async function findCommonVersion(
  { changelogText: _text, ...request }: NextVersionRequest,
  first: string,
  context: GatherContext,
): Promise<NextVersionAnswer> {
  const answer = await findNextVersion({ ...request, packageName: first, isForAll: true }, context)
  return { ...answer, config: { ...answer.config, package: request.packageName ?? null } }
}

/**
 * Gives gathered changes the version that they call for. If they do not start at the last release, the changes since
 * then decide. The notes of a release keep its version.
 */
export async function withNextVersion(
  gathered: GatheredChanges,
  asked: ChangesRequest,
  context: GatherContext,
): Promise<GatheredChanges> {
  const request = { ...asked, toRef: gathered.range.toRef }
  const proposed =
    gathered.config.releasedTogether.length > 1
      ? await findNextVersion(request, { ...context, onProgress: () => {} })
      : await proposeFor(gathered, request, context)
  const { nextVersion } = proposed
  const { version } = gathered
  const next = nextVersion.version
  return {
    ...gathered,
    nextVersion,
    version: version ?? next,
    date: version === null && next !== null ? asked.date : gathered.date,
    warnings: [
      ...gathered.warnings,
      ...proposed.warnings.filter(
        ({ detail }) => !gathered.warnings.some((known) => known.detail === detail),
      ),
      ...(version !== null && next !== null && version !== next
        ? [warn('version-differs', { version, next })]
        : []),
    ],
  }
}

/** Proposes the version of gathered changes; if they do not start at the last release, of those since then. */
async function proposeFor(
  gathered: GatheredChanges,
  request: ChangesRequest,
  context: GatherContext,
): Promise<Pick<NextVersionAnswer, 'nextVersion' | 'warnings'>> {
  const settings = versionSettings(gathered.config.config)
  const repository = await openRepository(request, context)
  const base = await findBase(repository, request.toRef, settings.tags)
  const isSame = gathered.history.range.fromSha === (base.release?.sha ?? null)
  const since = isSame ? gathered : await gatherSinceBase(base, request, context, async () => {})
  return {
    nextVersion: await proposeVersion(repository, { base, gathered: since, request, settings }),
    warnings: [...base.warnings, ...warnAboutRemovals(since.curated.changes)],
  }
}

/** The current date in UTC, YYYY-MM-DD. */
function today(): string {
  return new Date().toISOString().slice(0, 10)
}

function openRepository(
  { repoFullName }: NextVersionRequest,
  { host, token, signal, deadlineAt, runHeavy }: GatherContext,
): Promise<Repository> {
  return host.open({ repoFullName, token, signal, deadlineAt, runHeavy })
}

/** The stable release that the next version follows. */
interface VersionBase {
  release: ReleaseCandidate | null
  toRef: string
  warnings: Warning[]
}

async function findBase(repository: Repository, ref: string, tags: TagRules): Promise<VersionBase> {
  const { toRef } = await settleReleaseWords(repository, { fromRef: null, toRef: ref }, { rules: tags })
  const { range } = await resolveRange(repository, { fromRef: null, toRef, version: null, date: null })
  const named = range.toIsTag ? readReleaseTag(toRef, tags) : null
  // A version never follows a pre-release, and the version of a release is counted from the one before it.
  const version = named && !isPreRelease(named) ? versionOfTag(toRef, tags) : null
  const rules: TagRules = { ...tags, preReleases: 'collect' }
  const found = await findPreviousRelease(repository, { toRef, toSha: range.toSha, version, rules })
  return { ...found, toRef }
}

function gatherSinceBase(
  { release, toRef }: VersionBase,
  request: NextVersionRequest,
  context: GatherContext,
  stages: Parameters<typeof gatherChanges>[2],
): Promise<GatheredChanges> {
  const range = { fromRef: release?.name ?? null, toRef, version: null, date: null }
  return gatherChanges({ ...request, ...range, releasedTogether: true }, context, stages)
}

interface ProposalInput {
  base: VersionBase
  gathered: GatheredChanges
  request: Pick<NextVersionRequest, 'channel' | 'date'>
  settings: VersionSettings
}

async function proposeVersion(
  repository: Repository,
  { base, gathered, request, settings }: ProposalInput,
): Promise<NextVersion> {
  const { versioning, tags: rules } = settings
  const channel = request.channel ?? versioning.channel
  const releases = await listVersions(repository, rules)
  const previous = base.release && {
    version: versionOfTag(base.release.name, rules),
    tag: base.release.name,
  }
  const { bump, isDeclared, reasons } = findBump(gathered, versioning)
  const nothing: NextVersion = { version: null, tag: null, previous, bump: 'none', reasons: [] }
  if (gathered.curated.changes.length === 0 && !isDeclared) return nothing
  // A declared level is meant as it is: a major one leads to 1.0.
  const stable = nextStableVersion(isDeclared ? { ...versioning, zero: 'leave' } : versioning, {
    previous: base.release?.version ?? null,
    bump,
    taken: new Set(releases.map(({ name }) => versionOfTag(name, rules))),
    today: request.date ?? today(),
  })
  if (stable === null) return nothing
  const version = channel === null ? stable : nextOfChannel(stable, channel, gathered, releases)
  if (version === null) return nothing
  return {
    version,
    tag: nameTag(version, rules, base.release?.name ?? null),
    previous,
    bump: versioning.scheme === 'calver' ? 'calendar' : previous === null ? 'initial' : bump,
    reasons,
  }
}

async function listVersions(repository: Repository, rules: TagRules): Promise<ReleaseCandidate[]> {
  return releasesOfPackage(await repository.tags(), {
    scope: '',
    repoFullName: repository.fullName,
    rules,
  })
}

/** The next pre-release; null if nothing was included since the last one of the same version. */
function nextOfChannel(
  stable: string,
  channel: string,
  { history, curated }: GatheredChanges,
  releases: ReleaseCandidate[],
): string | null {
  const own = new Set(history.commits.map(({ sha }) => sha))
  const earlier = releases.filter(
    ({ sha, version }) => own.has(sha) && isPreReleaseOf(version, stable, channel),
  )
  const last = earlier.at(-1)
  if (last) {
    const released = ancestorsOf(last.sha, history.commits)
    const isNew = curated.changes.some(({ commits }) => commits.some((sha) => !released.has(sha)))
    if (!isNew) return null
  }
  return nextPreRelease(
    stable,
    channel,
    earlier.map(({ version }) => version),
  )
}

function ancestorsOf(sha: string, commits: Commit[]): Set<string> {
  const parents = new Map(commits.map((commit) => [commit.sha, commit.parents]))
  const found = new Set<string>()
  const waiting = [sha]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (found.has(next) || !parents.has(next)) continue
    found.add(next)
    waiting.push(...parents.get(next)!)
  }
  return found
}

/** The highest level of some changes, and the changes that have it. */
interface FoundBump {
  bump: BumpLevel
  /** Whether news fragments of the authors decide it. */
  isDeclared: boolean
  reasons: BumpReason[]
}

/**
 * Finds the level of the next version. Where the authors declare it in news fragments, as with changesets, only these
 * and the rules of the configuration count; otherwise the kind of each change does.
 */
function findBump(gathered: GatheredChanges, { bump: levels }: Versioning): FoundBump {
  const { changes } = gathered.curated
  const declared = listDeclared(gathered)
  const isDeclared = declared.some(({ bump }) => bump !== 'none')
  const counted = changes.flatMap((change): BumpReason[] => {
    const kind = kindOf(change)
    if (isDeclared && change.bump === undefined) return []
    return [{ bump: change.bump ?? levels[kind], id: change.id, detail: describe(change, kind) }]
  })
  const all = isDeclared ? [...declared, ...counted] : counted
  const bump = highestBump(all.map((each) => each.bump))
  return { bump, isDeclared, reasons: bump === 'none' ? [] : all.filter((each) => each.bump === bump) }
}

const withdrawn = new Set<OmissionReason>(['reverted', 'duplicate', 'merge', 'release', 'excluded'])

/** Lists what news fragments declare for the packages in question, except where a rule decides about the change. */
function listDeclared({ changed, config, curated }: GatheredChanges): BumpReason[] {
  const packages = config.packages?.map(({ name }) => name) ?? null
  const omitted = new Set(curated.omitted.filter(({ reason }) => withdrawn.has(reason)).map(({ sha }) => sha))
  return [...changed.ownWords.bySha].flatMap(([sha, lines]) => {
    if (omitted.has(sha)) return []
    const changes = curated.changes.filter(({ commits }) => commits.includes(sha))
    return lines.flatMap((line): BumpReason[] => {
      const bump = declaredBump(line, packages)
      const change = changes.find(({ ownText }) => ownText === line.text) ?? changes[0]
      if (bump === null || change?.bump !== undefined) return []
      const id = change?.id ?? `commit-${sha.slice(0, 12)}`
      return [{ bump, id, detail: `Declared in ${line.path}: ${shorten(line.text)}` }]
    })
  })
}

/** The kind of a change that counts for the version: a new feature counts as one wherever it is listed. */
function kindOf({ breaking, type, category, workKind }: Change): ChangeKind {
  if (breaking) return 'breaking'
  if (workKind) return workKind
  return type === 'feat' ? 'added' : (category.toLowerCase() as ChangeKind)
}

function describe({ title, ownText }: Change, kind: ChangeKind): string {
  return `${kind[0]!.toUpperCase()}${kind.slice(1)}: ${shorten(ownText ?? title)}`
}

const longestDetail = 120

function shorten(text: string): string {
  return text.length > longestDetail ? `${text.slice(0, longestDetail - 1).trimEnd()}…` : text
}

function warnAboutRemovals(changes: Change[]): Warning[] {
  const removals = changes.filter(({ category, breaking }) => category === 'Removed' && !breaking)
  return removals.length === 0 ? [] : [warn('maybe-breaking', { ids: removals.map(({ id }) => id) })]
}
