import { invalidRequest } from '../api/parse-request.ts'
import { type ChangelogUpdate, editChangelog, type ReleaseNotes } from '../changelog/edit-changelog.ts'
import type { OwnStyle } from '../changelog/own-style.ts'
import { parseOutline } from '../changelog/parse-outline.ts'
import type { Answer } from '../core/answer.ts'
import type { Commit } from '../core/commit.ts'
import { type Fault, Problem } from '../core/errors.ts'
import type { GenerateContext } from '../core/generate-context.ts'
import { runInline } from '../core/heavy-work.ts'
import type { History } from '../core/history.ts'
import { reportStages, type StageReporter } from '../core/progress.ts'
import type { ResolvedRange } from '../core/range.ts'
import type { Repository } from '../core/repository.ts'
import type { RepositoryConfig } from '../core/repository-config.ts'
import type { GenerateRequest, ResolvedRequest } from '../core/request.ts'
import type { NotesRequest } from '../core/sent-notes.ts'
import { type Warning, warn } from '../core/warnings.ts'
import { curate } from '../curate/curate.ts'
import type { PackageQuery } from '../git/choose-package.ts'
import { parseReleaseTag, parseTag, versionLabel } from '../git/tag.ts'
import { nameTag, type TagRules, versionOfTag } from '../git/tag-rules.ts'
import { isPreRelease, isSameVersion } from '../git/version.ts'
import { collect } from '../history/collect.ts'
import { checkHistoryIsComplete } from '../history/complete-history.ts'
import { findStart, listReleases, type NotesStart } from '../history/previous-release.ts'
import { resolveRange } from '../history/resolve-range.ts'
import { type ReleaseSlice, type ReleaseTag, splitAtTags } from '../history/split-at-tags.ts'
import { describeRange } from '../render/links.ts'
import { type ChosenWriter, chooseWriter } from '../write/choose-writer.ts'
import { checkAgainstRange, type NotesContext, rejectNotes } from './check-sent-notes.ts'
import { configuredVoice } from './configured-voice.ts'
import { entrySources, readOwnLines } from './entry-sources.ts'
import { type CuratedRange, finishNotes, packageOf } from './finish-notes.ts'
import { curationOf, projectNameOf, settleRefs, withoutOtherConfigs } from './gather-changes.ts'
import { generateWithChanges } from './generate.ts'
import {
  applyConfig,
  checkPackageIsChosen,
  type LoadedConfig,
  readChosenConfig,
  readCommitConfig,
  readEarlyConfig,
} from './load-config.ts'
import { ownStyleOf, ownStyleOfNotes } from './own-style.ts'
import { readChangedContents } from './read-changed-contents.ts'
import { versionSettings } from './version-settings.ts'
import { writeEntries } from './write-entries.ts'

/** A request to update a changelog; a null `fromRef` starts after the previous release. */
export type UpdateRequest = Omit<GenerateRequest, 'fromRef' | 'format' | 'part'> & {
  fromRef: string | null
  /** The changelog as a path in the repository. */
  path: string
  /** The package that the changelog belongs to. Default: the one at the root. */
  package?: PackageQuery
}

const rootPackage: PackageQuery = { folder: '', names: [], hasManifest: false }

/** An updated changelog, with warnings. */
export interface NotesUpdate extends ChangelogUpdate {
  /** Where the notes start; null for the first commit. */
  fromRef: string | null
  warnings: Warning[]
}

/** Adds the notes of one release, or of the unreleased changes, to a changelog. */
export async function updateChangelogFile(
  file: string,
  request: UpdateRequest,
  context: GenerateContext,
): Promise<NotesUpdate> {
  const { fromRef, warnings, ...notes } = await generateSection({ ...request, changelogText: file }, context)
  return { ...editChangelog(file, notes, { path: request.path }), fromRef, warnings }
}

/** An update with notes that a caller wrote, and advice about them. */
export interface SentNotesUpdate extends NotesUpdate {
  advice: Fault[]
}

/** Checks notes that a caller wrote, renders them and adds them to a changelog; throws if they do not pass. */
export async function updateWithSentNotes(
  file: string,
  request: NotesRequest & { path: string },
  context: NotesContext,
): Promise<SentNotesUpdate> {
  const stages = reportStages(context)
  const futureTag = await findFutureTag(request, context)
  const sent = { ...request, ...(futureTag === null ? {} : { futureTag }) }
  const checked = await checkAgainstRange(sent, context, { stages, partial: false })
  const { gathered, drafts, faults, advice } = checked
  if (faults.length > 0) throw rejectNotes(faults, gathered.range)
  checkHeading(gathered.version)
  const report = { engine: request.writtenBy, model: null, usage: null, fallback: null }
  const written = { drafts, summary: request.summary, report, warnings: checked.warnings }
  const { signal, token: caller, runHeavy } = context
  const answer = await finishNotes(gathered, written, {
    ...{ format: 'keepachangelog', part: 'document', areas: 'never', forFile: true, highlights: false },
    ...{ order: 'drafts', signal, caller, runHeavy, stages },
  })
  const { history, range } = gathered
  const since = range.fromRef === '' ? null : range.fromRef
  const notes = {
    notes: answer.changelog,
    sources: entrySources(answer, { commits: history.commits }),
    since,
    own: findOwnStyle(gathered, answer),
  }
  const updated = editChangelog(file, notes, { path: request.path })
  return { ...updated, fromRef: since, advice, warnings: answer.warnings }
}

