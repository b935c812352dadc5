import { z } from 'zod'
import { Problem } from '../../core/errors.ts'
import type { Access, Host } from '../../core/host.ts'
import type { Listing, ListQuery } from '../../core/listing.ts'
import type { CommitRange } from '../../core/range.ts'
import type { Revision } from '../../git/revision.ts'
import { encodePath, queryString } from '../../text/url.ts'
import { basicAuthorization, type GitCredentials, splitCredentials } from '../credentials.ts'
import type { FileSource } from '../project-files.ts'
import { toUnixSeconds } from '../rest/dates.ts'
import {
  maxRequestCommits,
  type PullRequestSource,
  pullRequestNumbersIn,
  type RequestCommit,
} from '../rest/pull-requests.ts'
import { type ListedTag, type RangeSource, toRefNames } from '../rest/range.ts'
import { type RefSource, walkPages } from '../rest/refs.ts'
import type { RestClient, RestDialect, RestOptions } from '../rest/rest-client.ts'
import { notVisible, statusErrors } from '../rest/rest-errors.ts'
import { type RestSource, restHost } from '../rest/rest-host.ts'
import { hasMore, listNames, pages, perPage, totalIn, treePages } from './pages.ts'
import { openGiteaPublisher } from './publisher.ts'
import {
  branchSchema,
  commitNodeSchema,
  commitSchema,
  missingScopeIn,
  pullRequestSchema,
  repositoryNameSchema,
  repositorySchema,
  searchSchema,
  tagSchema,
  toBranch,
  toCommit,
  toPullRequest,
  toTag,
} from './schemas.ts'

const withoutExtras = { stat: 'false', files: 'false', verification: 'false' }

/** Gitea or Forgejo: Codeberg or a self-hosted instance. */
export function giteaHost(options: RestOptions): Host {
  return restHost(options, {
    kind: 'gitea',
    gitCredentials,
    pullRequestPermission: 'the scope read:repository and the right to read pull requests',
    readsGitFirst: true,
    dialect,
    open: openRepository,
    openPublisher: openGiteaPublisher,
    listRepositories,
  })
}

/** A token, or `user:password` of an account. */
function gitCredentials(token: string): GitCredentials {
  const pair = splitCredentials(token)
  return pair ? { user: pair.user, token: pair.password } : { user: 'git', token }
}

function giteaAuthorization(token: string): string {
  const pair = splitCredentials(token)
  return pair ? basicAuthorization(pair.user, pair.password) : `token ${token}`
}

const dialect: RestDialect = {
  tokenHeaders: (token) => ({ authorization: giteaAuthorization(token) }),
  errors: statusErrors({
    read: 'the scope read:repository',
    write: 'the scope write:repository',
    missingIn: missingScopeIn,
  }),
  // Only the owner and the name in the URL change.
  async findNewName({ pathname }) {
    const names = /\/repos\/([^/]+)\/([^/]+)/.exec(pathname)
    return names ? decodeURIComponent(`${names[1]}/${names[2]}`) : null
  },
}

async function listRepositories(client: RestClient, { query, page }: ListQuery): Promise<Listing<string>> {
  // Without a query, list only the caller's own repositories; otherwise, everything that Gitea's search finds.
  const path =
    query === ''
      ? `/user/repos${queryString({ limit: perPage, page })}`
      : `/repos/search${queryString({ q: query.split('/').at(-1)!, limit: perPage, page })}`
  const { value, headers } = await client.get(path, z.union([z.array(repositoryNameSchema), searchSchema]))
  const names = (Array.isArray(value) ? value : value.data).map((each) => each.full_name)
  const items = names.filter((name) => name.toLowerCase().includes(query.toLowerCase()))
  return { items, nextPage: hasMore(page, names.length, headers) ? page + 1 : null }
}

/** A repository and the client that reads it. */
interface GiteaRepository {
  client: RestClient
  /** Its path below the API URL. */
  base: string
}

async function openRepository(client: RestClient, access: Access): Promise<RestSource> {
  if (access.repoFullName.split('/').length !== 2) throw notVisible(client.context)
  const repository = { client, base: `/repos/${encodePath(access.repoFullName)}` }
  const { value } = await client.get(repository.base, repositorySchema)
  const logins = new Map<string, string>()
  return {
    hostName: client.context.hostName,
    headBranch: value.empty ? null : value.default_branch || null,
    logins,
    ...refsOf(repository),
    ...rangeOf(repository, logins),
    ...pullRequestsOf(repository),
    ...filesOf(repository),
  }
}

const tagNames = (tags: z.infer<typeof tagSchema>[]) => toRefNames(tags.map(toTag))
const branchNames = (branches: z.infer<typeof branchSchema>[]) => branches.map(toBranch)

function refsOf(repository: GiteaRepository): Omit<RefSource, 'headBranch'> & Pick<RestSource, 'listRefs'> {
  const { client, base } = repository
  return {
    async findCommit(sha) {
      const path = `${base}/git/commits/${encodeURIComponent(sha)}${queryString(withoutExtras)}`
      return (await client.find(path, commitNodeSchema))?.sha ?? null
    },
    findAncestor: (sha, revision) => findAncestor(repository, sha, revision),
    async findTag(name) {
      const tag = await client.find(`${base}/tags/${encodePath(name)}`, tagSchema)
      return tag && peel(repository, toTag(tag))
    },
    async findBranch(name) {
      return (await client.find(`${base}/branches/${encodePath(name)}`, branchSchema))?.commit.id ?? null
    },
    listRefs: (kind, query) =>
      kind === 'tag'
        ? listNames({ client, path: `${base}/tags`, schema: tagSchema }, tagNames, query)
        : listNames({ client, path: `${base}/branches`, schema: branchSchema }, branchNames, query),
  }
}

