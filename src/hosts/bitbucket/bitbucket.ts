import { z } from 'zod'
import type { Access, Host } from '../../core/host.ts'
import type { ListQuery } from '../../core/listing.ts'
import type { Revision } from '../../git/revision.ts'
import { query, segments } from '../address.ts'
import type { FileSource } from '../changelog-file.ts'
import { type Dialect, notVisible } from '../rest/problems.ts'
import type { RangeSource } from '../rest/range.ts'
import { type RefSource, walkPages } from '../rest/refs.ts'
import { type RestSource, restHost } from '../rest/repository.ts'
import { claimsByHash, type RequestSource } from '../rest/requests.ts'
import type { RestClient } from '../rest/rest-client.ts'
import type { RestOptions } from '../rest/rest-transport.ts'
import {
  asCommit,
  asRefName,
  asRequest,
  asTag,
  commitSchema,
  entrySchema,
  namedSchema,
  nodeSchema,
  refSchema,
  repositorySchema,
  requestSchema,
  scopeIn,
} from './answers.ts'

const perPage = 100
// Of pull requests Bitbucket gives no more in a page.
const requestsPerPage = 50
const perPickerPage = 50

/** Bitbucket Cloud, with an access token of a repository, a project or a workspace. */
export function bitbucketHost(options: RestOptions): Host {
  return restHost(options, {
    kind: 'bitbucket',
    gitUser: 'x-token-auth',
    dialect,
    open: openRepository,
    // Bitbucket Cloud has no releases.
    openPublisher: null,
    listRepositories,
  })
}

