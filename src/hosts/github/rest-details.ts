import { z } from 'zod'
import type { Commit } from '../../core/commit.ts'
import { warn } from '../../core/warnings.ts'
import { encodePath } from '../../text/url.ts'
import { mainLineStart } from '../main-line.ts'
import type { FileSource } from '../project-files.ts'
import { matchRebased } from '../rest/pull-requests.ts'
import { type GithubContext, pages, perPage } from './github-context.ts'
import { commitsWithoutNumber, pullRequestNumberIn } from './pull-request-numbers.ts'
import type { RangeDetails, RangeDetailsBuilder } from './range-details.ts'
import type { PullNode } from './schemas.ts'

const restPull = z.object({
  number: z.number().int(),
  title: z.string(),
  body: z.string().nullish(),
  merged_at: z.string().nullish(),
  updated_at: z.string(),
  merge_commit_sha: z.string().nullish(),
  base: z.object({ repo: z.object({ full_name: z.string() }).nullish() }),
  labels: z.array(z.object({ name: z.string() })),
  user: z.object({ login: z.string(), type: z.string() }).nullish(),
})
type RestPull = z.infer<typeof restPull>

const maxPages = 10
const maxSingleLookups = 50
const maxRebasedLookups = 20

/** Reads the pull requests of a range over REST: the list of closed ones, then single ones by the numbers in messages. */
export async function restDetails(
  context: GithubContext,
  commits: Commit[],
  builder: RangeDetailsBuilder,
): Promise<RangeDetails> {
  const { rest, repositoryPath, repoFullName } = context
  const start = mainLineStart(commits) * 1000
  let read = 0
  let isCut = false
  const kept: PullNode[] = []
  for await (const { value } of pages(context, closedPulls, restPull)) {
    kept.push(...value.map(toPullNode).filter((pull) => builder.addPull(pull, null)))
    read += 1
    // Pull requests last updated before the range began were not merged in it.
    if (value.length < perPage || Date.parse(value.at(-1)!.updated_at) < start) break
    isCut = read === maxPages
    if (isCut) break
  }
  await linkRebased(context, commits, { builder, kept })
  if (!isCut) return builder.build(null)
  const numberOf = (commit: Commit) => pullRequestNumberIn(commit.message, repoFullName) ?? 0
  const missing = [...new Set(commits.map(numberOf))].filter(
    (number) => number > 0 && !builder.hasPull(number),
  )
  for (const number of missing.slice(0, maxSingleLookups)) {
    const pull = await rest.find(`${repositoryPath}/pulls/${number}`, restPull)
    if (pull) builder.addPull(toPullNode(pull), null)
  }
  const notLookedUp = new Set(missing.slice(maxSingleLookups))
  const withoutNumber = commitsWithoutNumber(commits, repoFullName).filter(
    ({ sha }) => !builder.hasPullOf(sha),
  )
  warnAboutMissing(
    builder,
    withoutNumber.length + commits.filter((commit) => notLookedUp.has(numberOf(commit))).length,
  )
  // The REST search allows 30 requests a minute, too few to find first-time contributors.
  return builder.build(null)
}

const requestCommit = z.object({
  sha: z.string(),
  commit: z.object({
    message: z.string(),
    author: z.object({ email: z.string().nullish() }).nullish(),
  }),
})

/** A rebase puts all commits of a branch on the main line, and REST names only the last one. */
async function linkRebased(
  { rest, repositoryPath, repoFullName }: GithubContext,
  commits: Commit[],
  { builder, kept }: { builder: RangeDetailsBuilder; kept: PullNode[] },
): Promise<void> {
  const bySha = new Map(commits.map((commit) => [commit.sha, commit]))
  const isFree = (sha: string) => {
    const commit = bySha.get(sha)
    const isNumbered = commit && pullRequestNumberIn(commit.message, repoFullName) !== null
    return commit && commit.parents.length < 2 && !isNumbered && !builder.hasPullOf(sha) ? commit : undefined
  }
  let asked = 0
  for (const pull of kept) {
    const merge = bySha.get(pull.mergeCommit?.oid ?? '')
    const isSquashed = merge && pullRequestNumberIn(merge.message, repoFullName) === pull.number
    if (merge?.parents.length !== 1 || isSquashed || !isFree(merge.parents[0]!)) continue
    const path = `${repositoryPath}/pulls/${pull.number}/commits?per_page=${perPage}`
    const { value } = await rest.get(path, z.array(requestCommit))
    const own = value.map(({ sha, commit: { message, author } }) => ({
      sha,
      message,
      email: author?.email ?? '',
    }))
    const matched = matchRebased(merge.sha, own, (sha) => (sha === merge.sha ? merge : isFree(sha)))
    for (const sha of matched) builder.addPull(pull, sha)
    asked += 1
    if (asked === maxRebasedLookups) return
  }
}

const closedPulls = '/pulls?state=closed&sort=updated&direction=desc'

function warnAboutMissing(builder: RangeDetailsBuilder, count: number): void {
  if (count === 0) return
  builder.addWarning(
    warn('pull-requests-unknown', {
      because: 'rest-only',
      commits: count,
      listed: maxPages * perPage,
      single: maxSingleLookups,
    }),
  )
}

function toPullNode(pull: RestPull): PullNode {
  return {
    number: pull.number,
    title: pull.title,
    body: pull.body,
    merged: Boolean(pull.merged_at),
    mergeCommit: pull.merge_commit_sha ? { oid: pull.merge_commit_sha } : null,
    baseRepository: pull.base.repo ? { nameWithOwner: pull.base.repo.full_name } : null,
    labels: pull.labels,
    author: pull.user ? { __typename: pull.user.type, login: pull.user.login } : null,
  }
}

const rootEntries = z.array(z.object({ name: z.string(), type: z.string() }))

/** Reads the files of a repository over REST. */
export function restFiles({ rest, repositoryPath }: GithubContext): FileSource {
  return {
    async *rootPages(sha) {
      const { value } = await rest.get(`${repositoryPath}/contents/?ref=${sha}`, rootEntries)
      yield value.map(({ name, type }) => (type === 'dir' ? `${name}/` : name))
    },
    readFile: (sha, path) => rest.readText(`${repositoryPath}/contents/${encodePath(path)}?ref=${sha}`),
  }
}
