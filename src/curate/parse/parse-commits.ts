import type { Commit, Person, PullRequest } from '../../core/commit.ts'
import type { History } from '../../core/history.ts'
import { findForeignNumbers } from './foreign-numbers.ts'
import { type CommitMessage, parseMessage } from './parse-message.ts'

/** A commit with its parsed message. */
export interface ParsedCommit {
  commit: Commit
  message: CommitMessage
  /** The index in the history, counted from the oldest commit. */
  position: number
  /** The author and the co-authors, with their logins where the host provides them. */
  authors: Person[]
  /** The number of the pull request that introduced it, by its message or by the host. */
  pullRequest: number | null
  /** What the host returned about that pull request. */
  pullRequestDetails: PullRequest | null
}

/** The parts of a history that parsing needs. */
export type ParseInput = Pick<History, 'commits' | 'pullRequests' | 'logins'>

/** Messages that are parsed while the host still sends the next commits. */
export class ParsedMessages {
  readonly #bySha = new Map<string, CommitMessage>()

  add({ sha, message }: Commit): void {
    this.#bySha.set(sha, parseMessage(message))
  }

  of({ sha, message }: Commit): CommitMessage {
    return this.#bySha.get(sha) ?? parseMessage(message)
  }
}

/** Parses the commits of a history, newest first. */
export function parseCommits(
  { commits, pullRequests, logins }: ParseInput,
  messages: ParsedMessages = new ParsedMessages(),
): ParsedCommit[] {
  const byNumber = new Map(pullRequests.map((each) => [each.number, each]))
  const bySha = new Map(pullRequests.flatMap((each) => each.commits.map((sha) => [sha, each.number])))
  const confirmed = new Set<string>()
  const parsed = commits.map((commit, index): ParsedCommit => {
    const message = messages.of(commit)
    const hostNumber = bySha.get(commit.sha)
    const pullRequest = message.pullRequest ?? hostNumber ?? null
    if (pullRequest !== null && pullRequest === hostNumber) confirmed.add(commit.sha)
    return {
      commit,
      message,
      position: commits.length - 1 - index,
      authors: listAuthors(commit, message, logins),
      pullRequest,
      pullRequestDetails: pullRequest === null ? null : (byNumber.get(pullRequest) ?? null),
    }
  })
  const foreign = findForeignNumbers(parsed, confirmed)
  if (foreign.size === 0) return parsed
  return parsed.map((each) =>
    foreign.has(each.commit.sha) ? { ...each, pullRequest: null, pullRequestDetails: null } : each,
  )
}

function listAuthors(
  { author }: Commit,
  { coAuthors }: CommitMessage,
  logins: Map<string, string>,
): Person[] {
  if (coAuthors.length === 0 && logins.size === 0) return [author]
  const people = [author, ...coAuthors.map((person) => ({ ...person, login: null }))]
  return people.map((person) => ({
    ...person,
    login: person.login ?? logins.get(person.email.toLowerCase()) ?? null,
  }))
}

/** Whether a commit has more than one parent. */
export function isMerge({ commit }: ParsedCommit): boolean {
  return commit.parents.length > 1
}

/** Whether a merge stands for one change: that of a pull request, here or in a fork, or of a security advisory. */
export function isChangeMerge(parsed: ParsedCommit): boolean {
  const { pullRequest, message } = parsed
  if (!isMerge(parsed)) return false
  return pullRequest !== null || message.merge?.isFromPrivateFork === true || isForeignMerge(parsed)
}

/** Whether a merge has the title of a pull request whose number belongs to another repository. */
function isForeignMerge({ pullRequest, message }: ParsedCommit): boolean {
  return pullRequest === null && message.pullRequest !== null && !!message.merge?.title
}
