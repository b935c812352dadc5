import { z } from 'zod'
import type { Commit } from '../../core/commit.ts'
import type { RefName } from '../../core/listing.ts'
import type { ListedTag } from '../rest/range.ts'
import type { ListedRequest } from '../rest/requests.ts'
import { asGitMoment, asSeconds } from '../rest/rest-client.ts'

/** What Bitbucket says of a repository; without a main branch it is empty. */
export const repositorySchema = z.object({ mainbranch: z.object({ name: z.string() }).nullish() })

/** A repository by its name. */
export const namedSchema = z.object({ full_name: z.string() })

/** A commit of which only its place in the history is asked. */
export const nodeSchema = z.object({
  hash: z.string(),
  parents: z.array(z.object({ hash: z.string() })).default([]),
})

/** A commit; Bitbucket tells one moment of it, and its author as git writes them. */
export const commitSchema = nodeSchema.extend({
  date: z.string(),
  message: z.string(),
  author: z.object({ raw: z.string(), user: z.object({ nickname: z.string().nullish() }).nullish() }),
})

/** A tag or a branch; the date is an annotated tag's own. */
export const refSchema = z.object({
  name: z.string(),
  date: z.string().nullish(),
  target: z.object({ hash: z.string(), date: z.string().nullish() }).nullable(),
})

/** A pull request. */
export const requestSchema = z.object({
  id: z.number(),
  title: z.string(),
  description: z.string().nullish(),
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

const refusalSchema = z.object({ error: z.object({ detail: z.object({ required: z.array(z.string()) }) }) })

/** The scopes that Bitbucket's refusal names. */
export function scopeIn(body: unknown): string | null {
  const refusal = refusalSchema.safeParse(body)
  return refusal.success ? refusal.data.error.detail.required.join(', ') || null : null
}

/** Bitbucket's commit as ours. */
export function asCommit({ hash, parents, date, message, author }: z.infer<typeof commitSchema>): Commit {
  const [, name = author.raw, email = ''] = /^(.*?)\s*<([^<>]*)>\s*$/s.exec(author.raw.slice(0, 1000)) ?? []
  return {
    sha: hash,
    parents: parents.map((parent) => parent.hash),
    author: { name, email, login: null },
    authoredAt: asGitMoment(date),
    committedAt: asSeconds(date),
    message,
    paths: [],
    pathsCut: true,
    tags: [],
  }
}

/** Bitbucket's tag as ours. */
export function asTag({ name, date, target }: z.infer<typeof refSchema>): ListedTag {
  return { name, sha: target?.hash ?? null, madeAt: date ?? target?.date ?? null }
}

/** Bitbucket's tag or branch as pickers show it. */
export function asRefName(raw: z.infer<typeof refSchema>, kind: RefName['kind']): RefName[] {
  const { name, sha, madeAt } = asTag(raw)
  return sha === null ? [] : [{ name, kind, sha, date: madeAt?.slice(0, 10) ?? null }]
}

/** Bitbucket's pull request as ours; it has no labels, and abbreviates the merge commit. */
export function asRequest(raw: z.infer<typeof requestSchema>): ListedRequest {
  const { display_name: name, nickname: login, uuid: id } = raw.author ?? {}
  return {
    number: raw.id,
    title: raw.title,
    body: raw.description ?? '',
    labels: [],
    shas: raw.state === 'MERGED' && raw.merge_commit ? [raw.merge_commit.hash] : [],
    head: raw.source?.commit?.hash ?? null,
    author: login && id ? { name: name ?? '', login, id } : null,
    // Bitbucket does not tell it.
    mergedAt: null,
    updatedAt: asSeconds(raw.updated_on),
  }
}
