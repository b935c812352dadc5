import type { Commit, PullRequest } from '../../core/commit.ts'
import type { Problem } from '../../core/errors.ts'
import type { HostDetails } from '../../core/repository.ts'
import { canDoWithout } from '../host-defaults.ts'
import { mainLineStart } from '../main-line.ts'
import { oldestOf } from './range.ts'

/** The author of a pull request. */
export interface PullRequestAuthor {
  /** The display name; may be empty. */
  name: string
  login: string
  /** The id by which the host filters pull requests. */
  id: string
}

/** A closed pull request as a host lists it. */
export interface ListedPullRequest {
  number: number
  title: string
  body: string
  labels: string[]
  /** The commits that its merge created, as far as the host names them; SHAs may be abbreviated. */
  shas: string[]
  /** The last commit of its own branch. */
  head: string | null
  author: PullRequestAuthor | null
  /** In seconds; null if the host does not return it. */
  mergedAt: number | null
  /** In seconds. */
  updatedAt: number
}

/** A commit of a pull request, as its author wrote it; a rebase changes the SHA. */
export interface RequestCommit {
  sha: string
  message: string
  email: string
}

/** The most commits of a pull request that are read. */
export const maxRequestCommits = 200

/** Reads the pull requests of one repository. */
export interface PullRequestSource {
  /** The pull request numbers that a commit message mentions as its own; they need not be right. */
  numbersIn(message: string): number[]
  /** Called first: the pull requests with these numbers, if the host can filter by number. */
  pullRequestsByNumber(numbers: number[]): AsyncIterable<ListedPullRequest[]>
  /** Merged pull requests, the last updated first; those not updated since a time in seconds may be missing. */
  recentPullRequests(since: number): AsyncIterable<ListedPullRequest[]>
  /** Called last, for a few commits: the pull request whose merge created this commit. */
  pullRequestOfCommit(sha: string): Promise<ListedPullRequest | null>
  /** The commits of a pull request, the oldest first. */
  commitsOf(number: number): Promise<RequestCommit[]>
  /** The pull requests that an author opened before a time in seconds, merged or not, the oldest first. */
  pullRequestsBy(author: PullRequestAuthor, before: number): AsyncIterable<ListedPullRequest[]>
}

const maxPages = 10
const maxPagesWithoutNumbers = 2
const maxSingleLookups = 10
const maxRebasedLookups = 20
const lookupsAtOnce = 4

/**
 * Finds the merged pull requests of some commits: those that were merged as one of the commits. If the host does not
 * list them, or fails, those found so far are returned with the error.
 */
export async function findPullRequests(
  source: PullRequestSource,
  commits: Commit[],
): Promise<FoundPullRequests> {
  const found = new FoundPullRequests(source, commits)
  if (commits.length === 0) return found
  try {
    await lookUp(source, commits, found)
    await linkRebased(source, found)
  } catch (error) {
    if (!canDoWithout(error)) throw error
    found.unread = error
  }
  return found
}

async function lookUp(source: PullRequestSource, commits: Commit[], found: FoundPullRequests): Promise<void> {
  for await (const page of source.pullRequestsByNumber(found.unmatchedNumbers())) found.add(page)
  if (found.isComplete()) return

  const since = oldestOf(commits)
  let pages = 0
  let isCut = false
  for await (const page of source.recentPullRequests(since)) {
    pages += 1
    found.add(page)
    // A merge updates the pull request, so those last updated before the oldest commit were merged before it.
    if (found.isComplete() || (page.at(-1)?.updatedAt ?? 0) < since) break
    isCut = pages >= (found.unmatchedNumbers().length > 0 ? maxPages : maxPagesWithoutNumbers)
    if (isCut) break
  }
  if (!isCut) return
  const looked = found.commitsWithUnmatchedNumbers().slice(0, maxSingleLookups)
  const single = await Promise.all(looked.map((sha) => source.pullRequestOfCommit(sha)))
  found.add(single.filter((pullRequest) => pullRequest !== null))
  found.notLookedUp = found.unmatchedCommits().filter((sha) => !looked.includes(sha)).length
}

