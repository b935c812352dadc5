import type { Commit, PullRequest } from '../../src/core/commit.ts'
import type { History } from '../../src/core/history.ts'
import { type ParsedCommit, parseCommits } from '../../src/curate/parse/parse-commits.ts'

/** A commit of a sample: its message, or the fields that differ from the default. */
export type SampleCommit = string | Partial<Commit>

/** The SHA of the nth commit of a sample, counted from 1. */
export function sampleSha(n: number): string {
  return n.toString(16).padStart(7, '0').padEnd(40, 'e')
}

/**
 * A history, written oldest first and returned newest first, as hosts return it. A string is a commit by Ada on top
 * of the previous one.
 */
export function sampleHistory(...samples: SampleCommit[]): Commit[] {
  return samples
    .map((sample, index): Commit => {
      const n = index + 1
      return {
        sha: sampleSha(n),
        parents: index === 0 ? [] : [sampleSha(index)],
        author: { name: 'Ada', email: 'ada@example.org', login: null },
        authoredAt: new Date(Date.UTC(2026, 0, 1, 0, n)).toISOString(),
        committedAt: Date.UTC(2026, 0, 1, 0, n) / 1000,
        message: '',
        paths: [`src/file-${n}.ts`],
        pathsCut: false,
        tags: [],
        ...(typeof sample === 'string' ? { message: sample } : sample),
      }
    })
    .reverse()
}

/** A history with the given commits and pull requests, and no other details from the host. */
export function asHistory(
  commits: Commit[],
  pullRequests: PullRequest[] = [],
): Pick<History, 'commits' | 'pullRequests' | 'logins' | 'firstTimers'> {
  return { commits, pullRequests, logins: new Map(), firstTimers: null }
}

/** The parsed commits of such a history. */
export function parseSample(commits: Commit[], pullRequests: PullRequest[] = []): ParsedCommit[] {
  return parseCommits(asHistory(commits, pullRequests))
}
