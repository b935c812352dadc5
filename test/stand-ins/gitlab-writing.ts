import { runProgram } from '../support/run-program.ts'
import type { ForgeRequest, ForgeResponse } from './forge.ts'
import { blobOf, commitFile, dropBranch, ensureTag, hasTag, lastCommitOf, tipOf } from './write-git.ts'

interface GitlabRelease {
  repo: string
  tag_name: string
  name: string
  description: string
  _links: { self: string }
}

interface GitlabMergeRequest {
  repo: string
  iid: number
  title: string
  description: string
  state: string
  web_url: string
  source_branch: string
  target_branch: string
}

/** What was created on a stand-in for GitLab. */
export interface GitlabState {
  releases: GitlabRelease[]
  requests: GitlabMergeRequest[]
}

/** Returns an empty state. */
export function newGitlabState(): GitlabState {
  return { releases: [], requests: [] }
}

interface GitlabTarget {
  folder: string
  name: string
  below: string
  state: GitlabState
}

const failure = (status: number, message: string): ForgeResponse => ({ status, body: { message } })

/** Handles writes, and reads of what was written; null for every other request. */
export function handleGitlabWrite(request: ForgeRequest, target: GitlabTarget): ForgeResponse | null {
  const { method, search } = request
  const { below, name, state } = target
  if (below === '/releases' && method === 'POST') return createRelease(request, target)
  if (below === '/releases' && method === 'GET')
    return { body: state.releases.filter(({ repo }) => repo === name).toReversed() }
  const [, tag] = /^\/releases\/([^/]+)$/.exec(below) ?? []
  if (tag !== undefined) return handleRelease(request, target, decodeURIComponent(tag))
  if (below === '/merge_requests' && method === 'POST') return openRequest(request, target)
  if (below === '/merge_requests' && search.get('state') === 'opened') {
    const [source, target] = [search.get('source_branch'), search.get('target_branch')]
    const found = state.requests.filter(
      (each) => each.repo === name && each.source_branch === source && each.target_branch === target,
    )
    return { body: found.filter((each) => each.state === 'opened') }
  }
  const [, iid] = /^\/merge_requests\/(\d+)$/.exec(below) ?? []
  if (iid !== undefined && method === 'PUT') return changeRequest(request, target, Number(iid))
  const [, branch] = /^\/repository\/branches\/([^/]+)$/.exec(below) ?? []
  if (branch !== undefined && method === 'DELETE') return deleteBranch(target, decodeURIComponent(branch))
  if (below === '/repository/commits' && method === 'POST') return commit(request, target)
  const [, file] = /^\/repository\/files\/([^/]+)$/.exec(below) ?? []
  return file === undefined ? null : showFile(request, target, decodeURIComponent(file))
}

function createRelease({ body }: ForgeRequest, { name, folder, state }: GitlabTarget): ForgeResponse {
  const tag = String(body.tag_name)
  if (state.releases.some((each) => each.repo === name && each.tag_name === tag))
    return failure(409, 'Release already exists')
  if (!hasTag(folder, tag) && !body.ref) return failure(422, 'Ref is not specified')
  ensureTag(folder, tag, String(body.ref))
  const self = `https://gitlab.example/${name}/-/releases/${tag}`
  const release = {
    repo: name,
    tag_name: tag,
    name: String(body.name),
    description: String(body.description),
    _links: { self },
  }
  state.releases.push(release)
  return { status: 201, body: release }
}

function handleRelease(
  { method, body }: ForgeRequest,
  { name, state }: GitlabTarget,
  tag: string,
): ForgeResponse {
  const release = state.releases.find((each) => each.repo === name && each.tag_name === tag)
  if (!release) return failure(404, '404 Not Found')
  if (method === 'PUT') Object.assign(release, body)
  return { body: release }
}

function openRequest({ body }: ForgeRequest, { name, folder, state }: GitlabTarget): ForgeResponse {
  const [source_branch, target_branch] = [String(body.source_branch), String(body.target_branch)]
  if (tipOf(folder, source_branch) === null) return failure(422, 'source_branch does not exist')
  const twin = state.requests.find(
    (each) => each.repo === name && each.source_branch === source_branch && each.state === 'opened',
  )
  if (twin)
    return failure(409, `Another open merge request already exists for this source branch: !${twin.iid}`)
  const iid = 500 + state.requests.length
  const request = {
    repo: name,
    iid,
    title: String(body.title),
    description: String(body.description),
    state: 'opened',
    web_url: `https://gitlab.example/${name}/-/merge_requests/${iid}`,
    source_branch,
    target_branch,
  }
  state.requests.push(request)
  return { status: 201, body: request }
}

function changeRequest({ body }: ForgeRequest, { name, state }: GitlabTarget, iid: number): ForgeResponse {
  const request = state.requests.find((each) => each.repo === name && each.iid === iid)
  if (!request) return failure(404, '404 Not found')
  const { state_event: event, ...fields } = body
  Object.assign(request, fields, event === 'close' ? { state: 'closed' } : {})
  return { body: request }
}

/** GitLab closes the merge requests of a branch that is deleted. */
function deleteBranch({ name, folder, state }: GitlabTarget, branch: string): ForgeResponse {
  if (!dropBranch(folder, branch)) return failure(404, '404 Branch Not Found')
  for (const each of state.requests)
    if (each.repo === name && each.source_branch === branch) each.state = 'closed'
  return { status: 204, body: Buffer.alloc(0) }
}

interface Action {
  action: string
  file_path: string
  content: string
  encoding: string
  last_commit_id?: string
}

function commit({ body }: ForgeRequest, { folder }: GitlabTarget): ForgeResponse {
  const branch = String(body.branch)
  const start = body.start_branch === undefined ? null : String(body.start_branch)
  const [action] = body.actions as Action[]
  if (start === null && tipOf(folder, branch) === null)
    return failure(400, 'You can only create or edit files when you are on a branch')
  if (start !== null && tipOf(folder, branch) !== null)
    return failure(
      400,
      `A branch called '${branch}' already exists. Switch to that branch in order to make changes`,
    )
  const { file_path: path, content, action: kind, last_commit_id: last } = action!
  const from = start ?? branch
  const there = blobOf(folder, from, path)
  if (kind === 'create' && there !== null) return failure(400, 'A file with this name already exists')
  if (kind === 'update' && there === null) return failure(400, "A file with this name doesn't exist")
  if (kind === 'update' && last !== undefined && last !== lastCommitOf(folder, from, path))
    return failure(400, 'The file has changed since you started editing it.')
  const bytes = Buffer.from(content, 'base64')
  const id = commitFile(folder, { branch, start, path, content: bytes, message: String(body.commit_message) })
  return { status: 201, body: { id } }
}

function showFile({ search }: ForgeRequest, { folder }: GitlabTarget, path: string): ForgeResponse {
  const branch = search.get('ref') ?? 'HEAD'
  const blob = blobOf(folder, branch, path)
  if (blob === null) return failure(404, '404 File Not Found')
  const content = runProgram('git', ['cat-file', 'blob', blob], { cwd: folder }).toString('base64')
  return {
    body: {
      file_path: path,
      encoding: 'base64',
      content,
      last_commit_id: lastCommitOf(folder, branch, path),
    },
  }
}
