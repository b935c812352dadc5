import { isMerge, type ParsedCommit } from '../parse/parse-commits.ts'

const marked = /^(?:fixup|squash|amend)! +/
const aboutNumber =
  /^(?:(?:fix(?:e[sd])?|correct(?:s|ed)?|repair(?:s|ed)?|address(?:es|ed)?) (?:an? |the )?)?(?:typos?|regressions?|follow[- ]?ups?|fallout|oversight|mistakes?|leftovers?|review comments?)\b.{0,40}?(?:#|!)(\d{1,9})(?!\d)/i
const aboutPrevious = /\b(?:in|of|from|to) (?:the |my )?(?:previous|last|prior) commit\b/i
const mendedBy = /^Fixes: ([0-9a-f]{7,40})(?![0-9a-f])/gm

/**
 * Commits that only finish what another commit of the range began, and that one: a fix of something nobody has
 * had yet is no news. Only what names the other counts.
 */
export function findFollowUps(commits: ParsedCommit[]): Map<string, ParsedCommit> {
  const followed = new Map<string, ParsedCommit>()
  const before: Before = { ...indexesFor(commits), last: null }
  // Oldest first, so that each looks back on what came before it.
  for (const read of commits.toReversed()) {
    if (isMerge(read)) continue
    const target = targetOf(read, before)
    if (target && target !== read) followed.set(read.commit.sha, followed.get(target.commit.sha) ?? target)
    memoize(read, before)
  }
  return followed
}

/** What came before, by what somebody may name it; null where nobody of the range does so. */
interface Before {
  bySubject: Map<string, ParsedCommit> | null
  byNumber: Map<number, ParsedCommit> | null
  /** By the first seven characters of the SHA. */
  byStart: Map<string, ParsedCommit> | null
  last: ParsedCommit | null
}

function indexesFor(commits: ParsedCommit[]): Omit<Before, 'last'> {
  return {
    bySubject: commits.some(({ message }) => marked.test(message.subject)) ? new Map() : null,
    byNumber: commits.some(({ message }) => aboutNumber.test(message.header.description)) ? new Map() : null,
    byStart: commits.some(({ commit }) => commit.message.includes('Fixes: ')) ? new Map() : null,
  }
}

function memoize(read: ParsedCommit, before: Before): void {
  if (!marked.test(read.message.subject)) before.bySubject?.set(read.message.subject, read)
  if (read.pullRequest !== null) before.byNumber?.set(read.pullRequest, read)
  before.byStart?.set(read.commit.sha.slice(0, 7), read)
  before.last = read
}

function targetOf(read: ParsedCommit, before: Before): ParsedCommit | undefined {
  const { subject, title, header } = read.message
  if (marked.test(subject)) return before.bySubject?.get(subject.replace(marked, ''))
  const number = aboutNumber.exec(header.description)?.[1]
  if (number !== undefined) return before.byNumber?.get(Number(number))
  if (aboutPrevious.test(title) && isBySame(read, before.last)) return before.last!
  if (before.byStart === null) return undefined
  for (const [, sha] of read.commit.message.matchAll(mendedBy)) {
    const found = before.byStart.get(sha!.slice(0, 7))
    if (found?.commit.sha.startsWith(sha!)) return found
  }
  return undefined
}

function isBySame(read: ParsedCommit, other: ParsedCommit | null): boolean {
  return other !== null && read.commit.author.email === other.commit.author.email
}
