import type { Commit } from '../../core/commit.ts'
import type { CommitMessage } from './parse-message.ts'

/** A commit with the pull-request number that it seems to have. */
interface NumberedCommit {
  commit: Commit
  message: CommitMessage
  pullRequest: number | null
}

const minNumbers = 5
const minDistance = 500

/**
 * Finds the commits whose pull-request number belongs to another repository, by SHA. A branch of a fork brings the
 * merges of the fork's own pull requests, with numbers far from those of the main line. Numbers that the host confirms
 * are never foreign.
 */
export function findForeignNumbers(commits: NumberedCommit[], confirmed: ReadonlySet<string>): Set<string> {
  const foreign = findOtherRepositories(commits, confirmed)
  if (!isSpreadWide(commits)) return foreign
  const mainLine = listMainLine(commits)
  const numbers = commits
    .filter(({ commit, pullRequest }) => pullRequest !== null && mainLine.has(commit.sha))
    .map(({ pullRequest }) => pullRequest!)
    .sort((one, other) => one - other)
  if (numbers.length < minNumbers) return foreign
  const lowest = numbers[0]!
  // A typing error on the main line must not make a large number look usual.
  const newest = numbers[Math.floor((numbers.length - 1) * 0.9)]!
  const isRareAbove = numbers.filter((number) => isFarAbove(number, newest)).length <= numbers.length / 20
  for (const { commit, message, pullRequest } of commits) {
    if (pullRequest === null || confirmed.has(commit.sha)) continue
    const isOutside = !mainLine.has(commit.sha) && commit.parents.length > 1 && message.merge !== null
    const isFarBelow = pullRequest < lowest / 2 && lowest - pullRequest > minDistance
    if ((isOutside && isFarBelow) || (isRareAbove && isFarAbove(pullRequest, newest))) foreign.add(commit.sha)
  }
  return foreign
}

/** The commits whose merge names another repository than most do. */
function findOtherRepositories(commits: NumberedCommit[], confirmed: ReadonlySet<string>): Set<string> {
  const naming = commits.filter(({ message }) => message.merge?.repository !== undefined)
  if (naming.length === 0) return new Set()
  const byRepository = Map.groupBy(naming, ({ message }) => message.merge!.repository!.toLowerCase())
  const [, ...others] = [...byRepository.values()].sort((one, other) => other.length - one.length)
  return new Set(
    others
      .flat()
      .map(({ commit }) => commit.sha)
      .filter((sha) => !confirmed.has(sha)),
  )
}

/** Whether the numbers differ so much that some may be foreign. */
function isSpreadWide(commits: NumberedCommit[]): boolean {
  let lowest = Number.POSITIVE_INFINITY
  let highest = 0
  for (const { pullRequest } of commits) {
    if (pullRequest === null) continue
    if (pullRequest < lowest) lowest = pullRequest
    if (pullRequest > highest) highest = pullRequest
  }
  return highest > 2 * lowest && highest - lowest > minDistance
}

function isFarAbove(number: number, newest: number): boolean {
  return number > 3 * newest && number - newest > 2 * minDistance
}

const maxPasses = 20

/** The SHAs of the first-parent line of the newest commit. */
function listMainLine(commits: NumberedCommit[]): Set<string> {
  const line = new Set<string>()
  let wanted = commits[0]?.commit.sha
  // Parents are listed after their children; a wrong clock makes another pass necessary.
  for (let pass = 0, before = -1; pass < maxPasses && before < line.size; pass += 1) {
    before = line.size
    for (const { commit } of commits) {
      if (commit.sha !== wanted || line.has(commit.sha)) continue
      line.add(commit.sha)
      wanted = commit.parents[0]
    }
  }
  return line
}