/** The tag that a release will get whose notes are added before it is tagged. */
async function findFutureTag(request: NotesRequest, context: NotesContext): Promise<string | null> {
  const { version } = request
  if (version === null || version === 'auto') return null
  const { host, token, signal, deadlineAt } = context
  const repository = await host.open({ repoFullName: request.repoFullName, token, signal, deadlineAt })
  const { early, refs } = await settleRefs(repository, request)
  const { range } = await resolveRange(repository, { ...request, ...refs })
  return range.toIsTag ? null : futureTagOf(refs.fromRef, version, versionSettings(early?.config ?? {}).tags)
}

/** A changelog has releases and unreleased changes, and no other sections. */
function checkHeading(version: string | null): void {
  if (version === null || /^unreleased$/i.test(version) || parseTag(version) !== null) return
  const detail = `${JSON.stringify(version)} is no version; send one such as 1.4.0, or omit it for unreleased changes`
  throw invalidRequest([{ pointer: '#/version', detail }])
}

/** Adds notes that were written and checked before to a changelog, in the layout that the configuration decides. */
export function putNotes(
  file: string,
  notes: string,
  { path, config }: { path: string; config: RepositoryConfig },
): ChangelogUpdate {
  return editChangelog(file, { notes, own: ownStyleOfNotes(config, notes) }, { path })
}

/** The section of one release, before it is added to a changelog. */
export interface SectionNotes extends ReleaseNotes {
  /** Where they start; null for the first commit. */
  fromRef: string | null
  warnings: Warning[]
}

/** Generates the section of one release, by default from the previous release on. */
export async function generateSection(
  request: UpdateRequest,
  context: GenerateContext,
): Promise<SectionNotes> {
  const query = request.package ?? rootPackage
  const repository = await open(request, context)
  const { tags: rules } = versionSettings((await readUpdateConfig(repository, request))?.config ?? {})
  const start = await findStart(repository, { ...request, package: query, rules })
  checkStart(start, request.toRef)
  const { fromRef, toIsTag, warnings } = start
  const version = start.version === null ? null : labelIn(query, start.version)
  const { answer, gathered } = await generateWithChanges(
    {
      ...withoutFormat(request),
      fromRef,
      version,
      requireCompleteHistory: true,
      format: 'keepachangelog',
      part: 'document',
      changelogPath: request.path,
      // The file decides how its entries look.
      areas: 'never',
      futureTag: toIsTag || version === null ? null : futureTagOf(fromRef, version, rules),
    },
    context,
  )
  const { history } = gathered
  const ownLines = await readOwnLines(repository, history.range, {
    entries: answer.entries,
    path: request.path,
  })
  return {
    notes: answer.changelog,
    sources: entrySources(answer, { commits: history.commits, ownLines }),
    since: fromRef,
    own: findOwnStyle(gathered, answer),
    fromRef,
    warnings: [...warnings, ...answer.warnings],
  }
}

/**
 * The configuration of an update, as far as it must be known before its range: which tags are releases, and the
 * changelog. An update since the last release of a repository in which only packages have releases needs a package.
 */
export async function readUpdateConfig(
  repository: Repository,
  request: Omit<UpdateRequest, 'path'>,
  isNeeded = request.fromRef === null,
): Promise<LoadedConfig | null> {
  const early =
    isNeeded || request.packageName !== undefined
      ? await readEarlyConfig(repository, { ...request, version: 'auto' })
      : await readChosenConfig(request)
  if (request.fromRef === null) await checkPackageIsChosen(repository, early)
  return early
}

/** What the configuration decides about the section of a release; null if there is none. */
function findOwnStyle(release: CuratedRange, { entries }: Pick<Answer, 'entries'>): OwnStyle | null {
  const { config, source } = release.config
  if (source === 'none') return null
  const { tag = null, previousVersion = null } = release
  const facts = { ...release, tag, previousVersion, entries, package: packageOf(release.config) }
  return ownStyleOf(config, facts)
}

