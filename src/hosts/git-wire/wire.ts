import type { ChangedPaths, Commit } from '../../core/commit.ts'
import type { Deadline } from '../../core/deadline.ts'
import { Problem } from '../../core/errors.ts'
import type { RefName } from '../../core/listing.ts'
import type { CommitRange, ResolvedRef } from '../../core/range.ts'
import type { HttpClient } from '../../http-client/http-client.ts'
import { readChangedPaths } from './changed-paths.ts'
import { readCommit } from './git-object.ts'
import { listNames, listTags } from './ls-refs.ts'
import { protocolError, truncatedResponse } from './protocol-errors.ts'
import { type RootFile, readFirstFiles } from './read-file.ts'
import { fetchObjects } from './read-history.ts'
import { readPast } from './read-past.ts'
import { resolveRefs } from './resolve-refs.ts'
import { type GitServer, GitServerError, openGitServer, type ServerCapabilities } from './server.ts'

/** A repository on a git server, and how it is asked. */
export interface WireContext extends Deadline {
  httpClient: HttpClient
  /** The repository's address, to which `/info/refs` and `/git-upload-pack` are added. */
  url: string
  user: string
  token: string | null
  /** The name that callers know it by; by default its path on the server. */
  repoFullName?: string
  /** What the server is known to be able to do, where asking it would cost a call. */
  capabilities?: ServerCapabilities
}

/** The names of the tags on each commit. */
type TagsBySha = ReadonlyMap<string, string[]>

/** A repository read over git's own protocol. */
export interface WireRepository {
  /** Throws what the server says to a caller who may not see the repository. */
  checkAccess(): Promise<void>
  resolveRefs(fromRef: string, toRef: string): Promise<{ from: ResolvedRef; to: ResolvedRef; empty: boolean }>
  /** The commits of the range, in the order of the pack; the tags are asked for unless the caller has them. */
  commits(range: CommitRange, limit: number, tags?: TagsBySha): AsyncIterable<Commit>
  /** How many commits the range has. */
  count(range: CommitRange): Promise<number>
  /** The files that the commits of a whole range changed; fewer than asked for where the server fails. */
  changedPaths(commits: Commit[]): Promise<ChangedPaths>
  /** Some of the commits up to this one, with the files they changed; none where the server fails. */
  past(sha: string, most: number, tags?: TagsBySha): AsyncIterable<Commit>
  /** Of each list the first file at the root of a commit; null where there is none, or the server fails. */
  firstFiles(sha: string, lists: string[][]): Promise<(RootFile | null)[]>
  /** Its tags and branches, tags first. */
  refs(): Promise<RefName[]>
}

const mostMessageBytes = 128 * 1024 * 1024
const patienceMs = 15_000

/** Opens a repository on a git server; nothing is asked yet. */
export function openWireRepository(context: WireContext): WireRepository {
  const repoFullName = context.repoFullName ?? pathOf(context.url)
  const server = openGitServer({ ...context, repoFullName }, context.capabilities ?? null)
  let tagsAsked: Promise<TagsBySha> | null = null
  const askTags = () => {
    tagsAsked ??= listTags(server)
    // Looked at when the commits are there; until then nobody waits for a failure.
    tagsAsked.catch(() => {})
    return tagsAsked
  }
  /** For what is good to know and no more: the notes do not wait long for it, and never fail over it. */
  const tryTo = async <Told>(ask: (patient: GitServer) => Promise<Told>): Promise<Told | null> => {
    const signal = AbortSignal.any([context.signal, AbortSignal.timeout(patienceMs)])
    try {
      return await ask(openGitServer({ ...context, repoFullName, signal }, await server.capabilities()))
    } catch (error) {
      context.signal.throwIfAborted()
      if (!(error instanceof Problem || error instanceof GitServerError || signal.aborted)) throw error
      return null
    }
  }
  return {
    checkAccess: async () => void (await server.capabilities()),
    resolveRefs: (fromRef, toRef) => resolveRefs(server, fromRef, toRef),
    refs: () => listNames(server),
    count: async (range) =>
      range.fromSha === range.toSha ? 0 : (await readCommits(server, range, Number.POSITIVE_INFINITY)).size,
    changedPaths: async (commits) =>
      (await tryTo((patient) => readChangedPaths(patient, commits))) ?? new Map(),
    firstFiles: async (sha, lists) =>
      (await tryTo((patient) => readFirstFiles(patient, sha, lists))) ?? lists.map(() => null),
    async *past(sha, most, tags) {
      const tagsComing = tags ?? askTags()
      const commits = await tryTo((patient) => readPast(patient, sha, most))
      const tagsBySha = await tagsComing
      for (const commit of commits ?? []) yield { ...commit, tags: tagsBySha.get(commit.sha) ?? [] }
    },
    async *commits(range, limit, tags) {
      if (range.fromSha === range.toSha || limit <= 0) return
      const tagsComing = tags ?? askTags()
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
  const commits = new Map<string, Commit>()
  let bytes = 0
  try {
    const haves = fromSha === null ? [] : [fromSha]
    for await (const item of fetchObjects(server, { wants: [toSha], haves, done: fromSha === null })) {
      if (item.kind !== 'commit') continue
      const commit = readCommit(item.id, item.data)
      bytes += commit.message.length
      if (bytes > mostMessageBytes) throw tooMuchText()
      commits.set(commit.sha, commit)
      if (commits.size >= limit) return commits
    }
  } catch (error) {
    throw error instanceof GitServerError ? refused(error, toSha) : error
  }
  // Without its end, what came is not the range; with it, the pack's own checks vouch for the rest.
  if (commits.size > 0 && !commits.has(toSha)) throw truncatedResponse(`the commit ${toSha} is not in it`)
  return commits
}

function tooMuchText(): Problem {
  return new Problem(
    'range_too_large',
    `The messages of the range are longer than ${mostMessageBytes} bytes together. Ask for a smaller range.`,
  )
}

function refused(error: GitServerError, toSha: string): Problem {
  if (!error.message.includes(toSha)) return protocolError('the server refused the request', error.message)
  return new Problem(
    'ref_not_found',
    `The host does not know the commit ${toSha}. It may have been pushed over; look up the refs again.`,
    { cause: error.message },
  )
}
