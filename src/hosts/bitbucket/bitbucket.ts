import { z } from 'zod'
import type { Access, Host } from '../../core/host.ts'
import type { Listing, ListQuery } from '../../core/listing.ts'
import type { Revision } from '../../git/revision.ts'
import { encodePath, queryString } from '../../text/url.ts'
import { type GitCredentials, splitCredentials } from '../credentials.ts'
import type { FileSource } from '../project-files.ts'
import { toIsoDate } from '../rest/dates.ts'
import {
  maxRequestCommits,
  type PullRequestSource,
  pullRequestNumbersIn,
  type RequestCommit,
} from '../rest/pull-requests.ts'
import type { RangeSource } from '../rest/range.ts'
import { type RefSource, walkPages } from '../rest/refs.ts'
import type { RestClient, RestDialect, RestOptions } from '../rest/rest-client.ts'
import { notVisible, statusErrors } from '../rest/rest-errors.ts'
import { type RestSource, restHost } from '../rest/rest-host.ts'
import { openBitbucketPublisher } from './publisher.ts'
import {
  commitNodeSchema,
  commitSchema,
  entrySchema,
  missingScopeIn,
  pullRequestSchema,
  refSchema,
  repositoryNameSchema,
  repositorySchema,
  toCommit,
  toPullRequest,
  toRefName,
  toTag,
} from './schemas.ts'

const perPage = 100
// The largest page of pull requests that Bitbucket returns.
const pullRequestsPerPage = 50
const perPickerPage = 50

/** Bitbucket Cloud, with an access token of a repository, a project or a workspace. */
export function bitbucketHost(options: RestOptions): Host {
  return restHost(options, {
    kind: 'bitbucket',
    gitCredentials,
    pullRequestPermission: 'the scope read:pullrequest:bitbucket (pullrequest for an access token)',
    dialect,
    open: openRepository,
    openPublisher: openBitbucketPublisher,
    listRepositories,
  })
}

