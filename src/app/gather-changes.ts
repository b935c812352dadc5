import type { Curated } from '../core/change.ts'
import type { Commit } from '../core/commit.ts'
import type { EndNames } from '../core/end-names.ts'
import { Problem } from '../core/errors.ts'
import type { GenerateContext } from '../core/generate-context.ts'
import { runInline } from '../core/heavy-work.ts'
import type { History } from '../core/history.ts'
import type { HouseReport, Voice } from '../core/house-style.ts'
import { version } from '../core/package.ts'
import type { StageReporter } from '../core/progress.ts'
import type { ResolvedRange } from '../core/range.ts'
import type { Repository } from '../core/repository.ts'
import type { PackagePaths, RepositoryConfig } from '../core/repository-config.ts'
import type { ResolvedRequest } from '../core/request.ts'
import { type Warning, warn } from '../core/warnings.ts'
import type { HouseStyleData } from '../curate/learned/house-style.ts'
import { ParsedMessages } from '../curate/parse/parse-commits.ts'
import { shortTagName } from '../git/ref-names.ts'
import { parseReleaseTag } from '../git/tag.ts'
import { readReleaseTag, versionOfTag } from '../git/tag-rules.ts'
import { collect } from '../history/collect.ts'
import { readPastCommits } from '../history/collect-past.ts'
import { checkHistoryIsComplete } from '../history/complete-history.ts'
import { divergedWarning } from '../history/range-warnings.ts'
import { type SettledRefs, settleReleaseWords, usesReleaseWord } from '../history/release-words.ts'
import { resolveRange } from '../history/resolve-range.ts'
import { describeRange } from '../render/links.ts'
import { cleanName } from '../text/clean-name.ts'
import { learnVoice } from '../write/voice.ts'
import { configuredVoice } from './configured-voice.ts'
import type { CurateInput } from './curate-range.ts'
import { createEndNames } from './end-names.ts'
import type { CuratedRange } from './finish-notes.ts'
import { curateTask, learnTask } from './heavy-tasks.ts'
import type { LearnedData } from './learn-style.ts'
import { learnedStyleText } from './learned-style-text.ts'
import {
  applyConfig,
  checkPackageIsChosen,
  type LoadedConfig,
  readCommitConfig,
  readEarlyConfig,
} from './load-config.ts'
import { type ChangedContents, readChangedContents } from './read-changed-contents.ts'
import { withOwnChangelog, withPackageChangelog } from './read-package-changelog.ts'
import { versionSettings } from './version-settings.ts'

/** What gathering the changes of a range needs. */
export type GatherContext = Pick<
  GenerateContext,
  | 'host'
  | 'token'
  | 'signal'
  | 'deadlineAt'
  | 'maxCommits'
  | 'onProgress'
  | 'stageQueue'
  | 'runHeavy'
  | 'memoize'
  | 'maxMatchSteps'
>

/** The part of a request that decides which changes there are. */
export type ChangesRequest = Pick<
  ResolvedRequest,
  | 'repoFullName'
  | 'fromRef'
  | 'toRef'
  | 'version'
  | 'channel'
  | 'date'
  | 'audience'
  | 'paths'
  | 'packageName'
  | 'diffs'
  | 'changelogPath'
  | 'changelogText'
  | 'futureTag'
  | 'requireCompleteHistory'
  | 'formatName'
  | 'open'
  | 'config'
> & {
  /** Whether the changes of all packages count that are released together with the named one. */
  releasedTogether?: boolean
}

/** The changes of a range, and what was read and learned on the way to them. */
export interface GatheredChanges extends CuratedRange {
  history: History
  /** The messages of the commits, if this thread has parsed them. */
  messages: ParsedMessages | null
  /** What the contents of changed files say. */
  changed: Pick<ChangedContents, 'ownWords' | 'facts' | 'filesAtEnd'>
  /** Which names exist at the ends of the range. */
  endNames: EndNames
  /** What the project usually lists; null when its changelog shows too little. */
  style: HouseStyleData | null
  /** How the project writes its entries; null when its changelog shows too little. */
  voice: Voice | null
}

