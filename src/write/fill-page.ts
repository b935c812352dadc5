import { mustIncludeCategories } from '../core/category.ts'
import type { Change, ExcludedChange, Omission } from '../core/change.ts'
import type { ChangesPage, PagedChange, PagedOmission } from '../core/changes-page.ts'
import type { Draft } from '../core/entry.ts'
import { cutText } from '../text/inline-text.ts'
import { bodyLimitFor, toEvidenceItem } from './plan-batches.ts'

const maxCommits = 6
const shortSha = 8
const maxListed = 120
const maxSubject = 200
const maxPaths = 3

/** Everything on the pages of a range, in order: the changes, then the omitted commits. */
export interface PagedRange {
  changes: Change[]
  /** The draft by rules for each change. */
  byRules: Draft[]
  omitted: Omission[]
  /** The changes behind omitted commits that can be included. */
  excluded: ExcludedChange[]
  /** The excluded commits that a reader may miss. */
  doubtful: ReadonlySet<string>
  /** The ids of the changes that the changelog has already. */
  listed: ReadonlySet<string>
  /** How many files each commit touches, by SHA. */
  pathsOf: (sha: string) => string[]
}

/** One page; `next` is the position of the following page, or null on the last. */
export type FilledPage = Pick<ChangesPage, 'changes' | 'omitted'> & { next: number | null }

/** Fills a page from a position on, within a budget of tokens. A page has at least one item. */
export function fillPage(all: PagedRange, start: number, tokens: number): FilledPage {
  const { changes, byRules, omitted } = all
  const idOf = new Map(all.excluded.flatMap(({ id, commits }) => commits.map((sha) => [sha, id] as const)))
  const bodyLimit = bodyLimitFor(changes.length)
  const page: FilledPage = { changes: [], omitted: [], next: null }
  const total = changes.length + omitted.length
  let left = tokens
  for (let at = start; at < total; at += 1) {
    const change = changes[at]
    const item = change
      ? toPagedChange(change, all, { rules: byRules[at]!.text, bodyLimit })
      : toPagedOmission(omitted[at - changes.length]!, all, idOf)
    left -= estimateJsonTokens(item)
    if (left < 0 && at > start) return { ...page, next: at }
    if ('title' in item) page.changes.push(item)
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

/** A body without the title that merges and squashed commits repeat. */
function withoutTitle(body: string, titles: string[]): string {
  const [first = '', ...rest] = body.split(/\n{2,}/)
  const line = first.replace(/^\[([^[\]]{1,60})\] /, '$1: ')
  return titles.some((title) => isSameText(title, line)) ? rest.join('\n\n') : body
}

function toPagedChange(
  change: Change,
  { listed, pathsOf }: PagedRange,
  { rules, bodyLimit }: { rules: string; bodyLimit: number },
): PagedChange {
  const {
    labels,
    paths,
    rules: _rules,
    own,
    body = '',
    ...item
  } = toEvidenceItem(change, { id: change.id, rules, bodyLimit })
  const { id, breaking, category, section, commits, messages, pullRequests, title, ownText } = change
  const isTitle = isSameText(title, rules) || isSameText(`${change.scope}: ${title}`, rules)
  const mustTell = breaking || mustIncludeCategories.has(category)
  const pathCount = new Set([...change.paths, ...commits.flatMap(pathsOf)]).size
  const [number, ...otherNumbers] = pullRequests
  const isInId = otherNumbers.length === 0 && (number === undefined || id.startsWith(`pr-${number}`))
  const told = withoutTitle(body, [title, `${change.scope}: ${title}`])
  return {
    ...item,
    ...(told === '' ? {} : { body: told }),
    ...(own === undefined || isSameText(own, isTitle ? rules : title) ? {} : { own }),
    ...(labels ? { labels: labels.map((label) => cutText(label, maxListed)) } : {}),
    ...(paths ? { paths: paths.slice(0, maxPaths).map((path) => cutText(path, maxListed)) } : {}),
    ...(pathCount > maxPaths ? { pathCount } : {}),
    ...(section === undefined || section === category ? {} : { section }),
    ...(mustTell ? { mustTell: true as const } : {}),
    ...(listed.has(id) ? { listed: true as const } : {}),
    ...(isTitle ? { title: rules } : ownText !== undefined && isSameText(ownText, rules) ? {} : { rules }),
    ...(commits.length < 2 ? {} : listCommits(commits, messages)),
    ...(isInId ? {} : { pullRequests }),
  }
}

/** Whether a text is only a title that begins with a capital letter and has another end. */
function isSameText(title: string, text: string): boolean {
  const plain = (each: string) => each.replace(/[`.]/g, '').trim().toLowerCase()
  return plain(title) === plain(text)
}

function listCommits(commits: string[], messages: Change['messages']): Partial<PagedChange> {
  const listed = commits
    .slice(0, maxCommits)
    .map((sha, index) => `${sha.slice(0, shortSha)} ${cutText(messages[index]?.subject ?? '', maxListed)}`)
  return { commits: listed, ...(commits.length > maxCommits ? { commitCount: commits.length } : {}) }
}

function toPagedOmission(
  { sha, subject, reason, detail }: Omission,
  { pathsOf, doubtful }: PagedRange,
  idOf: Map<string, string>,
): PagedOmission {
  const id = idOf.get(sha) ?? null
  const paths = pathsOf(sha)
    .slice(0, maxPaths)
    .map((path) => cutText(path, maxListed))
  return {
    id,
    ...(id !== null && doubtful.has(sha) ? { doubtful: true as const } : {}),
    commit: sha.slice(0, shortSha),
    subject: cutText(subject, maxSubject),
    reason,
    detail: cutText(detail, maxSubject),
    ...(paths.length === 0 ? {} : { paths }),
  }
}
