import type { PullRequest } from '../../core/pull-request.ts'
import { type FoundAction, findAction } from '../parse/find-action.ts'
import { isMerge, type ParsedCommit } from '../parse/parse-commits.ts'
import { type CommitHeader, parseHeader, rankHeader, stripTicket } from '../parse/parse-header.ts'
import { splitPullRequestNumber } from '../parse/parse-message.ts'
import { findTypeInLabels } from '../parse/pull-request-labels.ts'
import { findFollowUps } from './find-follow-ups.ts'

/** What is told or left out as one: a pull request with its commits, or a commit of its own. */
export interface ChangeUnit {
  id: string
  header: CommitHeader
  /** What the title's first verb does. */
  action: FoundAction | null
  /** The title as somebody wrote it. */
  title: string
  pullRequest: number | null
  /** The pull requests that only finished what this one began. */
  others: number[]
  /** What the host knows of the pull request. */
  known: PullRequest | null
  /** Newest first, as the history is. */
  commits: ParsedCommit[]
  position: number
}

/** Gathers commits into units of change, the oldest first. */
export function groupIntoUnits(
  commits: ParsedCommit[],
  introducedBy: Map<string, ParsedCommit>,
): ChangeUnit[] {
  const groups = new Map<string, ParsedCommit[]>()
  const followUps = findFollowUps(commits)
  for (const read of commits) {
    const key = keyOf(followUps.get(read.commit.sha) ?? read, introducedBy)
    const group = groups.get(key)
    if (group) group.push(read)
    else groups.set(key, [read])
  }
  // Who only finishes has no say in what a change is called.
  const begun = (group: ParsedCommit[]) => group.filter(({ commit }) => !followUps.has(commit.sha))
  return [...groups]
    .map(([key, group]) => asUnit(key, { begun: begun(group), all: group }, introducedBy))
    .sort((a, b) => a.position - b.position)
}

function numberOf(read: ParsedCommit, introducedBy: Map<string, ParsedCommit>): number | null {
  return read.pullRequest ?? introducedBy.get(read.commit.sha)?.pullRequest ?? null
}

function keyOf(read: ParsedCommit, introducedBy: Map<string, ParsedCommit>): string {
  const owner = introducedBy.get(read.commit.sha)
  const titled = read.pullRequest !== null ? hasTitle(read) : owner !== undefined && hasTitle(owner)
  const number = numberOf(read, introducedBy)
  if (number !== null && titled) return `#${number}`
  // Commits of one subject and one author would be told in the same words: they are told once.
  if (isMerge(read) || read.message.title === '') return read.commit.sha
  return `${read.message.title.toLowerCase()}\n${read.commit.author.email.toLowerCase()}\n${number}`
}

/** Whether this commit says what its pull request is called. */
function hasTitle({ message, known }: ParsedCommit): boolean {
  return message.merge === null || message.merge.title !== null || known !== null
}

function asUnit(
  key: string,
  { begun, all: commits }: { begun: ParsedCommit[]; all: ParsedCommit[] },
  introducedBy: Map<string, ParsedCommit>,
): ChangeUnit {
  const lead = leadOf(begun)
  const known = lead.known ?? introducedBy.get(lead.commit.sha)?.known ?? null
  const ofMerge = lead.message.merge && (lead.message.merge.title ?? known?.title ?? null)
  const title = ofMerge === null ? lead.message.title : splitPullRequestNumber(ofMerge).title
  const header = ofMerge === null ? lead.message.header : parseHeader(title)
  const type = header.type ?? strongestType(begun) ?? findTypeInLabels(known?.labels ?? [])
  const pullRequest = numberOf(lead, introducedBy)
  return {
    id: key === `#${pullRequest}` ? `pr-${pullRequest}` : `commit-${lead.commit.sha.slice(0, 12)}`,
    action: findAction(stripTicket(header.description)),
    header: { ...header, type },
    known,
    title,
    pullRequest,
    commits,
    others: [...new Set(commits.flatMap((read) => numberOf(read, introducedBy) ?? []))].filter(
      (number) => number !== pullRequest,
    ),
    position: commits.at(-1)!.position,
  }
}

function weightOf({ message }: ParsedCommit): number {
  return rankHeader(message.header)
}

function leadOf(commits: ParsedCommit[]): ParsedCommit {
  const merge = commits.find((read) => read.message.merge !== null && hasTitle(read))
  // Among equals the oldest leads: it is last in the list.
  return merge ?? commits.reduce((best, read) => (weightOf(read) >= weightOf(best) ? read : best))
}

/** A pull request whose title names no type has the strongest type of its commits. */
function strongestType(commits: ParsedCommit[]): string | null {
  const strongest = commits.reduce((best, read) => (weightOf(read) > weightOf(best) ? read : best))
  return weightOf(strongest) > 0 || commits.length === 1 ? strongest.message.header.type : null
}
