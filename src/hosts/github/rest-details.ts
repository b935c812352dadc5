import { z } from 'zod'
import type { Commit } from '../../core/commit.ts'
import { warn } from '../../core/warnings.ts'
import { beginningOf } from '../main-line.ts'
import type { PullNode } from './answers.ts'
import { askRest, askRestMaybe } from './ask-rest.ts'
import { claimedNumber, leftOver } from './claims.ts'
import type { Gathered, RangeDetails } from './gathered.ts'
import type { GithubContext } from './github-context.ts'

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

const mostPages = 10
const mostSingles = 50

/** The pull requests of a range by REST alone: the list of merged ones, then what a message claims and is not in it. */
export async function restDetails(
  context: GithubContext,
  commits: Commit[],
  gathered: Gathered,
): Promise<RangeDetails> {
  const begin = beginningOf(commits) * 1000
  for (let page = 1; page <= mostPages; page += 1) {
    const path = `/pulls?state=closed&sort=updated&direction=desc&per_page=100&page=${page}`
    const { data } = await askRest(context, { path, schema: z.array(restPull) })
    for (const pull of data) gathered.addPull(asNode(pull), null)
    // What was last touched before the range began was not merged in it.
    if (data.length < 100 || Date.parse(data.at(-1)!.updated_at) < begin) return gathered.details(null)
  }
  const claimOf = (commit: Commit) => claimedNumber(commit.message, context.repoFullName) ?? 0
  const open = [...new Set(commits.map(claimOf))].filter((number) => number > 0 && !gathered.hasPull(number))
  for (const number of open.slice(0, mostSingles)) {
    const pull = await askRestMaybe(context, { path: `/pulls/${number}`, schema: restPull })
    if (pull) gathered.addPull(asNode(pull), null)
  }
  const unasked = new Set(open.slice(mostSingles))
  const nameless = leftOver(commits, context.repoFullName).filter(({ sha }) => !gathered.hasPullOf(sha))
  warnOfUnasked(gathered, nameless.length + commits.filter((commit) => unasked.has(claimOf(commit))).length)
  // The search by REST allows 30 questions a minute: who is new is not told this way.
  return gathered.details(null)
}

function warnOfUnasked(gathered: Gathered, count: number): void {
  if (count === 0) return
  gathered.addWarning(
    warn('pull-requests-unknown', {
      because: 'rest-only',
      commits: count,
      listed: mostPages * 100,
      single: mostSingles,
    }),
  )
}

function asNode(pull: RestPull): PullNode {
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
