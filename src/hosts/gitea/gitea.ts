import { z } from 'zod'
import { Problem } from '../../errors.ts'
import type { Access, Host } from '../../types/host.ts'
import type { Listing, ListQuestion, RefName } from '../../types/listing.ts'
import type { CommitRange } from '../../types/range.ts'
import { pageOf } from '../page-of.ts'
import {
  type Answered,
  asSeconds,
  type Line,
  numberIn,
  query,
  type RestOptions,
  segments,
} from '../rest/line.ts'
import { type Dialect, notVisible } from '../rest/problems.ts'
import { asRefNames, type CommitPage } from '../rest/range.ts'
import { walk } from '../rest/refs.ts'
import { type RestSource, restHost } from '../rest/repository.ts'
import { claimsByHash } from '../rest/requests.ts'
import {
  asBranch,
  asCommit,
  asRequest,
  asTag,
  branchSchema,
  commitSchema,
  namedSchema,
  nodeSchema,
  repositorySchema,
  requestSchema,
  scopeIn,
  searchSchema,
  tagSchema,
  treeSchema,
} from './answers.ts'
import { openGiteaPublisher } from './publisher.ts'

// What a Gitea gives at most, unless its operator says otherwise.
const perPage = 50
const treePerPage = 1000
const plainCommits = { stat: 'false', files: 'false', verification: 'false' }

/** A Gitea or a Forgejo, Codeberg or one's own. */
export function giteaHost(options: RestOptions): Host {
  return restHost(options, {
    kind: 'gitea',
    gitUser: 'git',
    dialect,
    open: openRepository,
    openPublisher: openGiteaPublisher,
    listRepositories,
  })
}

const dialect: Dialect = {
  authorization: (token) => `token ${token}`,
  neededScopes: 'the scope read:repository',
  writeScopes: 'the scope write:repository',
  missingScope: scopeIn,
  // The address stays the same but for the names in it.
  async newName({ pathname }) {
    const names = /\/repos\/([^/]+)\/([^/]+)/.exec(pathname)
    return names ? decodeURIComponent(`${names[1]}/${names[2]}`) : null
  },
}

async function listRepositories(line: Line, { query: letters, page }: ListQuestion) {
  // Only the caller's own without letters; with them, all that Gitea's search finds for the caller.
  const path =
    letters === ''
      ? `/user/repos${query({ limit: perPage, page })}`
      : `/repos/search${query({ q: letters.split('/').at(-1)!, limit: perPage, page })}`
  const { value, headers } = await line.get(path, z.union([z.array(namedSchema), searchSchema]))
  const names = (Array.isArray(value) ? value : value.data).map((each) => each.full_name)
  const items = names.filter((name) => name.toLowerCase().includes(letters.toLowerCase()))
  return { items, nextPage: hasMore(page, names.length, headers) ? page + 1 : null }
}

async function openRepository(line: Line, access: Access): Promise<RestSource> {
  if (access.repoFullName.split('/').length !== 2) throw notVisible(line.name, access)
  const base = `/repos/${segments(access.repoFullName)}`
  const { value } = await line.get(base, repositorySchema)
  const logins = new Map<string, string>()
  const findCommit = async (revision: string) => {
    const path = `${base}/git/commits/${encodeURIComponent(revision)}${query(plainCommits)}`
    return (await line.find(path, nodeSchema))?.sha ?? null
  }
  return {
    name: line.name,
    headBranch: value.empty ? null : value.default_branch || null,
    logins,
    findCommit,
    findAncestor: (sha, steps) => findAncestor(line, base, sha, steps),
    async findTag(name) {
      const tag = await line.find(`${base}/tags/${segments(name)}`, tagSchema)
      return tag && asTag(tag)
    },
    async findBranch(name) {
      return (await line.find(`${base}/branches/${segments(name)}`, branchSchema))?.commit.id ?? null
    },
    commitPages: (range) => commitPages(line, base, range, logins),
    async *tagPages() {
      for await (const { value: tags } of pages(line, `${base}/tags`, {}, tagSchema)) yield tags.map(asTag)
    },
    // The count that comes with the commits tells whether they are all.
    mergeBase: async () => undefined,
    async count(range) {
      const path = `${base}/commits${query({ ...rangeWords(range), ...plainCommits, limit: 1 })}`
      return totalIn((await line.get(path, z.unknown())).headers)
    },
    listRefs: (kind, question) =>
      kind === 'tag'
        ? listNames({ line, path: `${base}/tags`, schema: tagSchema }, tagNames, question)
        : listNames({ line, path: `${base}/branches`, schema: branchSchema }, branchNames, question),
    claimsOf: claimsByHash,
    // Gitea can be asked for one number only; its list of merged requests is asked instead.
    async *requestsByNumber() {},
    async *recentRequests() {
      const parameters = { state: 'closed', sort: 'recentupdate' }
      for await (const { value: requests } of pages(line, `${base}/pulls`, parameters, requestSchema)) {
        yield requests.map(asRequest)
      }
    },
    async requestOfCommit(sha) {
      const request = await line.find(`${base}/commits/${sha}/pull`, requestSchema)
      return request && asRequest(request)
    },
    async *requestsBy({ id }, before) {
      const parameters = { state: 'closed', sort: 'oldest', poster: id }
      for await (const { value: requests } of pages(line, `${base}/pulls`, parameters, requestSchema)) {
        yield requests.map(asRequest)
        if (asSeconds(requests.at(-1)?.created_at ?? '') >= before) break
      }
    },
    async *rootPages(sha) {
      for await (const { tree } of treePages(line, `${base}/git/trees/${sha}`)) {
        yield tree.map(({ path, type }) => (type === 'tree' ? `${path}/` : path))
      }
    },
    readFile: (sha, path) => line.readFile(`${base}/raw/${segments(path)}${query({ ref: sha })}`),
  }
}

