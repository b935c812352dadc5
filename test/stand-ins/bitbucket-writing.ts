import type { ForgeRequest, ForgeResponse } from './forge.ts'
import { commitFile, dropBranch, tipOf } from './write-git.ts'

interface BitbucketPullRequest {
  repo: string
  id: number
  title: string
  description: string
  state: string
  links: { html: { href: string } }
  source: { branch: { name: string } }
  destination: { branch: { name: string } }
}

/** What was created on a stand-in for Bitbucket. */
export interface BitbucketState {
  requests: BitbucketPullRequest[]
}

/** Returns an empty state. */
export function newBitbucketState(): BitbucketState {
  return { requests: [] }
}

interface BitbucketTarget {
  folder: string
  name: string
  below: string
  state: BitbucketState
}

const failure = (status: number, message: string): ForgeResponse => ({
  status,
  body: { type: 'error', error: { message } },
})

/** Handles writes, and reads of what was written; null for every other request. */
export function handleBitbucketWrite(request: ForgeRequest, target: BitbucketTarget): ForgeResponse | null {
  const { method, search, body } = request
  const { below, name, folder, state } = target
  if (below === '/pullrequests' && method === 'GET' && search.get('state') === 'OPEN') {
    const [, source, destination] =
      /^source\.branch\.name = "(.*)" AND destination\.branch\.name = "(.*)"$/.exec(search.get('q') ?? '') ??
      []
    const values = state.requests.filter(
      (each) =>
        each.repo === name &&
        each.state === 'OPEN' &&
        each.source.branch.name === source &&
        each.destination.branch.name === destination,
    )
    return { body: { values } }
  }
  if (method === 'GET') return null
  if (request.account?.scopes.includes('repository:write') !== true)
    return failure(403, 'Your credentials lack one or more required privilege scopes.')
  if (below === '/src' && method === 'POST') return commit(request, folder)
  if (below === '/pullrequests' && method === 'POST') return openRequest(request, target)
  const [, id, decline] = /^\/pullrequests\/(\d+)(\/decline)?$/.exec(below) ?? []
  if (id !== undefined) {
    const found = state.requests.find((each) => each.repo === name && each.id === Number(id))
    if (!found) return failure(404, 'Not Found')
    Object.assign(found, decline ? { state: 'DECLINED' } : body)
    return { body: found }
  }
  const [, branch] = /^\/refs\/branches\/(.+)$/.exec(below) ?? []
  if (branch === undefined || method !== 'DELETE') return failure(404, 'Not Found')
  return dropBranch(folder, decodeURIComponent(branch))
    ? { status: 204, body: Buffer.alloc(0) }
    : failure(404, 'Not Found')
}

/** Commits a file. A parent that is not the tip of an existing branch is a conflict. */
function commit({ body }: ForgeRequest, folder: string): ForgeResponse {
  const { message, branch, parents, ...files } = body as Record<string, string>
  const tip = tipOf(folder, branch!)
  if (tip !== null && parents !== undefined && parents !== tip)
    return failure(409, 'The parent is not the tip of the branch.')
  const [[path, text]] = Object.entries(files) as [[string, string]]
  const change = { branch: branch!, path: path.slice(1), content: Buffer.from(text), message: message! }
  commitFile(folder, { ...change, start: 'main' })
  return { status: 201, body: Buffer.alloc(0) }
}

function openRequest({ body }: ForgeRequest, { name, folder, state }: BitbucketTarget): ForgeResponse {
  const { title, description, source, destination } = body as unknown as BitbucketPullRequest
  if (tipOf(folder, source.branch.name) === null) return failure(400, 'source: branch not found')
  const twin = state.requests.find(
    (each) => each.repo === name && each.state === 'OPEN' && each.source.branch.name === source.branch.name,
  )
  // Bitbucket updates the pull request of the same branches.
  if (twin) Object.assign(twin, { title, description })
  const id = 500 + state.requests.length
  const html = { href: `https://bitbucket.example/${name}/pull-requests/${id}` }
  const request = { repo: name, id, title, description, state: 'OPEN', links: { html }, source, destination }
  if (!twin) state.requests.push(request)
  return { status: 201, body: twin ?? request }
}
