import type { ChangedFiles, ChangedPaths, Commit, CommitNode } from '../../core/commit.ts'
import type { Deadline } from '../../core/deadline.ts'
import { Problem } from '../../core/errors.ts'
import type { RunHeavy } from '../../core/heavy-work.ts'
import type { RefName, TagName } from '../../core/listing.ts'
import type { CommitRange, ResolvedRefs } from '../../core/range.ts'
import type { ContentLimits } from '../../core/repository.ts'
import type { HttpClient } from '../../http-client/http-client.ts'
import { addChangedPaths, type ReadTrees, readChangedBetween, readChangedPaths } from './changed-paths.ts'
import { decodePack } from './hold-pack.ts'
import { listNames, listTags } from './ls-refs.ts'
import { commitsTask } from './pack-tasks.ts'
import { protocolError, truncatedResponse } from './protocol-errors.ts'
import { type RootFile, readContents, readFirstFiles } from './read-file.ts'
import { requestPack } from './read-history.ts'
import { maxPastBytes, readPast, type TagsBySha } from './read-past.ts'
import { resolveRefs } from './resolve-refs.ts'
import { type GitServer, GitServerError, openGitServer, type ServerCapabilities } from './server.ts'
import { WaitingTime } from './waiting-time.ts'
import { walkHistory } from './walk-history.ts'

/** A repository on a git server, and how to reach it. */
export interface WireContext extends Deadline {
  httpClient: HttpClient
  /** The URL of the repository; `/info/refs` and `/git-upload-pack` are appended. */
  url: string
  user: string
  token: string | null
  /** Runs heavy work in other threads; absent if there are none. */
  runHeavy?: RunHeavy | undefined
  /** The name that callers use; by default its path on the server. */
  repoFullName?: string
  /** The capabilities of the server, if they are known; this saves a request. */
  capabilities?: ServerCapabilities
}

/** A repository that is read over git's own protocol. */
export interface WireRepository {
  /** Throws when the server does not let the caller read the repository. */
  checkAccess(): Promise<void>
  resolveRefs(fromRef: string, toRef: string): Promise<ResolvedRefs>
  /** The commits of the range, in the order of the pack; tags are requested unless the caller passes them. */
  commits(range: CommitRange, limit: number, tags?: TagsBySha): AsyncIterable<Commit>
  /** How many commits the range has. */
  count(range: CommitRange): Promise<number>
  /** The files that the commits of a range changed; commits are missing when the server fails. */
  changedPaths(commits: Commit[]): Promise<ChangedPaths>
  /** The contents of files by id; none when the server fails. */
  contents(ids: string[], limits?: ContentLimits): Promise<Map<string, Buffer>>
  /** The files in which two commits differ; free if `changedPaths` has read both. Null when the server fails. */
  changedBetween(range: CommitRange): Promise<ChangedFiles | null>
  /** The commits up to this one, in the order of `git log`. */
  ancestors(sha: string, limit: number): AsyncIterable<CommitNode>
  /** The first of these ancestors with the files they changed; none when the server cannot omit file contents. */
  past(sha: string, most: number, tags?: TagsBySha): AsyncIterable<Commit>
  /** The first file of each list at the root of a commit, null when there is none; null when the server fails. */
  firstFiles(sha: string, lists: string[][]): Promise<(RootFile | null)[] | null>
  /** All tags with their commits. */
  tags(): Promise<TagName[]>
  /** Its tags and branches, tags first. */
  refs(): Promise<RefName[]>
}

const optionalTimeoutMs = 15_000
// In a service others wait for the same host; a command line can wait longer for a better answer.
const pastTimeoutMs = 2_000

