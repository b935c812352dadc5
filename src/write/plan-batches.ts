import type { Change } from '../core/change.ts'
import type { EvidenceItem } from '../core/changes-page.ts'
import type { Draft } from '../core/entry.ts'
import { cutText } from '../text/inline-text.ts'

/** A change on its way to a language model, and the words it gets if that fails. */
export interface WritingTask {
  change: Change
  item: EvidenceItem
  byRules: Draft
}

const fewestInBatch = 12
const mostBatches = 16
const mostBatchTokens = 12_000
const mostTitle = 300
const mostListed = 8
const entryTokens = 60

/**
 * Cuts the work into batches. Sixteen equal ones are two rounds of eight at a time, so that a long range takes
 * about twice as long as a short one; only texts that would not fit make more.
 */
export function planBatches(changes: Change[], drafts: Draft[]): WritingTask[][] {
  const bodyLength = bodyLimitFor(changes.length)
  const tasks = changes.map((change, index): WritingTask => {
    const byRules = drafts[index]!
    return {
      change,
      byRules,
      item: toEvidenceItem(change, { id: `c${index + 1}`, rules: byRules.text, bodyLength }),
    }
  })
  const size = Math.max(fewestInBatch, Math.ceil(tasks.length / mostBatches))
  const batches: WritingTask[][] = []
  let tokens = 0
  for (const task of besideTheirLike(tasks)) {
    const more = estimateTokens(JSON.stringify(task.item))
    const last = batches.at(-1)
    if (last && last.length < size && tokens + more <= mostBatchTokens) {
      last.push(task)
      tokens += more
    } else {
      batches.push([task])
      tokens = more
    }
  }
  return batches
}

/** How much of each body is shown: the more changes there are, the less. */
export function bodyLimitFor(changes: number): number {
  return changes <= 100 ? 1200 : changes <= 400 ? 600 : 300
}

/** How much is written for so many changes, by experience. */
export function outputTokens(changes: number): number {
  return changes * entryTokens
}

/** About how many tokens a text is: English has about four characters in a token, code and other languages fewer. */
export function estimateTokens(text: string): number {
  return Math.ceil(text.length / 3.5)
}

/** Changes of one place side by side, since only what is asked together can be put into one entry. */
function besideTheirLike(tasks: WritingTask[]): WritingTask[] {
  const places = new Map<string, WritingTask[]>()
  for (const task of tasks) {
    const { scope, paths } = task.change
    const place = scope?.toLowerCase() ?? paths[0]?.split('/').slice(0, 2).join('/') ?? ''
    const others = places.get(place)
    if (others) others.push(task)
    else places.set(place, [task])
  }
  return [...places.values()].flat()
}

/** What a writer is shown of a change. */
export function toEvidenceItem(
  change: Change,
  { id, rules, bodyLength }: { id: string; rules: string; bodyLength: number },
): EvidenceItem {
  const body = bodyOf(change)
  const sent = cutAtWord(body, bodyLength)
  const { scope, labels, paths } = change
  return {
    id,
    title: cutAtWord(change.title, mostTitle),
    ...(scope === null ? {} : { scope }),
    ...(sent === '' ? {} : { body: sent }),
    ...(sent === body ? {} : { bodyCut: true as const }),
    ...(labels.length === 0 ? {} : { labels: labels.slice(0, mostListed) }),
    ...(paths.length === 0 ? {} : { paths: paths.slice(0, mostListed) }),
    category: change.category,
    ...(change.breaking ? { breaking: true as const } : {}),
    rules,
  }
}

const trailer = /^(?:signed-off-by|co-authored-by|reviewed-by|acked-by|tested-by|change-id|cc|pr-url):/i

/** What people wrote below their titles, without the lines that speak of people and tools. */
function bodyOf({ messages, requestBodies }: Change): string {
  const parts = [...messages.map(({ body }) => body), ...requestBodies].map((body) =>
    body
      .split('\n')
      .filter((line) => !trailer.test(line))
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim(),
  )
  return [...new Set(parts)].filter((part) => part !== '').join('\n\n')
}

function cutAtWord(text: string, most: number): string {
  if (text.length <= most) return text
  const room = cutText(text, most)
  const end = room.search(/\s\S*$/)
  return room.slice(0, end > most / 2 ? end : room.length).trimEnd()
}
