import type { CommitNode } from '../../core/commit.ts'
import { Problem } from '../../core/errors.ts'
import type { Access, Host } from '../../core/host.ts'
import type { Listing, ListQuery, RefName, TagName } from '../../core/listing.ts'
import type { Publisher } from '../../core/publisher.ts'
import type { CommitRange } from '../../core/range.ts'
import type { Repository } from '../../core/repository.ts'
import { type Warning, warn } from '../../core/warnings.ts'
import type { HostKind } from '../../core/web-address.ts'
import { trimTrailingSlashes } from '../../text/url.ts'
import { openWireRepository, type WireRepository } from '../git-wire/wire.ts'
import { changedFilesUnknown, publishingUnsupported } from '../host-defaults.ts'
import { type FileSource, findProjectFiles, tryProjectFiles } from '../project-files.ts'
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
  /** The user name that goes with a token over git. */
  gitUser: string
  /** Reads the repository itself first, so that a caller without access gets an error. */
  open(client: RestClient, access: Access): Promise<RestSource>
  listRepositories(client: RestClient, query: ListQuery): Promise<Listing<string>>
  /** Opens a repository for writing; null for a kind without releases. */
  openPublisher: ((client: RestClient, access: Access) => Promise<Publisher>) | null
}

/** Opens a host of one kind at its configured URLs. */
export function restHost(options: RestOptions, restKind: RestKind): Host {
  const { kind, dialect, gitUser, open, listRepositories, openPublisher } = restKind
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
      const wire = openWireRepository({
        ...access,
        httpClient: options.httpClient,
        url: `${url}.git`,
        user: gitUser,
      })
      const rest = await open(openRestClient(options, dialect, access), access)
      const { repoFullName: fullName, signal } = access
      const source = { ...rest, count: (range: CommitRange) => countOf(range, { rest, wire, signal }) }
      return toRepository(source, wire, { fullName, web: { kind, url }, signal })
    },
  }
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

function toRepository(
  source: RestSource,
  wire: WireRepository,
  { signal, ...names }: Pick<Repository, 'fullName' | 'web'> & Pick<Access, 'signal'>,
): Repository {
  return {
    ...names,
    shallow: false,
    resolveRefs: (fromRef, toRef) => resolveRefsOverRest(source, fromRef, toRef),
    commits: (range, limit) => commitsOverRest(source, range, limit),
    ancestors: (sha, limit) => walkAncestors(source, wire, { sha, limit, signal }),
    past: (sha, limit) => wire.past(sha, limit),
    tags: () => listTags(source, wire, signal),
    count: (range) => source.count(range),
    changedFiles: (commits) => wire.changedPaths(commits),
    changedBetween: (range) => wire.changedBetween(range),
    contents: (ids, limits) => wire.contents(ids, limits),
    async listRefs(query) {
      const [tags, branches] = await Promise.all([
        source.listRefs('tag', query),
        source.listRefs('branch', query),
      ])
      // Every page has tags and branches, so that a picker shows branches before the last tag.
      return { items: [...tags.items, ...branches.items], nextPage: tags.nextPage ?? branches.nextPage }
    },
    async details(commits, toSha) {
      const [found, changedPaths, files] = await Promise.all([
        findPullRequests(source, commits),
        wire.changedPaths(commits),
        tryProjectFiles(signal, () => findProjectFiles(source, toSha)),
      ])
      const first = await findFirstTimers(source, found, signal)
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
          ...pullRequestsUnknown(found),
          ...changedFilesUnknown(commits, changedPaths),
          ...files.warnings,
          ...first.warnings,
        ],
      }
    },
  }
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
