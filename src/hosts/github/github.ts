import { Problem, type ProblemCode } from '../../errors.ts'
import type { Door } from '../../net/door.ts'
import type {
  ChangedPaths,
  Commit,
  CommitRange,
  Host,
  HostDetails,
  Listing,
  ListQuestion,
  PullRequest,
  RefName,
  Repository,
  Warning,
} from '../../types.ts'
import { openWire, type Wire } from '../git-wire/wire.ts'
import { pageOf } from '../page-of.ts'
import { withoutFiles } from './claims.ts'
import { askDetails, gatherTold, type Told } from './details.ts'
import type { RangeDetails } from './gathered.ts'
import { listRefs, listRepositories } from './listings.ts'
import { type FirstAnswer, lookUp } from './look-up.ts'
import { asCommit, closeInPage } from './page.ts'
import type { GithubPlace } from './place.ts'
import { restCommits, restCount } from './rest-commits.ts'
import { restDetails } from './rest-details.ts'
import { restLookUp } from './rest-refs.ts'
import { restTags } from './tags.ts'

interface GithubOptions {
  name: string
  url: string
  apiUrl: string
  graphqlUrl: string
  door: Door
}

/** GitHub and GitHub Enterprise: GraphQL first, then git's own protocol, then REST. */
export function githubHost(options: GithubOptions): Host {
  const { door, apiUrl, graphqlUrl } = options
  const addresses = { door, apiUrl, graphqlUrl, url: options.url.replace(/\/+$/, '') }
  return {
    name: options.name,
    kind: 'github',
    async open({ repoFullName, token, signal, deadlineAt }) {
      return new GithubRepository({ ...addresses, token, signal, deadlineAt, fullName: repoFullName })
    },
    listRepositories: (question, access) =>
      listRepositories({ ...addresses, ...access, fullName: 'your repositories' }, question),
  }
}

/** One repository; remembers the first answer, so that a range of one page needs no other. */
class GithubRepository implements Repository {
  readonly fullName: string
  readonly web: { kind: 'github'; url: string }
  readonly shallow = false
  readonly #place: GithubPlace
  readonly #wire: Wire
  /** The same without its greeting, which a server that speaks GraphQL, and so is a GitHub, need not tell. */
  readonly #quickWire: Wire
  #first: FirstAnswer | null = null

  constructor(place: GithubPlace) {
    this.fullName = place.fullName
    this.web = { kind: 'github', url: `${place.url}/${place.fullName}` }
    this.#place = place
    const wirePlace = {
      ...place,
      url: `${this.web.url}.git`,
      user: 'x-access-token',
      repoFullName: this.fullName,
    }
    this.#wire = openWire(wirePlace)
    this.#quickWire = openWire({
      ...wirePlace,
      capabilities: { filter: true, unborn: false, objectFormat: 'sha1' },
    })
  }

  async lookUp(fromRef: string, toRef: string) {
    try {
      const { from, to, empty, ...first } = await lookUp(this.#place, fromRef, toRef)
      this.#first = first
      return { from, to, empty }
    } catch (error) {
      if (!isUnusable(error)) throw error
    }
    try {
      return await this.#wire.lookUp(fromRef, toRef)
    } catch (error) {
      this.#mustGoOn(error)
      return restLookUp(this.#place, fromRef, toRef)
    }
  }

  async *commits(range: CommitRange, limit: number): AsyncGenerator<Commit> {
    const first = this.#first
    const closed = first?.page && closeInPage(first.page, range)
    if (closed) {
      yield* closed.slice(0, limit).map((node) => asCommit(node, first.tags))
      return
    }
    const gathered = await this.#byWire(range, limit)
    if (gathered) {
      yield* gathered
      return
    }
    const tags = first?.tags ?? (await restTags(this.#place))
    for await (const commit of restCommits(this.#place, range, limit))
      yield { ...commit, tags: tags.get(commit.sha) ?? [] }
  }

  /** All of them before the first is passed on: after a break in the middle REST begins anew. */
  async #byWire(range: CommitRange, limit: number): Promise<Commit[] | null> {
    try {
      const commits: Commit[] = []
      const wire = this.#first ? this.#quickWire : this.#wire
      for await (const commit of wire.commits(range, limit, this.#first?.tags)) commits.push(commit)
      return commits
    } catch (error) {
      this.#mustGoOn(error)
      return null
    }
  }

  /** A server without git's protocol answers in many ways, so that only a limit or the caller's end stops us. */
  #mustGoOn(error: unknown): void {
    this.#place.signal.throwIfAborted()
    if (!(error instanceof Problem) || finalCodes.has(error.code)) throw error
  }

  async count(range: CommitRange): Promise<number | null> {
    try {
      return await restCount(this.#place, range)
    } catch (error) {
      if (isUnusable(error)) return null
      throw error
    }
  }

  async details(commits: Commit[]): Promise<HostDetails> {
    const warnings: Warning[] = []
    const known = await this.#rangeDetails(commits, warnings)
    const changedPaths = await this.#changedPaths(commits, known.pullRequests)
    return { ...known, changedPaths, releaseConfig: this.#first?.releaseConfig ?? null, warnings }
  }

  /** Pull requests tell their files; trees are asked for only where some commit came without one. */
  async #changedPaths(commits: Commit[], pullRequests: PullRequest[]): Promise<ChangedPaths> {
    if (withoutFiles(commits, pullRequests, this.fullName).length === 0) return new Map()
    return (this.#first ? this.#quickWire : this.#wire).changedPaths(commits)
  }

  async #rangeDetails(commits: Commit[], warnings: Warning[]): Promise<RangeDetails> {
    const told: Told = {
      nodes: new Map((this.#first?.page?.history.nodes ?? []).map((node) => [node.oid, node])),
      recent: this.#first?.recent ?? [],
    }
    const { gathered, whole } = gatherTold(commits, this.fullName, told)
    // A range of one page costs one call in all, and who is new would cost a second: it is not told then.
    // `authorAssociation` does not help: nothing says that it speaks of the time before the merge.
    if (whole) return gathered.details(null)
    if (this.#first) {
      try {
        return await askDetails(this.#place, commits, told, gathered)
      } catch (error) {
        if (!isUnusable(error)) throw error
      }
    }
    try {
      return await restDetails(this.#place, commits, gathered)
    } catch (error) {
      // The repository was seen before, so that it is the route that is not there. Only git is left, which
      // knows nothing of pull requests; the commits are whole all the same.
      if (!isUnusable(error) && !(error instanceof Problem && error.code === 'repository_not_found'))
        throw error
      warnings.push({
        code: 'pull-requests-unknown',
        detail: `${new URL(this.#place.apiUrl).host} answers git, and nothing else just now: labels, logins and pull requests that no message names are missing. Ask again later for the whole of it.`,
      })
      return gathered.details(null)
    }
  }

  async listRefs(question: ListQuestion): Promise<Listing<RefName>> {
    try {
      return await listRefs(this.#place, question)
    } catch (error) {
      if (!isUnusable(error)) throw error
      return pageOf(await this.#wire.refs(), question)
    }
  }
}

// What no other way of asking would change.
const finalCodes = new Set<ProblemCode>(['host_rate_limited', 'range_too_large', 'internal'])

function isUnusable(error: unknown): boolean {
  return error instanceof Problem && (error.code === 'host_unusable' || error.code === 'host_unreachable')
}
