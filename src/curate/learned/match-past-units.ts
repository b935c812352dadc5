import type { PastRelease } from '../../core/history.ts'
import type { ChangeUnit } from '../group/group-into-units.ts'

type ListedEntry = PastRelease['listed'][number]

/** Which entry of the notes lists a unit of a past release, and of which units this is known. */
export interface MatchedUnits {
  /** The entry that lists the unit; undefined when none is found. */
  entryOf(unit: ChangeUnit): ListedEntry | undefined
  /** Whether it is known that the unit was listed or not. */
  isKnown(unit: ChangeUnit): boolean
  /** How many entries cite something, and how many of them cite a change of the release. */
  citing: number
  matched: number
}

// Issues that a message closes, as in `Fixes #12`, `[Fix #12]` and `closes: GH-12`.
const closedIssue =
  /\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?)(?: (?:issue|bug))?:? {0,2}(?:[\w.-]{1,60}\/[\w.-]{1,60})?(?:#|gh-)(\d{1,7})(?!\w)/gi
const titleIssue = /(?:#|\bgh-)(\d{1,7})(?!\w)/gi
const maxMessageLength = 5000
const minShareByIssue = 0.8

/** Matches the units of a past release with the entries of its notes, by pull request, SHA or closed issue. */
export function matchPastUnits(units: ChangeUnit[], listed: ListedEntry[]): MatchedUnits {
  const byNumber = new Map(listed.flatMap((each) => each.pullRequests.map((number) => [number, each])))
  const bySha = new Map(listed.flatMap((each) => each.commits.map((sha) => [sha, each])))
  const entries = new Map<ChangeUnit, ListedEntry>()
  let withoutPullRequest = 0
  for (const unit of units) {
    const entry =
      (unit.pullRequest === null ? undefined : byNumber.get(unit.pullRequest)) ??
      findFirst(unit.commits, ({ commit }) => bySha.get(commit.sha)) ??
      findFirst(listIssues(unit), (issue) => byNumber.get(issue))
    if (!entry) continue
    entries.set(unit, entry)
    if (unit.pullRequest === null) withoutPullRequest += 1
  }
  const citing = listed.filter(({ pullRequests, commits }) => pullRequests.length + commits.length > 0)
  const found = new Set(entries.values())
  const matched = citing.filter((entry) => found.has(entry)).length
  // Notes that cite issues or SHAs, and all entries of which are found, show which commits they exclude.
  const isCompleteByIssue =
    withoutPullRequest > entries.size / 2 && matched >= minShareByIssue * Math.max(listed.length, 1)
  return {
    entryOf: (unit) => entries.get(unit),
    isKnown: (unit) => unit.pullRequest !== null || isCompleteByIssue,
    citing: citing.length,
    matched,
  }
}

function findFirst<Item, Found>(items: Item[], find: (item: Item) => Found | undefined): Found | undefined {
  for (const item of items) {
    const found = find(item)
    if (found !== undefined) return found
  }
  return undefined
}

/** The issues that the messages of a unit close, then those that its titles mention. */
function listIssues({ commits }: ChangeUnit): number[] {
  const closed = commits.flatMap(({ commit }) => [
    ...commit.message.slice(0, maxMessageLength).matchAll(closedIssue),
  ])
  const mentioned = commits.flatMap(({ message }) => [...message.subject.matchAll(titleIssue)])
  return [...closed, ...mentioned].map(([, number]) => Number(number))
}
