import { z } from 'zod'
import type { Access, Host } from '../../core/host.ts'
import { query } from '../address.ts'
import type { FileSource } from '../changelog-file.ts'
import type { Dialect } from '../rest/problems.ts'
import { asRefNames, type RangeSource } from '../rest/range.ts'
import type { RefSource } from '../rest/refs.ts'
import { type RestSource, restHost } from '../rest/repository.ts'
import type { ListedRequest, RequestSource } from '../rest/requests.ts'
import { numberIn, type RestClient } from '../rest/rest-client.ts'
import type { RestOptions } from '../rest/rest-transport.ts'
import {
  asBranch,
  asCommit,
  asRequest,
  asTag,
  branchSchema,
  commitSchema,
  entrySchema,
  idSchema,
  namedSchema,
  projectSchema,
  requestSchema,
  scopeSchema,
  tagSchema,
} from './answers.ts'
import { pages, perPage } from './pages.ts'
import { openGitlabPublisher } from './publisher.ts'

const perPickerPage = 50

/** A GitLab, gitlab.com or one's own; projects may lie in nested groups. */
export function gitlabHost(options: RestOptions): Host {
  return restHost(options, {
    kind: 'gitlab',
    dialect,
    gitUser: 'oauth2',
    open: openProject,
    openPublisher: openGitlabPublisher,
    async listRepositories(line, { query: letters, page }) {
      const search = letters === '' ? {} : { search: letters, search_namespaces: 'true' }
      const order = { membership: 'true', simple: 'true', order_by: 'last_activity_at' }
      const path = `/projects${query({ ...order, ...search, per_page: perPickerPage, page })}`
      const { value, headers } = await line.get(path, z.array(namedSchema))
      return {
        items: value.map((each) => each.path_with_namespace),
        nextPage: numberIn(headers, 'x-next-page'),
      }
    },
  })
}

const dialect: Dialect = {
  // Personal, project and group tokens are all taken as bearers too.
  authorization: (token) => `Bearer ${token}`,
  neededScopes: 'the scopes read_api and read_repository',
  writeScopes: 'the scope api',
  missingScope(body) {
    const refusal = scopeSchema.safeParse(body)
    if (!refusal.success) return null
    const scopes = refusal.data.scope?.split(/[\s,]+/) ?? []
    // Any of those named would do; the least of them is the one to ask for.
    return ['read_repository', 'read_api'].find((scope) => scopes.includes(scope)) ?? 'read_api'
  },
  async newName({ pathname }, tryFind) {
    // GitLab redirects to the project's number; its name is one question away.
    const id = /\/projects\/(\d+)(?:\/|$)/.exec(pathname)?.[1]
    if (id !== undefined) return (await tryFind(`/projects/${id}`, namedSchema))?.path_with_namespace ?? null
    const path = /\/projects\/([^/]+)/.exec(pathname)?.[1]
    return path === undefined ? null : decodeURIComponent(path)
  },
}

async function openProject(line: RestClient, access: Access): Promise<RestSource> {
  const project = `/projects/${encodeURIComponent(access.repoFullName)}`
  const { value } = await line.get(project, projectSchema)
  const repository = `${project}/repository`
  return {
    name: line.name,
    headBranch: value.default_branch || null,
    logins: new Map(),
    ...refsOf(line, repository),
    ...rangeOf(line, repository),
    ...requestsOf(line, project, access.repoFullName),
    ...filesOf(line, repository),
  }
}

const newestFirst = { tag: { order_by: 'updated', sort: 'desc' }, branch: { sort: 'updated_desc' } }
const tagList = z.array(tagSchema).transform((tags) => asRefNames(tags.map(asTag)))
const branchList = z.array(branchSchema).transform((branches) => branches.map(asBranch))

