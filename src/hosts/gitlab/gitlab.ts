import { z } from 'zod'
import type { Access, Host } from '../../types/host.ts'
import type { CommitRange } from '../../types/range.ts'
import { type Answered, type Line, numberIn, query, type RestOptions } from '../rest/line.ts'
import type { Dialect } from '../rest/problems.ts'
import { asRefNames, type CommitPage, type ListedTag } from '../rest/range.ts'
import { type RestSource, restHost } from '../rest/repository.ts'
import type { ListedRequest } from '../rest/requests.ts'
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
import { openGitlabPublisher } from './publisher.ts'

const perPage = 100
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

async function openProject(line: Line, access: Access): Promise<RestSource> {
  const project = `/projects/${encodeURIComponent(access.repoFullName)}`
  const { value } = await line.get(project, projectSchema)
  const repository = `${project}/repository`
  const requests = `${project}/merge_requests`
  const findCommit = async (revision: string) => {
    const path = `${repository}/commits/${encodeURIComponent(revision)}${query({ stats: 'false' })}`
    return (await line.find(path, idSchema))?.id ?? null
  }
  return {
    name: line.name,
    headBranch: value.default_branch || null,
    logins: new Map(),
    findCommit,
    findAncestor: (sha, steps) => findCommit(sha + steps),
    async findTag(name) {
      const tag = await line.find(`${repository}/tags/${encodeURIComponent(name)}`, tagSchema)
      return tag && asTag(tag)
    },
    async findBranch(name) {
      const path = `${repository}/branches/${encodeURIComponent(name)}`
      return (await line.find(path, branchSchema))?.commit.id ?? null
    },
    commitPages: (range) => commitPages(line, `${repository}/commits`, range),
    tagPages: () => tagPages(line, `${repository}/tags`),
    async mergeBase(fromSha, toSha) {
      const path = `${repository}/merge_base?refs%5B%5D=${fromSha}&refs%5B%5D=${toSha}`
      return (await line.find(path, idSchema))?.id ?? null
    },
    // GitLab counts the commits of a branch, but not of a range.
    count: async () => null,
    async listRefs(kind, { query: letters, page }) {
      const search = letters === '' ? {} : { search: letters }
      const words = query({ ...newestFirst[kind], ...search, per_page: perPickerPage, page })
      const answer =
        kind === 'tag'
          ? await line.get(`${repository}/tags${words}`, tagList)
          : await line.get(`${repository}/branches${words}`, branchList)
      return { items: answer.value, nextPage: numberIn(answer.headers, 'x-next-page') }
    },
    claimsOf: (message) => claimsOf(message, access.repoFullName),
    requestsByNumber: (numbers) => requestsByNumber(line, requests, numbers),
    recentRequests: (since) => recentRequests(line, requests, since),
    async requestOfCommit(sha) {
      const found = await line.find(`${repository}/commits/${sha}/merge_requests`, z.array(requestSchema))
      return found?.filter(({ state }) => state === 'merged').map(asRequest)[0] ?? null
    },
    // `first_contribution` of a merge request is false on older versions as soon as it is merged.
    requestsBy: ({ id }, before) => requestsBy(line, requests, id, before),
    async *rootPages(sha) {
      for await (const page of pages(line, `${repository}/tree`, { ref: sha }, entrySchema)) {
        yield page.map(({ name, type }) => (type === 'tree' ? `${name}/` : name))
      }
    },
    readFile: (sha, path) =>
      line.readFile(`${repository}/files/${encodeURIComponent(path)}/raw${query({ ref: sha })}`),
  }
}

const newestFirst = { tag: { order_by: 'updated', sort: 'desc' }, branch: { sort: 'updated_desc' } }
const tagList = z.array(tagSchema).transform((tags) => asRefNames(tags.map(asTag)))
const branchList = z.array(branchSchema).transform((branches) => branches.map(asBranch))

/** Pages by their number: the addresses in GitLab's own links need not be the ones it is configured with here. */
async function* pages<T>(
  line: Line,
  path: string,
  parameters: Record<string, string | number>,
  schema: z.ZodType<T>,
): AsyncGenerator<T[]> {
  let number = 1
  const pathOf = (page: number) => path + query({ ...parameters, per_page: perPage, page })
  const next = ({ value, headers }: Answered<T[]>) => {
    const told = numberIn(headers, 'x-next-page')
    // Empty on the last page; missing altogether behind a proxy that drops it.
    if (told === null && (headers.has('x-next-page') || value.length < perPage)) return null
    number = told ?? number + 1
    return pathOf(number)
  }
  for await (const { value } of line.pages(pathOf(1), z.array(schema), next)) yield value
}

async function* commitPages(line: Line, path: string, range: CommitRange): AsyncGenerator<CommitPage> {
  const name = range.fromSha === null ? range.toSha : `${range.fromSha}..${range.toSha}`
  for await (const page of pages(line, path, { ref_name: name }, commitSchema)) {
    yield { commits: page.map(asCommit), total: null }
  }
}

async function* tagPages(line: Line, path: string): AsyncGenerator<ListedTag[]> {
  for await (const page of pages(line, path, newestFirst.tag, tagSchema)) yield page.map(asTag)
}

/** `See merge request group/project!12`; another project's requests are not ours. */
function claimsOf(message: string, fullName: string): number[] {
  return [...message.matchAll(/^See merge request (\S*)!(\d{1,9})$/gm)]
    .filter(([, project]) => project === '' || project!.toLowerCase() === fullName.toLowerCase())
    .map(([, , number]) => Number(number))
}

async function* requestsByNumber(
  line: Line,
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

async function* recentRequests(line: Line, path: string, since: number): AsyncGenerator<ListedRequest[]> {
  const updated_after = new Date(since * 1000).toISOString()
  const parameters = { state: 'merged', order_by: 'updated_at', sort: 'desc', updated_after }
  for await (const page of pages(line, path, parameters, requestSchema)) yield page.map(asRequest)
}

async function* requestsBy(
  line: Line,
  path: string,
  author_id: string,
  before: number,
): AsyncGenerator<ListedRequest[]> {
  const created_before = new Date(before * 1000).toISOString()
  const order = { order_by: 'created_at', sort: 'asc' }
  const parameters = { state: 'merged', author_id, created_before, ...order }
  for await (const page of pages(line, path, parameters, requestSchema)) yield page.map(asRequest)
}
