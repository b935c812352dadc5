import { invalidRequest } from '../api/parse-request.ts'
import { categories } from '../core/category.ts'
import type { Change } from '../core/change.ts'
import { type Fault, Problem } from '../core/errors.ts'
import type { GenerateContext } from '../core/generate-context.ts'
import { runInline } from '../core/heavy-work.ts'
import { reportStages, type StageReporter } from '../core/progress.ts'
import type { AnsweredRange, CommitRange } from '../core/range.ts'
import { defaultOther, type RepositoryConfig } from '../core/repository-config.ts'
import type { Citation, NotesCheck, NotesRequest } from '../core/sent-notes.ts'
import type { CheckedNotes } from '../verify/check-notes.ts'
import { createDraftChecker, type DraftChecker } from '../verify/draft-checker.ts'
import {
  type CitationResolver,
  createCitationResolver,
  findCitedCommits,
} from '../verify/resolve-citations.ts'
import {
  curateInThread,
  curationOf,
  type GatheredChanges,
  gatherChanges,
  historyToCurate,
} from './gather-changes.ts'
import { checkNotesTask } from './heavy-tasks.ts'
import { withNextVersion } from './next-version.ts'
import { readChangeDiff } from './read-change-diff.ts'

/** What checking notes against their range needs. */
export type NotesContext = Omit<GenerateContext, 'gateway' | 'onEntry'>

/** Notes that were checked, with the changes that they were checked against. */
export interface CheckedAgainstRange extends CheckedNotes {
  gathered: GatheredChanges
}

/** Gathers the range again and checks notes against it; only ids and SHAs are taken from the notes. */
export async function checkAgainstRange(
  given: NotesRequest,
  context: NotesContext,
  { stages, partial }: { stages: StageReporter; partial: boolean },
): Promise<CheckedAgainstRange> {
  const isAuto = given.version === 'auto'
  const read = await gatherChanges(isAuto ? { ...given, version: null } : given, context, stages)
  const gathered = isAuto && !partial ? await withNextVersion(read, given, context) : read
  const request = withKnownTitles(given, gathered.config.config)
  const { history, messages, changed, range, style } = gathered
  await stages('verify', request.entries.length)
  const { excluded } = gathered.curated
  const cited = findCitedCommits(request.entries, history.commits, excluded)
  const citesExcluded = gathered.curated.omitted.some(({ sha }) => cited.has(sha))
  const changelog = history.changelog?.path ?? null
  const { ownWords, facts } = changed
  const configuration = curationOf(gathered.config, context)
  const { audience, paths } = request
  const again = {
    history: historyToCurate(history),
    options: {
      ...{ audience, paths, ...configuration, changelog, ownWords, facts, forceIncluded: cited },
      ...(messages && { messages }),
    },
    style,
  }
  const curated = citesExcluded ? await curateInThread(again, context) : gathered.curated
  const { entries, omit, summary, blocks, writtenBy, language, rest } = request
  const { voice, projectName, endNames } = gathered
  const { runHeavy = runInline, signal, token } = context
  const check = (changes: Change[]) =>
    runHeavy(
      checkNotesTask,
      {
        notes: { entries, omit, summary, blocks, writtenBy, language, ...(rest && { rest }) },
        curated: { changes, omitted: curated.omitted },
        commits: history.commits.map(({ sha }) => ({ sha })),
        ...{ filesAtEnd: changed.filesAtEnd, voice, projectName, partial },
      },
      { signal, caller: token },
    )
  const first = await check(curated.changes)
  const resolve = createCitationResolver(curated, history.commits)
  const doubted = writtenBy === 'agent' && request.diffs ? listDoubted(first, entries, resolve) : noDoubt
  const checkedHere =
    doubted.unsupported.length + doubted.suspected.length === 0
      ? first
      : await check(await withDiffTexts(curated.changes, doubted, { request, gathered, context }))
  const checks = createDraftChecker(curated.changes, { language, instructions: null }, [], { endNames })
  const checked = await withAbsentNames(checkedHere, request, checks)
  return {
    ...checked,
    faults: [...findMovedEnds(request, range), ...checked.faults],
    gathered: { ...gathered, curated },
  }
}

/** Checks the titles of categories that are not among the six; one of the six can be a configured title, too. */
function withKnownTitles(request: NotesRequest, config: RepositoryConfig): NotesRequest {
  const configured = (config.categories ?? []).map(({ title }) => title)
  const own = configured.length === 0 ? [] : [...configured, config.other ?? defaultOther]
  const faults = request.entries.flatMap(({ section }, index): Fault[] => {
    if (section === undefined || own.includes(section)) return []
    const known = [...new Set([...own, ...categories])].map((title) => JSON.stringify(title)).join(', ')
    return [{ pointer: `#/entries/${index}/category`, detail: `must be one of ${known}` }]
  })
  if (faults.length > 0) throw invalidRequest(faults)
  const entries = request.entries.map((entry) =>
    entry.category !== null && own.includes(entry.category) ? { ...entry, section: entry.category } : entry,
  )
  return { ...request, entries }
}

const maxDoubted = 40
/** All entries are checked again with the diffs, which takes long for more of them; only faults are worth that then. */
const maxCompared = 200
/** Outside of a clone, each diff is a request to the host. */
const maxRequested = 8
const maxDiffText = 40_000

