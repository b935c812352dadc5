import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { asShown } from './forge-release.ts'
import { type GitFault, openGitHandler } from './git-server.ts'
import { type GithubCall, noFaults } from './github-parts/faults.ts'
import { handleGraphql } from './github-parts/graphql.ts'
import { handleRest } from './github-parts/rest.ts'
import {
  type GithubResponse,
  type GithubStandIn,
  type GithubStandInOptions,
  send,
  visible,
} from './github-parts/stand-in.ts'
import { handleGithubWrite } from './github-parts/writing.ts'

/** A running stand-in for GitHub, as tests use it. */
export interface GithubServer
  extends Pick<GithubStandIn, 'calls' | 'releases' | 'requests' | 'rebased' | 'faults' | 'points'> {
  url: string
  apiUrl: string
  graphqlUrl: string
  gitFaults: GitFault[]
  /** Removes all faults and recorded calls. */
  reset: () => void
  close: () => Promise<void>
}

/** Starts a server that behaves like GitHub, over the real repositories below a folder. */
export async function startGithub(options: GithubStandInOptions): Promise<GithubServer> {
  const git = openGitHandler(options)
  const faults = { ...noFaults, moved: new Map<string, string>() }
  const standIn: GithubStandIn = {
    labels: {},
    readers: [],
    archived: [],
    ...options,
    releases: [],
    requests: [],
    rebased: [],
    calls: [],
    points: 0,
    faults,
    git,
  }
  const server = createServer((request, response) => {
    respond(standIn, request, response).catch((error: unknown) => {
      console.error('the stand-in for GitHub failed', error)
      response.destroy()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    apiUrl: `${url}/api/v3`,
    graphqlUrl: `${url}/api/graphql`,
    calls: standIn.calls,
    releases: standIn.releases,
    requests: standIn.requests,
    rebased: standIn.rebased,
    faults,
    gitFaults: git.faults,
    get points() {
      return standIn.points
    },
    reset() {
      Object.assign(faults, { ...noFaults, moved: new Map() })
      standIn.calls.length = 0
      git.faults.length = 0
      standIn.points = 0
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function respond(
  standIn: GithubStandIn,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { faults, calls } = standIn
  const url = new URL(request.url ?? '/', 'http://github')
  const protocol =
    url.pathname === '/api/graphql' ? 'graphql' : url.pathname.startsWith('/api/v3/') ? 'rest' : 'git'
  const authorization = request.headers.authorization ?? null
  const call: GithubCall = {
    protocol,
    method: request.method ?? 'GET',
    path: url.pathname + url.search,
    authorization,
    operation: null,
  }
  calls.push(call)
  if (faults.slowMs > 0) await new Promise((resolve) => setTimeout(resolve, faults.slowMs).unref())
  if (faults.failure && (faults.failure.protocols ?? ['graphql', 'rest']).includes(protocol)) {
    const { status, headers, message } = faults.failure
    return send(standIn, protocol, response, { status, body: { message: message ?? 'Rejected' }, headers })
  }
  if (protocol === 'git') {
    if (faults.wireOff !== null) response.writeHead(faults.wireOff).end()
    else if (!(await standIn.git.handle(request, response))) response.writeHead(404).end()
    return
  }
  const token = /^Bearer (.+)$/.exec(authorization ?? '')?.[1] ?? ''
  if (standIn.tokens && !(token in standIn.tokens))
    return send(standIn, protocol, response, { status: 401, body: { message: 'Bad credentials' } })
  if (protocol === 'graphql') return handleGraphql(standIn, { call, request, response, token })
  const off = { status: 404, body: { message: 'Not Found' } }
  send(standIn, protocol, response, faults.restOff ? off : await handleApi(standIn, url, request, token))
}

async function handleApi(
  standIn: GithubStandIn,
  url: URL,
  request: IncomingMessage,
  token: string,
): Promise<GithubResponse> {
  const { faults, labels } = standIn
  const route = decodeURIComponent(url.pathname.slice('/api/v3'.length))
  const missing = { status: 404, body: { message: 'Not Found' } }
  if (route === '/user/repos' && token.startsWith('ghs_'))
    return { status: 403, body: { message: 'Resource not accessible by integration' } }
  if (route === '/user/repos' || route === '/installation/repositories') {
    const seen = standIn.tokens?.[token]
    const page = Number(url.searchParams.get('page') ?? 1)
    const names = seen instanceof Set ? [...seen].slice((page - 1) * 100, page * 100) : []
    const repositories = names.map((full_name) => ({ full_name }))
    const body = route === '/user/repos' ? repositories : { total_count: names.length, repositories }
    return { status: 200, body }
  }
  const byNumber = /^\/repositories\/(\d+)$/.exec(route)
  if (byNumber) return { status: 200, body: { full_name: [...faults.moved.values()][Number(byNumber[1])] } }
  const [, fullName = '', path = ''] = /^\/repos\/([^/]+\/[^/]+)(.*)$/.exec(route) ?? []
  const at = [...faults.moved.keys()].indexOf(fullName)
  const location = `http://${request.headers.host}/api/v3/repositories/${at}${path}`
  if (at >= 0) return { status: 301, body: { message: 'Moved Permanently' }, headers: { location } }
  const model = await visible(standIn, fullName, token)
  if (!model) return missing
  const written = await handleGithubWrite(model, { standIn, path, query: url.searchParams, request, token })
  if (written) return { ...written, body: asShown(written.body) }
  const accept = request.headers.accept ?? ''
  const { shortfall, pullRequestsDenied: denied } = faults
  const { rebased } = standIn
  return handleRest(model, {
    ...{ path, query: url.searchParams, accept, labels, shortfall, denied, rebased },
    archived: standIn.archived.includes(fullName),
    mayWrite: !standIn.readers.includes(token),
  })
}
