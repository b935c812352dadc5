import type { Curated, Omission } from '../core/change.ts'
import type { ChangesPage } from '../core/changes-page.ts'
import { Problem } from '../core/errors.ts'
import type { GenerateContext } from '../core/generate-context.ts'
import { runInline } from '../core/heavy-work.ts'
import { reportStages } from '../core/progress.ts'
import type { GenerateRequest } from '../core/request.ts'
import { checkLedger } from '../verify/check-ledger.ts'
import { estimateJsonTokens, fillPage } from '../write/fill-page.ts'
import { pastEntries } from '../write/voice.ts'
import { gatherChanges } from './gather-changes.ts'
import { findListedTask, writeTask } from './heavy-tasks.ts'

/** A request for a page of changes. */
export interface PageRequest
  extends Pick<
    GenerateRequest,
    | 'repoFullName'
    | 'fromRef'
    | 'toRef'
    | 'version'
    | 'date'
    | 'audience'
    | 'paths'
    | 'config'
    | 'packageName'
    | 'changelogText'
  > {
  /** How many tokens the page may have. */
  tokens: number
  /** The `nextCursor` of the previous page; null for the first page. */
  cursor: string | null
  /** Whether all excluded changes are listed after the changes, and not only the doubtful ones. */
  omitted: boolean
}

/** The evidence of a range a page at a time, for a writer who can hold only so much at once. */
export async function listChangesPage(
  request: PageRequest,
  context: Omit<GenerateContext, 'gateway' | 'onEntry'>,
): Promise<ChangesPage> {
  const begin = reportStages(context)
  const { runHeavy = runInline, signal, token } = context
  const gathered = await gatherChanges(request, context, begin)
  const { history, range, version, date, curated, voice, projectName, warnings } = gathered
  const { changes, omitted } = curated
  checkLedger(history.commits, changes, omitted)
  await begin(null, null)
  const start = request.cursor === null ? 0 : placeOf(request.cursor, range)
  const head = {
    commitCount: history.commits.length,
    range,
    version,
    date,
    changeCount: changes.length,
    omittedCounts: countByReason(omitted),
    pastEntries: start === 0 ? pastEntries(history.changelog?.text ?? null, range.fromRef) : [],
    warnings,
  }
  const heavy = { signal, caller: token }
  const byRules = await runHeavy(writeTask, { changes, voice, projectName }, heavy)
  const { changelog, commits } = history
  const listed = changelog
    ? await runHeavy(
        findListedTask,
        { changelog, changes, byRules, version, fromRef: range.fromRef === '' ? null : range.fromRef },
        heavy,
      )
    : []
  const pathsBySha = new Map(commits.map(({ sha, paths }) => [sha, paths]))
  const doubtful = new Set((curated.doubtful ?? []).flatMap(({ change }) => change.commits))
  const all = {
    changes,
    byRules,
    doubtful,
    omitted: listExcluded(curated, doubtful, request.omitted),
    excluded: curated.excluded ?? [],
    listed: new Set(listed),
    pathsOf: (sha: string) => pathsBySha.get(sha) ?? [],
  }
  const { next, ...page } = fillPage(all, start, request.tokens - estimateJsonTokens(head) - envelopeTokens)
  return { ...head, ...page, nextCursor: next === null ? null : cursorOf(next, range) }
}

/** The first commit of each excluded change, doubtful ones first; what is outside of the paths was not asked for. */
function listExcluded(
  { omitted, excluded = [] }: Pick<Curated, 'omitted' | 'excluded'>,
  doubtful: Set<string>,
  isComplete: boolean,
): Omission[] {
  const idOf = new Map(excluded.flatMap(({ id, commits }) => commits.map((sha) => [sha, id] as const)))
  const byId = new Map<string, Omission>()
  for (const omission of omitted) {
    const { sha, reason } = omission
    if (reason === 'outside-paths' || !(isComplete || doubtful.has(sha))) continue
    const id = idOf.get(sha) ?? sha
    // The title of a merge says less than that of its commit.
    if (!byId.has(id) || byId.get(id)!.reason === 'merge') byId.set(id, omission)
  }
  const listed = [...byId.values()]
  const isDoubtful = ({ sha }: Omission) => doubtful.has(sha)
  return [...listed.filter(isDoubtful), ...listed.filter((each) => !isDoubtful(each))]
}

/** What the names of the fields around the lists and the cursor take. */
const envelopeTokens = 60

type Ends = Pick<ChangesPage['range'], 'fromSha' | 'toSha'>

function cursorOf(place: number, { fromSha, toSha }: Ends): string {
  return `${place}-${fromSha?.slice(0, 12) ?? 'root'}-${toSha.slice(0, 12)}`
}

/** Where a page begins; the ends are in the cursor, so that pages of two ranges are never taken for one. */
function placeOf(cursor: string, range: Ends): number {
  const place = Number.parseInt(cursor, 10)
  if (cursor === cursorOf(place, range)) return place
  const detail = 'the range has moved since the page before; begin again without a cursor'
  throw new Problem(
    'invalid_request',
    `Invalid field \`cursor\`: ${detail}. Ends that are named by SHAs do not move.`,
    { faults: [{ pointer: '#/cursor', detail }] },
  )
}

function countByReason(omitted: Omission[]): ChangesPage['omittedCounts'] {
  const counts: ChangesPage['omittedCounts'] = {}
  for (const { reason } of omitted) counts[reason] = (counts[reason] ?? 0) + 1
  return counts
}