const tagNames = (tags: z.infer<typeof tagSchema>[]) => asRefNames(tags.map(asTag))
const branchNames = (branches: z.infer<typeof branchSchema>[]) => branches.map(asBranch)

function rangeWords({ fromSha, toSha }: CommitRange): Record<string, string> {
  return fromSha === null ? { sha: toSha } : { sha: toSha, not: fromSha }
}

function totalIn(headers: Headers): number | null {
  return numberIn(headers, 'x-total-count', 'x-total')
}

function hasMore(page: number, length: number, headers: Headers): boolean {
  const total = totalIn(headers)
  return length > 0 && (total === null || page * perPage < total)
}

/** A server may give smaller pages than asked for: only its count, or an empty page, ends the list. */
async function* pages<T>(
  line: Line,
  path: string,
  parameters: Record<string, string | number>,
  schema: z.ZodType<T>,
): AsyncGenerator<Answered<T[]>> {
  let number = 1
  let seen = 0
  const pathOf = () => path + query({ ...parameters, limit: perPage, page: number })
  const next = ({ value, headers }: Answered<T[]>) => {
    seen += value.length
    number += 1
    const total = totalIn(headers)
    return value.length > 0 && (total === null || seen < total) ? pathOf() : null
  }
  yield* line.pages(pathOf(), z.array(schema), next)
}

async function* treePages(line: Line, path: string): AsyncGenerator<z.infer<typeof treeSchema>> {
  let number = 1
  const pathOf = () => path + query({ per_page: treePerPage, page: number })
  const next = ({ value }: Answered<z.infer<typeof treeSchema>>) => {
    number += 1
    return value.truncated && value.tree.length > 0 ? pathOf() : null
  }
  for await (const { value } of line.pages(pathOf(), treeSchema, next)) yield value
}

async function* commitPages(
  line: Line,
  base: string,
  range: CommitRange,
  logins: Map<string, string>,
): AsyncGenerator<CommitPage> {
  const parameters = { ...rangeWords(range), ...plainCommits }
  for await (const { value, headers } of pages(line, `${base}/commits`, parameters, commitSchema)) {
    if (value.some(({ sha }) => sha === range.fromSha)) throw tooOld(line.name)
    for (const { author, commit } of value) if (author?.login) logins.set(commit.author.email, author.login)
    yield { commits: value.map(asCommit), total: totalIn(headers) }
  }
}

function tooOld(name: string): Problem {
  return new Problem(
    'host_unusable',
    `${name} cannot leave commits out of a list, which Gitea and Forgejo can since 1.20. Update it, or use it as a host of the kind "git".`,
  )
}

/** Newer versions know `~n`; the others say that it is no ref, and are walked. */
async function findAncestor(line: Line, base: string, sha: string, steps: string): Promise<string | null> {
  const revision = encodeURIComponent(sha + steps)
  const direct = await line.tryFind(`${base}/git/commits/${revision}${query(plainCommits)}`, nodeSchema)
  if (direct && direct.sha !== sha) return direct.sha
  return walk(sha, steps, async (from) => {
    const path = `${base}/commits${query({ sha: from, ...plainCommits, limit: perPage })}`
    const { value } = await line.get(path, z.array(nodeSchema))
    return new Map(value.map((node) => [node.sha, node.parents.map((parent) => parent.sha)]))
  })
}

/** Gitea does not search for letters in refs: with some, all names are read and looked through here. */
async function listNames<T>(
  { line, path, schema }: { line: Line; path: string; schema: z.ZodType<T> },
  asNames: (items: T[]) => RefName[],
  question: ListQuestion,
): Promise<Listing<RefName>> {
  if (question.query === '') {
    const words = query({ limit: perPage, page: question.page })
    const { value, headers } = await line.get(path + words, z.array(schema))
    const nextPage = hasMore(question.page, value.length, headers) ? question.page + 1 : null
    return { items: asNames(value), nextPage }
  }
  const names: RefName[] = []
  for await (const { value } of pages(line, path, {}, schema)) names.push(...asNames(value))
  return pageOf(names, question)
}
