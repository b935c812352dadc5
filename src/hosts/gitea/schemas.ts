import { z } from 'zod'
import type { Commit } from '../../core/commit.ts'
import type { RefName } from '../../core/listing.ts'
import { toGitDate, toUnixSeconds } from '../rest/dates.ts'
import type { ListedPullRequest } from '../rest/pull-requests.ts'
import type { ListedTag } from '../rest/range.ts'

/** A repository. */
export const repositorySchema = z.object({
  default_branch: z.string().nullish(),
  empty: z.boolean().optional(),
  archived: z.boolean().optional(),
  permissions: z.object({ push: z.boolean().optional() }).nullish(),
})

/** The name of a repository. */
export const repositoryNameSchema = z.object({ full_name: z.string() })

/** The result of a search for repositories. */
export const searchSchema = z.object({ data: z.array(repositoryNameSchema) })

/** A commit of which only the parents are needed. */
export const commitNodeSchema = z.object({ sha: z.string(), parents: z.array(z.object({ sha: z.string() })) })

/** A commit. */
export const commitSchema = commitNodeSchema.extend({
  author: z.object({ login: z.string() }).nullish(),
  commit: z.object({
    message: z.string(),
    author: z.object({ name: z.string(), email: z.string(), date: z.string() }),
    committer: z.object({ date: z.string() }),
  }),
})

/** A tag; `created` is the date of an annotated tag, or of the commit of a lightweight one. */
export const tagSchema = z.object({
  name: z.string(),
  commit: z.object({ sha: z.string(), created: z.string().nullish() }).nullable(),
})

/** A branch. */
export const branchSchema = z.object({
  name: z.string(),
  commit: z.object({ id: z.string(), timestamp: z.string().nullish() }),
})

/** A pull request. */
export const pullRequestSchema = z.object({
  number: z.number(),
  title: z.string(),
  body: z.string().nullish(),
  merged: z.boolean(),
  merge_commit_sha: z.string().nullish(),
  labels: z.array(z.object({ name: z.string() })).nullish(),
  updated_at: z.string(),
  created_at: z.string(),
  merged_at: z.string().nullish(),
  head: z.object({ sha: z.string().nullish() }).nullish(),
  user: z.object({ login: z.string(), full_name: z.string().nullish() }).nullish(),
})

/** A page of the files and folders in a commit's root folder. */
export const treeSchema = z.object({
  tree: z.array(z.object({ path: z.string(), type: z.string() })),
  truncated: z.boolean().optional(),
})

const errorSchema = z.object({ message: z.string() })

/** Returns the scope that an error names: `required scope(s): [read:repository]`, or `required=[…]`. */
export function missingScopeIn(body: unknown): string | null {
  const error = errorSchema.safeParse(body)
  if (!error.success || !error.data.message.includes('required scope')) return null
  return /\[([\w:, ]{1,100})\]/.exec(error.data.message)?.[1] ?? null
}

/** Converts a commit. */
export function toCommit({ sha, parents, commit }: z.infer<typeof commitSchema>): Commit {
  return {
    sha,
    parents: parents.map((parent) => parent.sha),
    author: { name: commit.author.name, email: commit.author.email, login: null },
    authoredAt: toGitDate(commit.author.date),
    committedAt: toUnixSeconds(commit.committer.date),
    message: commit.message,
    paths: [],
    pathsCut: true,
    tags: [],
  }
}

/** Converts a tag. */
export function toTag({ name, commit }: z.infer<typeof tagSchema>): ListedTag {
  // Gitea writes `tags/v1` for a tag that has the name of a branch.
  return { name: name.replace(/^tags\//, ''), sha: commit?.sha ?? null, madeAt: commit?.created ?? null }
}

/** Converts a branch to the item of a picker. */
export function toBranch({ name, commit }: z.infer<typeof branchSchema>): RefName {
  return { name, kind: 'branch', sha: commit.id, date: commit.timestamp?.slice(0, 10) ?? null }
}

/** Converts a pull request; one that is not merged has no merge commit. */
export function toPullRequest(raw: z.infer<typeof pullRequestSchema>): ListedPullRequest {
  return {
    number: raw.number,
    title: raw.title,
    body: raw.body ?? '',
    labels: (raw.labels ?? []).map((label) => label.name),
    shas: raw.merged && raw.merge_commit_sha ? [raw.merge_commit_sha] : [],
    head: raw.head?.sha || null,
    author: authorOf(raw.user),
    mergedAt: raw.merged_at ? toUnixSeconds(raw.merged_at) : null,
    updatedAt: toUnixSeconds(raw.updated_at),
  }
}

/** Gitea calls a deleted user Ghost, whose pull requests cannot be listed. */
function authorOf(user: z.infer<typeof pullRequestSchema>['user']): ListedPullRequest['author'] {
  if (!user || user.login === 'Ghost') return null
  return { name: user.full_name ?? '', login: user.login, id: user.login }
}
