import type { PullRequest } from '../../core/commit.ts'
import { type FoundAction, findAction } from '../parse/find-action.ts'
import { isChangeMerge, isMerge, type ParsedCommit } from '../parse/parse-commits.ts'
import { type CommitHeader, parseHeader, rankHeader, stripTicket } from '../parse/parse-header.ts'
import { findTypeInLabels } from '../parse/pull-request-labels.ts'
import { splitPullRequestNumber } from '../parse/split-pull-request-number.ts'
import { findFollowUps } from './find-follow-ups.ts'

/** A unit of change, included or excluded as a whole: a pull request with its commits, or a single commit. */
export interface ChangeUnit {
  id: string
  header: CommitHeader
  /** The action of the first verb of the title. */
  action: FoundAction | null
  /** The title as its author wrote it. */
  title: string
  pullRequest: number | null
  /** The pull requests that only completed this one. */
  followUpPullRequests: number[]
  /** The titles of the commits that only completed it. */
  followUpTitles: string[]
  /** What the host returned about the pull request. */
  pullRequestDetails: PullRequest | null
  /** Newest first, like the history. */
  commits: ParsedCommit[]
  position: number
}

/** Groups commits into units of change, the oldest first. */
export function groupIntoUnits(
  commits: ParsedCommit[],
  introducedBy: Map<string, ParsedCommit>,
): ChangeUnit[] {
  const groups = new Map<string, ParsedCommit[]>()
  const followUps = findFollowUps(commits)
  for (const parsed of commits) {
    const key = keyOf(followUps.get(parsed.commit.sha) ?? parsed, introducedBy)
    const group = groups.get(key)
    if (group) group.push(parsed)
    else groups.set(key, [parsed])
  }
  // A follow-up does not influence the title of its unit.
  const originals = (group: ParsedCommit[]) => group.filter(({ commit }) => !followUps.has(commit.sha))
  return [...groups]
    .map(([key, group]) => asUnit(key, { originals: originals(group), all: group }, introducedBy))
    .sort((a, b) => a.position - b.position)
}

function numberOf(parsed: ParsedCommit, introducedBy: Map<string, ParsedCommit>): number | null {
  return parsed.pullRequest ?? introducedBy.get(parsed.commit.sha)?.pullRequest ?? null
}

function keyOf(parsed: ParsedCommit, introducedBy: Map<string, ParsedCommit>): string {
  const merge = introducedBy.get(parsed.commit.sha)
  const isTitled = parsed.pullRequest !== null ? hasTitle(parsed) : merge !== undefined && hasTitle(merge)
  const number = numberOf(parsed, introducedBy)
  if (number !== null && isTitled) return `#${number}`
  const change = isChangeMerge(parsed) ? parsed : merge
  // The merge of a security advisory or of a fork's pull request has no number of ours.
  if (number === null && change) return change.commit.sha
  // Commits with the same subject and author would read the same, so they share an entry.
  if (isMerge(parsed) || parsed.message.title === '' || parsed.message.merge?.isFromPrivateFork)
    return parsed.commit.sha
  return `${parsed.message.title.toLowerCase()}\n${parsed.commit.author.email.toLowerCase()}\n${number}`
}

/** Whether the title of the pull request is known from this commit. */
function hasTitle({ message, pullRequestDetails }: ParsedCommit): boolean {
  return message.merge === null || message.merge.title !== null || pullRequestDetails !== null
}

function asUnit(
  key: string,
  { originals, all: commits }: { originals: ParsedCommit[]; all: ParsedCommit[] },
  introducedBy: Map<string, ParsedCommit>,
): ChangeUnit {
  const lead = findLead(originals)
  const pullRequestDetails =
    lead.pullRequestDetails ?? introducedBy.get(lead.commit.sha)?.pullRequestDetails ?? null
  const ofMerge =
    lead.message.merge &&
    (lead.message.merge.title ??
      pullRequestDetails?.title ??
      (lead.message.merge.isFromPrivateFork ? undescribedFix : null))
  const title = ofMerge === null ? lead.message.title : splitPullRequestNumber(ofMerge).title
  const header = ofMerge === null ? lead.message.header : parseHeader(title)
  const type =
    header.type ?? findStrongestType(originals) ?? findTypeInLabels(pullRequestDetails?.labels ?? [])
  const pullRequest = numberOf(lead, introducedBy)
  return {
    id: key === `#${pullRequest}` ? `pr-${pullRequest}` : `commit-${lead.commit.sha.slice(0, 12)}`,
    action: findAction(stripTicket(header.description)),
    header: { ...header, type },
    pullRequestDetails,
    title,
    pullRequest,
    commits,
    followUpPullRequests: [
      ...new Set(commits.flatMap((parsed) => numberOf(parsed, introducedBy) ?? [])),
    ].filter((number) => number !== pullRequest),
    followUpTitles:
      originals.length === commits.length
        ? []
        : commits.filter((each) => !originals.includes(each)).map(({ message }) => message.title),
    position: commits.at(-1)!.position,
  }
}

/** Whether a commit has the title of its pull request: in the note of a host, or as a merge's own subject. */
function isTitledMerge(parsed: ParsedCommit): boolean {
  if (parsed.message.merge !== null) return hasTitle(parsed)
  return isMerge(parsed) && splitPullRequestNumber(parsed.message.subject).number !== null
}

function rankOf({ message }: ParsedCommit): number {
  return rankHeader(message.header)
}

/** The title of a security fix about which nothing is known. */
export const undescribedFix = 'Fix a security vulnerability'

function findLead(commits: ParsedCommit[]): ParsedCommit {
  const merge = commits.find(isTitledMerge)
  // The oldest of equal rank leads; it is the last in the list.
  return merge ?? commits.reduce((best, parsed) => (rankOf(parsed) >= rankOf(best) ? parsed : best))
}

/** The highest-ranked type of the commits, for a pull request whose title has no type. */
function findStrongestType(commits: ParsedCommit[]): string | null {
  const strongest = commits.reduce((best, parsed) => (rankOf(parsed) > rankOf(best) ? parsed : best))
  return rankOf(strongest) > 0 || commits.length === 1 ? strongest.message.header.type : null
}
