import type { Commit } from '../../core/commit.ts'
import { Problem, type ProblemCode } from '../../core/errors.ts'
import type { Listing, ListQuery, RefName } from '../../core/listing.ts'
import type { PullRequest } from '../../core/pull-request.ts'
import type { CommitRange } from '../../core/range.ts'
import type { HostDetails, Repository } from '../../core/repository.ts'
import { type Warning, warn } from '../../core/warnings.ts'
import { findOwnFiles, startOf, tryOwnFiles } from '../changelog-file.ts'
import { filesUnknown } from '../files-unknown.ts'
import { openWire, type Wire } from '../git-wire/wire.ts'
import { pageOf } from '../page-of.ts'
import { withoutFiles } from './claims.ts'
import { askDetails, gatherTold, type Told } from './details.ts'
import { isUnusable } from './errors.ts'
import type { RangeDetails } from './gathered.ts'
import type { GithubContext } from './github-context.ts'
import { listRefs } from './listings.ts'
import { type FirstAnswer, lookUp } from './look-up.ts'
import { asCommit, closeInPage } from './page.ts'
import { restCommits, restCount } from './rest-commits.ts'
import { restDetails } from './rest-details.ts'
import { restFiles } from './rest-files.ts'
import { restLookUp } from './rest-refs.ts'
import { mayLackTags, restTags, tagsByCommit, tagsUnknown } from './tags.ts'

/** One repository; remembers the first answer, so that a range of one page needs no other. */
export class GithubRepository implements Repository {
  readonly fullName: string
  readonly web: { kind: 'github'; url: string }
  readonly shallow = false
  readonly #context: GithubContext
  readonly #wire: Wire
  /** The same without its greeting, which a server that speaks GraphQL, and so is a GitHub, need not tell. */
  readonly #quickWire: Wire
  #first: FirstAnswer | null = null
  readonly #warnings: Warning[] = []