/** Gathers the changes of a range: resolve → collect → curate. */
export async function gatherChanges(
  given: ChangesRequest,
  context: GatherContext,
  stages: StageReporter,
): Promise<GatheredChanges> {
  const { host, token, signal, deadlineAt, runHeavy } = context
  await stages('resolve', 2)
  const repository = await host.open({
    repoFullName: given.repoFullName,
    token,
    signal,
    deadlineAt,
    runHeavy,
  })
  preload(import('../curate/curate.ts'))
  const { early, refs } = await settleRefs(repository, given)
  const resolved = await resolveRange(repository, { ...given, ...refs })

  await stages('collect', null)
  // Another thread would have to parse them again.
  const messages = context.runHeavy ? null : new ParsedMessages()
  const onCommit = (commit: Commit) => messages?.add(commit)
  const collecting = collect(repository, resolved.range, { ...context, onCommit })
  preload(import('../render/render.ts'))
  const collected = await collecting
  const found = early ?? (await readCommitConfig(collected.configFiles, resolved.range.toSha))
  const loaded =
    given.releasedTogether && found.packages ? { ...found, packages: found.releasedTogether } : found
  const { config } = loaded
  const request = applyConfig(given, config)
  const history = withoutOtherConfigs(
    loaded.packages
      ? await withOwnChangelog(repository, collected, {
          path: config.changelog!.file!,
          text: given.changelogText,
          folder: loaded.packages[0]!.folder,
        })
      : await withPackageChangelog(repository, collected, request.paths),
    config,
  )
  if (request.requireCompleteHistory) checkHistoryIsComplete(repository, history)

  await stages('curate', history.commits.length)
  const { habit, warnings: unread } =
    config.learn === false
      ? { habit: null, warnings: [] }
      : await tryLearnHabit(repository, history, { ...context, loaded })
  const { diffs = true, changelogPath } = request
  // An update compares the lines of the authors with those that the changelog has.
  const edits = diffs || changelogPath !== undefined
  const changed = await readChangedContents(repository, history, {
    ...{ diffs, edits, signal, caller: token },
    runHeavy: runHeavy ?? runInline,
  })
  const style = habit?.style ?? null
  const changelog = request.changelogPath ?? history.changelog?.path ?? null
  const { audience, paths } = request
  const curated = await curateInThread(
    {
      history: historyToCurate(history),
      options: {
        ...{ audience, paths, changelog },
        followEntryPractice: request.changelogPath === undefined,
        ...(messages && { messages }),
        ownWords: changed.ownWords,
        facts: changed.facts,
        ...curationOf(loaded, context),
      },
      style,
    },
    context,
  )
  const houseStyle = reportHabit(history.changelog, habit)

  return {
    web: repository.web,
    projectName: projectNameOf(repository),
    range: describeRange(repository.web, resolved.range, history.relation, request.futureTag),
    version: given.version ?? versionOfPart(versionIn(resolved.range, config), { ...loaded, ...request }),
    date: resolved.range.date,
    history,
    messages,
    changed: { ownWords: changed.ownWords, facts: changed.facts, filesAtEnd: changed.filesAtEnd },
    endNames: createEndNames(repository, resolved.range, changed.filesAtEnd),
    curated,
    style,
    voice: configuredVoice(config, houseStyle?.voice ?? null),
    tag: tagOf(resolved.range, request.futureTag),
    previousVersion: previousVersionOf(resolved.range, config),
    houseStyle,
    config: loaded,
    warnings: [
      ...refs.warnings,
      ...loaded.warnings,
      ...resolved.warnings,
      ...withReleasedElsewhere(history, curated),
      ...unread,
      ...changed.warnings,
      ...curated.warnings,
      ...warnAboutMajor(resolved.range, curated),
    ],
  }
}

/** Curates a range, in another thread if it is large and there is one. */
export function curateInThread(
  input: CurateInput,
  { runHeavy = runInline, signal, token }: Pick<GatherContext, 'runHeavy' | 'signal' | 'token'>,
): Promise<Curated> {
  return runHeavy(curateTask, input, { signal, caller: token })
}

/** The part of a history that curation reads. */
export function historyToCurate(history: CurateInput['history']): CurateInput['history'] {
  const { commits, pullRequests, logins, firstTimers, typeConfig = null, otherSide = null, patches } = history
  return {
    ...{ commits, pullRequests, logins, firstTimers, typeConfig, otherSide },
    ...(patches && { patches }),
  }
}

/** The tag of a release: the end of the range, or the one that it will get. */
function tagOf({ toIsTag, toRef }: ResolvedRange, futureTag: string | null | undefined): string | null {
  return toIsTag ? cleanName(shortTagName(toRef)) : (futureTag ?? null)
}

/** The version of the release at the start of a range, if it is one. */
function previousVersionOf({ fromRef }: ResolvedRange, config: RepositoryConfig): string | null {
  const { tags } = versionSettings(config)
  return fromRef !== null && readReleaseTag(fromRef, tags)
    ? cleanName(versionOfTag(shortTagName(fromRef), tags))
    : null
}

interface CurationSettings {
  config: RepositoryConfig | null
  packages: PackagePaths[] | null
  maxMatchSteps: number | undefined
}

/** The part of the configuration that curation follows. */
export function curationOf(
  { source, config, packages }: LoadedConfig,
  { maxMatchSteps }: Pick<GatherContext, 'maxMatchSteps'>,
): CurationSettings {
  return { config: source === 'none' ? null : config, packages, maxMatchSteps }
}

