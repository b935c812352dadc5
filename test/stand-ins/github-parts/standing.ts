import type { ServerResponse } from 'node:http'
import type { ForgeRelease } from '../forge-release.ts'
import type { openGitHandler, Tokens } from '../git-server.ts'
import type { GithubCall, GithubFaults } from './faults.ts'
import { type Model, readModel } from './model.ts'

/** What a stand-in for GitHub serves, and to whom. */
export interface GithubOptions {
  root: string
  tokens: Tokens
  /** The labels of pull requests by number. */
  labels?: Record<number, string[]>
  /** Tokens that may read and not write. */
  readers?: string[]
}

/** A pull request that was opened here. */
interface GithubRequest {
  number: number
  repo: string
  title: string
  body: string
  state: string
  head: string
  base: string
  html_url: string
}

/** A stand-in that runs. */
export interface Standing extends Required<GithubOptions> {
  calls: GithubCall[]
  /** The releases and pull requests that were made here. */
  releases: ForgeRelease[]
  requests: GithubRequest[]
  points: number
  faults: GithubFaults
  git: ReturnType<typeof openGitHandler>
}

/** What is sent back. */
export interface HttpResponse {
  status: number
  body: unknown
  headers?: Record<string, string> | undefined
}

/** Sends an answer, with the headers that GitHub adds. */
export function send(
  standing: Standing,
  way: GithubCall['way'],
  response: ServerResponse,
  reply: HttpResponse,
): void {
  const isRaw = typeof reply.body === 'string' || Buffer.isBuffer(reply.body)
  const text = Buffer.from(isRaw ? (reply.body as string) : JSON.stringify(reply.body))
  const { scopes, truncated } = standing.faults
  response.writeHead(reply.status, {
    'content-type': 'application/json',
    'content-length': text.length,
    ...(scopes === null ? {} : { 'x-oauth-scopes': scopes, 'x-accepted-oauth-scopes': 'repo' }),
    ...reply.headers,
  })
  if (truncated !== way) response.end(text)
  else response.write(text.subarray(0, text.length / 2), () => response.destroy())
}

/** What a token may not see is as if it were not there. */
export async function visible(standing: Standing, fullName: string, token: string): Promise<Model | null> {
  const seen = standing.tokens === null ? 'all' : standing.tokens[token]
  const { scopes } = standing.faults
  if (seen !== 'all' && !seen?.has(fullName)) return null
  if (scopes !== null && !scopes.split(', ').includes('repo')) return null
  return readModel(standing.root, fullName)
}
