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
  labelsOf,
  readBlob,
  readCommit,
  readCommits,
  readPullRequests,
  readRefs,
  readRoot,
} from './forge-git.ts'
import { asShown } from './forge-release.ts'
import { type GiteaState, handleGiteaWrite, newGiteaState } from './gitea-writing.ts'
import { askGit, readAllRefs, readHead } from './read-git.ts'

interface GiteaOptions extends ForgeOptions {
  /** Its releases and open pull requests. */
  state?: GiteaState
  /** Whether it is a recent version that resolves `~n`. */
  knowsSteps?: boolean
  /** Whether it is an old version that ignores the `not` parameter. */
  ignoresNot?: boolean
  /** Whether it is an old version that ignores the filter by author. */
  ignoresPoster?: boolean
}

const notFound: ForgeResponse = { status: 404, body: { message: 'The target couldn’t be found.' } }
const emptyRepository: ForgeResponse = { status: 409, body: { message: 'Git Repository is empty.' } }

/** Starts a stand-in for a Gitea or a Forgejo. */
export function startGitea(given: GiteaOptions): Promise<Forge> {
  const options = { ...given, state: given.state ?? newGiteaState() }
  return startForge(options, {
    apiPath: '/api/v1',
    tokenIn: giteaToken,
    unknownToken: { status: 401, body: { message: 'user does not exist [uid: 0, name: ]' } },
    respond: (request) => respond(request, options),
  })
}

/** A token, or the name and password of an account. */
function giteaToken(authorization: string): string | null {
  const basic = /^Basic (\S+)$/.exec(authorization)?.[1]
  if (basic !== undefined) return Buffer.from(basic, 'base64').toString()
  return /^(?:token|Bearer) (\S+)$/.exec(authorization)?.[1] ?? null
}

async function respond(request: ForgeRequest, options: GiteaOptions): Promise<ForgeResponse> {
  const { path, account } = request
  const right = request.method === 'GET' ? 'read' : 'write'
  const scope = `${right}:${path.startsWith('/user/') ? 'user' : 'repository'}`
  const wider = scope.replace('read', 'write')
  if (request.method !== 'GET' && !account) return { status: 401, body: { message: 'token is required' } }
  if (account && !account.scopes.includes(scope) && !account.scopes.includes(wider)) {
    const message = `token does not have at least one of required scope(s): [${scope}]`
    return { status: 403, body: { message } }
  }
  if (path === '/user/repos' || path === '/repos/search') return listRepositories(request, options)
  const [, name = '', below = ''] = /^\/repos\/([^/]+\/[^/]+)(\/.*)?$/.exec(path) ?? []
  const folder = request.folderOf(name)
  if (folder === null) return notFound
  // As Gitea does: only the routes of code and pull requests know that the repository is locked.
  if (request.method !== 'GET' && options.archived?.includes(name)) {
    const message = 'Repo is archived'
    return below.startsWith('/releases')
      ? { status: 500, body: { message: '' } }
      : { status: 423, body: { message } }
  }
  const written = handleGiteaWrite(request, { folder, name, below, state: options.state! })
  if (written) return { ...written, body: asShown(written.body) }
  if (below !== '' && below !== '/commits') return handleRepository(request, folder, below, options)
  const empty = isEmpty(folder)
  const archived = options.archived?.includes(name) === true
  if (below === '') {
    const push = request.account?.scopes.includes('write:repository') === true
    const permissions = { admin: false, push, pull: true }
    return { body: { full_name: name, default_branch: readHead(folder), empty, archived, permissions } }
  }
  return empty ? emptyRepository : listCommits(request, folder, options)
}

