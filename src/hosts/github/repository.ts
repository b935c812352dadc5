import type { ChangedFiles, ChangedPaths, Commit, CommitNode } from '../../core/commit.ts'
import { Problem, type ProblemCode } from '../../core/errors.ts'
import type { Listing, ListQuery, RefName, TagName } from '../../core/listing.ts'
import type { CommitRange } from '../../core/range.ts'
import type { ContentLimits, HostDetails, Repository } from '../../core/repository.ts'
import { type Warning, warn } from '../../core/warnings.ts'
import { openWireRepository, type WireRepository } from '../git-wire/wire.ts'
import { changedFilesUnknown, isDenied, pageOfList } from '../host-defaults.ts'
import { decodeStart, findProjectFiles, type ProjectFiles, tryProjectFiles } from '../project-files.ts'
import { isUnusable } from './errors.ts'
import { rangeInPage, toCommit } from './first-page.ts'
import type { GithubContext } from './github-context.ts'
import { collectKnown, type FirstPageData, queryDetails, smallSizes, usualSizes } from './graphql-details.ts'
import { listRefs } from './list-refs.ts'
import type { RangeDetails } from './range-details.ts'
import { type FirstResponse, resolveRefs } from './resolve-refs.ts'
import { restCommits, restCount } from './rest-commits.ts'
import { restDetails, restFiles } from './rest-details.ts'
import { restLookUp } from './rest-refs.ts'
import { mayMissTags, restTags, tagsByCommit, tagsUnknown } from './tags.ts'