/** Rejects notes that would start at the first commit only because the search for the previous release ended early. */
export function checkStart({ fromRef, warnings }: NotesStart, toRef: string): void {
  if (fromRef !== null || warnings.every(({ code }) => code !== 'previous-release-unknown')) return
  throw new Problem(
    'choice_needed',
    `No release tag was found in the part of the history of ${toRef} that was searched. Name the start with --from.`,
  )
}

/** The version as the headings of a package write it: the changelog of a package does not repeat its name. */
function labelIn({ folder }: PackageQuery, version: string): string {
  const tag = folder === '' ? null : parseReleaseTag(version)
  return tag && tag.scope !== '' ? version.slice(tag.prefix.length) : version
}

/** Updates a changelog with the notes of every release: the history is read once and split at its tags. */
export async function updateAllNotes(
  file: string,
  request: UpdateRequest,
  context: GenerateContext,
): Promise<NotesUpdate> {
  const stages = reportStages(context)
  const given: ResolvedRequest = {
    ...withoutFormat(request),
    format: 'keepachangelog',
    part: 'document',
    version: null,
    date: null,
  }
  // A writer that is not available is reported before anything is read.
  chooseWriter(given, context.gateway)
  await stages('resolve', 2)
  const repository = await open(request, context)
  const query = request.package ?? rootPackage
  const early = await readUpdateConfig(repository, request)
  const { tags: rules } = versionSettings(early?.config ?? {})
  const tags = await listReleases(repository, query, rules)
  const resolved = await resolveRange(repository, given)
  await stages('collect', null)
  const collected = await collect(repository, resolved.range, context)
  checkHistoryIsComplete(repository, collected)
  const config = early ?? (await readCommitConfig(collected.configFiles, resolved.range.toSha))
  const history = withoutOtherConfigs(collected, config.config)
  const whole = applyConfig(given, config.config)
  const writer = chooseWriter(whole, context.gateway)
  const releases = withDates(omitUnlistedPreReleases(tags, file, request.path), history.commits)
  const slices = splitAtTags(history.commits, releases, resolved.range.toSha).filter(
    ({ release, commits }) => release !== null || commits.length > 0,
  )
  await stages('write', slices.length)
  const answers: (Answer & { own: OwnStyle | null })[] = []
  for (const slice of slices)
    answers.push(
      await generateSlice(slice, {
        request: whole,
        context,
        writer,
        repository,
        history,
        config,
        path: request.path,
        query,
        rules,
      }),
    )
  await stages(null, null)
  const ownLines = await readOwnLines(repository, resolved.range, {
    entries: answers.flatMap(({ entries }) => entries),
    path: request.path,
  })
  const { commits } = history
  const notes = answers.map((answer) => ({
    notes: answer.changelog,
    sources: entrySources(answer, { commits, ownLines }),
    since: answer.range.fromRef,
    own: answer.own,
  }))
  const updated = editChangelog(file, notes, { onlyMissing: true, path: request.path })
  const warnings = [resolved, history, ...answers].flatMap((step) => step.warnings)
  return {
    ...updated,
    fromRef: request.fromRef,
    warnings: [...offMainLine(history, releases), ...mergeWarnings(warnings)],
  }
}

/**
 * Omits pre-releases that the file has no place for: its releases include their changes. A file that lists no
 * pre-releases gets none, and neither does a version whose release it lists.
 */
function omitUnlistedPreReleases(releases: ReleaseTag[], file: string, path: string): ReleaseTag[] {
  const listed = parseOutline(file, { path }).sections.flatMap(({ heading }) => heading.version ?? [])
  if (listed.length === 0) return releases
  const listsPreReleases = listed.some(isPreRelease)
  return releases.filter(({ version }) => {
    if (!isPreRelease(version)) return true
    const isListed = listed.some((each) => isSameVersion(each, version))
    const hasRelease = listed.some((each) => isSameVersion(each, { ...version, pre: [] }))
    return isListed || (listsPreReleases && !hasRelease)
  })
}

function open(
  { repoFullName }: UpdateRequest,
  { host, token, signal, deadlineAt }: GenerateContext,
): Promise<Repository> {
  return host.open({ repoFullName, token, signal, deadlineAt })
}

/** What the notes of one release of the history need. */
interface SliceContext {
  request: ResolvedRequest
  /** The changelog as a path in the repository. */
  path: string
  context: GenerateContext
  writer: ChosenWriter
  repository: Repository
  history: History
  config: LoadedConfig
  query: PackageQuery
  rules: TagRules
}

/** An update fills a changelog: the request cannot choose another format, and neither can the configuration. */
export function withoutFormat<Request extends Pick<GenerateRequest, 'open' | 'formatName'>>({
  formatName: _formatName,
  ...request
}: Request): Omit<Request, 'formatName'> {
  return { ...request, open: request.open?.filter((field) => field !== 'format') ?? [] }
}