/** Changes whose texts do not support an entry, or may not support it. */
interface Doubted {
  unsupported: string[]
  suspected: string[]
}

const noDoubt: Doubted = { unsupported: [], suspected: [] }

/** Finds the changes whose entries have statements or quotes that their texts do not support, or may not. */
function listDoubted(
  { faults, advice }: CheckedNotes,
  entries: Citation[],
  resolve: CitationResolver,
): Doubted {
  const changesOf = (list: Fault[]) => {
    const found = list.flatMap(
      ({ pointer }) => /^#\/entries\/(\d+)\/(?:text|quotes)/.exec(pointer)?.[1] ?? [],
    )
    return [...new Set(found)].flatMap((index) => resolve(entries[Number(index)]!, '#').changeIds)
  }
  return {
    unsupported: changesOf(faults),
    suspected: entries.length > maxCompared ? [] : changesOf(advice),
  }
}

/** Adds the diffs of some changes, which an agent may have read. */
async function withDiffTexts(
  changes: Change[],
  { unsupported, suspected }: Doubted,
  { request, gathered, context }: { request: NotesRequest; gathered: GatheredChanges; context: NotesContext },
): Promise<Change[]> {
  const { host, token, signal, deadlineAt } = context
  const repository = await host.open({ repoFullName: request.repoFullName, token, signal, deadlineAt })
  const isClone = repository.searchTrees !== undefined
  const wanted = new Set([
    ...unsupported.slice(0, maxDoubted),
    ...suspected.slice(0, isClone ? maxDoubted : maxRequested),
  ])
  const bySha = new Map(gathered.history.commits.map((commit) => [commit.sha, commit]))
  const read: Change[] = []
  for (const change of changes) {
    const commits = wanted.has(change.id) ? change.commits.flatMap((sha) => bySha.get(sha) ?? []) : []
    const found = commits.length === 0 ? null : await readChangeDiff(repository, commits, maxDiffText)
    read.push(found ? { ...change, ...textsOfDiff(found.diff) } : change)
  }
  return read
}

/** All lines of a diff without their marks, and those that were added or removed. */
function textsOfDiff(diff: string): Pick<Change, 'diffText' | 'changedText'> {
  const changed = diff.match(/^(?:\+(?!\+\+ )|-(?!-- )).*/gm) ?? []
  return {
    diffText: diff.replace(/^(?:[-+ ]|@@.*@@)/gm, ''),
    changedText: changed.map((line) => line.slice(1)).join('\n'),
  }
}

/** Adds faults for names in code that exist at neither end of the range; a person's names are only questioned. */
async function withAbsentNames(
  checked: CheckedNotes,
  { writtenBy }: NotesRequest,
  checks: Pick<DraftChecker, 'findAbsentNames'>,
): Promise<CheckedNotes> {
  const absent = await checks.findAbsentNames(checked.openNames.map(({ name }) => name))
  const found = checked.openNames.flatMap(({ pointer, name }) => {
    const detail = absent.get(name)
    return detail === undefined ? [] : [{ pointer, detail, code: 'name' as const, text: name }]
  })
  const { faults, advice } = checked
  return writtenBy === 'agent'
    ? { ...checked, faults: [...faults, ...found.map(({ pointer, detail }) => ({ pointer, detail }))] }
    : { ...checked, advice: [...advice, ...found] }
}

function findMovedEnds({ seen }: NotesRequest, range: CommitRange): Fault[] {
  return (['fromSha', 'toSha'] as const).flatMap((end) => {
    if (seen[end] === undefined || seen[end] === range[end]) return []
    const detail = `the range has moved since these notes were written: it is ${range[end] ?? 'the root'} now; list its changes again, or name the ends by their SHAs`
    return [{ pointer: `#/range/${end}`, detail }]
  })
}

/** The maximum number of faults and of pieces of advice in an answer. */
export const maxFaults = 200

/** Returns what is wrong with notes, without rendering them; `partial` notes may still miss changes. */
export async function checkSentNotes(
  request: NotesRequest,
  context: NotesContext,
  partial: boolean,
): Promise<NotesCheck> {
  const stages = reportStages(context)
  const checked = await checkAgainstRange(request, context, { stages, partial })
  await stages(null, null)
  const { faults, advice, uncovered, gathered } = checked
  return {
    ok: faults.length === 0,
    faults: faults.slice(0, maxFaults),
    faultCount: faults.length,
    advice: advice.slice(0, maxFaults),
    uncovered: uncovered.length,
    byRules: checked.byRules,
    commitCount: gathered.history.commits.length,
    range: gathered.range,
    warnings: [...gathered.warnings, ...checked.warnings],
  }
}

/** The error for notes that do not fit their range, with the faults of each line. */
export function rejectNotes(faults: Fault[], { fromRef, toRef }: AnsweredRange): Problem {
  const more = faults.length - maxFaults
  const shown = faults.slice(0, maxFaults)
  const [first] = shown
  const count = faults.length === 1 ? '1 error' : `${faults.length} errors`
  const rest = more > 0 ? ` The first ${maxFaults} are listed; ${more} more are not.` : ''
  return new Problem(
    'notes_refused',
    `The notes have ${count}, so nothing was rendered. At ${first!.pointer.slice(2)}: ${first!.detail}. Fix all listed errors and send the notes again.${rest} The range is ${fromRef || 'the first commit'}..${toRef}.`,
    { faults: shown },
  )
}
