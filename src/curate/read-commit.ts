import type { Commit } from '../types.ts'
import { type Message, readMessage } from './read-message.ts'

/** A commit with its message taken apart, and its place in the history: 0 is the oldest. */
export interface ReadCommit {
  commit: Commit
  message: Message
  position: number
}

/** Reads the messages of a history that is given newest first. */
export function readCommits(commits: Commit[]): ReadCommit[] {
  return commits.map((commit, index) => ({
    commit,
    message: readMessage(commit.message),
    position: commits.length - 1 - index,
  }))
}

/** Whether git made this commit out of several parents. */
export function isMerge({ commit }: ReadCommit): boolean {
  return commit.parents.length > 1
}
