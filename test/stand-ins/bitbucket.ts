import { type BitbucketState, handleBitbucketWrite, newBitbucketState } from './bitbucket-writing.ts'
import {
  type Forge,
  type ForgeOptions,
  type ForgeRequest,
  type ForgeResponse,
  numberIn,
  pageOfList,
  startForge,
} from './forge.ts'
import {
  type ForgeCommit,
  type ForgePullRequest,
  type ForgeRef,
  isEmpty,
  readBlob,
  readCommit,
  readCommits,
  readMergeBase,
  readPullRequests,
  readRefs,
  readRoot,
} from './forge-git.ts'
import { asShown } from './forge-release.ts'
import { readHead } from './read-git.ts'

const notFound: ForgeResponse = {
  status: 404,
  body: {
    type: 'error',
    error: { message: 'You may not have access to this repository or it no longer exists.' },
  },
}

/** The options of a stand-in for Bitbucket, and what was created on it. */
interface BitbucketOptions extends ForgeOptions {
  state?: BitbucketState
}

/** Starts a stand-in for Bitbucket Cloud. */
export function startBitbucket(given: BitbucketOptions): Promise<Forge> {
  const options = { ...given, state: given.state ?? newBitbucketState() }
  return startForge(options, {
    apiPath: '/2.0',
    tokenIn: (authorization) => {
      const basic = /^Basic (\S+)$/.exec(authorization)?.[1]
      if (basic !== undefined) return Buffer.from(basic, 'base64').toString()
      return /^Bearer (\S+)$/.exec(authorization)?.[1] ?? null
    },
    unknownToken: {
      status: 401,
      body: { type: 'error', error: { message: 'Token is invalid or not supported.' } },
    },
    respond: (request) => respond(request, options),
  })
}

async function respond(
  request: ForgeRequest,
  options: BitbucketOptions & { state: BitbucketState },
): Promise<ForgeResponse> {
  const { path, account } = request
  const scope = path.endsWith('/pullrequests') ? 'pullrequest' : 'repository'
  if (account && !account.scopes.includes(scope)) {
    const message = 'Your credentials lack one or more required privilege scopes.'
    const detail = { granted: account.scopes, required: [scope] }
    return { status: 403, body: { type: 'error', error: { message, detail } } }
  }
  if (path === '/repositories') {
    const names = request.names().map((name) => ({ name, full_name: name }))
    return page(request, names.filter(matching(request, 'full_name')), 100)
  }
  const [, name = '', below = ''] = /^\/repositories\/([^/]+\/[^/]+)(\/.*)?$/.exec(path) ?? []
  const folder = request.folderOf(name)
  if (folder === null) return notFound
  if (below === '') {
    return { body: { full_name: name, mainbranch: isEmpty(folder) ? null : { name: readHead(folder) } } }
  }
  const written = handleBitbucketWrite(request, { folder, name, below, state: options.state })
  if (written) return { ...written, body: asShown(written.body) }
  if (below.startsWith('/pullrequests') && options.withoutRequests) return notFound
  const ofRequest = /^\/pullrequests\/(\d+)\/commits$/.exec(below)?.[1]
  if (ofRequest !== undefined) {
    const found = (await readPullRequests(folder, options)).find(({ number }) => number === Number(ofRequest))
    return found ? page(request, found.commits.toReversed().map(asCommit), 100) : notFound
  }
  if (below === '/pullrequests') {
    const requests = (await readPullRequests(folder, options)).map(asRequest)
    const state = request.search.get('state') ?? 'OPEN'
    const kept = requests.filter((each) => each.state === state).filter(madeBy(request))
    const byCreation = (one: { created_on: string }, other: { created_on: string }) =>
      Date.parse(one.created_on) - Date.parse(other.created_on)
    return page(request, request.search.get('sort') === 'created_on' ? kept.toSorted(byCreation) : kept, 50)
  }
  return handleRepository(request, folder, below)
}

