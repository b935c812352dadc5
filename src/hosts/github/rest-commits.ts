import { z } from 'zod'
import type { Commit } from '../../core/commit.ts'
import type { CommitRange } from '../../core/range.ts'
import { incompleteRange } from '../rest/rest-errors.ts'
import { type GithubContext, pages, perPage } from './github-context.ts'

const sha = z.string().regex(/^[0-9a-f]{40,64}$/)
const signature = z.object({ name: z.string().nullish(), email: z.string().nullish(), date: z.string() })

/** A commit in the REST API. */
export const restCommit = z.object({
  sha,
  parents: z.array(z.object({ sha })),
  commit: z.object({ message: z.string(), author: signature, committer: signature }),
  author: z.object({ login: z.string().optional() }).nullish(),
})
type RestCommit = z.infer<typeof restCommit>

const comparison = z.object({ total_commits: z.number().int(), commits: z.array(restCommit) })

/** Reads the commits of a range over REST, newest first, and throws if their number is not the host's own count. */
export function restCommits(
  context: GithubContext,
  range: CommitRange,
  limit: number,
): AsyncIterable<Commit> {
  const { fromSha, toSha } = range
  return fromSha === null ? listAll(context, toSha, limit) : compare(context, { fromSha, toSha }, limit)
}

/** Returns the host's own count of a range; null if it has none. */
export async function restCount(
  { rest, repositoryPath }: GithubContext,
  { fromSha, toSha }: CommitRange,
): Promise<number | null> {
  if (fromSha !== null) {
    const path = `${repositoryPath}/compare/${fromSha}...${toSha}?per_page=1`
    // GitHub returns 404 for commits without a common ancestor.
    return (await rest.find(path, comparison))?.total_commits ?? null
  }
  const path = `${repositoryPath}/commits?sha=${toSha}&per_page=1`
  const { value, headers } = await rest.get(path, z.array(restCommit))
  const last = /[?&]page=(\d+)[^>]*>;\s*rel="last"/.exec(headers.get('link') ?? '')?.[1]
  return last === undefined ? value.length : Number(last)
}

// The URL has three dots, but the list is that of `git log from..to`, the oldest first. The pages are read from the
// last to the first, so that the newest commits come first.
async function* compare(
  context: GithubContext,
  { fromSha, toSha }: { fromSha: string; toSha: string },
  limit: number,
): AsyncGenerator<Commit> {
  const { rest, repositoryPath, hostName } = context
  const pathOf = (page: number) =>
    `${repositoryPath}/compare/${fromSha}...${toSha}?per_page=${perPage}&page=${page}`
  const first = await rest.find(pathOf(1), comparison)
  if (!first) {
    // GitHub returns 404 for commits without a common ancestor, and the range is then everything up to its end.
    yield* listAll(context, toSha, limit)
    return
  }
  const seen = new Set<string>()
  for (let page = Math.ceil(first.total_commits / perPage); page >= 1; page -= 1) {
    const { commits } = page === 1 ? first : (await rest.get(pathOf(page), comparison)).value
    for (const commit of commits.toReversed()) {
      if (seen.has(commit.sha)) continue
      if (seen.size === limit) return
      seen.add(commit.sha)
      yield toCommit(commit)
    }
  }
  if (seen.size !== first.total_commits)
    throw incompleteRange(hostName, `${seen.size} of ${first.total_commits} commits arrived`)
}

async function* listAll(context: GithubContext, toSha: string, limit: number): AsyncGenerator<Commit> {
  const seen = new Set<string>()
  const referenced = new Set([toSha])
  for await (const { value } of pages(context, `/commits?sha=${toSha}`, restCommit)) {
    for (const commit of value) {
      if (seen.has(commit.sha)) continue
      if (seen.size === limit) return
      seen.add(commit.sha)
      for (const parent of commit.parents) referenced.add(parent.sha)
      yield toCommit(commit)
    }
  }
  // A complete history contains the parents of all its commits.
  if (referenced.size > seen.size)
    throw incompleteRange(context.hostName, `${seen.size} of at least ${referenced.size} commits arrived`)
}

function toCommit(commit: RestCommit): Commit {
  const { author, committer, message } = commit.commit
  return {
    sha: commit.sha,
    parents: commit.parents.map((parent) => parent.sha),
    author: { name: author.name ?? '', email: author.email ?? '', login: commit.author?.login ?? null },
    authoredAt: author.date,
    committedAt: Date.parse(committer.date) / 1000,
    message,
    paths: [],
    pathsCut: true,
    tags: [],
  }
}
