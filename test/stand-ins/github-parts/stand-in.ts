import type { ServerResponse } from 'node:http'
import type { ForgeRelease } from '../forge-release.ts'
import type { GitHandler, Tokens } from '../git-server.ts'
import type { GithubCall, GithubFaults } from './faults.ts'
import { type Model, readModel } from './model.ts'
import type { RebasedPull } from './rest.ts'

/** What a stand-in for GitHub serves, and to whom. */
export interface GithubStandInOptions {
  root: string
  tokens: Tokens
  /** The labels of pull requests by number. */
  labels?: Record<number, string[]>
  /** Tokens that may read and not write. */
  readers?: string[]
  /** Repositories that are archived; tests may change the list. */
  archived?: string[]
}

/** A pull request that was opened on the stand-in. */
interface GithubPullRequest {
  number: number
  repo: string
  title: string
  body: string
  state: string
  head: string
  base: string
  html_url: string
}

/** A running stand-in. */
export interface GithubStandIn extends Required<GithubStandInOptions> {
  calls: GithubCall[]
  /** The releases and pull requests that were created on the stand-in. */
  releases: ForgeRelease[]
  requests: GithubPullRequest[]
  /** Pull requests that were merged by a rebase; only REST lists them. */
  rebased: RebasedPull[]
  points: number
  faults: GithubFaults
  git: GitHandler
}

/** The response of a route. */
export interface GithubResponse {
  status: number
  body: unknown
  headers?: Record<string, string> | undefined
}

/** Sends a response with the headers that GitHub adds. */
export function send(
  standIn: GithubStandIn,
  protocol: GithubCall['protocol'],
  response: ServerResponse,
  result: GithubResponse,
): void {
  const isRaw = typeof result.body === 'string' || Buffer.isBuffer(result.body)
  const text = Buffer.from(isRaw ? (result.body as string) : JSON.stringify(result.body))
  const { scopes, truncated } = standIn.faults
  response.writeHead(result.status, {
    'content-type': 'application/json',
    'content-length': text.length,
    ...(scopes === null ? {} : { 'x-oauth-scopes': scopes, 'x-accepted-oauth-scopes': 'repo' }),
    ...result.headers,
  })
  if (truncated !== protocol) response.end(text)
  else response.write(text.subarray(0, text.length / 2), () => response.destroy())
}

/** Returns a repository that the token can see; null for all others. */
export async function visible(
  standIn: GithubStandIn,
  fullName: string,
  token: string,
): Promise<Model | null> {
  const seen = standIn.tokens === null ? 'all' : standIn.tokens[token]
  const { scopes } = standIn.faults
  if (seen !== 'all' && !seen?.has(fullName)) return null
  if (scopes !== null && !scopes.split(', ').includes('repo')) return null
  return readModel(standIn.root, fullName)
}
