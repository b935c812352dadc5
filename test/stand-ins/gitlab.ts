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
  readMergeBase,
  readPullRequests,
  readRefs,
  readRoot,
} from './forge-git.ts'
import { asShown } from './forge-release.ts'
import { type GitlabState, handleGitlabWrite, newGitlabState } from './gitlab-writing.ts'
import { readHead } from './read-git.ts'

interface GitlabOptions extends ForgeOptions {
  /** Its releases and open merge requests. */
  state?: GitlabState
}

const insufficientScope: ForgeResponse = {
  status: 403,
  body: {
    error: 'insufficient_scope',
    error_description: 'The request requires higher privileges than provided by the access token.',
    scope: 'api read_api',
  },
}

const notFound = (what: string): ForgeResponse => ({
  status: 404,
  body: { message: `404 ${what} Not Found` },
})

/** Starts a stand-in for a GitLab. */
export function startGitlab(given: GitlabOptions): Promise<Forge> {
  const options = { ...given, state: given.state ?? newGitlabState() }
  return startForge(options, {
    apiPath: '/api/v4',
    tokenIn: (authorization) => /^Bearer (\S+)$/.exec(authorization)?.[1] ?? null,
    tokenHeader: 'job-token',
    validates: true,
    unknownToken: { status: 401, body: { message: '401 Unauthorized' } },
    respond: (request) => respond(request, options),
  })
}

async function respond(request: ForgeRequest, options: GitlabOptions): Promise<ForgeResponse> {
  const { path, account } = request
  // The token of a job reads hardly anything of the API: GitLab answers as to a stranger.
  if (account?.scopes.includes('job')) return notFound('Project')
  if (account && !account.scopes.some((scope) => scope === 'api' || scope === 'read_api'))
    return insufficientScope
  if (request.method !== 'GET' && !account) return { status: 401, body: { message: '401 Unauthorized' } }
  if (request.method !== 'GET' && !account!.scopes.includes('api'))
    return { ...insufficientScope, body: { ...(insufficientScope.body as object), scope: 'api' } }
  if (path === '/personal_access_tokens/self')
    return account ? { body: { scopes: account.scopes } } : notFound('Token')
  if (path === '/projects') return account ? listProjects(request) : notFound('Project')
  const [, id = '', below = ''] = /^\/projects\/([^/]+)(\/.*)?$/.exec(path) ?? []
  const name = decodeURIComponent(id)
  const folder = request.folderOf(name)
  if (folder === null) return notFound('Project')
  if (below === '') {
    const empty_repo = isEmpty(folder)
    const default_branch = empty_repo ? null : readHead(folder)
    const archived = options.archived?.includes(name) === true
    const permissions = { project_access: { access_level: 30 }, group_access: null }
    return { body: { path_with_namespace: name, default_branch, empty_repo, archived, permissions } }
  }
  const written = handleGitlabWrite(request, { folder, name, below, state: options.state! })
  if (written) return { ...written, body: asShown(written.body) }
  if (below.startsWith('/merge_requests')) {
    // As GitLab does for a project whose merge requests are switched off, and for the token of a job.
    if (options.withoutRequests) return { status: 403, body: { message: '403 Forbidden' } }
    const ofRequest = /^\/merge_requests\/(\d+)\/commits$/.exec(below)?.[1]
    if (ofRequest === undefined) return listRequests(request, folder, options)
    const requests = await readPullRequests(folder, options)
    const found = requests.find(({ number }) => number === Number(ofRequest))
    return found ? page(request, found.commits.toReversed().map(asCommit), true) : notFound('')
  }
  return handleRepository(request, folder, below.replace('/repository', ''))
}

async function handleRepository(
  request: ForgeRequest,
  folder: string,
  below: string,
): Promise<ForgeResponse> {
  const [, file] = /^\/files\/([^/]+)\/raw$/.exec(below) ?? []
  const ref = request.search.get('ref') ?? 'HEAD'
  if (file !== undefined) {
    const body = await readBlob(folder, ref, decodeURIComponent(file))
    return body ? { body } : notFound('File')
  }
  if (below === '/tree') {
    const entries = await readRoot(folder, ref)
    return entries ? page(request, entries, false) : notFound('Tree')
  }
  return answerHistory(request, folder, below)
}

async function answerHistory(request: ForgeRequest, folder: string, below: string): Promise<ForgeResponse> {
  const [, list = '', part] = /^\/(\w+)(?:\/([^/]+))?$/.exec(below) ?? []
  const name = part === undefined ? null : decodeURIComponent(part)
  if (list === 'commits' && name === null) return listCommits(request, folder)
  if (list === 'commits') {
    const commit = await readCommit(folder, name!)
    return commit ? { body: asCommit(commit) } : notFound('Commit')
  }
  if (list === 'merge_base') {
    const [one = '', other = ''] = request.search.getAll('refs[]')
    const id = await readMergeBase(folder, one, other)
    return id === null ? notFound('Merge Base') : { body: { id } }
  }
  if (list !== 'tags' && list !== 'branches') return notFound('Route')
  const refs = await readRefs(folder, list === 'tags' ? 'tags' : 'heads')
  if (name === null) {
    const search = request.search.get('search') ?? ''
    const found = refs.filter((ref) => ref.name.includes(search))
    return page(request, found.map(list === 'tags' ? asTag : asBranch), true)
  }
  const ref = refs.find((each) => each.name === name)
  if (!ref) return notFound(list === 'tags' ? 'Tag' : 'Branch')
  return { body: list === 'tags' ? asTag(ref) : asBranch(ref) }
}