async function handleRepository(
  request: ForgeRequest,
  folder: string,
  below: string,
  options: GiteaOptions,
): Promise<ForgeResponse> {
  const requests = () => readPullRequests(folder, options)
  // As Gitea does for a repository whose pull requests are switched off.
  if (options.withoutRequests && /^\/pulls|\/pull$/.test(below)) return notFound
  const ofRequest = /^\/pulls\/(\d+)\/commits$/.exec(below)?.[1]
  if (ofRequest !== undefined) {
    const found = (await requests()).find(({ number }) => number === Number(ofRequest))
    return found ? page(request, found.commits.toReversed().map(asCommit), options) : notFound
  }
  if (below === '/pulls') return listRequests(request, (await requests()).map(asRequest), options)
  const [, sha, file] = /^\/(?:git\/trees\/([0-9a-f]{40})|raw\/(.+))$/.exec(below) ?? []
  if (sha !== undefined) return listRoot(request, folder, sha)
  if (file !== undefined) {
    const body = await readBlob(folder, request.search.get('ref') ?? 'HEAD', decodeURIComponent(file))
    return body ? { body } : notFound
  }
  const ofCommit = /^\/commits\/([0-9a-f]{40})\/pull$/.exec(below)?.[1]
  if (ofCommit !== undefined) {
    const request = (await requests()).find(({ merge, merged }) => merged && merge.sha === ofCommit)
    return request ? { body: asRequest(request) } : notFound
  }
  const [, list = '', part] = /^\/(git\/commits|tags|branches)(?:\/(.+))?$/.exec(below) ?? []
  const name = part === undefined ? null : decodeURIComponent(part)
  if (list === 'git/commits') {
    if (/[~^]/.test(name!) && options.knowsSteps !== true) {
      return { status: 422, body: { message: `no valid ref or sha: ${name}` } }
    }
    const commit = await readCommit(folder, name!)
    return commit ? { body: asCommit(commit) } : notFound
  }
  const object = /^\/git\/tags\/([0-9a-f]{40})$/.exec(below)?.[1]
  if (object !== undefined) return readTagObject(folder, object)
  if (list === '') return notFound
  // Gitea fails for the whole list if one tag does not point to a commit.
  if (list === 'tags' && name === null && findTags(folder).some(({ sha }) => sha === null))
    return { status: 500, body: { message: 'GetTags' } }
  const refs = [...(await readRefs(folder, list === 'tags' ? 'tags' : 'heads')), ...nestedTags(folder, list)]
  const asRef = (ref: ForgeRef) => (list === 'tags' ? asTag(ref) : asBranch(ref))
  if (name === null) return page(request, refs.map(asRef), options)
  const ref = refs.find((each) => each.name === name)
  return ref ? { body: asRef(ref) } : notFound
}

/** The tags that do not point to a commit, with the commits that git finds below tags of tags. */
function findTags(folder: string) {
  return readAllRefs(folder)
    .filter(({ name, committedAt }) => name.startsWith('refs/tags/') && committedAt === null)
    .map(({ name, peeled, createdAt }) => ({
      name: name.slice('refs/tags/'.length),
      inner: peeled,
      createdAt,
      sha:
        askGit(folder, ['rev-parse', '--verify', '--quiet', `${name}^{commit}`])
          ?.toString()
          .trim() ?? null,
    }))
}

/** A tag of a tag, for which Gitea returns the inner tag instead of the commit. */
function nestedTags(folder: string, list: string): ForgeRef[] {
  if (list !== 'tags') return []
  return findTags(folder).flatMap(({ name, inner, sha, createdAt }) => {
    const type = inner === null ? null : askGit(folder, ['cat-file', '-t', inner])?.toString().trim()
    return sha !== null && type === 'tag'
      ? [{ name, sha: inner!, committedAt: createdAt, madeAt: createdAt }]
      : []
  })
}

function readTagObject(folder: string, sha: string): ForgeResponse {
  const text = askGit(folder, ['cat-file', 'tag', sha])?.toString()
  const inner = /^object ([0-9a-f]{40})$/m.exec(text ?? '')?.[1]
  return inner === undefined ? notFound : { body: { sha, object: { sha: inner } } }
}

function listRequests(
  request: ForgeRequest,
  requests: ReturnType<typeof asRequest>[],
  options: GiteaOptions,
): ForgeResponse {
  const poster = options.ignoresPoster ? null : request.search.get('poster')
  const kept = requests.filter(({ user }) => poster === null || user.login === poster)
  const oldest = (one: { created_at: string }, other: { created_at: string }) =>
    Date.parse(one.created_at) - Date.parse(other.created_at)
  return page(request, request.search.get('sort') === 'oldest' ? kept.toSorted(oldest) : kept, options)
}

