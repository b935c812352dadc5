import { z } from 'zod'
import type { Access, Host } from '../../core/host.ts'
import { queryString } from '../../text/url.ts'
import { type GitCredentials, splitCredentials } from '../credentials.ts'
import type { FileSource } from '../project-files.ts'
import { toIsoDate } from '../rest/dates.ts'
import type { ListedPullRequest, PullRequestSource } from '../rest/pull-requests.ts'
import { type RangeSource, toRefNames } from '../rest/range.ts'
import type { RefSource } from '../rest/refs.ts'
import {
  numberInHeader,
  type RestClient,
  type RestDialect,
  type RestOptions,
  type RestResponse,
} from '../rest/rest-client.ts'
import { statusErrors } from '../rest/rest-errors.ts'
import { type RestSource, restHost } from '../rest/rest-host.ts'
import { openGitlabPublisher } from './publisher.ts'
import {
  branchSchema,
  commitSchema,
  entrySchema,
  idSchema,
  missingScopeSchema,
  projectNameSchema,
  projectSchema,
  pullRequestSchema,
  requestCommitSchema,
  tagSchema,
  toBranch,
  toCommit,
  toPullRequest,
  toTag,
} from './schemas.ts'

/** The largest page that GitLab returns. */
const perPage = 100

const perPickerPage = 50

/** GitLab: gitlab.com or a self-managed instance. Projects may be in nested groups. */
export function gitlabHost(options: RestOptions): Host {
  return restHost(options, {
    kind: 'gitlab',
    dialect,
    gitCredentials,
    pullRequestPermission:
      'the scope read_api and at least the role Reporter (a job or deploy token cannot read merge requests)',
    isGitToken: (token) => kindOf(token) !== 'access',
    open: openProject,
    openPublisher: openGitlabPublisher,
    async listRepositories(client, { query, page }) {
      const search = query === '' ? {} : { search: query, search_namespaces: 'true' }
      const order = { membership: 'true', simple: 'true', order_by: 'last_activity_at' }
      const path = `/projects${queryString({ ...order, ...search, per_page: perPickerPage, page })}`
      const { value, headers } = await client.get(path, z.array(projectNameSchema))
      return {
        items: value.map((each) => each.path_with_namespace),
        nextPage: numberInHeader(headers, 'x-next-page'),
      }
    },
  })
}

const dialect: RestDialect = {
  tokenHeaders(token) {
    const { token: password } = gitCredentials(token)
    // GitLab accepts personal, project and group tokens as bearer tokens, but not the token of a CI job.
    return kindOf(token) === 'job'
      ? { 'job-token': password ?? '' }
      : { authorization: `Bearer ${password ?? ''}` }
  },
  errors: statusErrors({
    read: 'the scopes read_api and read_repository',
    write: 'the scope api',
    missingIn(body) {
      const error = missingScopeSchema.safeParse(body)
      if (!error.success) return null
      const scopes = error.data.scope?.split(/[\s,]+/) ?? []
      // Any of the named scopes is enough; suggest the narrowest.
      return ['read_repository', 'read_api'].find((scope) => scopes.includes(scope)) ?? 'read_api'
    },
  }),
  async findNewName({ pathname }, tryFind) {
    // GitLab redirects to the project's number; one more request returns its name.
    const id = /\/projects\/(\d+)(?:\/|$)/.exec(pathname)?.[1]
    if (id !== undefined)
      return (await tryFind(`/projects/${id}`, projectNameSchema))?.path_with_namespace ?? null
    const path = /\/projects\/([^/]+)/.exec(pathname)?.[1]
    return path === undefined ? null : decodeURIComponent(path)
  },
}

/** What a token is: a CI job's and a deploy token read git, and little else. */
function kindOf(token: string): 'access' | 'job' | 'deploy' {
  const pair = splitCredentials(token)
  if (pair?.user === jobUser || token.startsWith('glcbt-')) return 'job'
  return (pair?.password ?? token).startsWith('gldt-') ? 'deploy' : 'access'
}

const jobUser = 'gitlab-ci-token'

/** A deploy token has a user name of its own, and is sent as `user:token`; other tokens need none. */
function gitCredentials(token: string): GitCredentials {
  const pair = splitCredentials(token)
  const usual = kindOf(token) === 'job' ? jobUser : 'oauth2'
  return { user: pair?.user ?? usual, token: pair?.password ?? token }
}

async function openProject(client: RestClient, access: Access): Promise<RestSource> {
  const project = `/projects/${encodeURIComponent(access.repoFullName)}`
  const { value } = await client.get(project, projectSchema)
  const repository = `${project}/repository`
  return {
    hostName: client.context.hostName,
    headBranch: value.default_branch || null,
    logins: new Map(),
    ...refsOf(client, repository),
    ...rangeOf(client, repository),
    ...pullRequestsOf(client, project, access.repoFullName),
    ...filesOf(client, repository),
  }
}

const newestFirst = { tag: { order_by: 'updated', sort: 'desc' }, branch: { sort: 'updated_desc' } }
const tagList = z.array(tagSchema).transform((tags) => toRefNames(tags.map(toTag)))
const branchList = z.array(branchSchema).transform((branches) => branches.map(toBranch))

