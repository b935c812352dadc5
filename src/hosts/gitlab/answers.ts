import { z } from 'zod'
import type { Commit } from '../../core/commit.ts'
import type { RefName } from '../../core/listing.ts'
import type { ListedTag } from '../rest/range.ts'
import type { ListedRequest } from '../rest/requests.ts'
import { asGitMoment, asSeconds } from '../rest/rest-client.ts'

/** What GitLab says of a project. */
export const projectSchema = z.object({ default_branch: z.string().nullish() })

/** A project by its name. */
export const namedSchema = z.object({ path_with_namespace: z.string() })

/** Anything that has an id, such as a commit of which nothing else is asked. */
export const idSchema = z.object({ id: z.string() })

/** GitLab's refusal of a token that was made for less. */
export const scopeSchema = z.object({ error: z.literal('insufficient_scope'), scope: z.string().optional() })

/** A branch. */
export const branchSchema = z.object({
  name: z.string(),
  commit: z.object({ id: z.string(), committed_date: z.string().nullish() }),
})

/** A tag; the moment it was made is told since GitLab 16.11, and is null for a plain one. */
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
export const requestSchema = z.object({
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

/** A file or a folder of a commit. */
export const entrySchema = z.object({ name: z.string(), type: z.string() })

/** GitLab's commit as ours. */
export function asCommit(raw: z.infer<typeof commitSchema>): Commit {
  return {
    sha: raw.id,
    parents: raw.parent_ids,
    author: { name: raw.author_name, email: raw.author_email, login: null },
    authoredAt: asGitMoment(raw.authored_date),
    committedAt: asSeconds(raw.committed_date),
    message: raw.message,
    paths: [],
    pathsCut: true,
    tags: [],
  }
}

/** GitLab's tag as ours. */
export function asTag({ name, commit, created_at }: z.infer<typeof tagSchema>): ListedTag {
  const moment = created_at ?? commit?.committed_date ?? null
  return { name, sha: commit?.id ?? null, madeAt: moment }
}

/** GitLab's branch as pickers show it. */
export function asBranch({ name, commit }: z.infer<typeof branchSchema>): RefName {
  return { name, kind: 'branch', sha: commit.id, date: commit.committed_date?.slice(0, 10) ?? null }
}

/** GitLab's merge request as ours; one that is not merged was merged as no commit. */
export function asRequest(raw: z.infer<typeof requestSchema>): ListedRequest {
  const made = [raw.merge_commit_sha, raw.squash_commit_sha].filter(
    (sha) => sha !== null && sha !== undefined,
  )
  // A fast-forward makes no commit: the branch's own is then the target's.
  const shas = made.length === 0 && raw.sha ? [raw.sha] : made
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
    mergedAt: raw.merged_at ? asSeconds(raw.merged_at) : null,
    updatedAt: asSeconds(raw.updated_at),
  }
}
