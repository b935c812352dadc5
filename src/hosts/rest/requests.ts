import type { Commit } from '../../core/commit.ts'
import type { PullRequest } from '../../core/pull-request.ts'
import type { HostDetails } from '../../core/repository.ts'
import { beginningOf } from '../main-line.ts'
import { oldestOf } from './range.ts'

/** Who made a pull request. */
export interface Author {
  /** As the host shows it; may be empty. */
  name: string
  login: string
  /** What the host is asked by for what they made. */
  id: string
}

/** A merged pull request as a host lists it. */
export interface ListedRequest {
  number: number
  title: string
  body: string
  labels: string[]
  /** The commits that its merge made, as far as the host names them; SHAs may be abbreviated. */
  shas: string[]
  /** The last commit of its own branch. */
  head: string | null
  author: Author | null
  /** In seconds; null when the host does not tell. */
  mergedAt: number | null
  /** In seconds. */
  updatedAt: number
}

/** Where merged pull requests are looked for. */
export interface RequestSource {
  /** The numbers that a message claims. */
  claimsOf(message: string): number[]
  /** Asked first: the requests of these numbers, where the host can be asked by number. */
  requestsByNumber(numbers: number[]): AsyncIterable<ListedRequest[]>
  /** Merged requests, the one touched last first; it may leave out those untouched since a moment in seconds. */
  recentRequests(since: number): AsyncIterable<ListedRequest[]>
  /** Asked last, for few: the request whose merge made this commit. */
  requestOfCommit(sha: string): Promise<ListedRequest | null>
  /** What somebody made before a moment in seconds, merged or not, the oldest first. */
  requestsBy(author: Author, before: number): AsyncIterable<ListedRequest[]>
}

const mostPages = 10
const mostPagesBeyondClaims = 2
const mostSingleQuestions = 10

/** The merged pull requests of some commits; a request counts only if a commit it was merged as is among them. */
export async function findRequests(source: RequestSource, commits: Commit[]): Promise<Found> {
  const found = new Found(source, commits)
  if (commits.length === 0) return found
  for await (const page of source.requestsByNumber(found.openClaims())) found.take(page)
  if (found.isDone()) return found

  const since = oldestOf(commits)
  let pages = 0
  let isCut = false
  for await (const page of source.recentRequests(since)) {
    pages += 1
    found.take(page)
    // A request is touched when it is merged: those untouched since the oldest commit came in before it.
    if (found.isDone() || (page.at(-1)?.updatedAt ?? 0) < since) break
    isCut = pages >= (found.openClaims().length > 0 ? mostPages : mostPagesBeyondClaims)
    if (isCut) break
  }
  if (!isCut) return found
  const left = found.openClaimants().slice(0, mostSingleQuestions)
  const single = await Promise.all(left.map((sha) => source.requestOfCommit(sha)))
  found.take(single.filter((request) => request !== null))
  found.unasked = found.unexplained().filter((sha) => !left.includes(sha)).length
  return found
}

/** What was found so far, and what is still open. */
export class Found {
  /** When the main line of the commits begins, in seconds. */
  readonly begin: number
  /** How many commits were not looked up to the end. */
  unasked = 0

  readonly #requests = new Map<number, ListedRequest & { commits: string[] }>()
  readonly #byStart = new Map<string, string[]>()
  readonly #claims = new Map<string, number[]>()
  /** The commits of the main line that no request explains yet. */
  readonly #unexplained = new Set<string>()
  readonly #commits: Commit[]
  /** The logins of whom something was merged before the commits. */
  readonly #known = new Set<string>()

  constructor(source: RequestSource, commits: Commit[]) {
    this.#commits = commits
    this.begin = beginningOf(commits)
    const bySha = new Map(commits.map((commit) => [commit.sha, commit]))
    for (const { sha, message } of commits) {
      this.#byStart.set(startOf(sha), [...(this.#byStart.get(startOf(sha)) ?? []), sha])
      const claims = source.claimsOf(message)
      if (claims.length > 0) this.#claims.set(sha, claims)
    }
    for (let at = commits[0]; at; at = bySha.get(at.parents[0] ?? '')) this.#unexplained.add(at.sha)
  }