/** A rebase or a fast-forward puts all commits of a branch on the main line, and the host names only the last one. */
async function linkRebased(source: PullRequestSource, found: FoundPullRequests): Promise<void> {
  const candidates = found.possiblyRebased().slice(0, maxRebasedLookups)
  for (let at = 0; at < candidates.length; at += lookupsAtOnce) {
    const some = candidates.slice(at, at + lookupsAtOnce)
    const lists = await Promise.all(some.map(({ number }) => source.commitsOf(number)))
    for (const [index, { number, last }] of some.entries()) found.addRebased(number, last, lists[index]!)
  }
}

/**
 * Returns the commits of the main line, from the last commit of a pull request backwards, that are its commits: by
 * their SHAs, or by subject and author if a rebase changed the SHAs.
 */
export function matchRebased(
  last: string,
  own: RequestCommit[],
  commitOf: (sha: string) => Commit | undefined,
): string[] {
  const matched: string[] = []
  let left = own.length
  for (let commit = commitOf(last); commit; commit = commitOf(commit.parents[0] ?? '')) {
    const { sha, message, author } = commit
    const index = own
      .slice(0, left)
      .findLastIndex(
        (each) =>
          each.sha === sha ||
          (subjectOf(each.message) === subjectOf(message) &&
            each.email.toLowerCase() === author.email.toLowerCase()),
      )
    if (index === -1) break
    matched.push(sha)
    left = index
  }
  return matched
}

function subjectOf(message: string): string {
  return message.trimStart().split('\n', 1)[0]!.trim()
}

/** The pull requests found so far, and the commits that have none yet. */
export class FoundPullRequests {
  /** When the main line of the commits begins, in seconds. */
  readonly startsAt: number
  /** The number of commits that were not looked up. */
  notLookedUp = 0
  /** Why not all pull requests were read; null if they were. */
  unread: Problem | null = null

  readonly #pullRequests = new Map<number, ListedPullRequest & { commits: string[] }>()
  readonly #shasByPrefix = new Map<string, string[]>()
  /** The numbers in the message of each commit. */
  readonly #numbers = new Map<string, number[]>()
  /** The commits of the main line that have no pull request yet. */
  readonly #unmatched = new Set<string>()
  readonly #bySha: Map<string, Commit>
  /** The logins of authors whose work was merged before these commits. */
  readonly #earlierAuthors = new Set<string>()