function refsOf(
  line: RestClient,
  repository: string,
): Omit<RefSource, 'headBranch'> & Pick<RestSource, 'listRefs'> {
  const findCommit = async (revision: string) => {
    const path = `${repository}/commits/${encodeURIComponent(revision)}${query({ stats: 'false' })}`
    return (await line.find(path, idSchema))?.id ?? null
  }
  return {
    findCommit,
    findAncestor: (sha, { suffix }) => findCommit(sha + suffix),
    async findTag(name) {
      const tag = await line.find(`${repository}/tags/${encodeURIComponent(name)}`, tagSchema)
      return tag && asTag(tag)
    },
    async findBranch(name) {
      const path = `${repository}/branches/${encodeURIComponent(name)}`
      return (await line.find(path, branchSchema))?.commit.id ?? null
    },
    async listRefs(kind, { query: letters, page }) {
      const search = letters === '' ? {} : { search: letters }
      const words = query({ ...newestFirst[kind], ...search, per_page: perPickerPage, page })
      const answer =
        kind === 'tag'
          ? await line.get(`${repository}/tags${words}`, tagList)
          : await line.get(`${repository}/branches${words}`, branchList)
      return { items: answer.value, nextPage: numberIn(answer.headers, 'x-next-page') }
    },
  }
}

function rangeOf(line: RestClient, repository: string): Omit<RangeSource, 'name'> {
  return {
    async *commitPages({ fromSha, toSha }) {
      const parameters = { ref_name: fromSha === null ? toSha : `${fromSha}..${toSha}` }
      const list = { line, path: `${repository}/commits`, parameters, schema: commitSchema }
      for await (const page of pages(list)) yield { commits: page.map(asCommit), total: null }
    },
    async *tagPages() {
      const list = { line, path: `${repository}/tags`, parameters: newestFirst.tag, schema: tagSchema }
      for await (const page of pages(list)) yield page.map(asTag)
    },
    async mergeBase(fromSha, toSha) {
      const path = `${repository}/merge_base?refs%5B%5D=${fromSha}&refs%5B%5D=${toSha}`
      return (await line.find(path, idSchema))?.id ?? null
    },
    // GitLab counts the commits of a branch, but not of a range.
    count: async () => null,
  }
}

function requestsOf(line: RestClient, project: string, fullName: string): RequestSource {
  const path = `${project}/merge_requests`
  const merged = async function* (words: Record<string, string>) {
    const list = { line, path, parameters: { state: 'merged', ...words }, schema: requestSchema }
    for await (const page of pages(list)) yield page.map(asRequest)
  }
  return {
    claimsOf: (message) => claimsOf(message, fullName),
    requestsByNumber: (numbers) => requestsByNumber(line, path, numbers),
    recentRequests: (since) =>
      merged({ order_by: 'updated_at', sort: 'desc', updated_after: momentOf(since) }),
    async requestOfCommit(sha) {
      const at = `${project}/repository/commits/${sha}/merge_requests`
      const found = await line.find(at, z.array(requestSchema))
      return found?.filter(({ state }) => state === 'merged').map(asRequest)[0] ?? null
    },
    // `first_contribution` of a merge request is false on older versions as soon as it is merged.
    requestsBy: ({ id }, before) =>
      merged({ author_id: id, created_before: momentOf(before), order_by: 'created_at', sort: 'asc' }),
  }
}

function momentOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString()
}

/** `See merge request group/project!12`; another project's requests are not ours. */
function claimsOf(message: string, fullName: string): number[] {
  return [...message.matchAll(/^See merge request (\S*)!(\d{1,9})$/gm)]
    .filter(([, project]) => project === '' || project!.toLowerCase() === fullName.toLowerCase())
    .map(([, , number]) => Number(number))
}

async function* requestsByNumber(
  line: RestClient,
  path: string,
  numbers: number[],
): AsyncGenerator<ListedRequest[]> {
  for (let start = 0; start < numbers.length; start += perPage) {
    const wanted = numbers.slice(start, start + perPage)
    const words = [...wanted.map((number) => `iids%5B%5D=${number}`), 'state=merged', `per_page=${perPage}`]
    const { value } = await line.get(`${path}?${words.join('&')}`, z.array(requestSchema))
    yield value.map(asRequest)
  }
}

function filesOf(line: RestClient, repository: string): FileSource {
  return {
    async *rootPages(sha) {
      const list = { line, path: `${repository}/tree`, parameters: { ref: sha }, schema: entrySchema }
      for await (const page of pages(list)) {
        yield page.map(({ name, type }) => (type === 'tree' ? `${name}/` : name))
      }
    },
    readFile: (sha, path) =>
      line.readFile(`${repository}/files/${encodeURIComponent(path)}/raw${query({ ref: sha })}`),
  }
}
