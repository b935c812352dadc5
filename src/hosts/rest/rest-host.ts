import type { Commit, CommitNode } from '../../core/commit.ts'
import { Problem, type ProblemCode } from '../../core/errors.ts'
import type { Access, Host } from '../../core/host.ts'
import type { Listing, ListQuery, RefName, TagName } from '../../core/listing.ts'
import type { Publisher } from '../../core/publisher.ts'
import type { CommitRange, ResolvedRefs } from '../../core/range.ts'
import type { Repository } from '../../core/repository.ts'
import { type Warning, warn } from '../../core/warnings.ts'
import type { HostKind } from '../../core/web-address.ts'
import { trimTrailingSlashes } from '../../text/url.ts'
import type { GitCredentials } from '../credentials.ts'
import { openWireRepository, type WireRepository } from '../git-wire/wire.ts'
import {
  canDoWithout,
  changedFilesUnknown,
  isDenied,
  pageOfList,
  publishingUnsupported,
  pullRequestsUnread,
} from '../host-defaults.ts'
import { type FileSource, findProjectFiles, tryProjectFiles } from '../project-files.ts'
import { wireRepository } from '../wire-repository.ts'
import { findFirstTimers } from './first-timers.ts'
import {
  type FoundPullRequests,
  findPullRequests,
  joinLogins,
  type PullRequestSource,
} from './pull-requests.ts'
import { commitsOverRest, type RangeSource, toRefNames } from './range.ts'
import { type RefSource, resolveRefsOverRest } from './refs.ts'
import { openRestClient, type RestClient, type RestDialect, type RestOptions } from './rest-client.ts'

/** Everything that a kind of host must be able to read from one repository. */
export interface RestSource extends RefSource, RangeSource, PullRequestSource, FileSource {
  /** A page of the tags or branches whose names contain the query. */
  listRefs(kind: RefName['kind'], query: ListQuery): Promise<Listing<RefName>>
  /** The logins that the host returned with the commits, by email address. */
  readonly logins: Map<string, string>
}

/** A kind of host that is read over REST. */
interface RestKind {
  kind: HostKind
  dialect: RestDialect
  /** The user name and the password that git sends for a token. */
  gitCredentials: (token: string) => GitCredentials
  /** What a token needs to read pull requests, in the host's own terms. */
  pullRequestPermission: string
  /** Whether refs and commits are read over git, and over REST only if git fails. */
  readsGitFirst?: boolean
  /** Whether a token may be one that can read git and not the API. */
  isGitToken?: (token: string) => boolean
  /** Reads the repository itself first, so that a caller without access gets an error. */
  open(client: RestClient, access: Access): Promise<RestSource>
  listRepositories(client: RestClient, query: ListQuery): Promise<Listing<string>>
  /** Opens a repository for writing; null for a kind without releases. */
  openPublisher: ((client: RestClient, access: Access) => Promise<Publisher>) | null
}

/** Opens a host of one kind at its configured URLs. */
export function restHost(options: RestOptions, restKind: RestKind): Host {
  const { kind, dialect, gitCredentials, open, listRepositories, openPublisher } = restKind
  return {
    name: options.name,
    kind,
    listRepositories: (query, access) =>
      listRepositories(
        openRestClient(options, dialect, { ...access, repoFullName: 'your repositories' }),
        query,
      ),
    async openPublisher(access) {
      if (!openPublisher) throw publishingUnsupported(options.name)
      return openPublisher(openRestClient(options, dialect, access), access)
    },
    async open(access) {
      const url = `${trimTrailingSlashes(options.url)}/${access.repoFullName}`
      const { repoFullName: fullName, signal, token } = access
      const credentials = token === null ? { user: 'git', token } : gitCredentials(token)
      const { httpClient, name: host } = options
      const wire = openWireRepository({ ...access, ...credentials, httpClient, url: `${url}.git` })
      const web = { kind, url }
      const { pullRequestPermission: permission, readsGitFirst = false } = restKind
      let rest: RestSource
      try {
        rest = await open(openRestClient(options, dialect, access), access)
      } catch (error) {
        signal.throwIfAborted()
        const isGitToken = token !== null && restKind.isGitToken?.(token) === true
        if (!isGitToken || !(isDenied(error) || isTokenRejected(error))) throw error
        await wire.checkAccess()
        const denied = warn('pull-requests-unknown', { because: 'denied', host, permission })
        return wireRepository(wire, { fullName, web }, [denied])
      }
      const source = { ...rest, count: (range: CommitRange) => countOf(range, { rest, wire, signal }) }
      return toRepository(source, wire, { fullName, web, signal, host, permission, readsGitFirst })
    },
  }
}