const dialect: Dialect = {
  // A personal API token goes with its owner's address, as `address:token`; an access token stands alone.
  authorization: (token) =>
    token.includes(':') ? `Basic ${Buffer.from(token).toString('base64')}` : `Bearer ${token}`,
  neededScopes: 'the scopes repository and pullrequest',
  writeScopes: 'the scopes repository:write and pullrequest:write',
  missingScope: scopeIn,
  async newName({ pathname }, tryFind) {
    const names = /\/repositories(\/[^/]+\/[^/]+)/.exec(pathname)?.[1]
    if (names === undefined) return null
    // The new place may be given by ids in braces, which are no names.
    if (!/%7B|\{/i.test(names)) return decodeURIComponent(names.slice(1))
    return (await tryFind(`/repositories${names}`, namedSchema))?.full_name ?? null
  },
}

async function listRepositories(line: RestClient, { query: letters, page }: ListQuery) {
  const words = {
    role: 'member',
    sort: '-updated_on',
    pagelen: perPickerPage,
    page,
    ...letterFilter('full_name', letters),
  }
  const { value } = await line.get(`/repositories${query(words)}`, pageSchema(namedSchema))
  return { items: value.values.map((each) => each.full_name), nextPage: value.next ? page + 1 : null }
}

/** A repository, and the line it is asked on. */
interface Place {
  line: RestClient
  /** Its path below the API's address. */
  base: string
}

async function openRepository(line: RestClient, access: Access): Promise<RestSource> {
  if (access.repoFullName.split('/').length !== 2) throw notVisible(line.name, access)
  const context = { line, base: `/repositories/${segments(access.repoFullName)}` }
  const { value } = await line.get(context.base, repositorySchema)
  const logins = new Map<string, string>()
  return {
    name: line.name,
    headBranch: value.mainbranch?.name ?? null,
    logins,
    ...refsOf(context),
    ...rangeOf(context, logins),
    ...requestsOf(context),
    ...filesOf(context),
  }
}

async function findHash({ line, base }: Place, path: string): Promise<string | null> {
  return (await line.find(base + path, nodeSchema))?.hash ?? null
}

function refsOf(context: Place): Omit<RefSource, 'headBranch'> & Pick<RestSource, 'listRefs'> {
  const { line, base } = context
  return {
    findCommit: (sha) => findHash(context, `/commit/${sha}`),
    findAncestor: (sha, revision) => findAncestor(context, sha, revision),
    async findTag(name) {
      const tag = await line.find(`${base}/refs/tags/${segments(name)}`, refSchema)
      return tag && asTag(tag)
    },
    async findBranch(name) {
      return (await line.find(`${base}/refs/branches/${segments(name)}`, refSchema))?.target?.hash ?? null
    },
    async listRefs(kind, { query: letters, page }) {
      const filter = letterFilter('name', letters)
      const words = query({ sort: '-target.date', pagelen: perPickerPage, page, ...filter })
      const path = `${base}/refs/${kind === 'tag' ? 'tags' : 'branches'}${words}`
      const { value } = await line.get(path, pageSchema(refSchema))
      const items = value.values.flatMap((raw) => asRefName(raw, kind))
      return { items, nextPage: value.next ? page + 1 : null }
    },
  }
}

/** Bitbucket knows no `~n`. */
function findAncestor({ line, base }: Place, sha: string, revision: Revision): Promise<string | null> {
  return walkPages(sha, revision, async (from) => {
    const path = `${base}/commits${query({ include: from, pagelen: perPage })}`
    const { value } = await line.get(path, pageSchema(nodeSchema))
    return new Map(value.values.map((node) => [node.hash, node.parents.map((parent) => parent.hash)]))
  })
}

function rangeOf(context: Place, logins: Map<string, string>): Omit<RangeSource, 'name'> {
  const { line, base } = context
  return {
    async *commitPages({ fromSha, toSha }) {
      const exclude: Record<string, string> = fromSha === null ? {} : { exclude: fromSha }
      const path = `${base}/commits${query({ include: toSha, ...exclude, pagelen: perPage })}`
      for await (const page of pages(line, path, commitSchema)) {
        const commits = page.map(asCommit)
        commits.forEach(({ author }, index) => {
          const login = page[index]!.author.user?.nickname
          if (login) logins.set(author.email, login)
        })
        yield { commits, total: null }
      }
    },
    async *tagPages() {
      const path = `${base}/refs/tags${query({ sort: '-target.date', pagelen: perPage })}`
      for await (const tags of pages(line, path, refSchema)) yield tags.map(asTag)
    },
    mergeBase: (fromSha, toSha) => findHash(context, `/merge-base/${fromSha}..${toSha}`),
    // Bitbucket does not count commits.
    count: async () => null,
  }
}

function requestsOf({ line, base }: Place): RequestSource {
  const merged = async function* (words: Record<string, string>) {
    const path = `${base}/pullrequests${query({ state: 'MERGED', ...words, pagelen: requestsPerPage })}`
    for await (const page of pages(line, path, requestSchema)) yield page.map(asRequest)
  }
  return {
    claimsOf: claimsByHash,
    // Bitbucket can be asked for one number only; its list of merged requests is asked instead.
    async *requestsByNumber() {},
    recentRequests: () => merged({ sort: '-updated_on' }),
    // Bitbucket answers this only for workspaces that had it indexed.
    requestOfCommit: async () => null,
    requestsBy({ id }, before) {
      const moment = new Date(before * 1000).toISOString()
      const q = `author.uuid = "${id.replace(/["\\]/g, '')}" AND created_on < ${moment}`
      return merged({ q, sort: 'created_on' })
    },
  }
}

function filesOf({ line, base }: Place): FileSource {
  return {
    async *rootPages(sha) {
      const path = `${base}/src/${sha}/${query({ pagelen: perPage })}`
      for await (const page of pages(line, path, entrySchema)) {
        yield page.map((entry) => (entry.type === 'commit_directory' ? `${entry.path}/` : entry.path))
      }
    },
    readFile: (sha, path) => line.readFile(`${base}/src/${sha}/${segments(path)}`),
  }
}

function letterFilter(field: string, letters: string): Record<string, string> {
  return letters === '' ? {} : { q: `${field} ~ "${letters.replace(/["\\]/g, '')}"` }
}

function pageSchema<T>(schema: z.ZodType<T>) {
  return z.object({ values: z.array(schema), next: z.string().optional() })
}

/** Bitbucket's pages are strung together by addresses that are not to be made up. */
async function* pages<T>(line: RestClient, first: string, schema: z.ZodType<T>): AsyncGenerator<T[]> {
  const next = ({ value }: { value: { next?: string | undefined } }) =>
    value.next === undefined ? null : line.pathOf(value.next)
  for await (const { value } of line.pages(first, pageSchema(schema), next)) yield value.values
}
