import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { Commit } from '../../src/core/commit.ts'
import { Problem } from '../../src/core/errors.ts'
import type { Access, Host } from '../../src/core/host.ts'
import { noDetails, publishingUnsupported } from '../../src/hosts/host-defaults.ts'
import type { HttpClient } from '../../src/http-client/http-client.ts'

/** The repositories of the test host: each is visible to one token, and every text in it names that token. */
export interface Upstream {
  port: number
  calls: () => number
  /** How long the history of a repository takes. */
  slow: (milliseconds: number) => void
  close: () => Promise<void>
}

const commitCount = 50
const fromSha = 'f'.repeat(40)
const shaOf = (index: number) => index.toString(16).padStart(40, 'a')

/** Starts a host that answers at once: token `ada` sees `ada/widget`, and so on. */
export async function startUpstream(port = 0): Promise<Upstream> {
  let [calls, delay] = [0, 0]
  const server = createServer(async (request, response) => {
    calls += 1
    const { pathname, searchParams } = new URL(request.url!, 'http://localhost')
    const token = String(request.headers.authorization).replace('Bearer ', '')
    if (searchParams.get('repo') !== `${token}/widget`) return void response.writeHead(404).end()
    if (pathname === '/commits') await wait(delay)
    response.setHeader('content-type', 'application/json')
    response.end(pathname === '/commits' ? historyOf(token) : '{}')
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    calls: () => calls,
    slow: (milliseconds) => {
      delay = milliseconds
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const kinds = ['feat(api): add part', 'fix: crash in part', 'perf: faster part', 'docs: explain part']

function historyOf(token: string): string {
  const commits = Array.from({ length: commitCount }, (_, index): Commit => {
    const message = `${kinds[index % kinds.length]} ${index} of ${token} (#${index + 1})`
    return {
      ...{ sha: shaOf(index), parents: [index === 0 ? fromSha : shaOf(index - 1)], message },
      ...{ author: { name: token, email: `${token}@example.org`, login: null }, tags: [], pathsCut: false },
      ...{ authoredAt: '2026-01-01T12:00:00Z', committedAt: index, paths: [`src/${index}.ts`] },
    }
  })
  return JSON.stringify(commits)
}

/** The same repositories without a network between: what is left is the service's own time. */
export function instantHost(): Host {
  return hostThat(async (what, { repoFullName, token }) => {
    if (repoFullName !== `${token}/widget`) {
      throw new Problem('repository_not_found', 'It is not visible to this token.')
    }
    return what === 'commits' ? (JSON.parse(historyOf(String(token))) as unknown) : {}
  })
}

/** The test host as the service sees it, through the same HTTP client as all hosts. */
export function upstreamHost(url: string, httpClient: HttpClient, answerMs: number): Host {
  return hostThat(async (what: string, { repoFullName, token, signal, deadlineAt }: Access) => {
    const reply = await httpClient({
      method: 'GET',
      url: `${url}/${what}?repo=${encodeURIComponent(repoFullName)}`,
      headers: { authorization: `Bearer ${token}` },
      signal,
      deadlineAt,
      responseTimeoutMs: answerMs,
    })
    const text = await reply.text()
    if (reply.status === 404) throw new Problem('repository_not_found', 'It is not visible to this token.')
    if (reply.status !== 200) throw new Problem('host_unusable', `The host answered ${reply.status}.`)
    return JSON.parse(text) as unknown
  })
}

function hostThat(askFor: (what: string, access: Access) => Promise<unknown>): Host {
  const found = { baseSha: fromSha, tag: null, isTag: false, isBranch: false, ambiguous: false }
  return {
    name: 'upstream',
    kind: 'git',
    listRepositories: async () => ({ items: [], nextPage: null }),
    openPublisher: async () => {
      throw publishingUnsupported('upstream')
    },
    open: async (access) => ({
      fullName: access.repoFullName,
      web: null,
      shallow: false,
      resolveRefs: async () => {
        await askFor('open', access)
        const to = { ...found, sha: shaOf(commitCount - 1) }
        return { from: { ...found, sha: fromSha }, to, empty: false }
      },
      commits: async function* () {
        yield* (await askFor('commits', access)) as Commit[]
      },
      count: async () => commitCount,
      details: async () => noDetails,
      ancestors: async function* () {},
      past: async function* () {},
      tags: async () => [],
      changedFiles: async () => new Map(),
      changedBetween: async () => null,
      contents: async () => new Map(),
      listRefs: async () => ({ items: [], nextPage: null }),
    }),
  }
}
