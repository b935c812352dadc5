import { z } from 'zod'
import type { Commit } from '../../core/commit.ts'
import { Problem } from '../../core/errors.ts'
import type { CommitRange } from '../../core/range.ts'
import { askRest } from './ask-rest.ts'
import type { GithubContext } from './github-context.ts'

const sha = z.string().regex(/^[0-9a-f]{40,64}$/)
const signature = z.object({ name: z.string().nullish(), email: z.string().nullish(), date: z.string() })

/** A commit as REST tells it. */
export const restCommit = z.object({
  sha,
  parents: z.array(z.object({ sha })),
  commit: z.object({ message: z.string(), author: signature, committer: signature }),
  author: z.object({ login: z.string().optional() }).nullish(),
})
type RestCommit = z.infer<typeof restCommit>

const comparison = z.object({ total_commits: z.number().int(), commits: z.array(restCommit) })
const perPage = 100

/** The commits of a range by REST alone, newest first, counted against the host's own count. */
export function restCommits(
  context: GithubContext,
  range: CommitRange,
  limit: number,
): AsyncIterable<Commit> {
  const { fromSha, toSha } = range
  return fromSha === null ? listAll(context, toSha, limit) : compare(context, `${fromSha}...${toSha}`, limit)
}

/** The host's own count of a range. */
export async function restCount(
  context: GithubContext,
  { fromSha, toSha }: CommitRange,
): Promise<number | null> {
  if (fromSha !== null) {
    const path = `/compare/${fromSha}...${toSha}?per_page=1`
    return (await askRest(context, { path, schema: comparison })).data.total_commits
  }
  const { data, headers } = await askRest(context, {
    path: `/commits?sha=${toSha}&per_page=1`,
    schema: z.array(restCommit),
  })
  const last = /[?&]page=(\d+)[^>]*>;\s*rel="last"/.exec(headers.get('link') ?? '')?.[1]
  return last === undefined ? data.length : Number(last)
}

// Three dots in the address, and yet the list is that of `git log from..to`, the oldest first. Pages are
// taken from the last to the first, so that the newest come first here.
async function* compare(context: GithubContext, ends: string, limit: number): AsyncGenerator<Commit> {
  const ask = async (page: number) => {
    const path = `/compare/${ends}?per_page=${perPage}&page=${page}`
    return (await askRest(context, { path, schema: comparison })).data
  }
  const first = await ask(1)
  const seen = new Set<string>()
  for (let page = Math.ceil(first.total_commits / perPage); page >= 1; page -= 1) {
    const { commits } = page === 1 ? first : await ask(page)
    for (const commit of commits.toReversed()) {
      if (seen.has(commit.sha)) continue
      if (seen.size === limit) return
      seen.add(commit.sha)
      yield asCommit(commit)
    }
  }
  if (seen.size !== first.total_commits) throw incomplete(context, seen.size, `${first.total_commits}`)
}

async function* listAll(context: GithubContext, toSha: string, limit: number): AsyncGenerator<Commit> {
  const seen = new Set<string>()
  const named = new Set([toSha])
  for (let page = 1; ; page += 1) {
    const path = `/commits?sha=${toSha}&per_page=${perPage}&page=${page}`
    const { data } = await askRest(context, { path, schema: z.array(restCommit) })
    for (const commit of data) {
      if (seen.has(commit.sha)) continue
      if (seen.size === limit) return
      seen.add(commit.sha)
      for (const parent of commit.parents) named.add(parent.sha)
      yield asCommit(commit)
    }
    if (data.length < perPage) break
  }
  // A whole history holds every parent that one of its commits names.
  if (named.size > seen.size) throw incomplete(context, seen.size, `at least ${named.size}`)
}

function asCommit(commit: RestCommit): Commit {
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

function incomplete(context: GithubContext, seen: number, expected: string): Problem {
  return new Problem(
    'host_incomplete',
    `${new URL(context.url).host} gave ${seen} commits of a range that holds ${expected}. Notes of a part would be wrong; try again later, or ask for a smaller range.`,
  )
}
