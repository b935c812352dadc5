import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openGitHandler } from './git-server.ts'
import { type GithubCall, wellFaults } from './github-parts/faults.ts'
import { answerGraphql } from './github-parts/graphql.ts'
import { answerRest } from './github-parts/rest.ts'
import {
  type GithubOptions,
  type HttpResponse,
  type Standing,
  send,
  visible,
} from './github-parts/standing.ts'
import { answerWriting } from './github-parts/writing.ts'

/** Starts a server that answers as GitHub does, over the real repositories below a folder. */
export async function startGithub(options: GithubOptions) {
  const git = openGitHandler(options)
  const faults = { ...wellFaults, moved: new Map<string, string>() }
  const standing: Standing = {
    labels: {},
    readers: [],
    ...options,
    releases: [],
    requests: [],
    calls: [],
    points: 0,
    faults,
    git,
  }
  const server = createServer((request, response) => {
    answer(standing, request, response).catch((error: unknown) => {
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
    calls: standing.calls,
    releases: standing.releases,
    requests: standing.requests,
    faults,
    gitFaults: git.faults,
    get points() {
      return standing.points
    },
    /** Makes everything well again and forgets what was asked. */
    reset() {
      Object.assign(faults, { ...wellFaults, moved: new Map() })
      standing.calls.length = 0
      git.faults.length = 0
      standing.points = 0
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function answer(standing: Standing, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { faults, calls } = standing
  const url = new URL(request.url ?? '/', 'http://github')
  const way =
    url.pathname === '/api/graphql' ? 'graphql' : url.pathname.startsWith('/api/v3/') ? 'rest' : 'git'
  const authorization = request.headers.authorization ?? null
  const call: GithubCall = {
    way,
    method: request.method ?? 'GET',
    path: url.pathname + url.search,
    authorization,
    operation: null,
  }
  calls.push(call)
  if (faults.slowMs > 0) await new Promise((resolve) => setTimeout(resolve, faults.slowMs).unref())
  if (faults.refusal && (faults.refusal.ways ?? ['graphql', 'rest']).includes(way)) {
    const { status, headers, message } = faults.refusal
    return send(standing, way, response, { status, body: { message: message ?? 'Refused' }, headers })
  }
  if (way === 'git') {
    if (faults.wireOff !== null) response.writeHead(faults.wireOff).end()
    else if (!(await standing.git.handle(request, response))) response.writeHead(404).end()
    return
  }
  const token = /^Bearer (.+)$/.exec(authorization ?? '')?.[1] ?? ''
  if (standing.tokens && !(token in standing.tokens))
    return send(standing, way, response, { status: 401, body: { message: 'Bad credentials' } })
  if (way === 'graphql') return answerGraphql(standing, { call, request, response, token })
  const off = { status: 404, body: { message: 'Not Found' } }
  send(standing, way, response, faults.restOff ? off : await answerApi(standing, url, request, token))
}

async function answerApi(
  standing: Standing,
  url: URL,
  request: IncomingMessage,
  token: string,
): Promise<HttpResponse> {
  const { faults, labels } = standing
  const route = decodeURIComponent(url.pathname.slice('/api/v3'.length))
  const missing = { status: 404, body: { message: 'Not Found' } }
  if (route === '/user/repos') {
    const seen = standing.tokens?.[token]
    const page = Number(url.searchParams.get('page') ?? 1)
    const names = seen instanceof Set ? [...seen].slice((page - 1) * 100, page * 100) : []
    return { status: 200, body: names.map((full_name) => ({ full_name })) }
  }
  const byNumber = /^\/repositories\/(\d+)$/.exec(route)
  if (byNumber) return { status: 200, body: { full_name: [...faults.moved.values()][Number(byNumber[1])] } }
  const [, fullName = '', path = ''] = /^\/repos\/([^/]+\/[^/]+)(.*)$/.exec(route) ?? []
  const at = [...faults.moved.keys()].indexOf(fullName)
  const location = `http://${request.headers.host}/api/v3/repositories/${at}${path}`
  if (at >= 0) return { status: 301, body: { message: 'Moved Permanently' }, headers: { location } }
  const model = await visible(standing, fullName, token)
  if (!model) return missing
  const written = await answerWriting(model, { standing, path, query: url.searchParams, request, token })
  if (written) return written
  const accept = request.headers.accept ?? ''
  return answerRest(model, { path, query: url.searchParams, accept, labels, shortfall: faults.shortfall })
}
