import { z } from 'zod'
import { Problem } from '../../core/errors.ts'
import type { Access, Host } from '../../core/host.ts'
import type { ListQuery } from '../../core/listing.ts'
import type { CommitRange } from '../../core/range.ts'
import type { Revision } from '../../git/revision.ts'
import { query, segments } from '../address.ts'
import type { FileSource } from '../changelog-file.ts'
import { type Dialect, notVisible } from '../rest/problems.ts'
import { asRefNames, type RangeSource } from '../rest/range.ts'
import { type RefSource, walkPages } from '../rest/refs.ts'
import { type RestSource, restHost } from '../rest/repository.ts'
import { claimsByHash, type RequestSource } from '../rest/requests.ts'
import { asSeconds, type RestClient } from '../rest/rest-client.ts'
import type { RestOptions } from '../rest/rest-transport.ts'
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
} from './answers.ts'
import { hasMore, listNames, pages, perPage, totalIn, treePages } from './pages.ts'
import { openGiteaPublisher } from './publisher.ts'

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

async function listRepositories(line: RestClient, { query: letters, page }: ListQuery) {
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

/** A repository, and the line it is asked on. */
interface Place {
  line: RestClient
  /** Its path below the API's address. */
  base: string
}

async function openRepository(line: RestClient, access: Access): Promise<RestSource> {
  if (access.repoFullName.split('/').length !== 2) throw notVisible(line.name, access)
  const context = { line, base: `/repos/${segments(access.repoFullName)}` }
  const { value } = await line.get(context.base, repositorySchema)
  const logins = new Map<string, string>()
  return {
    name: line.name,
    headBranch: value.empty ? null : value.default_branch || null,
    logins,
    ...refsOf(context),
    ...rangeOf(context, logins),
    ...requestsOf(context),
    ...filesOf(context),
  }
}

const tagNames = (tags: z.infer<typeof tagSchema>[]) => asRefNames(tags.map(asTag))
const branchNames = (branches: z.infer<typeof branchSchema>[]) => branches.map(asBranch)

function refsOf(context: Place): Omit<RefSource, 'headBranch'> & Pick<RestSource, 'listRefs'> {
  const { line, base } = context
  return {
    async findCommit(sha) {
      const path = `${base}/git/commits/${encodeURIComponent(sha)}${query(plainCommits)}`
      return (await line.find(path, nodeSchema))?.sha ?? null
    },
    findAncestor: (sha, revision) => findAncestor(context, sha, revision),
    async findTag(name) {
      const tag = await line.find(`${base}/tags/${segments(name)}`, tagSchema)
      return tag && asTag(tag)
    },
    async findBranch(name) {
      return (await line.find(`${base}/branches/${segments(name)}`, branchSchema))?.commit.id ?? null
    },
    listRefs: (kind, question) =>
      kind === 'tag'
        ? listNames({ line, path: `${base}/tags`, schema: tagSchema }, tagNames, question)
        : listNames({ line, path: `${base}/branches`, schema: branchSchema }, branchNames, question),
  }
}

/** Newer versions know `~n`; the others say that it is no ref, and are walked. */
async function findAncestor({ line, base }: Place, sha: string, revision: Revision): Promise<string | null> {
  const expression = encodeURIComponent(sha + revision.suffix)
  const direct = await line.tryFind(`${base}/git/commits/${expression}${query(plainCommits)}`, nodeSchema)
  if (direct && direct.sha !== sha) return direct.sha
  return walkPages(sha, revision, async (from) => {
    const path = `${base}/commits${query({ sha: from, ...plainCommits, limit: perPage })}`
    const { value } = await line.get(path, z.array(nodeSchema))
    return new Map(value.map((node) => [node.sha, node.parents.map((parent) => parent.sha)]))
  })
}

function rangeOf({ line, base }: Place, logins: Map<string, string>): Omit<RangeSource, 'name'> {
  const path = `${base}/commits`
  return {
    async *commitPages(range) {
      const parameters = { ...rangeWords(range), ...plainCommits }
      for await (const { value, headers } of pages({ line, path, parameters, schema: commitSchema })) {
        if (value.some(({ sha }) => sha === range.fromSha)) throw tooOld(line.name)
        for (const { author, commit } of value)
          if (author?.login) logins.set(commit.author.email, author.login)
        yield { commits: value.map(asCommit), total: totalIn(headers) }
      }
    },
    async *tagPages() {
      const list = { line, path: `${base}/tags`, schema: tagSchema }
      for await (const { value: tags } of pages(list)) yield tags.map(asTag)
    },
    // The count that comes with the commits tells whether they are all.
    mergeBase: async () => undefined,
    async count(range) {
      const words = query({ ...rangeWords(range), ...plainCommits, limit: 1 })
      return totalIn((await line.get(path + words, z.unknown())).headers)
    },
  }
}

function rangeWords({ fromSha, toSha }: CommitRange): Record<string, string> {
  return fromSha === null ? { sha: toSha } : { sha: toSha, not: fromSha }
}

function tooOld(name: string): Problem {
  return new Problem(
    'host_unusable',
    `${name} cannot leave commits out of a list, which Gitea and Forgejo can since 1.20. Update it, or use it as a host of the kind "git".`,
  )
}

function requestsOf({ line, base }: Place): RequestSource {
  const closed = (words: Record<string, string>) =>
    pages({
      line,
      path: `${base}/pulls`,
      parameters: { state: 'closed', ...words },
      schema: requestSchema,
    })
  return {
    claimsOf: claimsByHash,
    // Gitea can be asked for one number only; its list of merged requests is asked instead.
    async *requestsByNumber() {},
    async *recentRequests() {
      for await (const { value } of closed({ sort: 'recentupdate' })) yield value.map(asRequest)
    },
    async requestOfCommit(sha) {
      const request = await line.find(`${base}/commits/${sha}/pull`, requestSchema)
      return request && asRequest(request)
    },
    async *requestsBy({ id }, before) {
      for await (const { value } of closed({ sort: 'oldest', poster: id })) {
        yield value.map(asRequest)
        if (asSeconds(value.at(-1)?.created_at ?? '') >= before) break
      }
    },
  }
}

function filesOf({ line, base }: Place): FileSource {
  return {
    async *rootPages(sha) {
      for await (const { tree } of treePages(line, `${base}/git/trees/${sha}`)) {
        yield tree.map(({ path, type }) => (type === 'tree' ? `${path}/` : path))
      }
    },
    readFile: (sha, path) => line.readFile(`${base}/raw/${segments(path)}${query({ ref: sha })}`),
  }
}
