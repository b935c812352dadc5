import type { IncomingMessage } from 'node:http'
import { readBody } from '../forge.ts'
import type { ForgeRelease } from '../forge-release.ts'
import { blobOf, commitFile, dropBranch, makeBranch, tipOf } from '../write-git.ts'
import type { Model } from './model.ts'
import type { GithubResponse, GithubStandIn } from './stand-in.ts'

interface WriteCall {
  standIn: GithubStandIn
  path: string
  query: URLSearchParams
  request: IncomingMessage
  token: string
}

const missing: GithubResponse = { status: 404, body: { message: 'Not Found' } }
const invalid = (message: string): GithubResponse => ({ status: 422, body: { message } })

/** Handles writes, and reads of what was written; null for every other request. */
export async function handleGithubWrite(model: Model, call: WriteCall): Promise<GithubResponse | null> {
  const { standIn, path, query, request, token } = call
  const { method } = request
  const mayWrite = !standIn.readers.includes(token)
  if (method === 'GET') return handleGithubRead(model, standIn, path, query, mayWrite)
  const body = await readBody(request)
  if (!mayWrite) {
    return {
      status: 403,
      body: { message: 'Resource not accessible by personal access token' },
      headers: { 'x-accepted-github-permissions': 'contents=write' },
    }
  }
  if (standIn.archived.includes(model.fullName))
    return { status: 403, body: { message: 'Repository was archived so is read-only.' } }
  if (path === '/releases' && method === 'POST') return createRelease(model, standIn, body)
  const [, id] = /^\/releases\/(\d+)$/.exec(path) ?? []
  if (id !== undefined && method === 'PATCH') return changeRelease(standIn, Number(id), body)
  if (id !== undefined && method === 'DELETE') return deleteRelease(standIn, Number(id))
  const [, branch] = /^\/git\/refs\/heads\/(.+)$/.exec(path) ?? []
  if (branch !== undefined && method === 'DELETE') return deleteBranch(model, standIn, branch)
  const [, number] = /^\/pulls\/(\d+)$/.exec(path) ?? []
  if (number !== undefined && method === 'PATCH') return changeRequest(model, standIn, Number(number), body)
  if (path === '/git/refs' && method === 'POST') return createRef(model, body)
  if (path === '/pulls' && method === 'POST') return openRequest(model, standIn, body)
  const [, file] = /^\/contents\/(.+)$/.exec(path) ?? []
  return file !== undefined && method === 'PUT' ? writeFile(model, file, body) : missing
}

function handleGithubRead(
  model: Model,
  { releases, requests }: GithubStandIn,
  path: string,
  query: URLSearchParams,
  mayWrite: boolean,
): GithubResponse | null {
  if (path === '/releases') {
    // Only tokens that can push see drafts.
    const own = releases.filter(({ repo, draft }) => repo === model.fullName && (!draft || mayWrite))
    const size = Math.min(100, Number(query.get('per_page') ?? 30))
    const page = Number(query.get('page') ?? 1)
    return { status: 200, body: own.slice((page - 1) * size, page * size) }
  }
  const [, tag] = /^\/releases\/tags\/(.+)$/.exec(path) ?? []
  if (tag !== undefined) {
    // Drafts have no tag as long as they are drafts.
    const found = releases.find(
      (each) => each.repo === model.fullName && !each.draft && each.tag_name === tag,
    )
    return found ? { status: 200, body: found } : missing
  }
  if (path === '/pulls' && query.get('state') === 'open') {
    const [owner = ''] = model.fullName.split('/')
    const found = requests.filter(
      ({ repo, state, head, base }) =>
        repo === model.fullName &&
        state === 'open' &&
        query.get('head') === `${owner}:${head}` &&
        query.get('base') === base,
    )
    return { status: 200, body: found.map(asPull) }
  }
  return null
}