/** Opens a repository on a git server without sending a request. */
export function openWireRepository(context: WireContext): WireRepository {
  const repoFullName = context.repoFullName ?? pathOf(context.url)
  const server = openGitServer({ ...context, repoFullName }, context.capabilities ?? null)
  let requestedTags: Promise<TagsBySha> | null = null
  let readTrees: ReadTrees | null = null
  const requestTags = () => {
    requestedTags ??= listTags(server)
    // The rejection is handled when the commits are there; this avoids an unhandled rejection until then.
    requestedTags.catch(() => {})
    return requestedTags
  }
  /** Reads optional data: with a short timeout, and null instead of an error of the host. */
  const tryRead = async <Data>(
    read: (server: GitServer) => Promise<Data>,
    timeoutMs = optionalTimeoutMs,
  ): Promise<Data | null> => {
    const waiting = new WaitingTime(timeoutMs)
    const signal = AbortSignal.any([context.signal, waiting.signal])
    const runHeavy = context.runHeavy && waiting.outside(context.runHeavy, context.signal)
    try {
      const limited = { ...context, repoFullName, signal, runHeavy }
      return await read(openGitServer(limited, await server.capabilities(), server.rejectedFilters))
    } catch (error) {
      context.signal.throwIfAborted()
      if (!(error instanceof Problem || error instanceof GitServerError || signal.aborted)) throw error
      return null
    } finally {
      waiting.end()
    }
  }
  return {
    checkAccess: async () => void (await server.capabilities()),
    resolveRefs: (fromRef, toRef) => resolveRefs(server, fromRef, toRef),
    refs: () => listNames(server),
    tags: async () =>
      [...(await requestTags())].flatMap(([sha, names]) => names.map((name) => ({ name, sha }))),
    async *ancestors(sha, limit) {
      try {
        yield* walkHistory(server, sha, limit)
      } catch (error) {
        throw error instanceof GitServerError ? rejectedRequest(error, sha) : error
      }
    },
    count: async (range) =>
      range.fromSha === range.toSha ? 0 : (await readCommits(server, range, Number.POSITIVE_INFINITY)).size,
    async changedPaths(commits) {
      readTrees = await tryRead((limited) => readChangedPaths(limited, commits))
      return readTrees?.changedPaths ?? new Map()
    },
    async changedBetween(range) {
      const known = readTrees
      readTrees = null
      return tryRead(async (limited) => (await known?.compare(range)) ?? readChangedBetween(limited, range))
    },
    contents: async (ids, limits) =>
      ids.length === 0
        ? new Map()
        : ((await tryRead((limited) => readContents(limited, ids, limits))) ?? new Map()),
    firstFiles: (sha, lists) => tryRead((limited) => readFirstFiles(limited, sha, lists)),
    async *past(sha, most, tags) {
      const tagsBySha = await (tags ?? requestTags())
      const timeoutMs = context.runHeavy ? pastTimeoutMs : optionalTimeoutMs
      const past = await tryRead(async (limited) => {
        const commits = await readPast(limited, { sha, most, tags: tagsBySha })
        if (!commits) return null
        // Without their files the commits would teach something else than in a clone.
        const { changedPaths } = await readChangedPaths(limited, commits, maxPastBytes)
        return addChangedPaths(commits, changedPaths)
      }, timeoutMs)
      if (!past) throw pastUnread(timeoutMs)
      for (const commit of past) yield { ...commit, tags: tagsBySha.get(commit.sha) ?? [] }
    },
    async *commits(range, limit, tags) {
      if (range.fromSha === range.toSha || limit <= 0) return
      const tagsComing = tags ?? requestTags()
      const commits = await readCommits(server, range, limit)
      const tagsBySha = await tagsComing
      for (const commit of commits.values()) yield { ...commit, tags: tagsBySha.get(commit.sha) ?? [] }
    },
  }
}

function pathOf(url: string): string {
  return new URL(url).pathname.slice(1).replace(/\.git$/, '')
}

async function readCommits(
  server: GitServer,
  range: CommitRange,
  limit: number,
): Promise<Map<string, Commit>> {
  const { fromSha, toSha } = range
  let commits: Map<string, Commit>
  try {
    const { objectFormat } = await server.capabilities()
    const haves = fromSha === null ? [] : [fromSha]
    const { pack } = await requestPack(server, { wants: [toSha], haves, done: fromSha === null })
    // Of a range with more commits than the limit only the beginning is needed.
    const decoded = await decodePack(server, commitsTask, { pack, objectFormat, limit, maxObjects: limit })
    commits = new Map(decoded.map((commit) => [commit.sha, commit]))
    if (commits.size >= limit) return commits
  } catch (error) {
    throw error instanceof GitServerError ? rejectedRequest(error, toSha) : error
  }
  // The pack's checksum covers the rest, but a pack without the end of the range is not the range.
  if (commits.size > 0 && !commits.has(toSha)) throw truncatedResponse(`the commit ${toSha} is not in it`)
  return commits
}

function pastUnread(timeoutMs: number): Problem {
  return new Problem(
    'host_unusable',
    `The host did not return the commits before the range within ${timeoutMs / 1000} seconds and ${maxPastBytes / 2 ** 20} MB, or rejected the request. Try again later, or use a local clone.`,
  )
}

function rejectedRequest(error: GitServerError, toSha: string): Problem {
  if (!error.message.includes(toSha)) return protocolError('the server rejected the request', error.message)
  return new Problem(
    'ref_not_found',
    `The host does not have the commit ${toSha}. A force-push may have replaced it: resolve the refs again.`,
    { cause: error.message },
  )
}
