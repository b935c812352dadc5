import type { Commit, Person } from '../../core/commit.ts'
import type { History } from '../../core/history.ts'
import type { PullRequest } from '../../core/pull-request.ts'
import { type CommitMessage, parseMessage } from './parse-message.ts'

/** A commit with its message taken apart, and its place in the history: 0 is the oldest. */
export interface ParsedCommit {
  commit: Commit
  message: CommitMessage
  position: number
  /** The author and the co-authors, with their logins where the host knows them. */
  authors: Person[]
  /** The pull request it came in by, as its message claims or as the host knows. */
  pullRequest: number | null
  /** What the host knows of that pull request. */
  known: PullRequest | null
}

/** What is read of a history. */
export type ParseInput = Pick<History, 'commits' | 'pullRequests' | 'logins'>

/** ParsedMessages that are read while the next ones are still on their way. */
export class ParsedMessages {
  readonly #bySha = new Map<string, CommitMessage>()

  add({ sha, message }: Commit): void {
    this.#bySha.set(sha, parseMessage(message))
  }

  of({ sha, message }: Commit): CommitMessage {
    return this.#bySha.get(sha) ?? parseMessage(message)
  }
}

/** Reads a history that is given newest first. */
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
      authors: findAuthors(commit, message, logins),
      pullRequest,
      known: pullRequest === null ? null : (byNumber.get(pullRequest) ?? null),
    }
  })
}

function findAuthors(
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

/** Whether git made this commit out of several parents. */
export function isMerge({ commit }: ParsedCommit): boolean {
  return commit.parents.length > 1
}