/** The commits of a range that may be named by words, and the configuration that says which tags are releases. */
export async function settleRefs(
  repository: Repository,
  request: Pick<ResolvedRequest, 'fromRef' | 'toRef' | 'version' | 'config' | 'packageName'>,
): Promise<{ early: LoadedConfig | null; refs: SettledRefs }> {
  const early = await readEarlyConfig(repository, request)
  if (usesReleaseWord(request)) await checkPackageIsChosen(repository, early)
  const rules = versionSettings(early?.config ?? {}).tags
  return { early, refs: await settleReleaseWords(repository, request, { rules }) }
}

/** Where the configuration has categories, other files of the project do not decide about them. */
export function withoutOtherConfigs(history: History, { categories }: RepositoryConfig): History {
  return categories ? { ...history, releaseConfig: null, typeConfig: null } : history
}

/** Returns the name of a repository without its owner. */
export function projectNameOf({ fullName }: Pick<Repository, 'fullName'>): string {
  return fullName.slice(fullName.lastIndexOf('/') + 1)
}

/** The version of the tag at the end of a range, as the project's tags spell it. */
export function versionIn({ version, toIsTag }: ResolvedRange, config: RepositoryConfig): string | null {
  const { tags } = versionSettings(config)
  return version !== null && toIsTag && tags.patterns !== null ? versionOfTag(version, tags) : version
}

/** The version without the name of its package, where the notes are only about that package or its paths. */
function versionOfPart(
  version: string | null,
  { packages, paths }: Pick<LoadedConfig, 'packages'> & Pick<ChangesRequest, 'paths'>,
): string | null {
  const isOfPart = packages !== null || paths.length > 0
  const tag = version !== null && isOfPart ? parseReleaseTag(version) : null
  return tag && tag.scope !== '' ? version!.slice(tag.prefix.length) : version
}

/** The warnings of a history; the one about diverged ends counts the changes that both have. */
function withReleasedElsewhere(history: History, { releasedElsewhere }: Curated): Warning[] {
  const { range, commits, warnings } = history
  if (releasedElsewhere === 0) return warnings
  return warnings.map((warning) =>
    warning.code === 'diverged' ? divergedWarning(range, commits, releasedElsewhere) : warning,
  )
}

/** Warns about a new major version without a breaking entry: such versions are made to break something. */
function warnAboutMajor({ fromRef, version }: ResolvedRange, { changes }: Curated): Warning[] {
  const before = fromRef === null ? null : parseReleaseTag(fromRef)
  const after = version === null ? null : parseReleaseTag(version)
  if (!before || !after || changes.length === 0 || changes.some(({ breaking }) => breaking)) return []
  // Versions of two numbers are mostly dates, such as 25.0.
  const isMajor =
    after.numbers.length === 3 && after.numbers[1] === 0 && after.numbers[2] === 0 && before.numbers[0]! >= 1
  return isMajor && after.numbers[0]! > before.numbers[0]!
    ? [warn('major-without-breaking', { version: version! })]
    : []
}

/** Loads a later step while the host answers; a failure is reported by the import that needs the step. */
function preload(step: Promise<unknown>): void {
  step.catch(() => {})
}

interface LearningContext extends GatherContext {
  loaded: LoadedConfig
}

/** Learns what the project usually lists; if its past cannot be read, a warning says so. */
async function tryLearnHabit(
  repository: Repository,
  history: History,
  context: LearningContext,
): Promise<{ habit: LearnedData | null; warnings: Warning[] }> {
  try {
    return { habit: await learnHabit(repository, history, context), warnings: [] }
  } catch (error) {
    context.signal.throwIfAborted()
    if (!(error instanceof Problem)) throw error
    return { habit: null, warnings: [warn('past-unread', { reason: error.message })] }
  }
}

/** Learns from the changelog what the project usually lists; cached by the start of the range. */
async function learnHabit(
  repository: Repository,
  history: History,
  { host, token, signal, memoize, loaded, maxMatchSteps, runHeavy = runInline }: LearningContext,
): Promise<LearnedData | null> {
  const { changelog, range } = history
  if (!changelog || range.fromSha === null) return null
  const { packages, config } = loaded
  const key = [
    ...['habit', version, host.name, repository.fullName, range.fromSha, changelog.text],
    ...(packages ? [loaded.digest ?? '', ...packages.map(({ name }) => name)] : []),
  ]
  const learn = async () => {
    const commits = await readPastCommits(repository, history)
    if (commits.length === 0) return null
    const input = { commits, changelog: changelog.text, packages, config, maxMatchSteps }
    return runHeavy(learnTask, input, { signal, caller: token })
  }
  // The key needs the changelog at this commit: a caller who has read it can read the past of the repository too.
  return memoize(key, learn, learnedStyleText)
}

/** Returns what was learned from the changelog, as answers show it. */
export function reportHabit(changelog: History['changelog'], habit: LearnedData | null): HouseReport | null {
  if (!changelog || !habit) return null
  const { units: changes, listed } = habit.style
  return {
    from: changelog.path,
    releases: habit.releases,
    changes,
    listed,
    voice: learnVoice(changelog.text),
  }
}