/** Gives releases whose tags have no date the date of their commits. */
function withDates(releases: ReleaseTag[], commits: Commit[]): ReleaseTag[] {
  const days = new Map(
    commits.map(({ sha, committedAt }) => [sha, new Date(committedAt * 1000).toISOString().slice(0, 10)]),
  )
  return releases.map((release) => ({ ...release, date: release.date ?? days.get(release.sha) ?? null }))
}

const silent: StageReporter = async () => {}

/** Generates the notes of one release from its part of the history. */
async function generateSlice(
  slice: ReleaseSlice,
  sliced: SliceContext,
): Promise<Answer & { own: OwnStyle | null }> {
  const { request, context, writer, repository, path } = sliced
  const { signal, deadlineAt, onProgress } = context
  const { commits } = slice
  const range = rangeOf(slice, sliced)
  const own = new Set(commits.map(({ sha }) => sha))
  const pullRequests = sliced.history.pullRequests.filter((each) => each.commits.some((sha) => own.has(sha)))
  const history = { ...sliced.history, range, commits, pullRequests }
  // Comparing the ends of every release of a history would take longer than everything else.
  const { ownWords, warnings } = await readChangedContents(repository, history, {
    ...{ diffs: false, signal, caller: context.token, runHeavy: runInline },
  })
  const curated = curate(history, {
    ...request,
    changelog: path,
    ownWords,
    followEntryPractice: false,
    ...curationOf(sliced.config, context),
  })
  const gathered: CuratedRange = {
    web: repository.web,
    projectName: projectNameOf(repository),
    range: describeRange(repository.web, range, range.fromSha === null ? 'root' : 'ancestor'),
    version: range.version,
    date: range.date,
    history,
    curated,
    // A whole history contains the releases that a style would be learned from.
    houseStyle: null,
    config: sliced.config,
    warnings: [...warnings, ...curated.warnings],
  }
  const written = await writeEntries(gathered, request, {
    writer,
    voice: configuredVoice(sliced.config.config, null),
    stages: silent,
    signal,
    deadlineAt,
    onProgress,
    onEntry: () => {},
  })
  const answer = await finishNotes(gathered, written, {
    format: request.format,
    forFile: true,
    part: request.part,
    areas: 'never',
    highlights: false,
    order: 'importance',
    stages: silent,
  })
  return { ...answer, own: findOwnStyle(gathered, answer) }
}

function rangeOf(
  { release, previous }: ReleaseSlice,
  { history, query, rules }: SliceContext,
): ResolvedRange {
  const whole = history.range
  return {
    fromRef: previous?.name ?? whole.fromRef,
    fromSha: previous?.sha ?? whole.fromSha,
    toRef: release?.name ?? whole.toRef,
    toSha: release?.sha ?? whole.toSha,
    toIsTag: release !== null,
    version: release ? versionIn(release.name, query, rules) : null,
    date: release?.date ?? null,
  }
}

function versionIn(tag: string, query: PackageQuery, rules: TagRules): string {
  return rules.patterns === null ? labelIn(query, versionLabel(tag)) : versionOfTag(tag, rules)
}

/** The tag that a release will get: by the configured pattern, or spelled like the one before. */
function futureTagOf(fromRef: string | null, version: string, rules: TagRules): string | null {
  return rules.patterns === null ? guessTag(fromRef, version) : nameTag(version, rules, fromRef)
}

/** Returns the tag that a release will get, spelled like the tag before it; null when it cannot be guessed. */
function guessTag(fromRef: string | null, version: string): string | null {
  const prefix = fromRef === null ? undefined : parseReleaseTag(fromRef)?.prefix
  // The tags of curl write 8_21_0 for 8.21.0: such a name cannot be guessed.
  if (fromRef === null || prefix === undefined || !/\d\.\d/.test(fromRef) || !/^\d/.test(version)) return null
  return `${prefix}${version}`
}

/** Keeps one of several equal warnings, and none about releases inside the range: each has its own section. */
function mergeWarnings(warnings: Warning[]): Warning[] {
  return [
    ...new Map(warnings.map((warning) => [`${warning.code} ${warning.detail}`, warning])).values(),
  ].filter(({ code }) => code !== 'release-between')
}

function offMainLine({ commits, range }: History, releases: { name: string; sha: string }[]): Warning[] {
  const own = new Set(commits.map(({ sha }) => sha))
  const off = releases.filter(({ sha }) => !own.has(sha))
  const highest = off.at(-1)?.name
  if (highest === undefined) return []
  return [warn('releases-elsewhere', { releases: off.length, highest, toRef: range.toRef })]
}