  take(requests: ListedRequest[]): void {
    for (const request of requests) {
      const merged = request.shas.flatMap((sha) => this.#find(sha))
      // Where it is not told when one was merged: it was touched then, and may have been touched since.
      const isEarlier = merged.length === 0 && (request.mergedAt ?? request.updatedAt) < this.begin
      if (request.shas.length > 0 && isEarlier) this.#known.add(request.author?.login ?? '')
      // The branch alone proves nothing: it may have been merged into another one.
      if (merged.length === 0) continue
      const commits = request.head === null ? merged : [...merged, ...this.#find(request.head)]
      this.#requests.set(request.number, { ...request, commits: [...new Set(commits)] })
      for (const sha of commits) this.#unexplained.delete(sha)
    }
  }

  /** Whether it was merged, and not as one of the commits. */
  isElsewhere({ shas }: ListedRequest): boolean {
    return shas.length > 0 && shas.every((sha) => this.#find(sha).length === 0)
  }

  /** Those who made the requests, each once, but for those who are known to have made earlier ones. */
  maybeNew(): Author[] {
    const authors = [...this.#requests.values()].flatMap(({ author }) => (author === null ? [] : [author]))
    const byLogin = new Map(authors.map((author) => [author.login, author]))
    return [...byLogin.values()].filter(({ login }) => !this.#known.has(login))
  }

  hasAuthors(): boolean {
    return [...this.#requests.values()].some(({ author }) => author !== null)
  }

  openClaims(): number[] {
    return [...new Set([...this.#claims.values()].flat())].filter((number) => !this.#requests.has(number))
  }

  openClaimants(): string[] {
    const open = new Set(this.openClaims())
    return [...this.#claims]
      .filter(([, numbers]) => numbers.some((each) => open.has(each)))
      .map(([sha]) => sha)
  }

  /** The commits of the main line, and those that claim a number, whose request was not found. */
  unexplained(): string[] {
    return [...new Set([...this.#unexplained, ...this.openClaimants()])]
  }

  isDone(): boolean {
    return this.#unexplained.size === 0 && this.openClaims().length === 0
  }

  pullRequests(): PullRequest[] {
    return [...this.#requests.values()]
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

  /** A request's author is the author of its own commit when the host and git call them the same. */
  logins(): HostDetails['logins'] {
    const bySha = new Map(this.#commits.map((commit) => [commit.sha, commit]))
    return [...this.#requests.values()].flatMap(({ author, commits }) =>
      commits
        .map((sha) => bySha.get(sha)!.author)
        .filter(({ name }) => author !== null && name !== '' && name === author.name)
        .map(({ email }) => ({ email, login: author!.login })),
    )
  }

  #find(given: string): string[] {
    return (this.#byStart.get(startOf(given)) ?? []).filter((sha) => sha.startsWith(given))
  }
}

function startOf(sha: string): string {
  return sha.slice(0, 7)
}

/** Joins what is known of logins; what was said first of an e-mail address holds. */
export function joinLogins(...lists: Iterable<{ email: string; login: string }>[]): HostDetails['logins'] {
  const byEmail = new Map<string, string>()
  for (const list of lists) {
    for (const { email, login } of list) if (!byEmail.has(email)) byEmail.set(email, login)
  }
  return [...byEmail].map(([email, login]) => ({ email, login }))
}

/** The numbers that Gitea and Bitbucket write behind a title, and the address that Gitea writes below it. */
export function claimsByHash(message: string): number[] {
  const title = message.split('\n', 1)[0]!
  const behind = [...title.matchAll(/\((?:pull request )?#(\d{1,9})\)/g)]
  const below = [...message.matchAll(/^Reviewed-on: \S+\/pulls\/(\d{1,9})$/gm)]
  return [...behind, ...below].map(([, number]) => Number(number))
}
