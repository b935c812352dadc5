import { z } from 'zod'
import type { Commit } from '../../core/commit.ts'
import type { RefName } from '../../core/listing.ts'
import { toGitDate, toUnixSeconds } from '../rest/dates.ts'
import type { ListedPullRequest } from '../rest/pull-requests.ts'
import type { ListedTag } from '../rest/range.ts'

const access = z.object({ access_level: z.number() }).nullish()

/** A project. */
export const projectSchema = z.object({
  default_branch: z.string().nullish(),
  archived: z.boolean().optional(),
  permissions: z.object({ project_access: access, group_access: access }).nullish(),
})

/** The name of a project. */
export const projectNameSchema = z.object({ path_with_namespace: z.string() })

/** Anything with an id, such as a commit of which only the SHA is needed. */
export const idSchema = z.object({ id: z.string() })

/** The error for a token without the needed scope. */
export const missingScopeSchema = z.object({
  error: z.literal('insufficient_scope'),
  scope: z.string().optional(),
})

/** A branch. */
export const branchSchema = z.object({
  name: z.string(),
  commit: z.object({ id: z.string(), committed_date: z.string().nullish() }),
})

/** A tag; `created_at` exists since GitLab 16.11 and is null for a lightweight tag. */
export const tagSchema = z.object({
  name: z.string(),
  created_at: z.string().nullish(),
  commit: z.object({ id: z.string(), committed_date: z.string() }).nullable(),
})

/** A commit. */
export const commitSchema = z.object({
  id: z.string(),
  parent_ids: z.array(z.string()),
  author_name: z.string(),
  author_email: z.string(),
  authored_date: z.string(),
  committed_date: z.string(),
  message: z.string(),
})

/** A merge request. */
export const pullRequestSchema = z.object({
  iid: z.number(),
  title: z.string(),
  description: z.string().nullish(),
  state: z.string(),
  labels: z.array(z.string()),
  sha: z.string().nullish(),
  merge_commit_sha: z.string().nullish(),
  squash_commit_sha: z.string().nullish(),
  updated_at: z.string(),
  merged_at: z.string().nullish(),
  author: z.object({ id: z.number(), name: z.string(), username: z.string() }).nullish(),
})

/** A commit of a merge request. */
export const requestCommitSchema = z.object({
  id: z.string(),
  message: z.string(),
  author_email: z.string().default(''),
})

/** A file or a folder of a commit. */
export const entrySchema = z.object({ name: z.string(), type: z.string() })

/** Converts a commit. */
export function toCommit(raw: z.infer<typeof commitSchema>): Commit {
  return {
    sha: raw.id,
    parents: raw.parent_ids,
    author: { name: raw.author_name, email: raw.author_email, login: null },
    authoredAt: toGitDate(raw.authored_date),
    committedAt: toUnixSeconds(raw.committed_date),
    message: raw.message,
    paths: [],
    pathsCut: true,
    tags: [],
  }
}

/** Converts a tag. */
export function toTag({ name, commit, created_at }: z.infer<typeof tagSchema>): ListedTag {
  return { name, sha: commit?.id ?? null, madeAt: created_at ?? commit?.committed_date ?? null }
}

/** Converts a branch to the item of a picker. */
export function toBranch({ name, commit }: z.infer<typeof branchSchema>): RefName {
  return { name, kind: 'branch', sha: commit.id, date: commit.committed_date?.slice(0, 10) ?? null }
}

/** Converts a merge request; one that is not merged has no merge commits. */
export function toPullRequest(raw: z.infer<typeof pullRequestSchema>): ListedPullRequest {
  const created = [raw.merge_commit_sha, raw.squash_commit_sha].filter(
    (sha) => sha !== null && sha !== undefined,
  )
  // A fast-forward creates no commit: the branch's last commit is then on the target branch.
  const shas = created.length === 0 && raw.sha ? [raw.sha] : created
  return {
    number: raw.iid,
    title: raw.title,
    body: raw.description ?? '',
    labels: raw.labels,
    shas: raw.state === 'merged' ? shas : [],
    head: raw.sha ?? null,
    author: raw.author
      ? { name: raw.author.name, login: raw.author.username, id: String(raw.author.id) }
      : null,
    mergedAt: raw.merged_at ? toUnixSeconds(raw.merged_at) : null,
    updatedAt: toUnixSeconds(raw.updated_at),
  }
}
