import { z } from 'zod'
import type { Commit } from '../../core/commit.ts'
import type { RefName } from '../../core/listing.ts'
import type { ListedTag } from '../rest/range.ts'
import type { ListedRequest } from '../rest/requests.ts'
import { asGitMoment, asSeconds } from '../rest/rest-client.ts'

/** What Gitea says of a repository. */
export const repositorySchema = z.object({
  default_branch: z.string().nullish(),
  empty: z.boolean().optional(),
})

/** A repository by its name. */
export const namedSchema = z.object({ full_name: z.string() })

/** What a search for repositories finds. */
export const searchSchema = z.object({ data: z.array(namedSchema) })

/** A commit of which only its place in the history is asked. */
export const nodeSchema = z.object({ sha: z.string(), parents: z.array(z.object({ sha: z.string() })) })

/** A commit. */
export const commitSchema = nodeSchema.extend({
  author: z.object({ login: z.string() }).nullish(),
  commit: z.object({
    message: z.string(),
    author: z.object({ name: z.string(), email: z.string(), date: z.string() }),
    committer: z.object({ date: z.string() }),
  }),
})

/** A tag; its moment is the tag's own, or the commit's under a plain one. */
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
export const requestSchema = z.object({
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

/** A page of the files and folders of a commit. */
export const treeSchema = z.object({
  tree: z.array(z.object({ path: z.string(), type: z.string() })),
  truncated: z.boolean().optional(),
})

const refusalSchema = z.object({ message: z.string() })

/** The scope that Gitea's refusal names: `required scope(s): [read:repository]`, or `required=[…]`. */
export function scopeIn(body: unknown): string | null {
  const refusal = refusalSchema.safeParse(body)
  if (!refusal.success || !refusal.data.message.includes('required scope')) return null
  return /\[([\w:, ]{1,100})\]/.exec(refusal.data.message)?.[1] ?? null
}

/** Gitea's commit as ours. */
export function asCommit({ sha, parents, commit }: z.infer<typeof commitSchema>): Commit {
  return {
    sha,
    parents: parents.map((parent) => parent.sha),
    author: { name: commit.author.name, email: commit.author.email, login: null },
    authoredAt: asGitMoment(commit.author.date),
    committedAt: asSeconds(commit.committer.date),
    message: commit.message,
    paths: [],
    pathsCut: true,
    tags: [],
  }
}

/** Gitea's tag as ours. */
export function asTag({ name, commit }: z.infer<typeof tagSchema>): ListedTag {
  return { name, sha: commit?.sha ?? null, madeAt: commit?.created ?? null }
}

/** Gitea's branch as pickers show it. */
export function asBranch({ name, commit }: z.infer<typeof branchSchema>): RefName {
  return { name, kind: 'branch', sha: commit.id, date: commit.timestamp?.slice(0, 10) ?? null }
}

/** Gitea's pull request as ours; one that is not merged was merged as no commit. */
export function asRequest(raw: z.infer<typeof requestSchema>): ListedRequest {
  return {
    number: raw.number,
    title: raw.title,
    body: raw.body ?? '',
    labels: (raw.labels ?? []).map((label) => label.name),
    shas: raw.merged && raw.merge_commit_sha ? [raw.merge_commit_sha] : [],
    head: raw.head?.sha || null,
    author: authorOf(raw.user),
    mergedAt: raw.merged_at ? asSeconds(raw.merged_at) : null,
    updatedAt: asSeconds(raw.updated_at),
  }
}

/** Whoever is gone is called Ghost, and is nobody to ask about. */
function authorOf(user: z.infer<typeof requestSchema>['user']): ListedRequest['author'] {
  if (!user || user.login === 'Ghost') return null
  return { name: user.full_name ?? '', login: user.login, id: user.login }
}
