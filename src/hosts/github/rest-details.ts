import { z } from 'zod'
import type { Commit } from '../../core/commit.ts'
import { warn } from '../../core/warnings.ts'
import { encodePath } from '../../text/url.ts'
import { mainLineStart } from '../main-line.ts'
import type { FileSource } from '../project-files.ts'
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

/** Reads the pull requests of a range over REST: the list of closed ones, then single ones by the numbers in messages. */
export async function restDetails(
  context: GithubContext,
  commits: Commit[],
  builder: RangeDetailsBuilder,
): Promise<RangeDetails> {
  const { rest, repositoryPath, repoFullName } = context
  const start = mainLineStart(commits) * 1000
  let read = 0
  for await (const { value } of pages(context, closedPulls, restPull)) {
    for (const pull of value) builder.addPull(toPullNode(pull), null)
    // Pull requests last updated before the range began were not merged in it.
    if (value.length < perPage || Date.parse(value.at(-1)!.updated_at) < start) return builder.build(null)
    read += 1
    if (read === maxPages) break
  }
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
    files: [],
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