async function listRoot({ search }: ForgeRequest, folder: string, sha: string): Promise<ForgeResponse> {
  const entries = await readRoot(folder, sha)
  if (!entries) return { status: 400, body: { message: `object does not exist [id: ${sha}]` } }
  const tree = entries.map(({ name, type }) => ({ path: name, type }))
  const number = numberIn(search, 'page', 1, 1_000_000)
  const { items, hasMore } = pageOfList(tree, number, numberIn(search, 'per_page', 1000, 1000))
  return { body: { sha, tree: items, truncated: hasMore, page: number, total_count: tree.length } }
}

async function listCommits(
  request: ForgeRequest,
  folder: string,
  options: GiteaOptions,
): Promise<ForgeResponse> {
  const { search, fault } = request
  const not = options.ignoresNot ? null : search.get('not')
  const revisions = [search.get('sha') ?? 'HEAD', ...(not === null ? [] : [`^${not}`])]
  const commits = await readCommits(folder, revisions)
  if (commits === null) return { status: 500, body: { message: 'GetCommit' } }
  const kept = commits.slice(0, fault.shortfall ? -fault.shortfall : undefined)
  const total = String(commits.length)
  const listed = page(request, kept.map(asCommit), options)
  return { ...listed, headers: { ...listed.headers, 'x-total': total, 'x-total-count': total } }
}

function listRepositories(request: ForgeRequest, options: GiteaOptions): ForgeResponse {
  const letters = request.search.get('q')?.toLowerCase() ?? ''
  const names = request.names().filter((name) => name.split('/').at(-1)!.toLowerCase().includes(letters))
  const listed = page(
    request,
    names.map((name) => ({ full_name: name })),
    options,
  )
  return request.path === '/user/repos' ? listed : { ...listed, body: { ok: true, data: listed.body } }
}

function page({ search }: ForgeRequest, all: unknown[], { maxItems = 50 }: GiteaOptions): ForgeResponse {
  const number = numberIn(search, 'page', 1, 1_000_000)
  const { items, hasMore } = pageOfList(all, number, numberIn(search, 'limit', 30, maxItems))
  return { headers: { 'x-total-count': String(all.length), 'x-hasmore': String(hasMore) }, body: items }
}

/** Go writes UTC as Z. */
function moment(gitMoment: string): string {
  return gitMoment.replace('+00:00', 'Z')
}

function loginOf(email: string): string | null {
  return email.endsWith('@example.org') ? email.split('@', 1)[0]! : null
}

function asCommit(commit: ForgeCommit) {
  const login = loginOf(commit.email)
  return {
    sha: commit.sha,
    parents: commit.parents.map((sha) => ({ sha })),
    author: login === null ? null : { login },
    commit: {
      message: commit.message,
      author: { name: commit.name, email: commit.email, date: moment(commit.authoredAt) },
      committer: { date: moment(commit.committedAt) },
    },
  }
}

function asTag({ name, sha, committedAt, madeAt }: ForgeRef) {
  return { name, commit: { sha, created: moment(madeAt ?? committedAt) } }
}

function asBranch({ name, sha, committedAt }: ForgeRef) {
  return { name, commit: { id: sha, timestamp: moment(committedAt) } }
}

function asRequest({ number, title, merged, merge, author }: ForgePullRequest) {
  return {
    number,
    title,
    body: `What #${number} does.`,
    state: 'closed',
    merged,
    merge_commit_sha: merged ? merge.sha : null,
    labels: labelsOf(title).map((name) => ({ name })),
    created_at: moment(author.authoredAt),
    updated_at: moment(merge.committedAt),
    merged_at: merged ? moment(merge.committedAt) : null,
    head: { sha: merge.parents[1] ?? '0'.repeat(40) },
    user: { login: author.email.split('@', 1)[0], full_name: author.name },
  }
}
