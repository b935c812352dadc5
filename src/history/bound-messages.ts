import type { Commit } from '../core/commit.ts'
import { cutText } from '../text/inline-text.ts'

// The newest 2,000 messages of 135 projects have between 33 and 2,565 characters on average; of nine in ten projects,
// fewer than 700.
const averageCharacters = 3 * 1024
// A few long messages do no harm.
const minCharacters = 1024 * 1024

/**
 * Cuts the longest messages of a range whose messages are long on average: a range is copied between threads several
 * times. Which messages are cut does not depend on the order of the commits.
 */
export function boundMessages(commits: Commit[]): { commits: Commit[]; cut: Commit[] } {
  const most = Math.max(minCharacters, commits.length * averageCharacters)
  const longest = findLongest(
    commits.map(({ message }) => message.length),
    most,
  )
  if (longest === null) return { commits, cut: [] }
  const cut: Commit[] = []
  const bounded = commits.map((commit) => {
    if (commit.message.length <= longest) return commit
    const shorter = { ...commit, message: copyText(cutText(commit.message, longest)).trimEnd() }
    cut.push(shorter)
    return shorter
  })
  return { commits: bounded, cut }
}

/** The most characters that a text may have so that all together have at most `most`; null if they already do. */
function findLongest(lengths: number[], most: number): number | null {
  const sorted = lengths.toSorted((one, other) => one - other)
  let left = most
  for (const [index, length] of sorted.entries()) {
    const share = Math.floor(left / (sorted.length - index))
    if (length > share) return share
    left -= length
  }
  return null
}

/** Copies a text: a part of a text keeps all of it in memory. */
function copyText(text: string): string {
  return Buffer.from(text).toString()
}