async function handleRepository(
  request: ForgeRequest,
  folder: string,
  below: string,
): Promise<ForgeResponse> {
  if (below === '/commits') return listCommits(request, folder)
  const [, sha, path] = /^\/src\/([0-9a-f]{40})\/(.*)$/.exec(below) ?? []
  if (sha !== undefined) return handleSource(request, folder, sha, decodeURIComponent(path!))
  const [, list = '', part] = /^\/(commit|merge-base|refs\/tags|refs\/branches)(?:\/(.+))?$/.exec(below) ?? []
  const name = part === undefined ? null : decodeURIComponent(part)
  if (list === 'commit' || list === 'merge-base') {
    const [one = '', other = ''] = name!.split('..')
    const revision = list === 'commit' ? one : await readMergeBase(folder, one, other)
    // Bitbucket resolves names and SHAs here, but walks no parents.
    const commit = revision === null || /[~^]/.test(revision) ? null : await readCommit(folder, revision)
    return commit ? { body: asCommit(commit) } : notFound
  }
  if (!list.startsWith('refs/')) return notFound
  const refs = await readRefs(folder, list === 'refs/tags' ? 'tags' : 'heads')
  // Only tags have a date of their own.
  const shown = (ref: ForgeRef) => {
    const { date, ...rest } = asRef(ref)
    return list === 'refs/tags' ? { ...rest, date } : rest
  }
  if (name === null) return page(request, refs.map(shown).filter(matching(request, 'name')), 100)
  const ref = refs.find((each) => each.name === name)
  return ref ? { body: shown(ref) } : notFound
}

/** A folder is listed, and a file is sent as it is. */
async function handleSource(request: ForgeRequest, folder: string, sha: string, path: string) {
  if (path !== '') {
    const body = await readBlob(folder, sha, path)
    return body ? { body } : notFound
  }
  const entries = await readRoot(folder, sha)
  const asEntry = ({ name, type }: { name: string; type: string }) => ({
    path: name,
    type: type === 'tree' ? 'commit_directory' : 'commit_file',
  })
  return entries ? page(request, entries.map(asEntry), 100) : notFound
}

/** The filter for pull requests that an author opened before a date. */
function madeBy({ search }: ForgeRequest) {
  const [, uuid, moment] =
    /^author\.uuid = "([^"]*)" AND created_on < (\S+)$/.exec(search.get('q') ?? '') ?? []
  return (request: ReturnType<typeof asRequest>) =>
    uuid === undefined ||
    (request.author.uuid === uuid && Date.parse(request.created_on) < Date.parse(moment!))
}

async function listCommits(request: ForgeRequest, folder: string): Promise<ForgeResponse> {
  const { search, fault } = request
  const revisions = [...search.getAll('include'), ...search.getAll('exclude').map((name) => `^${name}`)]
  const commits = await readCommits(folder, revisions)
  if (commits === null) return notFound
  const kept = commits.slice(0, fault.shortfall ? -fault.shortfall : undefined)
  return page(request, kept.map(asCommit), 100)
}

function matching({ search }: ForgeRequest, field: string) {
  const letters = new RegExp(`^${field} ~ "(.*)"$`).exec(search.get('q') ?? '')?.[1]?.toLowerCase() ?? ''
  return (item: { name: string }) => item.name.toLowerCase().includes(letters)
}

/** Bitbucket gives the whole address of the next page, and counts nothing here. */
function page({ search, path, apiUrl }: ForgeRequest, all: unknown[], most: number): ForgeResponse {
  const number = numberIn(search, 'page', 1, 1_000_000)
  const size = numberIn(search, 'pagelen', 10, most)
  const { items, hasMore } = pageOfList(all, number, size)
  const next = new URLSearchParams(search)
  next.set('page', String(number + 1))
  return { body: { values: items, pagelen: size, ...(hasMore ? { next: `${apiUrl}${path}?${next}` } : {}) } }
}

/** Bitbucket returns one date, that of the commit, in UTC. */
function moment(gitMoment: string): string {
  return new Date(gitMoment).toISOString().replace('.000Z', '+00:00')
}

function asCommit(commit: ForgeCommit) {
  const nickname = commit.email.endsWith('@example.org') ? commit.email.split('@', 1)[0] : null
  return {
    type: 'commit',
    hash: commit.sha,
    date: moment(commit.committedAt),
    message: commit.message,
    author: { raw: `${commit.name} <${commit.email}>`, ...(nickname ? { user: { nickname } } : {}) },
    parents: commit.parents.map((hash) => ({ hash })),
  }
}

function asRef({ name, sha, committedAt, madeAt }: ForgeRef) {
  const target = { hash: sha, date: moment(committedAt) }
  return { name, target, date: madeAt === null ? null : moment(madeAt) }
}

function asRequest({ number, title, merged, merge, author }: ForgePullRequest) {
  return {
    id: number,
    title,
    description: `What #${number} does.`,
    state: merged ? 'MERGED' : 'DECLINED',
    merge_commit: merged ? { hash: merge.sha.slice(0, 12) } : null,
    created_on: moment(author.authoredAt),
    updated_on: moment(merge.committedAt),
    source: { commit: { hash: (merge.parents[1] ?? '0'.repeat(40)).slice(0, 12) } },
    author: {
      uuid: `{${author.email}}`,
      display_name: author.name,
      nickname: author.email.split('@', 1)[0],
    },
  }
}