function createRelease(
  model: Model,
  { releases }: GithubStandIn,
  body: Record<string, unknown>,
): GithubResponse {
  const tag = String(body.tag_name ?? '')
  if (tag === '') return invalid('Validation Failed')
  if (String(body.body ?? '').length > 125_000)
    return invalid('Validation Failed: body is too long (maximum is 125000 characters)')
  const isTwin = releases.some((each) => each.repo === model.fullName && each.tag_name === tag && !each.draft)
  if (isTwin && body.draft !== true) return invalid('Validation Failed: already_exists')
  const id = 1 + Math.max(0, ...releases.map((each) => each.id))
  const release: ForgeRelease = {
    id,
    repo: model.fullName,
    tag_name: tag,
    target_commitish: String(body.target_commitish ?? model.defaultBranch),
    name: String(body.name ?? ''),
    body: String(body.body ?? ''),
    draft: body.draft === true,
    ...(body.make_latest === undefined ? {} : { make_latest: String(body.make_latest) }),
    prerelease: body.prerelease === true,
    html_url: `https://github.example/${model.fullName}/releases/${body.draft === true ? `tag/untagged-${id}` : `tag/${tag}`}`,
  }
  releases.unshift(release)
  return { status: 201, body: release }
}

function changeRelease(
  { releases }: GithubStandIn,
  id: number,
  body: Record<string, unknown>,
): GithubResponse {
  const release = releases.find((each) => each.id === id)
  if (!release) return missing
  Object.assign(release, body)
  return { status: 200, body: release }
}

function deleteRelease(standIn: GithubStandIn, id: number): GithubResponse {
  const index = standIn.releases.findIndex((each) => each.id === id)
  if (index === -1) return missing
  standIn.releases.splice(index, 1)
  return { status: 204, body: '' }
}

/** GitHub closes the pull requests of a branch that is deleted. */
function deleteBranch(model: Model, { requests }: GithubStandIn, branch: string): GithubResponse {
  if (!dropBranch(model.folder, branch)) return invalid('Reference does not exist')
  for (const each of requests) if (each.repo === model.fullName && each.head === branch) each.state = 'closed'
  return { status: 204, body: '' }
}

function changeRequest(
  model: Model,
  { requests }: GithubStandIn,
  number: number,
  body: Record<string, unknown>,
): GithubResponse {
  const found = requests.find((each) => each.repo === model.fullName && each.number === number)
  if (!found) return missing
  Object.assign(found, body)
  return { status: 200, body: asPull(found) }
}

/** As GitHub returns it, with the branches as objects. */
function asPull({ head, base, ...rest }: GithubStandIn['requests'][number]) {
  return { ...rest, head: { ref: head }, base: { ref: base } }
}

function createRef(model: Model, { ref, sha }: Record<string, unknown>): GithubResponse {
  const branch = String(ref).replace(/^refs\/heads\//, '')
  if (tipOf(model.folder, branch) !== null) return invalid('Reference already exists')
  makeBranch(model.folder, branch, String(sha))
  return { status: 201, body: { ref, object: { sha } } }
}

function openRequest(
  model: Model,
  { requests }: GithubStandIn,
  body: Record<string, unknown>,
): GithubResponse {
  const [head, base] = [String(body.head), String(body.base)]
  if (tipOf(model.folder, head) === null) return invalid('Validation Failed: head invalid')
  if (tipOf(model.folder, head) === tipOf(model.folder, base))
    return invalid(`Validation Failed: No commits between ${base} and ${head}`)
  if (requests.some((each) => each.repo === model.fullName && each.head === head && each.state === 'open'))
    return invalid(`Validation Failed: A pull request already exists for ${head}.`)
  const number = 500 + requests.length
  const request = {
    number,
    repo: model.fullName,
    title: String(body.title),
    body: String(body.body),
    state: 'open',
    head,
    base,
    html_url: `https://github.example/${model.fullName}/pull/${number}`,
  }
  requests.push(request)
  return { status: 201, body: asPull(request) }
}

function writeFile(model: Model, path: string, body: Record<string, unknown>): GithubResponse {
  const branch = String(body.branch ?? model.defaultBranch)
  if (tipOf(model.folder, branch) === null)
    return { status: 404, body: { message: `Branch ${branch} not found` } }
  const there = blobOf(model.folder, branch, path)
  if (there !== null && body.sha === undefined) return invalid('Invalid request.\n\n"sha" wasn\'t supplied.')
  if (there !== null && body.sha !== there)
    return { status: 409, body: { message: `${path} does not match ${body.sha}` } }
  const content = Buffer.from(String(body.content), 'base64')
  const sha = commitFile(model.folder, { branch, start: null, path, content, message: String(body.message) })
  return { status: there === null ? 201 : 200, body: { commit: { sha } } }
}