const dialect: RestDialect = {
  // A personal API token is sent with its owner's email address, as `email:token`; an access token is sent alone.
  tokenHeaders: (token) => ({
    authorization: token.includes(':') ? `Basic ${Buffer.from(token).toString('base64')}` : `Bearer ${token}`,
  }),
  errors: statusErrors({
    read: 'the scopes repository and pullrequest',
    write: 'the scopes repository:write and pullrequest:write',
    missingIn: missingScopeIn,
    howToSend: (token) =>
      token.startsWith('ATATT')
        ? "An API token is sent with its owner's email address: use `email:token`."
        : null,
  }),
  async findNewName({ pathname }, tryFind) {
    const names = /\/repositories(\/[^/]+\/[^/]+)/.exec(pathname)?.[1]
    if (names === undefined) return null
    // The redirect may use ids in braces instead of names.
    if (!/%7B|\{/i.test(names)) return decodeURIComponent(names.slice(1))
    return (await tryFind(`/repositories${names}`, repositoryNameSchema))?.full_name ?? null
  },
}

/** Over git an API token has a fixed user name instead of the email address. */
function gitCredentials(token: string): GitCredentials {
  const password = splitCredentials(token)?.password ?? token
  const isApiToken = password !== token || token.startsWith('ATATT')
  return { user: isApiToken ? 'x-bitbucket-api-token-auth' : 'x-token-auth', token: password }
}

async function listRepositories(client: RestClient, { query, page }: ListQuery): Promise<Listing<string>> {
  const parameters = {
    role: 'member',
    sort: '-updated_on',
    pagelen: perPickerPage,
    page,
    ...nameFilter('full_name', query),
  }
  const { value } = await client.get(
    `/repositories${queryString(parameters)}`,
    pageSchema(repositoryNameSchema),
  )
  return { items: value.values.map((each) => each.full_name), nextPage: value.next ? page + 1 : null }
}

/** A repository and the client that reads it. */
interface BitbucketRepository {
  client: RestClient
  /** Its path below the API URL. */
  base: string
}

async function openRepository(client: RestClient, access: Access): Promise<RestSource> {
  if (access.repoFullName.split('/').length !== 2) throw notVisible(client.context)
  const repository = { client, base: `/repositories/${encodePath(access.repoFullName)}` }
  const { value } = await client.get(repository.base, repositorySchema)
  const logins = new Map<string, string>()
  return {
    hostName: client.context.hostName,
    headBranch: value.mainbranch?.name ?? null,
    logins,
    ...refsOf(repository),
    ...rangeOf(repository, logins),
    ...pullRequestsOf(repository),
    ...filesOf(repository),
  }
}

async function findHash({ client, base }: BitbucketRepository, path: string): Promise<string | null> {
  return (await client.find(base + path, commitNodeSchema))?.hash ?? null
}

function refsOf(
  repository: BitbucketRepository,
): Omit<RefSource, 'headBranch'> & Pick<RestSource, 'listRefs'> {
  const { client, base } = repository
  return {
    findCommit: (sha) => findHash(repository, `/commit/${sha}`),
    findAncestor: (sha, revision) => findAncestor(repository, sha, revision),
    async findTag(name) {
      const tag = await client.find(`${base}/refs/tags/${encodePath(name)}`, refSchema)
      return tag && toTag(tag)
    },
    async findBranch(name) {
      return (await client.find(`${base}/refs/branches/${encodePath(name)}`, refSchema))?.target?.hash ?? null
    },
    async listRefs(kind, { query, page }) {
      const filter = nameFilter('name', query)
      const parameters = queryString({ sort: '-target.date', pagelen: perPickerPage, page, ...filter })
      const path = `${base}/refs/${kind === 'tag' ? 'tags' : 'branches'}${parameters}`
      const { value } = await client.get(path, pageSchema(refSchema))
      const items = value.values.flatMap((raw) => toRefName(raw, kind))
      return { items, nextPage: value.next ? page + 1 : null }
    },
  }
}

/** Bitbucket does not resolve `~n`. */
function findAncestor(
  { client, base }: BitbucketRepository,
  sha: string,
  revision: Revision,
): Promise<string | null> {
  return walkPages(sha, revision, async (from) => {
    const path = `${base}/commits${queryString({ include: from, pagelen: perPage })}`
    const { value } = await client.get(path, pageSchema(commitNodeSchema))
    return new Map(value.values.map((node) => [node.hash, node.parents.map((parent) => parent.hash)]))
  })
}

function rangeOf(
  repository: BitbucketRepository,
  logins: Map<string, string>,
): Omit<RangeSource, 'hostName'> {
  const { client, base } = repository
  return {
    async *commitPages({ fromSha, toSha }) {
      const exclude: Record<string, string> = fromSha === null ? {} : { exclude: fromSha }
      const path = `${base}/commits${queryString({ include: toSha, ...exclude, pagelen: perPage })}`
      for await (const page of pages(client, path, commitSchema)) {
        const commits = page.map(toCommit)
        commits.forEach(({ author }, index) => {
          const login = page[index]!.author.user?.nickname
          if (login) logins.set(author.email, login)
        })
        yield { commits, total: null }
      }
    },
    async *tagPages() {
      const path = `${base}/refs/tags${queryString({ sort: '-target.date', pagelen: perPage })}`
      for await (const tags of pages(client, path, refSchema)) yield tags.map(toTag)
    },
    mergeBase: (fromSha, toSha) => findHash(repository, `/merge-base/${fromSha}..${toSha}`),
    // Bitbucket does not count commits.
    count: async () => null,
  }
}

function pullRequestsOf({ client, base }: BitbucketRepository): PullRequestSource {
  const merged = async function* (filter: Record<string, string>) {
    const path = `${base}/pullrequests${queryString({ state: 'MERGED', ...filter, pagelen: pullRequestsPerPage })}`
    for await (const page of pages(client, path, pullRequestSchema)) yield page.map(toPullRequest)
  }
  return {
    numbersIn: pullRequestNumbersIn,
    // Bitbucket returns pull requests by number only one at a time, so the list of merged ones is read instead.
    async *pullRequestsByNumber() {},
    recentPullRequests: () => merged({ sort: '-updated_on' }),
    // Bitbucket supports this only for workspaces whose pull requests are indexed.
    pullRequestOfCommit: async () => null,
    async commitsOf(number) {
      const path = `${base}/pullrequests/${number}/commits${queryString({ pagelen: perPage })}`
      const newestFirst: RequestCommit[] = []
      for await (const page of pages(client, path, commitSchema)) {
        newestFirst.push(
          ...page.map(toCommit).map(({ sha, message, author }) => ({ sha, message, email: author.email })),
        )
        if (newestFirst.length >= maxRequestCommits) break
      }
      return newestFirst.toReversed()
    },
    pullRequestsBy({ id }, before) {
      const q = `author.uuid = "${id.replace(/["\\]/g, '')}" AND created_on < ${toIsoDate(before)}`
      return merged({ q, sort: 'created_on' })
    },
  }
}

function filesOf({ client, base }: BitbucketRepository): FileSource {
  return {
    async *rootPages(sha) {
      const path = `${base}/src/${sha}/${queryString({ pagelen: perPage })}`
      for await (const page of pages(client, path, entrySchema)) {
        yield page.map((entry) => (entry.type === 'commit_directory' ? `${entry.path}/` : entry.path))
      }
    },
    readFile: (sha, path) => client.readText(`${base}/src/${sha}/${encodePath(path)}`),
  }
}

function nameFilter(field: string, letters: string): Record<string, string> {
  return letters === '' ? {} : { q: `${field} ~ "${letters.replace(/["\\]/g, '')}"` }
}

function pageSchema<T>(schema: z.ZodType<T>) {
  return z.object({ values: z.array(schema), next: z.string().optional() })
}

/** Follows the `next` links, as Bitbucket's documentation demands. */
async function* pages<T>(client: RestClient, first: string, schema: z.ZodType<T>): AsyncGenerator<T[]> {
  const next = ({ value }: { value: { next?: string | undefined } }) =>
    value.next === undefined ? null : client.pathOf(value.next)
  for await (const { value } of client.pages(first, pageSchema(schema), next)) yield value.values
}
