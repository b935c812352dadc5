import { join } from 'node:path'
import type { Commit } from '../../src/core/commit.ts'
import type { Repository } from '../../src/core/repository.ts'
import { openWireRepository, type WireContext } from '../../src/hosts/git-wire/wire.ts'
import { localHost } from '../../src/hosts/local/local.ts'
import { openHttpClient } from '../../src/http-client/http-client.ts'
import { buildRepository, makeFolder, type Step } from '../support/build-repository.ts'
import { startGitServer } from './git-server.ts'

const signal = new AbortController().signal

/** An HTTP client for a stand-in that does not wait between attempts. */
export function httpClientFor(url: string) {
  return openHttpClient([url], { fetch, now: Date.now, random: () => 0, sleep: async () => {} })
}

/** Opens a repository of a stand-in over git's protocol. */
export function openGitWire(url: string, name: string, more: Partial<WireContext> = {}) {
  return openWireRepository({
    httpClient: httpClientFor(url),
    url: `${url}/${name}.git`,
    user: 'git',
    token: null,
    signal,
    deadlineAt: Date.now() + 30_000,
    ...more,
  })
}

/** A git server whose repositories can be read on disk too, to compare. */
export async function startBoth() {
  const root = makeFolder()
  const server = await startGitServer({ root, tokens: null })
  const openLocal = (repoFullName: string): Promise<Repository> =>
    localHost({ root, token: null, searchPath: process.env.PATH ?? '' }).open({
      repoFullName,
      token: null,
      signal,
      deadlineAt: Date.now() + 30_000,
    })
  let count = 0
  const build = async (steps: Step[]) => {
    count += 1
    const name = `acme/tool-${count}`
    const path = buildRepository(steps, { path: join(root, `${name}.git`), bare: true })
    return { name, path, wire: openGitWire(server.url, name), local: await openLocal(name) }
  }
  return { server, openLocal, build }
}

/** All commits of a stream. */
export async function gather(stream: AsyncIterable<Commit>): Promise<Commit[]> {
  const commits: Commit[] = []
  for await (const commit of stream) commits.push(commit)
  return commits
}

/** Commits by their SHAs, without what only a checkout knows. */
export function bySha(commits: Commit[]): Commit[] {
  // Newer versions of git write a Z for +00:00.
  const dateOf = ({ authoredAt }: Commit) => authoredAt.replace(/Z$/, '+00:00')
  return commits
    .map((each) => ({ ...each, paths: [], pathsCut: false, authoredAt: dateOf(each) }))
    .sort((one, other) => (one.sha < other.sha ? -1 : 1))
}
