import { type ChangelogUpdate, updateChangelog } from '../changelog/edit-changelog.ts'
import type { EntrySource } from '../changelog/find-known.ts'
import type { Entry } from '../core/entry.ts'
import { Problem } from '../core/errors.ts'
import type { GenerateContext } from '../core/generate-context.ts'
import type { History } from '../core/history.ts'
import { reportStages } from '../core/progress.ts'
import type { ResolvedRange } from '../core/range.ts'
import type { Repository } from '../core/repository.ts'
import type { GenerateRequest } from '../core/request.ts'
import type { Warning } from '../core/warnings.ts'
import { curate } from '../curate/curate.ts'
import { sayOwnEntry } from '../curate/rules/own-entry.ts'
import { parseReleaseTag, versionLabel } from '../git/tag.ts'
import { collect } from '../history/collect.ts'
import { findStart, fromTheRoot } from '../history/find-start.ts'
import { listReleases } from '../history/previous-release.ts'
import { resolveRange } from '../history/resolve-range.ts'
import { type ReleaseSlice, splitAtTags } from '../history/split-at-tags.ts'
import { answerRange } from '../render/links.ts'
import { render } from '../render/render.ts'
import { checkLedger } from '../verify/check-ledger.ts'
import { verify } from '../verify/verify.ts'
import { chooseWriter } from '../write/choose-writer.ts'
import { write } from '../write/write.ts'
import { checksOf } from './checks-of.ts'
import { generate } from './generate.ts'

/** What is asked of an update: a request whose start may be left open. */
export type UpdateRequest = Omit<GenerateRequest, 'fromRef' | 'format' | 'part'> & {
  fromRef: string | null
  /** The changelog as a path in the repository. */
  path: string
}

/** An updated changelog, and what to know about it. */
export type NotesUpdate = ChangelogUpdate & { warnings: Warning[] }

/** The story of an update: the notes of one release, or of what is not released yet, put into a changelog. */
export async function updateChangelogFile(
  file: string,
  request: UpdateRequest,
  context: GenerateContext,
): Promise<NotesUpdate> {
  const { notes, sources, warnings } = await sectionNotes(request, context)
  return { ...updateChangelog(file, notes, { sources }), warnings }
}

/** The same for notes that somebody else wrote and had checked. */
export function putNotes(file: string, notes: string): ChangelogUpdate {
  return updateChangelog(file, notes)
}

/** The notes of one release as a changelog takes them, from the release before it on. */
export async function sectionNotes(request: UpdateRequest, context: GenerateContext) {
  const { fromRef, version, toIsTag, isWhole } = await findStart(await open(request, context), request)
  const answer = await generate({ ...request, fromRef, format: 'keepachangelog', part: 'document' }, context)
  const notes = toIsTag || version === null ? answer.changelog : withTag(answer.changelog, fromRef, version)
  // Nobody asked for the whole history: that it is told is no surprise.
  const warnings = answer.warnings.filter(({ code }) => !isWhole || code !== 'short-history')
  return { notes, sources: answer.entries.map((entry) => sourceOf(entry, request.path)), warnings }
}

function sourceOf({ text, commits, evidence }: Entry, path: string): EntrySource {
  const own = sayOwnEntry(path)
  return { text, commits, hasOwnEntry: evidence.some(({ detail }) => detail === own) }
}

/** The story for all releases at once: the history is read once and split at its tags. */
export async function updateAllNotes(
  file: string,
  request: UpdateRequest,
  context: GenerateContext,
): Promise<NotesUpdate> {
  const begin = reportStages(context)
  const asked: GenerateRequest = {
    ...request,
    fromRef: request.fromRef ?? fromTheRoot(request.toRef),
    format: 'keepachangelog',
    part: 'document',
    version: null,
    date: null,
  }
  const { gateway, ...writer } = chooseWriter(asked, context.gateway)
  await begin('resolve', 2)
  const repository = await open(request, context)
  const releases = await listReleases(repository)
  const { range } = await resolveRange(repository, asked)
  await begin('collect', null)
  const history = await collect(repository, range, context)
  const slices = splitAtTags(history.commits, releases, range.toSha).filter(
    ({ release, commits }) => release !== null || commits.length > 0,
  )
  await begin('write', slices.length)
  const told = []
  for (const slice of slices)
    told.push(await tellSlice(slice, { asked, context, repository, history, gateway, path: request.path }))
  await begin(null, null)
  const updated = updateChangelog(
    file,
    told.map(({ notes }) => notes),
    { onlyMissing: true, sources: told.flatMap(({ sources }) => sources) },
  )
  const warnings = [history, writer, ...told].flatMap((step) => step.warnings)
  return { ...updated, warnings: [...offMainLine(history, releases), ...unlike(warnings)] }
}