function refsOf(
  client: RestClient,
  repository: string,
): Omit<RefSource, 'headBranch'> & Pick<RestSource, 'listRefs'> {
  const findCommit = async (revision: string) => {
    const path = `${repository}/commits/${encodeURIComponent(revision)}${queryString({ stats: 'false' })}`
    return (await client.find(path, idSchema))?.id ?? null
  }
  return {
    findCommit,
    findAncestor: (sha, { suffix }) => findCommit(sha + suffix),
    async findTag(name) {
      const tag = await client.find(`${repository}/tags/${encodeURIComponent(name)}`, tagSchema)
      return tag && toTag(tag)
    },
    async findBranch(name) {
      const path = `${repository}/branches/${encodeURIComponent(name)}`
      return (await client.find(path, branchSchema))?.commit.id ?? null
    },
    async listRefs(kind, { query, page }) {
      const search = query === '' ? {} : { search: query }
      const parameters = queryString({ ...newestFirst[kind], ...search, per_page: perPickerPage, page })
      const response =
        kind === 'tag'
          ? await client.get(`${repository}/tags${parameters}`, tagList)
          : await client.get(`${repository}/branches${parameters}`, branchList)
      return { items: response.value, nextPage: numberInHeader(response.headers, 'x-next-page') }
    },
  }
}

function rangeOf(client: RestClient, repository: string): Omit<RangeSource, 'hostName'> {
  return {
    async *commitPages({ fromSha, toSha }) {
      const parameters = { ref_name: fromSha === null ? toSha : `${fromSha}..${toSha}` }
      const list = { client, path: `${repository}/commits`, parameters, schema: commitSchema }
      for await (const page of pages(list)) yield { commits: page.map(toCommit), total: null }
    },
    async *tagPages() {
      const list = { client, path: `${repository}/tags`, parameters: newestFirst.tag, schema: tagSchema }
      for await (const page of pages(list)) yield page.map(toTag)
    },
    async mergeBase(fromSha, toSha) {
      const path = `${repository}/merge_base?refs%5B%5D=${fromSha}&refs%5B%5D=${toSha}`
      return (await client.find(path, idSchema))?.id ?? null
    },
    // GitLab counts the commits of a branch, not of a range.
    count: async () => null,
  }
}

function pullRequestsOf(client: RestClient, project: string, fullName: string): PullRequestSource {
  const path = `${project}/merge_requests`
  const merged = async function* (filter: Record<string, string>) {
    const list = { client, path, parameters: { state: 'merged', ...filter }, schema: pullRequestSchema }
    for await (const page of pages(list)) yield page.map(toPullRequest)
  }
  return {
    numbersIn: (message) => mergeRequestNumbersIn(message, fullName),
    pullRequestsByNumber: (numbers) => pullRequestsByNumber(client, path, numbers),
    recentPullRequests: (since) =>
      merged({ order_by: 'updated_at', sort: 'desc', updated_after: toIsoDate(since) }),
    async pullRequestOfCommit(sha) {
      const commitPath = `${project}/repository/commits/${sha}/merge_requests`
      const found = await client.find(commitPath, z.array(pullRequestSchema))
      return found?.filter(({ state }) => state === 'merged').map(toPullRequest)[0] ?? null
    },
    async commitsOf(number) {
      const commitsPath = `${path}/${number}/commits${queryString({ per_page: perPage })}`
      const { value } = await client.get(commitsPath, z.array(requestCommitSchema))
      return value.map(({ id: sha, message, author_email: email }) => ({ sha, message, email })).toReversed()
    },
    // On older versions `first_contribution` becomes false when the merge request is merged.
    pullRequestsBy: ({ id }, before) =>
      merged({ author_id: id, created_before: toIsoDate(before), order_by: 'created_at', sort: 'asc' }),
  }
}

/** Returns the numbers in `See merge request group/project!12`, but not those of other projects. */
function mergeRequestNumbersIn(message: string, fullName: string): number[] {
  return [...message.matchAll(/^See merge request (\S*)!(\d{1,9})$/gm)]
    .filter(([, project]) => project === '' || project!.toLowerCase() === fullName.toLowerCase())
    .map(([, , number]) => Number(number))
}

async function* pullRequestsByNumber(
  client: RestClient,
  path: string,
  numbers: number[],
): AsyncGenerator<ListedPullRequest[]> {
  for (let start = 0; start < numbers.length; start += perPage) {
    const wanted = numbers.slice(start, start + perPage)
    const parameters = [
      ...wanted.map((number) => `iids%5B%5D=${number}`),
      'state=merged',
      `per_page=${perPage}`,
    ]
    const { value } = await client.get(`${path}?${parameters.join('&')}`, z.array(pullRequestSchema))
    yield value.map(toPullRequest)
  }
}

function filesOf(client: RestClient, repository: string): FileSource {
  return {
    async *rootPages(sha) {
      const list = { client, path: `${repository}/tree`, parameters: { ref: sha }, schema: entrySchema }
      for await (const page of pages(list)) {
        yield page.map(({ name, type }) => (type === 'tree' ? `${name}/` : name))
      }
    },
    readFile: (sha, path) =>
      client.readText(`${repository}/files/${encodeURIComponent(path)}/raw${queryString({ ref: sha })}`),
  }
}

/** A list that is read page by page. */
interface GitlabList<T> {
  client: RestClient
  path: string
  parameters: Record<string, string | number>
  schema: z.ZodType<T>
}

/** Reads pages by number: the URLs in GitLab's own links may differ from the configured API URL. */
async function* pages<T>({ client, path, parameters, schema }: GitlabList<T>): AsyncGenerator<T[]> {
  let number = 1
  const pathOf = (page: number) => path + queryString({ ...parameters, per_page: perPage, page })
  const next = ({ value, headers }: RestResponse<T[]>) => {
    const nextNumber = numberInHeader(headers, 'x-next-page')
    // The header is empty on the last page, and missing behind a proxy that removes it.
    if (nextNumber === null && (headers.has('x-next-page') || value.length < perPage)) return null
    number = nextNumber ?? number + 1
    return pathOf(number)
  }
  for await (const { value } of client.pages(pathOf(1), z.array(schema), next)) yield value
}