  constructor(context: GithubContext) {
    this.fullName = context.repoFullName
    this.web = { kind: 'github', url: `${context.url}/${context.repoFullName}` }
    this.#context = context
    const wireContext = {
      ...context,
      url: `${this.web.url}.git`,
      user: 'x-access-token',
    }
    this.#wire = openWire(wireContext)
    this.#quickWire = openWire({
      ...wireContext,
      capabilities: { filter: true, unborn: false, objectFormat: 'sha1' },
    })
  }

  async lookUp(fromRef: string, toRef: string) {
    try {
      const { from, to, empty, ...first } = await lookUp(this.#context, fromRef, toRef)
      this.#first = first
      return { from, to, empty }
    } catch (error) {
      if (!isUnusable(error)) throw error
    }
    try {
      return await this.#wire.lookUp(fromRef, toRef)
    } catch (error) {
      this.#mustGoOn(error)
      return restLookUp(this.#context, fromRef, toRef)
    }
  }

  async *commits(range: CommitRange, limit: number): AsyncGenerator<Commit> {
    const first = this.#first
    const closed = first?.page && closeInPage(first.page, range)
    const gathered = closed
      ? closed.slice(0, limit).map((node) => asCommit(node, first.tags.byCommit))
      : await this.#byWire(range, limit)
    if (gathered) {
      yield* await this.#withAllTags(gathered)
      return
    }
    const tags = first?.tags.cutAt === null ? first.tags : await restTags(this.#context)
    let lacking = 0
    for await (const commit of restCommits(this.#context, range, limit)) {
      if (mayLackTags(commit, tags)) lacking += 1
      yield { ...commit, tags: tags.byCommit.get(commit.sha) ?? [] }
    }
    if (lacking > 0) this.#warnings.push(tagsUnknown(lacking))
  }

  /** The first answer has room for the tags of the newest commits; those of older ones git tells in one call. */
  async #withAllTags(commits: Commit[]): Promise<Commit[]> {
    const known = this.#first?.tags
    const lacking = known ? commits.filter((commit) => mayLackTags(commit, known)).length : 0
    if (lacking === 0) return commits
    try {
      const refs = await this.#quickWire.refs()
      const byCommit = tagsByCommit(refs.filter(({ kind }) => kind === 'tag'))
      return commits.map((commit) => ({ ...commit, tags: byCommit.get(commit.sha) ?? [] }))
    } catch (error) {
      this.#context.signal.throwIfAborted()
      if (!(error instanceof Problem)) throw error
      this.#warnings.push(tagsUnknown(lacking))
      return commits
    }
  }

  /** All of them before the first is passed on: after a break in the middle REST begins anew. */
  async #byWire(range: CommitRange, limit: number): Promise<Commit[] | null> {
    try {
      const commits: Commit[] = []
      const wire = this.#first ? this.#quickWire : this.#wire
      for await (const commit of wire.commits(range, limit, this.#first?.tags.byCommit)) commits.push(commit)
      return commits
    } catch (error) {
      this.#mustGoOn(error)
      return null
    }
  }

  /** A server without git's protocol answers in many ways, so that only a limit or the caller's end stops us. */
  #mustGoOn(error: unknown): void {
    this.#context.signal.throwIfAborted()
    if (!(error instanceof Problem) || finalCodes.has(error.code)) throw error
  }

  past(sha: string, most: number): AsyncIterable<Commit> {
    return (this.#first ? this.#quickWire : this.#wire).past(sha, most)
  }

  async count(range: CommitRange): Promise<number | null> {
    try {
      return await restCount(this.#context, range)
    } catch (error) {
      if (isUnusable(error)) return null
      throw error
    }
  }

  async details(commits: Commit[], toSha: string): Promise<HostDetails> {
    const [known, file] = await Promise.all([this.#rangeDetails(commits), this.#ownFiles(toSha)])
    const files = await this.#changedPaths(commits, known.pullRequests)
    return {
      ...known,
      changedPaths: files.changedPaths,
      releaseConfig: this.#first?.releaseConfig ?? null,
      typeConfig: file.typeConfig,
      changelog: file.changelog,
      warnings: [...this.#warnings, ...known.warnings, ...files.warnings, ...file.warnings],
    }
  }

  /** Pull requests tell their files; trees are asked for only where some commit came without one. */
  async #changedPaths(commits: Commit[], pullRequests: PullRequest[]) {
    const left = withoutFiles(commits, pullRequests, this.fullName)
    if (left.length === 0) return { changedPaths: new Map(), warnings: [] }
    const changedPaths = await (this.#first ? this.#quickWire : this.#wire).changedPaths(commits)
    return { changedPaths, warnings: filesUnknown(left, changedPaths) }
  }

  async #ownFiles(toSha: string): Promise<Pick<HostDetails, 'changelog' | 'typeConfig' | 'warnings'>> {
    return tryOwnFiles(this.#context.signal, async () => {
      if (!this.#first?.page) return findOwnFiles(restFiles(this.#context), toSha)
      const { typeConfig, changelog: file } = this.#first
      if (file?.text === null) throw withoutText(file.path)
      const changelog = file && { path: file.path, text: startOf(Buffer.from(file.text), file.isCut) }
      return { typeConfig, changelog }
    })
  }

  async #rangeDetails(commits: Commit[]): Promise<RangeDetails> {
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
        return await askDetails(this.#context, commits, { told, gathered })
      } catch (error) {
        if (!isUnusable(error)) throw error
      }
    }
    try {
      return await restDetails(this.#context, commits, gathered)
    } catch (error) {
      // The repository was seen before, so that it is the route that is not there. Only git is left, which
      // knows nothing of pull requests; the commits are whole all the same.
      if (!isUnusable(error) && !(error instanceof Problem && error.code === 'repository_not_found'))
        throw error
      const host = new URL(this.#context.apiUrl).host
      gathered.addWarning(warn('pull-requests-unknown', { because: 'git-only', host }))
      return gathered.details(null)
    }
  }

  async listRefs(question: ListQuery): Promise<Listing<RefName>> {
    try {
      return await listRefs(this.#context, question)
    } catch (error) {
      if (!isUnusable(error)) throw error
      return pageOf(await this.#wire.refs(), question)
    }
  }
}

function withoutText(path: string): Problem {
  return new Problem(
    'host_unusable',
    `${path} is too large for the host to give its text. Keep it below 500 kB.`,
  )
}

// What no other way of asking would change.
const finalCodes = new Set<ProblemCode>(['host_rate_limited', 'range_too_large', 'internal'])