function open(
  { repoFullName }: UpdateRequest,
  { host, token, signal, deadlineAt }: GenerateContext,
): Promise<Repository> {
  return host.open({ repoFullName, token, signal, deadlineAt })
}

interface Telling {
  asked: GenerateRequest
  path: string
  context: GenerateContext
  repository: Repository
  history: History
  gateway: GenerateContext['gateway']
}

/** The notes of one release, as if it had been asked for alone. */
async function tellSlice(slice: ReleaseSlice, telling: Telling) {
  const { asked, context, repository, history, gateway, path } = telling
  const { commits } = slice
  const range = rangeOf(slice, history.range)
  const own = new Set(commits.map(({ sha }) => sha))
  const pullRequests = history.pullRequests.filter((request) => request.commits.some((sha) => own.has(sha)))
  const curated = curate({ ...history, commits, pullRequests }, { ...asked, changelog: path })
  const openChecks = checksOf(curated.changes, asked, () => {})
  const { changelog } = history
  // A whole history is told in the commits' own words, as it is curated without a habit.
  const writing = { ...context, gateway, changelog, voice: null, openChecks }
  const written = await write(curated.changes, asked, writing)
  const { entries, omitted } = verify(written.drafts, curated, commits)
  checkLedger(commits, entries, omitted)
  const notes = render({
    commitCount: commits.length,
    format: asked.format,
    range: answerRange(repository.web, range, range.fromSha === null ? 'root' : 'ancestor'),
    summary: written.summary,
    entries,
    contributors: curated.contributors,
    version: range.version,
    date: range.date,
    part: asked.part,
    releaseConfig: null,
    changelog,
    web: repository.web,
  })
  return {
    notes: notes.text,
    sources: entries.map((entry) => sourceOf(entry, path)),
    warnings: [curated, written, notes].flatMap((step) => step.warnings),
  }
}

function rangeOf({ release, previous }: ReleaseSlice, whole: ResolvedRange): ResolvedRange {
  return {
    fromRef: previous?.name ?? whole.fromRef,
    fromSha: previous?.sha ?? whole.fromSha,
    toRef: release?.name ?? whole.toRef,
    toSha: release?.sha ?? whole.toSha,
    toIsTag: release !== null,
    version: release ? versionLabel(release.name) : null,
    date: release?.date ?? null,
  }
}

/** A release that is still being made has no tag: its page will be that of the tag it will get. */
function withTag(notes: string, fromRef: string, version: string): string {
  const prefix = parseReleaseTag(fromRef)?.prefix
  // The tags of curl write 8_21_0 for 8.21.0: such a name cannot be guessed.
  if (prefix === undefined || !/\d\.\d/.test(fromRef) || !/^\d/.test(version)) return notes
  const line = `[${version}]: `
  const at = notes.indexOf(`\n${line}`)
  if (at === -1) return notes
  const end = notes.indexOf('\n', at + 1)
  const url = notes.slice(at + 1 + line.length, end === -1 ? undefined : end)
  const dots = url.lastIndexOf('...')
  if (dots === -1) return notes
  return `${notes.slice(0, at + 1)}${line}${url.slice(0, dots + 3)}${prefix}${version}${end === -1 ? '' : notes.slice(end)}`
}

/** What several releases warn of in the same words is told once. */
function unlike(warnings: Warning[]): Warning[] {
  return [
    ...new Map(warnings.map((warning) => [`${warning.code} ${warning.detail}`, warning])).values(),
  ].filter(({ code }) => code !== 'short-history' && code !== 'release-between')
}

function offMainLine({ commits, range }: History, releases: { name: string; sha: string }[]): Warning[] {
  const own = new Set(commits.map(({ sha }) => sha))
  const off = releases.filter(({ sha }) => !own.has(sha))
  if (off.length === 0) return []
  return [
    {
      code: 'releases-elsewhere',
      detail: `${off.length === 1 ? `The release ${off[0]!.name} is` : `${off.length} releases, ${off.at(-1)!.name} the highest of them, are`} not part of the history of ${range.toRef} and got no section. Name one with --to to add it.`,
    },
  ]
}

/** Stops a check of a changelog that is not what an update would make of it. */
export function outdated(path: string, { releases }: ChangelogUpdate): Problem {
  const lacking = releases
    .filter(({ action }) => action !== 'unchanged')
    .map(({ label, added }) => `${label} (${added.length})`)
  const what =
    lacking.length === 0 ? 'addresses of its references' : `entries of ${lacking.slice(0, 10).join(', ')}`
  return new Problem(
    'changelog_outdated',
    `${path} is not up to date: it lacks ${what}. Run the same command without --check and commit the file.`,
  )
}