function isTokenRejected(error: unknown): boolean {
  return error instanceof Problem && error.code === 'token_rejected'
}

/** Counts a range by the API, else over git, else returns null. */
async function countOf(
  range: CommitRange,
  { rest, wire, signal }: { rest: RestSource; wire: WireRepository; signal: AbortSignal },
): Promise<number | null> {
  const counted = await rest.count(range)
  if (counted !== null) return counted
  try {
    return await wire.count(range)
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof Problem)) throw error
    return null
  }
}

function toRepository(source: RestSource, wire: WireRepository, options: RepositoryOptions): Repository {
  const { fullName, web, signal, host, permission, readsGitFirst } = options
  let readOverGit = false
  const otherTags = () => wire.tags()
  return {
    fullName,
    web,
    shallow: false,
    resolveRefs: (fromRef, toRef) =>
      readsGitFirst
        ? resolveOverGit(source, wire, { fromRef, toRef, signal })
        : resolveRefsOverRest(source, fromRef, toRef),
    async *commits(range, limit) {
      const overGit = readsGitFirst
        ? await tryOverGit(() => gather(wire.commits(range, limit)), signal)
        : null
      readOverGit = overGit !== null
      if (overGit) yield* overGit
      else yield* commitsOverRest(source, range, { limit, otherTags })
    },
    ancestors: (sha, limit) => walkAncestors(source, wire, { sha, limit, signal }),
    past: (sha, limit) => wire.past(sha, limit),
    tags: () => listTags(source, wire, signal),
    count: (range) => source.count(range),
    changedFiles: (commits) => wire.changedPaths(commits),
    changedBetween: (range) => wire.changedBetween(range),
    contents: (ids, limits) => wire.contents(ids, limits),
    async listRefs(query) {
      const [tags, branches] = await Promise.all([
        source.listRefs('tag', query).catch(async (error: unknown) => {
          if (!canDoWithout(error)) throw error
          const refs = await wire.refs()
          return pageOfList(
            refs.filter(({ kind }) => kind === 'tag'),
            query,
          )
        }),
        source.listRefs('branch', query),
      ])
      // Every page has tags and branches, so that a picker shows branches before the last tag.
      return { items: [...tags.items, ...branches.items], nextPage: tags.nextPage ?? branches.nextPage }
    },
    async details(commits, toSha) {
      const [found, changedPaths, files, allLoginsRead] = await Promise.all([
        findPullRequests(source, commits),
        wire.changedPaths(commits),
        tryProjectFiles(signal, () => findProjectFiles(source, toSha)),
        readOverGit && commits.length > 0 ? tryReadLogins(source, toSha, commits.length) : true,
      ])
      const first = found.unread
        ? { logins: null, warnings: [] }
        : await findFirstTimers(source, found, { signal, host, permission })
      const loginsOfCommits = commits.flatMap(({ author: { email } }) => {
        const login = source.logins.get(email)
        return login === undefined ? [] : [{ email, login }]
      })
      return {
        pullRequests: found.pullRequests(),
        changedPaths,
        logins: joinLogins(loginsOfCommits, found.logins()),
        firstTimers: first.logins,
        releaseConfig: null,
        typeConfig: files.typeConfig,
        configFiles: files.configFiles,
        changelog: files.changelog,
        warnings: [
          ...(found.unread
            ? [pullRequestsUnread(found.unread, host, permission)]
            : pullRequestsUnknown(found)),
          ...changedFilesUnknown(commits, changedPaths),
          ...files.warnings,
          ...first.warnings,
          ...(allLoginsRead ? [] : loginsUnknown(commits, source.logins)),
        ],
      }
    },
  }
}