  constructor(source: PullRequestSource, commits: Commit[]) {
    this.startsAt = mainLineStart(commits)
    this.#bySha = new Map(commits.map((commit) => [commit.sha, commit]))
    for (const { sha, message } of commits) {
      this.#shasByPrefix.set(prefixOf(sha), [...(this.#shasByPrefix.get(prefixOf(sha)) ?? []), sha])
      const numbers = source.numbersIn(message)
      if (numbers.length > 0) this.#numbers.set(sha, numbers)
    }
    for (let at = commits[0]; at; at = this.#bySha.get(at.parents[0] ?? '')) this.#unmatched.add(at.sha)
  }

  /** Keeps the pull requests that were merged as one of the commits. */
  add(pullRequests: ListedPullRequest[]): void {
    for (const pullRequest of pullRequests) {
      const { shas, head, author, mergedAt, updatedAt } = pullRequest
      const merged = shas.flatMap((sha) => this.#find(sha))
      // Without a merge date the last update stands in for it; it is never earlier.
      const isEarlier = merged.length === 0 && (mergedAt ?? updatedAt) < this.startsAt
      if (shas.length > 0 && isEarlier) this.#earlierAuthors.add(author?.login ?? '')
      // The branch alone proves nothing: it may have been merged into another branch.
      if (merged.length === 0) continue
      const commits = head === null ? merged : [...merged, ...this.#find(head)]
      this.#pullRequests.set(pullRequest.number, { ...pullRequest, commits: [...new Set(commits)] })
      for (const sha of commits) this.#unmatched.delete(sha)
    }
  }

  /** The pull requests that may have put more than one commit on the main line, each with the last one. */
  possiblyRebased(): { number: number; last: string }[] {
    return [...this.#pullRequests.values()].flatMap(({ number, commits }) => {
      const last = commits.find((sha) => this.#isRebased(sha, number))
      return last === undefined ? [] : [{ number, last }]
    })
  }

  /** A squashed commit has the number in its message, and before a single commit comes one of another pull request. */
  #isRebased(sha: string, number: number): boolean {
    const { parents = [] } = this.#bySha.get(sha) ?? {}
    const before = this.#bySha.get(parents[0] ?? '')
    if (parents.length !== 1 || !before || before.parents.length > 1) return false
    const isNumbered = (this.#numbers.get(sha) ?? []).includes(number)
    return !isNumbered && this.#unmatched.has(before.sha) && !this.#numbers.has(before.sha)
  }

  /** Adds the commits of a rebased or fast-forwarded pull request. */
  addRebased(number: number, last: string, own: RequestCommit[]): void {
    const pullRequest = this.#pullRequests.get(number)
    if (!pullRequest) return
    const free = (sha: string) => {
      const commit = this.#bySha.get(sha)
      return sha === last || this.#unmatched.has(sha) ? commit : undefined
    }
    const matched = matchRebased(last, own, free)
    pullRequest.commits = [...new Set([...pullRequest.commits, ...matched])]
    for (const sha of matched) this.#unmatched.delete(sha)
  }

  /** Whether a pull request was merged, but not as one of the commits. */
  isMergedElsewhere({ shas }: ListedPullRequest): boolean {
    return shas.length > 0 && shas.every((sha) => this.#find(sha).length === 0)
  }

  /** The authors, each once, without those known to have contributed before. */
  possibleFirstTimers(): PullRequestAuthor[] {
    const authors = [...this.#pullRequests.values()].flatMap(({ author }) =>
      author === null ? [] : [author],
    )
    const byLogin = new Map(authors.map((author) => [author.login, author]))
    return [...byLogin.values()].filter(({ login }) => !this.#earlierAuthors.has(login))
  }

  hasAuthors(): boolean {
    return [...this.#pullRequests.values()].some(({ author }) => author !== null)
  }

  /** The numbers in messages whose pull request has not been found. */
  unmatchedNumbers(): number[] {
    const numbers = new Set([...this.#numbers.values()].flat())
    return [...numbers].filter((number) => !this.#pullRequests.has(number))
  }

  commitsWithUnmatchedNumbers(): string[] {
    const unmatched = new Set(this.unmatchedNumbers())
    return [...this.#numbers]
      .filter(([, numbers]) => numbers.some((each) => unmatched.has(each)))
      .map(([sha]) => sha)
  }

  /** The commits of the main line, and those with a number, whose pull request was not found. */
  unmatchedCommits(): string[] {
    return [...new Set([...this.#unmatched, ...this.commitsWithUnmatchedNumbers()])]
  }

  isComplete(): boolean {
    return this.#unmatched.size === 0 && this.unmatchedNumbers().length === 0
  }

  pullRequests(): PullRequest[] {
    return [...this.#pullRequests.values()]
      .toSorted((one, other) => one.number - other.number)
      .map(({ number, title, body, labels, commits }) => ({
        number,
        title,
        body,
        labels,
        commits,
        paths: [],
      }))
  }

  /** The author of a pull request is the author of its commit if the host and git give them the same name. */
  logins(): HostDetails['logins'] {
    return [...this.#pullRequests.values()].flatMap(({ author, commits }) =>
      commits
        .map((sha) => this.#bySha.get(sha)!.author)
        .filter(({ name }) => author !== null && name !== '' && name === author.name)
        .map(({ email }) => ({ email, login: author!.login })),
    )
  }

  #find(shaOrPrefix: string): string[] {
    const candidates = this.#shasByPrefix.get(prefixOf(shaOrPrefix)) ?? []
    return candidates.filter((sha) => sha.startsWith(shaOrPrefix))
  }
}

function prefixOf(sha: string): string {
  return sha.slice(0, 7)
}

/** Joins lists of logins; the first login of an email address wins. */
export function joinLogins(...lists: Iterable<{ email: string; login: string }>[]): HostDetails['logins'] {
  const byEmail = new Map<string, string>()
  for (const list of lists) {
    for (const { email, login } of list) if (!byEmail.has(email)) byEmail.set(email, login)
  }
  return [...byEmail].map(([email, login]) => ({ email, login }))
}

/** Returns the numbers that Gitea and Bitbucket append to a title, and those in Gitea's `Reviewed-on` trailers. */
export function pullRequestNumbersIn(message: string): number[] {
  const title = message.split('\n', 1)[0]!
  const inTitle = [...title.matchAll(/\((?:pull request )?#(\d{1,9})\)/g)]
  const inTrailers = [...message.matchAll(/^Reviewed-on: \S+\/pulls\/(\d{1,9})$/gm)]
  return [...inTitle, ...inTrailers].map(([, number]) => Number(number))
}
