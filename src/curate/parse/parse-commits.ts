import type { Commit, Person, PullRequest } from '../../core/commit.ts'
import type { History } from '../../core/history.ts'
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
  return commits.map((commit, index) => {
    const message = messages.of(commit)
    const pullRequest = message.pullRequest ?? bySha.get(commit.sha) ?? null
    return {
      commit,
      message,
      position: commits.length - 1 - index,
      authors: listAuthors(commit, message, logins),
      pullRequest,
      pullRequestDetails: pullRequest === null ? null : (byNumber.get(pullRequest) ?? null),
    }
  })
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
