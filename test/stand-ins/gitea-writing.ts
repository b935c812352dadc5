import { runProgram } from '../support/run-program.ts'
import type { ForgeRequest, ForgeResponse } from './forge.ts'
import type { ForgeRelease } from './forge-release.ts'
import { blobOf, commitFile, dropBranch, tipOf } from './write-git.ts'

interface GiteaPullRequest {
  number: number
  repo: string
  title: string
  body: string
  state: string
  html_url: string
  head: { ref: string }
  base: { ref: string }
}

/** What was created on a stand-in for Gitea. */
export interface GiteaState {
  releases: ForgeRelease[]
  pulls: GiteaPullRequest[]
}

/** Returns an empty state. */
export function newGiteaState(): GiteaState {
  return { releases: [], pulls: [] }
}

interface GiteaTarget {
  folder: string
  name: string
  below: string
  state: GiteaState
}

const failure = (status: number, message: string): ForgeResponse => ({ status, body: { message } })

/** Handles writes, and reads of what was written; null for every other request. */
export function handleGiteaWrite(request: ForgeRequest, target: GiteaTarget): ForgeResponse | null {
  const { method, search } = request
  const { below, name, state } = target
  if (below === '/releases' && method === 'GET') {
    // Only tokens that can write see drafts.
    const writes = request.account?.scopes.includes('write:repository') === true
    const wanted = search.get('draft')
    const seen = state.releases.filter(
      ({ repo, draft }) =>
        repo === name && (!draft || writes) && (wanted === null || String(draft) === wanted),
    )
    return pageOf(request, seen)
  }
  const [, tag] = /^\/releases\/tags\/(.+)$/.exec(below) ?? []
  if (tag !== undefined && method === 'GET') {
    const found = state.releases.find(
      (each) => each.repo === name && !each.draft && each.tag_name === decodeURIComponent(tag),
    )
    return found ? { body: found } : failure(404, 'Not Found')
  }
  if (below === '/releases' && method === 'POST') return createRelease(request, target)
  const [, id] = /^\/releases\/(\d+)$/.exec(below) ?? []
  if (id !== undefined && method === 'PATCH') return changeRelease(request, target, Number(id))
  if (id !== undefined && method === 'DELETE') return deleteRelease(target, Number(id))
  const [, branch] = /^\/branches\/(.+)$/.exec(below) ?? []
  if (branch !== undefined && method === 'DELETE') return deleteBranch(target, decodeURIComponent(branch))
  const [, number] = /^\/pulls\/(\d+)$/.exec(below) ?? []
  if (number !== undefined && method === 'PATCH') return changePull(request, target, Number(number))
  if (below === '/pulls' && method === 'GET' && search.get('state') === 'open') {
    return pageOf(
      request,
      state.pulls.filter(({ repo, state: open }) => repo === name && open === 'open'),
    )
  }
  if (below === '/pulls' && method === 'POST') return openPull(request, target)
  const [, file] = /^\/contents\/(.+)$/.exec(below) ?? []
  return file === undefined ? null : handleFile(request, target, decodeURIComponent(file))
}

function pageOf({ search }: ForgeRequest, items: unknown[]): ForgeResponse {
  const size = Math.min(50, Number(search.get('limit') ?? 30))
  const page = Number(search.get('page') ?? 1)
  return { body: items.slice((page - 1) * size, page * size) }
}

function createRelease({ body }: ForgeRequest, { name, folder, state }: GiteaTarget): ForgeResponse {
  const tag = String(body.tag_name ?? '')
  if (tag === '') return failure(422, '[TagName]: Required')
  if (state.releases.some((each) => each.repo === name && each.tag_name === tag))
    return failure(409, 'Release is has no Tag')
  const id = 1 + Math.max(0, ...state.releases.map((each) => each.id))
  const release: ForgeRelease = {
    id,
    repo: name,
    tag_name: tag,
    target_commitish: String(body.target_commitish ?? headOf(folder)),
    name: String(body.name ?? ''),
    body: String(body.body ?? ''),
    draft: body.draft === true,
    prerelease: body.prerelease === true,
    html_url: `https://gitea.example/${name}/releases/tag/${tag}`,
  }
  state.releases.push(release)
  return { status: 201, body: release }
}

function headOf(folder: string): string {
  return runProgram('git', ['symbolic-ref', '--short', 'HEAD'], { cwd: folder }).toString().trim()
}

function changeRelease({ body }: ForgeRequest, { name, state }: GiteaTarget, id: number): ForgeResponse {
  const release = state.releases.find((each) => each.repo === name && each.id === id)
  if (!release) return failure(404, 'Not Found')
  Object.assign(release, body)
  return { body: release }
}

function deleteRelease({ name, state }: GiteaTarget, id: number): ForgeResponse {
  const index = state.releases.findIndex((each) => each.repo === name && each.id === id)
  if (index === -1) return failure(404, 'Not Found')
  state.releases.splice(index, 1)
  return { status: 204, body: Buffer.alloc(0) }
}

/** Gitea closes the pull requests of a branch that is deleted. */
function deleteBranch({ name, folder, state }: GiteaTarget, branch: string): ForgeResponse {
  if (!dropBranch(folder, branch)) return failure(404, 'Not Found')
  for (const each of state.pulls) if (each.repo === name && each.head.ref === branch) each.state = 'closed'
  return { status: 204, body: Buffer.alloc(0) }
}

function changePull({ body }: ForgeRequest, { name, state }: GiteaTarget, number: number): ForgeResponse {
  const pull = state.pulls.find((each) => each.repo === name && each.number === number)
  if (!pull) return failure(404, 'Not Found')
  Object.assign(pull, body)
  return { status: 201, body: pull }
}

function openPull({ body }: ForgeRequest, { name, folder, state }: GiteaTarget): ForgeResponse {
  const [head, base] = [String(body.head), String(body.base)]
  if (tipOf(folder, head) === null || tipOf(folder, base) === null) return failure(404, 'Not Found')
  if (state.pulls.some((each) => each.repo === name && each.head.ref === head && each.state === 'open'))
    return failure(409, 'pull request already exists for these targets')
  const number = 500 + state.pulls.length
  const html_url = `https://gitea.example/${name}/pulls/${number}`
  const pull = {
    number,
    repo: name,
    title: String(body.title),
    body: String(body.body),
    state: 'open',
    html_url,
    head: { ref: head },
    base: { ref: base },
  }
  state.pulls.push(pull)
  return { status: 201, body: pull }
}

function handleFile(
  { method, search, body }: ForgeRequest,
  { folder }: GiteaTarget,
  path: string,
): ForgeResponse | null {
  if (method === 'GET') {
    const sha = blobOf(folder, search.get('ref') ?? headOf(folder), path)
    return sha === null
      ? failure(404, 'The target couldn\u2019t be found.')
      : { body: { sha, path, content: null } }
  }
  const start = String(body.branch ?? headOf(folder))
  const branch = String(body.new_branch ?? start)
  if (body.new_branch !== undefined && tipOf(folder, branch) !== null)
    return failure(409, `branch already exists [name: ${branch}]`)
  const there = blobOf(folder, start, path)
  if (method === 'POST' && there !== null)
    return failure(422, `repository file already exists [path: ${path}]`)
  if (method === 'PUT' && there !== body.sha)
    return failure(422, `sha does not match [given: ${body.sha}, expected: ${there}]`)
  const content = Buffer.from(String(body.content), 'base64')
  const sha = commitFile(folder, { branch, start, path, content, message: String(body.message) })
  return { status: method === 'POST' ? 201 : 200, body: { commit: { sha } } }
}
