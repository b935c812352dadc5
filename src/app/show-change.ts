import { invalidRequest } from '../api/parse-request.ts'
import type { Change, OmissionReason } from '../core/change.ts'
import { describeFact } from '../core/describe-fact.ts'
import type { GenerateContext } from '../core/generate-context.ts'
import { reportStages } from '../core/progress.ts'
import { cutText } from '../text/inline-text.ts'
import { createCitationResolver } from '../verify/resolve-citations.ts'
import { type ChangesRequest, type GatheredChanges, gatherChanges } from './gather-changes.ts'
import { type ChangedFile, readChangeDiff } from './read-change-diff.ts'

/** Everything that is known of one change. */
export interface ShownChange {
  id: string
  title: string
  category?: string
  breaking?: true
  /** Why the rules exclude it, if they do. */
  excluded?: { reason: OmissionReason; detail: string }
  /** What its authors wrote for the changelog, with the file that has it. */
  own?: { text: string; path: string }[]
  /** The full messages of its commits. */
  messages: string[]
  pullRequests?: { number: number; title: string; body: string }[]
  labels?: string[]
  facts?: string[]
  /** Why it is included and categorised as it is. */
  reasons?: string[]
  files: ChangedFile[]
  fileCount: number
  diff: string
  /** Set if texts, files or the diff are longer than what is shown. */
  cut?: true
}

const maxText = 8000
const maxFiles = 40
const maxDiff = 10_000
const maxCommits = 30

/** Returns the evidence of one change, included or excluded. */
export async function showChange(
  request: ChangesRequest & { id: string },
  context: Omit<GenerateContext, 'gateway' | 'onEntry'>,
): Promise<ShownChange> {
  const stages = reportStages(context)
  const gathered = await gatherChanges(request, context, stages)
  await stages(null, null)
  const found = findChange(gathered, request.id)
  const own = new Set(found.commits)
  const commits = gathered.history.commits.filter(({ sha }) => own.has(sha)).slice(0, maxCommits)
  const { host, token, signal, deadlineAt } = context
  const repository = await host.open({ repoFullName: request.repoFullName, token, signal, deadlineAt })
  const { files, diff, isCut } = await readChangeDiff(repository, commits, maxDiff)
  const texts = new TextBudget(maxText)
  const messages = commits.map(({ message }) => texts.take(message)).filter((text) => text !== '')
  const bodies = new TextBudget(maxText)
  const pullRequests = gathered.history.pullRequests
    .filter((each) => found.pullRequests.includes(each.number) || each.commits.some((sha) => own.has(sha)))
    .map(({ number, title, body }) => ({ number, title, body: bodies.take(body) }))
  const lines = commits.flatMap(({ sha }) => gathered.changed.ownWords.bySha.get(sha) ?? [])
  const isIncomplete =
    isCut || texts.isCut || bodies.isCut || own.size > maxCommits || files.length > maxFiles
  return {
    ...found.head,
    ...(lines.length === 0
      ? {}
      : { own: lines.slice(0, maxFiles).map(({ text, path }) => ({ text, path })) }),
    messages,
    ...(pullRequests.length === 0 ? {} : { pullRequests }),
    ...describeChange(found.change),
    files: files.slice(0, maxFiles),
    fileCount: files.length,
    diff,
    ...(isIncomplete ? { cut: true as const } : {}),
  }
}

/** What is shown of a change before its texts, and which commits it has. */
interface FoundChange {
  head: Pick<ShownChange, 'id' | 'title' | 'category' | 'breaking' | 'excluded'>
  change: Change | null
  commits: string[]
  pullRequests: number[]
}

function findChange({ curated, history }: GatheredChanges, id: string): FoundChange {
  const { changeIds, omitted, faults } = createCitationResolver(curated, history.commits)(
    { ids: [id], commits: [] },
    '#/id',
  )
  const change = curated.changes.find((each) => each.id === changeIds[0])
  if (change) {
    const { title, category, breaking, commits, pullRequests } = change
    const head = { id: change.id, title, category, ...(breaking ? { breaking } : {}) }
    return { head, change, commits, pullRequests }
  }
  const excluded = (curated.excluded ?? []).find(
    (each) =>
      each.id === id || each.commits.includes(omitted[0]?.sha ?? '') || isNumber(id, each.pullRequest),
  )
  const omission = omitted[0] ?? curated.omitted.find(({ sha }) => excluded?.commits.includes(sha))
  if (!omission) throw invalidRequest(faults)
  const { sha, subject, reason, detail } = omission
  return {
    head: { id: excluded?.id ?? `commit-${sha.slice(0, 12)}`, title: subject, excluded: { reason, detail } },
    change: null,
    commits: excluded?.commits ?? [sha],
    pullRequests: excluded?.pullRequest == null ? [] : [excluded.pullRequest],
  }
}

function isNumber(id: string, number: number | null): boolean {
  return number !== null && /^(?:pr-|[#!])?(\d{1,9})$/i.exec(id)?.[1] === String(number)
}

function describeChange(change: Change | null): Pick<ShownChange, 'labels' | 'facts' | 'reasons'> {
  if (!change) return {}
  const { labels, facts = [], evidence } = change
  return {
    ...(labels.length === 0 ? {} : { labels }),
    ...(facts.length === 0 ? {} : { facts: facts.slice(0, maxFiles).map(describeFact) }),
    reasons: evidence.filter(({ kind }) => kind !== 'diff').map(({ detail }) => detail),
  }
}

/** Cuts texts so that all of them together have a maximum length. */
class TextBudget {
  #left: number
  isCut = false

  constructor(most: number) {
    this.#left = most
  }

  take(text: string): string {
    const taken = cutText(text, this.#left)
    this.#left -= taken.length
    this.isCut ||= taken.length < text.length
    return taken
  }
}
