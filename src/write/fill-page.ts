import { mustIncludeCategories } from '../core/category.ts'
import type { Change, Omission } from '../core/change.ts'
import type { ChangesPage, PagedChange } from '../core/changes-page.ts'
import type { Draft } from '../core/entry.ts'
import { cutText } from '../text/inline-text.ts'
import { bodyLimitFor, toEvidenceItem } from './plan-batches.ts'

const maxCommits = 3
const shortSha = 10
const maxListed = 120
const maxSubject = 100

/** Everything on the pages of a range, in order: the changes, then the omitted commits. */
export interface PagedRange {
  changes: Change[]
  /** The draft by rules for each change. */
  byRules: Draft[]
  omitted: Omission[]
}

/** One page; `next` is the position of the following page, or null on the last. */
export type FilledPage = Pick<ChangesPage, 'changes' | 'omitted'> & { next: number | null }

/** Fills a page from a position on, within a budget of tokens. A page has at least one item. */
export function fillPage(all: PagedRange, start: number, tokens: number): FilledPage {
  const { changes, byRules, omitted } = all
  const bodyLimit = bodyLimitFor(changes.length)
  const page: FilledPage = { changes: [], omitted: [], next: null }
  const total = changes.length + omitted.length
  let left = tokens
  for (let at = start; at < total; at += 1) {
    const change = changes[at]
    const item = change
      ? toPagedChange(change, byRules[at]!.text, bodyLimit)
      : toPagedOmission(omitted[at - changes.length]!)
    left -= estimateJsonTokens(item)
    if (left < 0 && at > start) return { ...page, next: at }
    if ('id' in item) page.changes.push(item)
    else page.omitted.push(item)
  }
  return page
}

/**
 * Estimates the tokens of a value as JSON, and rather too many than too few. SHAs, paths and punctuation have fewer
 * characters per token than prose. In many scripts every character is a token.
 */
export function estimateJsonTokens(value: unknown): number {
  const json = JSON.stringify(value)
  const others = json.replace(/[\0-\x7f]+/g, '').length
  return Math.ceil((json.length - others) / 2.8 + others)
}

function toPagedChange(change: Change, rules: string, bodyLimit: number): PagedChange {
  const { labels, paths, ...item } = toEvidenceItem(change, { id: change.id, rules, bodyLimit })
  const { breaking, category, section, commits, pullRequests } = change
  const mustTell = breaking || mustIncludeCategories.has(category)
  return {
    ...item,
    ...(labels ? { labels: labels.map((label) => cutText(label, maxListed)) } : {}),
    ...(paths ? { paths: paths.map((path) => cutText(path, maxListed)) } : {}),
    ...(section === undefined ? {} : { section }),
    ...(mustTell ? { mustTell: true as const } : {}),
    commits: commits.slice(0, maxCommits).map((sha) => sha.slice(0, shortSha)),
    ...(pullRequests.length === 0 ? {} : { pullRequests }),
  }
}

function toPagedOmission({ sha, subject, reason }: Omission): ChangesPage['omitted'][number] {
  return { commit: sha.slice(0, shortSha), subject: cutText(subject, maxSubject), reason }
}
