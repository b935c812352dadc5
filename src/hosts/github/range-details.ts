import type { Commit, PullRequest } from '../../core/commit.ts'
import type { HostDetails } from '../../core/repository.ts'
import type { Warning } from '../../core/warnings.ts'
import type { PullNode } from './schemas.ts'

/** The details of the commits of a range, without those of the repository. */
export type RangeDetails = Omit<
  HostDetails,
  'releaseConfig' | 'typeConfig' | 'configFiles' | 'changelog' | 'changedPaths'
>

/** Collects the pull requests and people of a range. */
export class RangeDetailsBuilder {
  readonly #shas: Set<string>
  /** The name of the repository in lower case. */
  readonly fullName: string
  readonly #pulls = new Map<number, PullRequest & { authorLogin: string | null }>()
  readonly #logins = new Map<string, string>()
  readonly #shasWithPull = new Set<string>()
  readonly #warnings: Warning[] = []

  constructor(commits: Commit[], fullName: string) {
    this.#shas = new Set(commits.map((commit) => commit.sha))
    this.fullName = fullName.toLowerCase()
    for (const { author } of commits) this.addPerson(author.email, author.login ?? loginIn(author.email))
  }

  /** Keeps a merged pull request of this repository whose merge commit is in the range; returns whether it is. */
  addPull(pull: PullNode, sha: string | null): boolean {
    const merge = pull.mergeCommit
    const isOfRepository = pull.baseRepository?.nameWithOwner.toLowerCase() === this.fullName
    if (!pull.merged || !isOfRepository || !merge || !this.#shas.has(merge.oid)) return false
    const known = this.#pulls.get(pull.number)
    this.#pulls.set(pull.number, {
      number: pull.number,
      title: pull.title,
      body: pull.body ?? '',
      labels: pull.labels.map((label) => label.name),
      commits: [...new Set([merge.oid, ...(known?.commits ?? []), ...(sha === null ? [] : [sha])])],
      // GitHub takes long to list the files of many pull requests; the trees of the commits have them.
      paths: [],
      // A bot is no first-time contributor, and the search has another name for it.
      authorLogin: pull.author?.__typename === 'User' ? pull.author.login : null,
    })
    this.addPerson(merge.author?.email, merge.author?.user?.login)
    for (const each of [merge.oid, ...(sha === null ? [] : [sha])]) this.#shasWithPull.add(each)
    return true
  }

  addPerson(email: string | null | undefined, login: string | null | undefined): void {
    if (email && login) this.#logins.set(email.toLowerCase(), login)
  }

  hasAnyPull(): boolean {
    return this.#pulls.size > 0
  }

  hasPull(number: number): boolean {
    return this.#pulls.has(number)
  }

  hasPerson(email: string): boolean {
    return this.#logins.has(email.toLowerCase())
  }

  /** Whether the pull request of a commit is known. */
  hasPullOf(sha: string): boolean {
    return this.#shasWithPull.has(sha)
  }

  /** Records what was not, or could not be, looked up. */
  addWarning(warning: Warning): void {
    this.#warnings.push(warning)
  }

  /** The logins of the people whose pull requests are in the range. */
  pullAuthors(): Set<string> {
    const logins = [...this.#pulls.values()].map((pull) => pull.authorLogin)
    return new Set(logins.filter((login) => login !== null && /^[\w-]+$/.test(login)) as string[])
  }

  build(firstTimers: string[] | null): RangeDetails {
    return {
      pullRequests: [...this.#pulls.values()]
        .map(({ authorLogin, ...pull }) => pull)
        .sort((a, b) => a.number - b.number),
      logins: [...this.#logins].map(([email, login]) => ({ email, login })),
      firstTimers,
      warnings: this.#warnings,
    }
  }
}

/** GitHub's private email addresses contain the login. */
function loginIn(email: string): string | null {
  return /^(?:\d+\+)?([A-Za-z0-9-]+)@users\.noreply\.github\.com$/i.exec(email)?.[1] ?? null
}
