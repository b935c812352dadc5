import { findAction } from '../parse/find-action.ts'
import { isMerge, type ParsedCommit } from '../parse/parse-commits.ts'

const fixupPrefix = /^(?:fixup|squash|amend)! +/
const correctsPullRequest =
  /^(?:(?:fix(?:e[sd])?|correct(?:s|ed)?|repair(?:s|ed)?|address(?:es|ed)?) (?:an? |the )?)?(?:typos?|regressions?|follow[- ]?ups?|fallout|oversight|mistakes?|leftovers?|review comments?)\b.{0,40}?(?:#|!)(\d{1,9})(?!\d)/i
const correctsPreviousCommit = /\b(?:in|of|from|to) (?:the |my )?(?:previous|last|prior) commit\b/i
// A fix says where the fault is from: `Fixes the crash that was introduced in #12`.
const faultOf =
  /\b(?:introduced (?:in|by|with)|regress(?:ed|ion) (?:in|from|of|by|caused by|introduced (?:in|by))|broken (?:by|in|since)|broke in|caused by|(?:missed|forgotten|overlooked) (?:in|from|by))\s+(?:(?:the )?(?:pr|pull request) )?(?:#|!)(\d{1,9})(?!\d)/i
const faultWord = /introduced|regress|broke|caused|missed|forgotten|overlooked/i
// At the end of a title: `part 2`, `(2/3)`, `[2 of 3]`.
const partMark =
  /[,:]?(?: -)? [([]?(?:(?:part|step|phase) (?:\d{1,2}|two|three|four)|\d{1,2} ?(?:\/|of) ?(?:\d{1,2}|n))[)\]]?$/i
const minTitleOfParts = 12
// The whole title is about one new name: `Add the \`--fast\` option`.
const addsName =
  /^\S{3,12} (?:support for )?(?:an? |the |new |optional |initial ){0,3}(?:[a-z]{2,20} )?(?:`([^`\s]{4,60})`|(--[a-z][\w-]{3,40}))(?: [a-z]{2,20})?\.?$/i
const namesIn = /`([^`\s]{4,60})`|(?<!\S)(--[a-z][\w-]{3,40})/gi
// A follow-up of this kind keeps an entry of its own.
const standsAlone = /\b(?:CVE-\d|GHSA-)|\bsecurity\b|\bvulnerabilit/i
const maxBodyLength = 5000
const fixesFooter = /^Fixes: ([0-9a-f]{7,40})(?![0-9a-f])/gm

/**
 * Maps each commit that only completes another commit of the range to that commit. A fix of something unreleased
 * is not an entry of its own. Only commits that name the other one count: by its number, SHA or title, or by the new
 * name that it adds.
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
  /** By their title without the number of the part. */
  byPart: Map<string, ParsedCommit>
  /** By the name that they add. */
  byName: Map<string, ParsedCommit>
  /** By the first seven characters of the SHA. */
  byStart: Map<string, ParsedCommit> | null
  last: ParsedCommit | null
}

function createIndexes(commits: ParsedCommit[]): Omit<EarlierCommits, 'last'> {
  return {
    bySubject: commits.some(({ message }) => fixupPrefix.test(message.subject)) ? new Map() : null,
    byNumber: commits.some(
      ({ message }) => correctsPullRequest.test(message.header.description) || faultWord.test(message.body),
    )
      ? new Map()
      : null,
    byPart: new Map(),
    byName: new Map(),
    byStart: commits.some(({ commit }) => commit.message.includes('Fixes: ')) ? new Map() : null,
  }
}

function addToIndexes(parsed: ParsedCommit, earlier: EarlierCommits): void {
  if (!fixupPrefix.test(parsed.message.subject)) earlier.bySubject?.set(parsed.message.subject, parsed)
  if (parsed.pullRequest !== null) earlier.byNumber?.set(parsed.pullRequest, parsed)
  earlier.byStart?.set(parsed.commit.sha.slice(0, 7), parsed)
  const part = keyOfPart(parsed)
  if (part !== null && !earlier.byPart.has(part)) earlier.byPart.set(part, parsed)
  const name = addedName(parsed)
  if (name !== null) earlier.byName.set(name, parsed)
  earlier.last = parsed
}

function findTarget(parsed: ParsedCommit, earlier: EarlierCommits): ParsedCommit | undefined {
  const { subject, title, header } = parsed.message
  if (fixupPrefix.test(subject)) return earlier.bySubject?.get(subject.replace(fixupPrefix, ''))
  const number = correctsPullRequest.exec(header.description)?.[1]
  if (number !== undefined) return earlier.byNumber?.get(Number(number))
  if (correctsPreviousCommit.test(title) && isBySameAuthor(parsed, earlier.last)) return earlier.last!
  const related = mayStandAlone(parsed) ? undefined : findRelated(parsed, earlier)
  if (related || earlier.byStart === null) return related
  for (const [, sha] of parsed.commit.message.matchAll(fixesFooter)) {
    const found = earlier.byStart.get(sha!.slice(0, 7))
    if (found?.commit.sha.startsWith(sha!)) return found
  }
  return undefined
}

/** The earlier commit of which this one is a further part, or a fault of which it fixes. */
function findRelated(
  parsed: ParsedCommit,
  { byNumber, byPart, byName }: EarlierCommits,
): ParsedCommit | undefined {
  const { body, header } = parsed.message
  const part = keyOfPart(parsed)
  const first = part === null ? undefined : byPart.get(part)
  if (first) return first
  if (!isFix(parsed)) return undefined
  const beginning = body.slice(0, maxBodyLength)
  const number = byNumber && faultWord.test(beginning) ? faultOf.exec(beginning)?.[1] : undefined
  const faulty = number === undefined ? undefined : byNumber?.get(Number(number))
  if (faulty || byName.size === 0) return faulty
  for (const [, span, flag] of header.description.matchAll(namesIn)) {
    const found = byName.get((span ?? flag)!.toLowerCase())
    if (found) return found
  }
  return undefined
}

/** A title without the mark of its part, together with its author; null when it has no mark. */
function keyOfPart({ message, commit }: ParsedCommit): string | null {
  const { description } = message.header
  if (description.length > 200 || !/\d|part|step|phase/i.test(description)) return null
  const bare = description.replace(partMark, '').trim()
  if (bare === description.trim() || bare.length < minTitleOfParts) return null
  return `${bare.toLowerCase()}\n${commit.author.email}`
}

/** The name that a commit adds, if it does nothing else; null for others. */
function addedName({ message }: ParsedCommit): string | null {
  const { type, description } = message.header
  if ((type !== null && type !== 'feat') || description.length > 150) return null
  const found = /[`-]/.test(description) ? addsName.exec(description) : null
  if (!found || findAction(description)?.action !== 'add') return null
  return (found[1] ?? found[2])!.toLowerCase()
}

function isFix({ message }: ParsedCommit): boolean {
  const { type, description } = message.header
  return type === 'fix' || (type === null && findAction(description)?.action === 'fix')
}

/** Whether a commit keeps an entry of its own: a breaking change or a security fix. */
function mayStandAlone({ message }: ParsedCommit): boolean {
  return message.header.breaking || message.breakingNotes.length > 0 || standsAlone.test(message.title)
}

function isBySameAuthor(parsed: ParsedCommit, other: ParsedCommit | null): boolean {
  return other !== null && parsed.commit.author.email === other.commit.author.email
}
