import type { Change, Omission } from '../core/change.ts'
import type { ChangesPage, PagedChange } from '../core/changes-page.ts'
import type { Draft } from '../core/entry.ts'
import { cutText } from '../text/inline-text.ts'
import { bodyLimitFor, toEvidenceItem } from './plan-batches.ts'

const mostCommits = 3
const shortSha = 10
const mostListed = 120
const mostSubject = 100

/** All that can stand on the pages of a range, in its order. */
interface Listed {
  changes: Change[]
  /** The rules' words for each of them. */
  byRules: Draft[]
  omitted: Omission[]
}

type Page = Pick<ChangesPage, 'changes' | 'omitted'> & { next: number | null }

/** Fills a page from a place on until the budget is spent; a page always takes one step forward. */
export function fillPage(listed: Listed, start: number, tokens: number): Page {
  const { changes, byRules, omitted } = listed
  const bodyLength = bodyLimitFor(changes.length)
  const page: Page = { changes: [], omitted: [], next: null }
  const total = changes.length + omitted.length
  let left = tokens
  for (let at = start; at < total; at += 1) {
    const change = changes[at]
    const item = change
      ? asPaged(change, byRules[at]!.text, bodyLength)
      : asLeftOut(omitted[at - changes.length]!)
    left -= estimateJsonTokens(item)
    if (left < 0 && at > start) return { ...page, next: at }
    if ('id' in item) page.changes.push(item)
    else page.omitted.push(item)
  }
  return page
}

/**
 * About how many tokens a value is as JSON, and rather too many than too few. Short SHAs, paths and punctuation
 * have fewer characters in a token than prose; of many scripts each letter is one.
 */
export function estimateJsonTokens(value: unknown): number {
  const json = JSON.stringify(value)
  const others = json.replace(/[\0-\x7f]+/g, '').length
  return Math.ceil((json.length - others) / 2.8 + others)
}

function asPaged(change: Change, rules: string, bodyLength: number): PagedChange {
  const { labels, paths, ...item } = toEvidenceItem(change, { id: change.id, rules, bodyLength })
  const { breaking, category, commits, pullRequests } = change
  const mustTell = breaking || ['Deprecated', 'Removed', 'Security'].includes(category)
  return {
    ...item,
    ...(labels ? { labels: labels.map((label) => cutText(label, mostListed)) } : {}),
    ...(paths ? { paths: paths.map((path) => cutText(path, mostListed)) } : {}),
    ...(mustTell ? { mustTell: true as const } : {}),
    commits: commits.slice(0, mostCommits).map((sha) => sha.slice(0, shortSha)),
    ...(pullRequests.length === 0 ? {} : { pullRequests }),
  }
}

function asLeftOut({ sha, subject, reason }: Omission): ChangesPage['omitted'][number] {
  return { commit: sha.slice(0, shortSha), subject: cutText(subject, mostSubject), reason }
}