/** What a repository is named, and how it is read. */
interface RepositoryOptions extends Pick<Repository, 'fullName' | 'web'>, Pick<Access, 'signal'> {
  host: string
  /** What a token needs to read pull requests. */
  permission: string
  readsGitFirst: boolean
}

async function gather(stream: AsyncIterable<Commit>): Promise<Commit[]> {
  const commits: Commit[] = []
  for await (const commit of stream) commits.push(commit)
  return commits
}

/** Reads over git; null if that fails, so that the API is asked. */
async function tryOverGit<Data>(read: () => Promise<Data>, signal: AbortSignal): Promise<Data | null> {
  try {
    return await read()
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof Problem) || finalCodes.has(error.code)) throw error
    return null
  }
}

const finalCodes = new Set<ProblemCode>(['host_rate_limited', 'host_busy', 'range_too_large', 'internal'])

/** Git peels every tag. It finds an abbreviated SHA only in the newest commits, so the API looks up what git lacks. */
async function resolveOverGit(
  source: RestSource,
  wire: WireRepository,
  { fromRef, toRef, signal }: { fromRef: string; toRef: string; signal: AbortSignal },
): Promise<ResolvedRefs> {
  const overGit = await tryOverGit(() => wire.resolveRefs(fromRef, toRef), signal)
  if (overGit && (overGit.empty || (overGit.from.baseSha !== null && overGit.to.baseSha !== null)))
    return overGit
  try {
    return await resolveRefsOverRest(source, fromRef, toRef)
  } catch (error) {
    signal.throwIfAborted()
    if (!overGit || !canDoWithout(error)) throw error
    return overGit
  }
}

/** Reads the logins of commits, without which the names of the authors stay; returns whether all were read. */
async function tryReadLogins(source: RestSource, toSha: string, count: number): Promise<boolean> {
  if (!source.readLogins) return true
  try {
    return (await source.readLogins(toSha, count)) >= count
  } catch (error) {
    if (!canDoWithout(error)) throw error
    return false
  }
}

function loginsUnknown(commits: Commit[], logins: ReadonlyMap<string, string>): Warning[] {
  const people = new Set(commits.map(({ author }) => author.email).filter((email) => !logins.has(email))).size
  return people === 0 ? [] : [warn('logins-unknown', { people })]
}

/** The most pages that are read to find something which git would return at once. */
const maxPagesWithoutGit = 20

/** Walks over git, which takes few requests; without git the API lists the same commits page by page. */
async function* walkAncestors(
  source: RestSource,
  wire: WireRepository,
  { sha, limit, signal }: { sha: string; limit: number; signal: AbortSignal },
): AsyncGenerator<CommitNode> {
  let listed = 0
  try {
    for await (const node of wire.ancestors(sha, limit)) {
      yield node
      listed += 1
    }
    return
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof Problem) || listed > 0) throw error
  }
  let pages = 0
  for await (const { commits } of source.commitPages({ fromSha: null, toSha: sha })) {
    yield* commits
    pages += 1
    if (pages === maxPagesWithoutGit) return
  }
}

async function listTags(source: RestSource, wire: WireRepository, signal: AbortSignal): Promise<TagName[]> {
  try {
    return await wire.tags()
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof Problem)) throw error
  }
  const tags: TagName[] = []
  let pages = 0
  for await (const page of source.tagPages()) {
    tags.push(...toRefNames(page))
    pages += 1
    if (pages === maxPagesWithoutGit) break
  }
  return tags
}

function pullRequestsUnknown({ notLookedUp }: FoundPullRequests): Warning[] {
  if (notLookedUp === 0) return []
  return [warn('pull-requests-unknown', { because: 'not-on-pages-read', commits: notLookedUp })]
}