/** One repository; keeps the response to the first query, so that a range of one page needs no other call. */
export class GithubRepository implements Repository {
  readonly fullName: string
  readonly web: { kind: 'github'; url: string }
  readonly shallow = false
  readonly #context: GithubContext
  readonly #wire: WireRepository
  /** The same without the capability request: a server with GraphQL is a GitHub, whose capabilities are known. */
  readonly #quickWire: WireRepository
  #first: FirstResponse | null = null
  /** Whether GitHub took too long for the first query, so that details are queried in small parts. */
  #isSlow = false
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
    this.#wire = openWireRepository(wireContext)
    this.#quickWire = openWireRepository({
      ...wireContext,
      capabilities: { filter: true, unborn: false, objectFormat: 'sha1' },
    })
  }

  async resolveRefs(fromRef: string, toRef: string): ReturnType<Repository['resolveRefs']> {
    try {
      const found = await resolveRefs(this.#context, fromRef, toRef)
      if (!('tooLarge' in found)) {
        const { from, to, empty, ...first } = found
        this.#first = first
        return { from, to, empty }
      }
      this.#isSlow = true
    } catch (error) {
      if (!isUnusable(error)) throw error
    }
    try {
      return await this.#wire.resolveRefs(fromRef, toRef)
    } catch (error) {
      this.#throwIfFinal(error)
      return restLookUp(this.#context, fromRef, toRef)
    }
  }

  async *commits(range: CommitRange, limit: number): AsyncGenerator<Commit> {
    const first = this.#first
    const nodes = first?.page && rangeInPage(first.page, range)
    const commits = nodes
      ? nodes.slice(0, limit).map((node) => toCommit(node, first.tags.byCommit))
      : await this.#commitsOverGit(range, limit)
    if (commits) {
      yield* await this.#withAllTags(commits)
      return
    }
    const tags = first?.tags.cutAt === null ? first.tags : await restTags(this.#context)
    let incomplete = 0
    for await (const commit of restCommits(this.#context, range, limit)) {
      if (mayMissTags(commit, tags)) incomplete += 1
      yield { ...commit, tags: tags.byCommit.get(commit.sha) ?? [] }
    }
    if (incomplete > 0) this.#warnings.push(tagsUnknown(incomplete))
  }

  /** The first query returns only the tags of the newest commits; one call over git returns the others. */
  async #withAllTags(commits: Commit[]): Promise<Commit[]> {
    const known = this.#first?.tags
    const incomplete = known ? commits.filter((commit) => mayMissTags(commit, known)).length : 0
    if (incomplete === 0) return commits
    try {
      const refs = await this.#quickWire.refs()
      const byCommit = tagsByCommit(refs.filter(({ kind }) => kind === 'tag'))
      return commits.map((commit) => ({ ...commit, tags: byCommit.get(commit.sha) ?? [] }))
    } catch (error) {
      this.#context.signal.throwIfAborted()
      if (!(error instanceof Problem)) throw error
      this.#warnings.push(tagsUnknown(incomplete))
      return commits
    }
  }

  /** Collects all commits before it returns any, because REST starts from the beginning if git breaks off. */
  async #commitsOverGit(range: CommitRange, limit: number): Promise<Commit[] | null> {
    try {
      const commits: Commit[] = []
      const wire = this.#first ? this.#quickWire : this.#wire
      for await (const commit of wire.commits(range, limit, this.#first?.tags.byCommit)) commits.push(commit)
      return commits
    } catch (error) {
      this.#throwIfFinal(error)
      return null
    }
  }

  /** A server without git's protocol fails in many ways, so only an abort or an error that REST cannot avoid is final. */
  #throwIfFinal(error: unknown): void {
    this.#context.signal.throwIfAborted()
    if (!(error instanceof Problem) || finalCodes.has(error.code)) throw error
  }

  past(sha: string, most: number): AsyncIterable<Commit> {
    return (this.#first ? this.#quickWire : this.#wire).past(sha, most)
  }

  async *ancestors(sha: string, limit: number): AsyncGenerator<CommitNode> {
    let listed = 0
    try {
      for await (const node of (this.#first ? this.#quickWire : this.#wire).ancestors(sha, limit)) {
        yield node
        listed += 1
      }
    } catch (error) {
      this.#throwIfFinal(error)
      if (listed > 0) throw error
      yield* restCommits(this.#context, { fromSha: null, toSha: sha }, Math.min(limit, maxCommitsOverRest))
    }
  }

  async tags(): Promise<TagName[]> {
    try {
      return await (this.#first ? this.#quickWire : this.#wire).tags()
    } catch (error) {
      this.#throwIfFinal(error)
      const { byCommit } = await restTags(this.#context)
      return [...byCommit].flatMap(([sha, names]) => names.map((name) => ({ name, sha })))
    }
  }

  async count(range: CommitRange): Promise<number | null> {
    try {
      return await restCount(this.#context, range)
    } catch (error) {
      if (isUnusable(error)) return null
      throw error
    }
  }

  changedFiles(commits: Commit[]): Promise<ChangedPaths> {
    return (this.#first ? this.#quickWire : this.#wire).changedPaths(commits)
  }

  changedBetween(range: CommitRange): Promise<ChangedFiles | null> {
    return (this.#first ? this.#quickWire : this.#wire).changedBetween(range)
  }

  contents(ids: string[], limits?: ContentLimits): Promise<Map<string, Buffer>> {
    return (this.#first ? this.#quickWire : this.#wire).contents(ids, limits)
  }

  async details(commits: Commit[], toSha: string): Promise<HostDetails> {
    const [range, files, changedPaths] = await Promise.all([
      this.#rangeDetails(commits),
      this.#projectFiles(toSha),
      commits.length === 0 ? new Map() : this.changedFiles(commits),
    ])
    return {
      ...range,
      changedPaths,
      releaseConfig: files.releaseConfig,
      typeConfig: files.typeConfig,
      configFiles: files.configFiles,
      changelog: files.changelog,
      warnings: [
        ...this.#warnings,
        ...range.warnings,
        ...changedFilesUnknown(commits, changedPaths),
        ...files.warnings,
      ],
    }
  }

  async #projectFiles(
    toSha: string,
  ): Promise<ProjectFiles & Pick<HostDetails, 'warnings' | 'releaseConfig'>> {
    let releaseConfig = this.#first?.releaseConfig ?? null
    const files = await tryProjectFiles(this.#context.signal, async () => {
      if (!this.#first?.page) {
        const source = restFiles(this.#context)
        const found = await findProjectFiles(source, toSha)
        releaseConfig ??= await source.readFile(toSha, '.github/release.yml')
        return found
      }
      const { typeConfig, configFiles, changelog: file } = this.#first
      if (file?.text === null) throw fileTooLarge(file.path)
      const changelog = file && { path: file.path, text: decodeStart(Buffer.from(file.text), file.isCut) }
      return { typeConfig, configFiles, changelog }
    })
    return { ...files, releaseConfig }
  }

  async #rangeDetails(commits: Commit[]): Promise<RangeDetails> {
    const firstPage: FirstPageData = {
      nodes: new Map((this.#first?.page?.history.nodes ?? []).map((node) => [node.oid, node])),
      recent: this.#first?.recent ?? [],
    }
    const { builder, isComplete } = collectKnown(commits, this.fullName, firstPage)
    // A range of one page takes one call; first-time contributors would take a second one and stay unknown.
    // `authorAssociation` does not help: it is not documented to describe the time before the merge.
    const { hostName: host } = this.#context
    const denied = warn('pull-requests-unknown', { because: 'denied', host, permission: pullPermission })
    if (this.#first?.hasPulls === false) builder.addWarning(denied)
    if (isComplete || this.#first?.hasPulls === false) return builder.build(null)
    if (this.#first || this.#isSlow) {
      const sizes = this.#isSlow ? smallSizes : usualSizes
      try {
        return await queryDetails(this.#context, commits, { firstPage, builder, sizes })
      } catch (error) {
        if (!isUnusable(error) && !isDenied(error)) throw error
      }
    }
    try {
      return await restDetails(this.#context, commits, builder)
    } catch (error) {
      // The repository exists, so a 404 means that the API is missing. Only git is left, which has all commits
      // but no pull requests.
      if (!isUnusable(error) && !isDenied(error)) throw error
      const isForbidden = error instanceof Problem && error.code === 'scope_missing'
      builder.addWarning(isForbidden ? denied : warn('pull-requests-unknown', { because: 'git-only', host }))
      return builder.build(null)
    }
  }

  async listRefs(query: ListQuery): Promise<Listing<RefName>> {
    try {
      return await listRefs(this.#context, query)
    } catch (error) {
      if (!isUnusable(error)) throw error
      return pageOfList(await this.#wire.refs(), query)
    }
  }
}

const pullPermission =
  'the permission "Pull requests: read" (in GitHub Actions: `permissions: pull-requests: read`)'

function fileTooLarge(path: string): Problem {
  return new Problem(
    'host_unusable',
    `${path} is too large for the host to return its text. Keep it smaller than 500 kB.`,
  )
}

// Twenty pages: only a server without git's protocol is walked over REST.
const maxCommitsOverRest = 2000

// Errors that another protocol cannot avoid.
const finalCodes = new Set<ProblemCode>(['host_rate_limited', 'range_too_large', 'internal'])
