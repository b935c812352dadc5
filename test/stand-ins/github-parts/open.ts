import { join } from 'node:path'
import { afterAll, beforeEach } from 'vitest'
import type { Commit } from '../../../src/core/commit.ts'
import type { Repository } from '../../../src/core/repository.ts'
import { githubHost } from '../../../src/hosts/github/github.ts'
import { type HttpRequest, openHttpClient } from '../../../src/http-client/http-client.ts'
import { buildRepository, makeFolder, type Step } from '../../support/build-repository.ts'
import { type GithubServer, startGithub } from '../github.ts'

/** The token that must show up nowhere. */
export const canary = 'ghp_canary0123456789abcdef'

/** A stand-in with repositories of these histories below `acme`, for the tests of one file. */
export async function githubWith(histories: Record<string, Step[]>) {
  const root = makeFolder()
  for (const [name, steps] of Object.entries(histories))
    buildRepository(steps, { path: join(root, 'acme', name) })
  const github = await startGithub({ root, tokens: { [canary]: 'all' } })
  afterAll(() => github.close())
  beforeEach(() => github.reset())
  return { github, root }
}

/** A host at a stand-in, with an HTTP client that records its requests and does not wait between attempts. */
export function hostAt(standIn: GithubServer, requests: HttpRequest[] = []) {
  const { url, apiUrl, graphqlUrl } = standIn
  const httpClient = openHttpClient([url], { fetch, now: Date.now, random: () => 0, sleep: async () => {} })
  return githubHost({
    name: 'github',
    url,
    apiUrl,
    graphqlUrl,
    httpClient: (request) => {
      requests.push(request)
      return httpClient(request)
    },
  })
}

/** What a repository is opened with in tests. */
export function accessTo(repoFullName: string, token: string | null = canary) {
  return { repoFullName, token, signal: new AbortController().signal, deadlineAt: Date.now() + 30_000 }
}

/** Looks both refs up and reads the range between them with all that belongs to it. */
export async function readRange(repository: Repository, fromRef: string, toRef: string, limit = 5000) {
  const { from, to } = await repository.resolveRefs(fromRef, toRef)
  const commits: Commit[] = []
  for await (const commit of repository.commits({ fromSha: from.sha, toSha: to.sha! }, limit))
    commits.push(commit)
  return { from, to, commits, details: await repository.details(commits, to.sha!) }
}
