import type { Change, DoubtfulChange } from '../core/change.ts'
import type { EvidenceItem } from '../core/changes-page.ts'
import { describeFact } from '../core/describe-fact.ts'
import type { Draft } from '../core/entry.ts'
import { cutText } from '../text/inline-text.ts'
import { cleanBody } from './clean-body.ts'

/** A change to be written by a language model, and the draft by rules that is used if that fails. */
export interface WritingTask {
  change: Change
  item: EvidenceItem
  byRules: Draft
  /** Whether the rules exclude it, so that nothing is written unless the model includes it. */
  isDoubtful: boolean
}

const minBatchSize = 12
const maxBatches = 16
const maxBatchTokens = 12_000
const maxTitleLength = 300
const maxOwnLength = 600
const maxListedItems = 8
const entryTokens = 60

/**
 * Splits the changes into batches: normally at most sixteen, which is two rounds of eight at a time, so that a long
 * range takes about twice as long as a short one. Very long texts need more. The drafts are those of the rules.
 */
export function planBatches(
  changes: Change[],
  drafts: Draft[],
  doubtful: DoubtfulChange[] = [],
  /** How many ids are in use already. */
  usedIds = 0,
): WritingTask[][] {
  const bodyLimit = bodyLimitFor(changes.length)
  const toTask = (change: Change, index: number): WritingTask => {
    const byRules = drafts[index]!
    const item = toEvidenceItem(change, { id: `c${usedIds + index + 1}`, rules: byRules.text, bodyLimit })
    return { change, byRules, item, isDoubtful: false }
  }
  const tasks = changes.map(toTask)
  const size = Math.max(minBatchSize, Math.ceil(tasks.length / maxBatches))
  const batches: WritingTask[][] = []
  let tokens = 0
  for (const task of groupByArea(tasks)) {
    const itemTokens = estimateTokens(JSON.stringify(task.item))
    const last = batches.at(-1)
    if (last && last.length < size && tokens + itemTokens <= maxBatchTokens) {
      last.push(task)
      tokens += itemTokens
    } else {
      batches.push([task])
      tokens = itemTokens
    }
  }
  const more = doubtful.map(({ change, reason }, index): WritingTask => {
    const task = toTask(change, changes.length + index)
    const { body: _body, bodyCut: _cut, ...item } = task.item
    return { ...task, item: { ...item, excluded: cutText(reason, maxReason) }, isDoubtful: true }
  })
  return addDoubtful(batches, more)
}

const maxReason = 160
const maxDoubtfulOfBatch = 10

/** Adds excluded changes to the batches, if possible to one of their own area; those without room are not sent. */
function addDoubtful(batches: WritingTask[][], tasks: WritingTask[]): WritingTask[][] {
  const filled = batches.map((batch) => ({ batch: [...batch], room: maxDoubtfulOfBatch }))
  for (const task of tasks) {
    const open = filled.filter(({ room }) => room > 0)
    const ofArea = open.find(({ batch }) =>
      batch.some(({ change }) => areaOf(change) === areaOf(task.change)),
    )
    const chosen = ofArea ?? open.toSorted((one, other) => one.batch.length - other.batch.length)[0]
    if (!chosen) break
    chosen.batch.push(task)
    chosen.room -= 1
  }
  return filled.map(({ batch }) => batch)
}

/** The maximum length of each body: the more changes, the shorter. */
export function bodyLimitFor(changes: number): number {
  return changes <= 100 ? 1200 : changes <= 400 ? 600 : 300
}

/** Estimates the output tokens for a number of changes. */
export function estimateOutputTokens(changes: number): number {
  return changes * entryTokens
}

/** Estimates the tokens of a text. English has about four characters per token, code and other languages fewer. */
export function estimateTokens(text: string): number {
  return Math.ceil(text.length / 3.5)
}

/** Puts changes of the same area side by side: the model can merge only changes of the same batch. */
function groupByArea(tasks: WritingTask[]): WritingTask[] {
  const groups = new Map<string, WritingTask[]>()
  for (const task of tasks) {
    const area = areaOf(task.change)
    const others = groups.get(area)
    if (others) others.push(task)
    else groups.set(area, [task])
  }
  return [...groups.values()].flat()
}

/** The scope of a change, or the folder of its first file. */
function areaOf({ scope, paths }: Change): string {
  return scope?.toLowerCase() ?? paths[0]?.split('/').slice(0, 2).join('/').toLowerCase() ?? ''
}

/** Returns the parts of a change that a writer sees. */
export function toEvidenceItem(
  change: Change,
  { id, rules, bodyLimit }: { id: string; rules: string; bodyLimit: number },
): EvidenceItem {
  const body = bodyOf(change)
  const sent = cutAtWord(body, bodyLimit)
  const { scope, labels, paths } = change
  return {
    id,
    title: cutAtWord(change.title, maxTitleLength),
    ...(scope === null ? {} : { scope }),
    ...(change.ownText === undefined ? {} : { own: cutAtWord(change.ownText, maxOwnLength) }),
    ...(sent === '' ? {} : { body: sent }),
    ...(sent === body ? {} : { bodyCut: true as const }),
    ...(labels.length === 0 ? {} : { labels: labels.slice(0, maxListedItems) }),
    ...(paths.length === 0 ? {} : { paths: paths.slice(0, maxListedItems) }),
    ...listFacts(change),
    category: change.category,
    ...(change.breaking ? { breaking: true as const } : {}),
    rules,
  }
}

const maxFacts = 6
const maxFactLength = 240

/** What the diff shows, in sentences; the model gets only the most telling facts. */
function listFacts({ facts = [] }: Change): Pick<EvidenceItem, 'facts'> {
  if (facts.length === 0) return {}
  return { facts: facts.slice(0, maxFacts).map((fact) => cutText(describeFact(fact), maxFactLength)) }
}

/** The bodies of the commit messages and the pull request, without templates, trailers and tables. */
function bodyOf({ messages, requestBodies }: Change): string {
  const parts = [...messages.map(({ body }) => body), ...requestBodies].map(cleanBody)
  return [...new Set(parts)].filter((part) => part !== '').join('\n\n')
}

function cutAtWord(text: string, most: number): string {
  if (text.length <= most) return text
  const room = cutText(text, most)
  const end = room.search(/\s\S*$/)
  return room.slice(0, end > most / 2 ? end : room.length).trimEnd()
}
