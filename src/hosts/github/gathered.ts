import type { Commit } from '../../core/commit.ts'
import type { PullRequest } from '../../core/pull-request.ts'
import type { HostDetails } from '../../core/repository.ts'
import type { Warning } from '../../core/warnings.ts'
import type { PullNode } from './answers.ts'

/** What is asked about a range, whoever answers. */
export type RangeDetails = Omit<HostDetails, 'releaseConfig' | 'typeConfig' | 'changelog' | 'changedPaths'>

/** What has been learned about the pull requests and people of a range. */
export class Gathered {
  readonly #range: Set<string>
  /** Of the repository, in small letters. */
  readonly fullName: string
  readonly #pulls = new Map<number, PullRequest & { merger: string | null }>()
  readonly #logins = new Map<string, string>()
  readonly #explained = new Set<string>()
  readonly #warnings: Warning[] = []

  constructor(commits: Commit[], fullName: string) {
    this.#range = new Set(commits.map((commit) => commit.sha))
    this.fullName = fullName.toLowerCase()
    for (const { author } of commits) this.addPerson(author.email, author.login ?? loginIn(author.email))
  }

  /** Keeps a pull request that is merged, of this repository, and whose merge is in the range. */
  addPull(pull: PullNode, sha: string | null): boolean {
    const merge = pull.mergeCommit
    const isOurs = pull.baseRepository?.nameWithOwner.toLowerCase() === this.fullName
    if (!pull.merged || !isOurs || !merge || !this.#range.has(merge.oid)) return false
    const known = this.#pulls.get(pull.number)
    this.#pulls.set(pull.number, {
      number: pull.number,
      title: pull.title,
      body: pull.body ?? '',
      labels: pull.labels.map((label) => label.name),
      commits: [...new Set([merge.oid, ...(known?.commits ?? []), ...(sha === null ? [] : [sha])])],
      paths: pull.files.length > 0 ? pull.files.map((file) => file.path) : (known?.paths ?? []),
      // A bot has no first time, and the search knows it by another name.
      merger: pull.author?.__typename === 'User' ? pull.author.login : null,
    })
    this.addPerson(merge.author?.email, merge.author?.user?.login)
    for (const each of [merge.oid, ...(sha === null ? [] : [sha])]) this.#explained.add(each)
    return true
  }

  addPerson(email: string | null | undefined, login: string | null | undefined): void {
    if (email && login) this.#logins.set(email.toLowerCase(), login)
  }

  hasAny(): boolean {
    return this.#pulls.size > 0
  }

  hasPull(number: number): boolean {
    return this.#pulls.has(number)
  }

  hasPerson(email: string): boolean {
    return this.#logins.has(email.toLowerCase())
  }

  /** Whether some pull request is known to have brought a commit. */
  hasPullOf(sha: string): boolean {
    return this.#explained.has(sha)
  }

  /** Notes what was not asked, or could not be. */
  addWarning(warning: Warning): void {
    this.#warnings.push(warning)
  }

  /** The people whose pull requests are in the range. */
  authors(): Set<string> {
    const logins = [...this.#pulls.values()].map((pull) => pull.merger)
    return new Set(logins.filter((login) => login !== null && /^[\w-]+$/.test(login)) as string[])
  }

  details(firstTimers: string[] | null): RangeDetails {
    return {
      pullRequests: [...this.#pulls.values()]
        .map(({ merger, ...pull }) => pull)
        .sort((a, b) => a.number - b.number),
      logins: [...this.#logins].map(([email, login]) => ({ email, login })),
      firstTimers,
      warnings: this.#warnings,
    }
  }
}

/** GitHub's private addresses name the login. */
function loginIn(email: string): string | null {
  return /^(?:\d+\+)?([A-Za-z0-9-]+)@users\.noreply\.github\.com$/i.exec(email)?.[1] ?? null
}