async function listCommits(request: ForgeRequest, folder: string): Promise<ForgeResponse> {
  const commits = await readCommits(folder, [request.search.get('ref_name') ?? 'HEAD'])
  // Of what it cannot resolve GitLab lists nothing.
  const kept = (commits ?? []).slice(0, request.fault.shortfall ? -request.fault.shortfall : undefined)
  return page(request, kept.map(asCommit), false)
}

async function listRequests(
  request: ForgeRequest,
  folder: string,
  options: GitlabOptions,
): Promise<ForgeResponse> {
  const { search } = request
  const wanted = search.getAll('iids[]').map(Number)
  const after = Date.parse(search.get('updated_after') ?? '') || 0
  const before = Date.parse(search.get('created_before') ?? '') || Number.POSITIVE_INFINITY
  const author = Number(search.get('author_id') ?? 0)
  const requests = (await readPullRequests(folder, options))
    .filter(({ number }) => wanted.length === 0 || wanted.includes(number))
    .filter(({ merged }) => search.get('state') !== 'merged' || merged)
    .filter(({ merge }) => Date.parse(merge.committedAt) >= after)
    .map(asRequest)
    .filter((request) => author === 0 || request.author.id === author)
    .filter(({ created_at }) => Date.parse(created_at) <= before)
  const byCreation = search.get('order_by') === 'created_at' && search.get('sort') === 'asc'
  return page(
    request,
    byCreation ? requests.toSorted((a, b) => Date.parse(a.created_at) - Date.parse(b.created_at)) : requests,
    true,
  )
}

function listProjects(request: ForgeRequest): ForgeResponse {
  const letters = request.search.get('search')?.toLowerCase() ?? ''
  const names = request.names().filter((name) => name.toLowerCase().includes(letters))
  return page(
    request,
    names.map((name) => ({ path_with_namespace: name })),
    true,
  )
}

/** GitLab numbers its pages in headers, and does not count commits. */
function page({ search, path, apiUrl }: ForgeRequest, all: unknown[], counts: boolean): ForgeResponse {
  const number = numberIn(search, 'page', 1, 1_000_000)
  const size = numberIn(search, 'per_page', 20, 100)
  const { items, hasMore } = pageOfList(all, number, size)
  const next = new URLSearchParams(search)
  next.set('page', String(number + 1))
  return {
    headers: {
      'x-page': String(number),
      'x-per-page': String(size),
      'x-next-page': hasMore ? String(number + 1) : '',
      ...(hasMore ? { link: `<${apiUrl}${path}?${next}>; rel="next"` } : {}),
      ...(counts ? { 'x-total': String(all.length) } : {}),
    },
    body: items,
  }
}

/** GitLab writes milliseconds. */
function moment(gitMoment: string): string {
  return gitMoment.replace(/(T\d\d:\d\d:\d\d)/, '$1.000')
}

function asCommit(commit: ForgeCommit) {
  return {
    id: commit.sha,
    parent_ids: commit.parents,
    title: commit.message.split('\n', 1)[0],
    message: commit.message,
    author_name: commit.name,
    author_email: commit.email,
    authored_date: moment(commit.authoredAt),
    committed_date: moment(commit.committedAt),
  }
}

function asTag({ name, sha, committedAt, madeAt }: ForgeRef) {
  const created_at = madeAt === null ? null : moment(madeAt)
  return { name, target: sha, created_at, commit: { id: sha, committed_date: moment(committedAt) } }
}

function asBranch({ name, sha, committedAt }: ForgeRef) {
  return { name, commit: { id: sha, committed_date: moment(committedAt) } }
}

function asRequest({ number, title, merged, merge, author, isFastForward }: ForgePullRequest) {
  const isMerge = merge.parents.length > 1
  return {
    iid: number,
    title,
    description: `What !${number} does.`,
    state: merged ? 'merged' : 'closed',
    labels: labelsOf(title),
    sha: isMerge ? merge.parents[1] : isFastForward ? merge.sha : '0'.repeat(40),
    merge_commit_sha: merged && isMerge ? merge.sha : null,
    squash_commit_sha: merged && !isMerge && !isFastForward ? merge.sha : null,
    created_at: moment(author.authoredAt),
    updated_at: moment(merge.committedAt),
    merged_at: merged ? moment(merge.committedAt) : null,
    author: { id: idOf(author.email), name: author.name, username: author.email.split('@', 1)[0] },
  }
}

/** A stable number for each user. */
function idOf(email: string): number {
  return [...email].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000_003, 7)
}
