import { z } from 'zod'
import type { Commit } from '../../core/commit.ts'
import type { RefName } from '../../core/listing.ts'
import { toGitDate, toUnixSeconds } from '../rest/dates.ts'
import type { ListedPullRequest } from '../rest/pull-requests.ts'
import type { ListedTag } from '../rest/range.ts'

/** A repository; one without a main branch is empty. */
export const repositorySchema = z.object({ mainbranch: z.object({ name: z.string() }).nullish() })

/** The name of a repository. */
export const repositoryNameSchema = z.object({ full_name: z.string() })

/** A commit of which only the parents are needed. */
export const commitNodeSchema = z.object({
  hash: z.string(),
  parents: z.array(z.object({ hash: z.string() })).default([]),
})

/** A commit; Bitbucket returns one date, and the author as `Name <email>`. */
export const commitSchema = commitNodeSchema.extend({
  date: z.string(),
  message: z.string(),
  author: z.object({ raw: z.string(), user: z.object({ nickname: z.string().nullish() }).nullish() }),
})

/** A tag or a branch; `date` is the date of an annotated tag. */
export const refSchema = z.object({
  name: z.string(),
  date: z.string().nullish(),
  target: z.object({ hash: z.string(), date: z.string().nullish() }).nullable(),
})

/** A pull request. */
export const pullRequestSchema = z.object({
  id: z.number(),
  title: z.string(),
  description: z.string().nullish(),
  // The description of the API has this one, and its responses have both.
  summary: z.object({ raw: z.string().nullish() }).nullish(),
  state: z.string(),
  merge_commit: z.object({ hash: z.string() }).nullish(),
  updated_on: z.string(),
  source: z.object({ commit: z.object({ hash: z.string() }).nullish() }).nullish(),
  author: z
    .object({
      uuid: z.string().nullish(),
      display_name: z.string().nullish(),
      nickname: z.string().nullish(),
    })
    .nullish(),
})

/** A file or a folder of a commit. */
export const entrySchema = z.object({ path: z.string(), type: z.string() })

const errorSchema = z.object({ error: z.object({ detail: z.object({ required: z.array(z.string()) }) }) })

/** Returns the scopes that an error names. */
export function missingScopeIn(body: unknown): string | null {
  const error = errorSchema.safeParse(body)
  return error.success ? error.data.error.detail.required.join(', ') || null : null
}

/** Converts a commit. */
export function toCommit({ hash, parents, date, message, author }: z.infer<typeof commitSchema>): Commit {
  const [, name = author.raw, email = ''] = /^(.*?)\s*<([^<>]*)>\s*$/s.exec(author.raw.slice(0, 1000)) ?? []
  return {
    sha: hash,
    parents: parents.map((parent) => parent.hash),
    author: { name, email, login: null },
    authoredAt: toGitDate(date),
    committedAt: toUnixSeconds(date),
    message,
    paths: [],
    pathsCut: true,
    tags: [],
  }
}

/** Converts a tag. */
export function toTag({ name, date, target }: z.infer<typeof refSchema>): ListedTag {
  return { name, sha: target?.hash ?? null, madeAt: date ?? target?.date ?? null }
}

/** Converts a tag or a branch to the item of a picker. */
export function toRefName(raw: z.infer<typeof refSchema>, kind: RefName['kind']): RefName[] {
  const { name, sha, madeAt } = toTag(raw)
  return sha === null ? [] : [{ name, kind, sha, date: madeAt?.slice(0, 10) ?? null }]
}

/** Converts a pull request, which has no labels and an abbreviated merge commit. */
export function toPullRequest(raw: z.infer<typeof pullRequestSchema>): ListedPullRequest {
  const { display_name: name, nickname: login, uuid: id } = raw.author ?? {}
  return {
    number: raw.id,
    title: raw.title,
    body: raw.description ?? raw.summary?.raw ?? '',
    labels: [],
    shas: raw.state === 'MERGED' && raw.merge_commit ? [raw.merge_commit.hash] : [],
    head: raw.source?.commit?.hash ?? null,
    author: login && id ? { name: name ?? '', login, id } : null,
    // Bitbucket does not return it.
    mergedAt: null,
    updatedAt: toUnixSeconds(raw.updated_on),
  }
}
