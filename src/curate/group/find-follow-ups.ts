import { isMerge, type ParsedCommit } from '../parse/parse-commits.ts'

const fixupPrefix = /^(?:fixup|squash|amend)! +/
const correctsPullRequest =
  /^(?:(?:fix(?:e[sd])?|correct(?:s|ed)?|repair(?:s|ed)?|address(?:es|ed)?) (?:an? |the )?)?(?:typos?|regressions?|follow[- ]?ups?|fallout|oversight|mistakes?|leftovers?|review comments?)\b.{0,40}?(?:#|!)(\d{1,9})(?!\d)/i
const correctsPreviousCommit = /\b(?:in|of|from|to) (?:the |my )?(?:previous|last|prior) commit\b/i
const fixesFooter = /^Fixes: ([0-9a-f]{7,40})(?![0-9a-f])/gm

/**
 * Maps each commit that only completes another commit of the range to that commit. A fix of something unreleased
 * is not an entry of its own. Only commits that name the other one count.
 */
export function findFollowUps(commits: ParsedCommit[]): Map<string, ParsedCommit> {
  const followUps = new Map<string, ParsedCommit>()
  const earlier: EarlierCommits = { ...createIndexes(commits), last: null }
  // Oldest first, so that each commit is compared with the earlier ones.
  for (const parsed of commits.toReversed()) {
    if (isMerge(parsed)) continue
    const target = findTarget(parsed, earlier)
    if (target && target !== parsed)
      followUps.set(parsed.commit.sha, followUps.get(target.commit.sha) ?? target)
    addToIndexes(parsed, earlier)
  }
  return followUps
}

/** The earlier commits, by what a follow-up can name them; an index is null when no commit of the range needs it. */
interface EarlierCommits {
  bySubject: Map<string, ParsedCommit> | null
  byNumber: Map<number, ParsedCommit> | null
  /** By the first seven characters of the SHA. */
  byStart: Map<string, ParsedCommit> | null
  last: ParsedCommit | null
}

function createIndexes(commits: ParsedCommit[]): Omit<EarlierCommits, 'last'> {
  return {
    bySubject: commits.some(({ message }) => fixupPrefix.test(message.subject)) ? new Map() : null,
    byNumber: commits.some(({ message }) => correctsPullRequest.test(message.header.description))
      ? new Map()
      : null,
    byStart: commits.some(({ commit }) => commit.message.includes('Fixes: ')) ? new Map() : null,
  }
}

function addToIndexes(parsed: ParsedCommit, earlier: EarlierCommits): void {
  if (!fixupPrefix.test(parsed.message.subject)) earlier.bySubject?.set(parsed.message.subject, parsed)
  if (parsed.pullRequest !== null) earlier.byNumber?.set(parsed.pullRequest, parsed)
  earlier.byStart?.set(parsed.commit.sha.slice(0, 7), parsed)
  earlier.last = parsed
}

function findTarget(parsed: ParsedCommit, earlier: EarlierCommits): ParsedCommit | undefined {
  const { subject, title, header } = parsed.message
  if (fixupPrefix.test(subject)) return earlier.bySubject?.get(subject.replace(fixupPrefix, ''))
  const number = correctsPullRequest.exec(header.description)?.[1]
  if (number !== undefined) return earlier.byNumber?.get(Number(number))
  if (correctsPreviousCommit.test(title) && isBySameAuthor(parsed, earlier.last)) return earlier.last!
  if (earlier.byStart === null) return undefined
  for (const [, sha] of parsed.commit.message.matchAll(fixesFooter)) {
    const found = earlier.byStart.get(sha!.slice(0, 7))
    if (found?.commit.sha.startsWith(sha!)) return found
  }
  return undefined
}

function isBySameAuthor(parsed: ParsedCommit, other: ParsedCommit | null): boolean {
  return other !== null && parsed.commit.author.email === other.commit.author.email
}