const maxTagDepth = 5
const tagObjectSchema = z.object({ object: z.object({ sha: z.string() }) })

/** Gitea returns the inner tag of a tag that points to another tag; this follows it to the commit. */
async function peel({ client, base }: GiteaRepository, tag: ListedTag): Promise<ListedTag> {
  let { sha } = tag
  for (let depth = 0; sha !== null && depth < maxTagDepth; depth += 1) {
    const inner: { object: { sha: string } } | null = await client.tryFind(
      `${base}/git/tags/${sha}`,
      tagObjectSchema,
    )
    if (!inner) break
    sha = inner.object.sha
  }
  return { ...tag, sha }
}

/** Newer versions resolve `~n`; older ones reject it, and the history is walked page by page. */
async function findAncestor(
  { client, base }: GiteaRepository,
  sha: string,
  revision: Revision,
): Promise<string | null> {
  const expression = encodeURIComponent(sha + revision.suffix)
  const direct = await client.tryFind(
    `${base}/git/commits/${expression}${queryString(withoutExtras)}`,
    commitNodeSchema,
  )
  if (direct && direct.sha !== sha) return direct.sha
  return walkPages(sha, revision, async (from) => {
    const path = `${base}/commits${queryString({ sha: from, ...withoutExtras, limit: perPage })}`
    const { value } = await client.get(path, z.array(commitNodeSchema))
    return new Map(value.map((node) => [node.sha, node.parents.map((parent) => parent.sha)]))
  })
}

function rangeOf(
  { client, base }: GiteaRepository,
  logins: Map<string, string>,
): Omit<RangeSource, 'hostName'> {
  const path = `${base}/commits`
  return {
    async *commitPages(range) {
      const parameters = { ...rangeParameters(range), ...withoutExtras }
      for await (const { value, headers } of pages({ client, path, parameters, schema: commitSchema })) {
        if (value.some(({ sha }) => sha === range.fromSha)) throw tooOld(client.context.hostName)
        addLogins(value, logins)
        yield { commits: value.map(toCommit), total: totalIn(headers) }
      }
    },
    async *tagPages() {
      const list = { client, path: `${base}/tags`, schema: tagSchema }
      for await (const { value: tags } of pages(list)) yield tags.map(toTag)
    },
    async readLogins(toSha, count) {
      let read = 0
      const parameters = { sha: toSha, ...withoutExtras }
      for await (const { value } of pages({ client, path, parameters, schema: commitSchema })) {
        addLogins(value, logins)
        read += value.length
        if (read >= Math.min(count, maxCommitsForLogins)) break
      }
      return read
    },
    // The total that comes with the commits shows whether all arrived.
    mergeBase: async () => undefined,
    async count(range) {
      const parameters = queryString({ ...rangeParameters(range), ...withoutExtras, limit: 1 })
      return totalIn((await client.get(path + parameters, z.unknown())).headers)
    },
  }
}

/** The logins of this many commits are read if the commits themselves come over git. */
const maxCommitsForLogins = 150

function addLogins(commits: z.infer<typeof commitSchema>[], logins: Map<string, string>): void {
  for (const { author, commit } of commits) if (author?.login) logins.set(commit.author.email, author.login)
}

function rangeParameters({ fromSha, toSha }: CommitRange): Record<string, string> {
  return fromSha === null ? { sha: toSha } : { sha: toSha, not: fromSha }
}

function tooOld(hostName: string): Problem {
  return new Problem(
    'host_unusable',
    `${hostName} does not support the "not" parameter for commits. Update it to Gitea or Forgejo 1.20 or later, or configure it as a host of the kind "git".`,
  )
}

function pullRequestsOf({ client, base }: GiteaRepository): PullRequestSource {
  const closed = (filter: Record<string, string>) =>
    pages({
      client,
      path: `${base}/pulls`,
      parameters: { state: 'closed', ...filter },
      schema: pullRequestSchema,
    })
  return {
    numbersIn: pullRequestNumbersIn,
    // Gitea returns pull requests by number only one at a time, so the list of closed ones is read instead.
    async *pullRequestsByNumber() {},
    async *recentPullRequests() {
      for await (const { value } of closed({ sort: 'recentupdate' })) yield value.map(toPullRequest)
    },
    async pullRequestOfCommit(sha) {
      const pullRequest = await client.find(`${base}/commits/${sha}/pull`, pullRequestSchema)
      return pullRequest && toPullRequest(pullRequest)
    },
    async commitsOf(number) {
      const path = `${base}/pulls/${number}/commits`
      const parameters = { files: 'false', verification: 'false' }
      const newestFirst: RequestCommit[] = []
      for await (const { value } of pages({ client, path, parameters, schema: commitSchema })) {
        newestFirst.push(
          ...value.map(({ sha, commit }) => ({
            sha,
            message: commit.message,
            email: commit.author.email,
          })),
        )
        if (newestFirst.length >= maxRequestCommits) break
      }
      return newestFirst.toReversed()
    },
    async *pullRequestsBy({ id }, before) {
      for await (const { value } of closed({ sort: 'oldest', poster: id })) {
        yield value.map(toPullRequest)
        if (toUnixSeconds(value.at(-1)?.created_at ?? '') >= before) break
      }
    },
  }
}

function filesOf({ client, base }: GiteaRepository): FileSource {
  return {
    async *rootPages(sha) {
      for await (const { tree } of treePages(client, `${base}/git/trees/${sha}`)) {
        yield tree.map(({ path, type }) => (type === 'tree' ? `${path}/` : path))
      }
    },
    readFile: (sha, path) => client.readText(`${base}/raw/${encodePath(path)}${queryString({ ref: sha })}`),
  }
}
