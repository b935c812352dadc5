import { z } from 'zod'
import { configPaths } from '../../core/repository-config.ts'
import { changelogPaths, typeConfigPaths } from '../project-files.ts'

const list = <Item extends z.ZodType>(item: Item) =>
  z
    .object({ nodes: z.array(item.nullable()).nullish() })
    .nullish()
    .transform((connection) => (connection?.nodes ?? []).filter((node) => node !== null))

const sha = z.string().regex(/^[0-9a-f]{40,64}$/)
const user = z.object({ login: z.string() }).nullish()

/** A pull request. */
const pullNode = z.object({
  number: z.number().int().positive(),
  title: z.string(),
  body: z.string().nullish(),
  merged: z.boolean(),
  mergedAt: z.string().nullish(),
  mergeCommit: z
    .object({ oid: sha, author: z.object({ email: z.string().nullish(), user }).nullish() })
    .nullish(),
  baseRepository: z.object({ nameWithOwner: z.string() }).nullish(),
  labels: list(z.object({ name: z.string() })),
  author: z.object({ __typename: z.string(), login: z.string() }).nullish(),
})
export type PullNode = z.infer<typeof pullNode>

const actor = z.object({ email: z.string().nullish(), user })

/** A commit. */
const commitNode = z.object({
  oid: sha,
  message: z.string(),
  authoredDate: z.string(),
  committedDate: z.string(),
  author: actor.extend({ name: z.string().nullish(), date: z.string().nullish() }).nullish(),
  authors: list(actor),
  parents: z.object({ totalCount: z.number(), nodes: z.array(z.object({ oid: sha })) }),
  associatedPullRequests: list(pullNode),
})
export type CommitNode = z.infer<typeof commitNode>

const stamp = z.object({ date: z.string().nullish() }).nullish()

/** The object of a ref or an expression: a commit, or an annotated tag. */
export interface GitObject {
  __typename?: string | undefined
  oid: string
  committer?: { date?: string | null | undefined } | null | undefined
  tagger?: { date?: string | null | undefined } | null | undefined
  target?: GitObject | null | undefined
}
export const gitObject: z.ZodType<GitObject> = z.object({
  __typename: z.string().optional(),
  oid: sha,
  committer: stamp,
  tagger: stamp,
  get target() {
    return gitObject.nullish()
  },
})

const file = z
  .object({ object: z.object({ text: z.string().nullish(), isTruncated: z.boolean().nullish() }).nullish() })
  .nullish()

const page = z.object({
  oid: sha,
  releaseConfig: file,
  history: z.object({ pageInfo: z.object({ hasNextPage: z.boolean() }), nodes: z.array(commitNode) }),
})
export type Page = z.infer<typeof page>

/** A text file, of which GitHub returns at most 512,000 bytes; `text` is null if it returns none. */
export interface TextFile {
  path: string
  text: string | null
  isCut: boolean
}

/** The first changelog (`changelog0`, …), the first type configuration (`typeConfig0`, …) and all own ones that exist. */
const changelogs = z.record(z.string(), z.unknown()).transform((fields) => ({
  changelog: filesOf(fields, 'changelog', changelogPaths)[0] ?? null,
  typeConfig: filesOf(fields, 'typeConfig', typeConfigPaths)[0] ?? null,
  configFiles: filesOf(fields, 'config', configPaths),
}))

function filesOf(fields: Record<string, unknown>, alias: string, paths: readonly string[]): TextFile[] {
  return paths.flatMap((path, index): TextFile[] => {
    const blob = file.parse(fields[`${alias}${index}`])?.object
    const isCut = blob?.isTruncated ?? false
    return typeof blob?.text === 'string' || isCut ? [{ path, text: blob?.text ?? null, isCut }] : []
  })
}

const repository = z.object({
  nameWithOwner: z.string(),
  isEmpty: z.boolean(),
  defaultBranchRef: z
    .object({
      name: z.string(),
      target: z.intersection(page.partial({ history: true }), changelogs).nullish(),
    })
    .nullish(),
  page: z
    .intersection(page, changelogs)
    .or(z.object({}).transform(() => null))
    .nullish(),
  tags: z.intersection(
    list(z.object({ name: z.string(), target: gitObject.nullish() })).transform((nodes) => ({ nodes })),
    z
      .object({ pageInfo: z.object({ hasNextPage: z.boolean() }) })
      .nullish()
      .transform((connection) => ({ hasMore: connection?.pageInfo.hasNextPage ?? false })),
  ),
  recent: list(pullNode),
})

/** The aliases for refs (`r0`, …) and expressions (`e0`, …). */
const revisions = z.record(z.string(), z.unknown()).transform((fields) => {
  const pick = (form: RegExp) => Object.fromEntries(Object.entries(fields).filter(([key]) => form.test(key)))
  return {
    refs: z.record(z.string(), z.object({ target: gitObject.nullish() }).nullish()).parse(pick(/^r\d+$/)),
    expressions: z.record(z.string(), gitObject.nullish()).parse(pick(/^e\d+$/)),
  }
})

/** The response to the first query. */
export const lookUpResponse = z.object({ repository: z.intersection(repository, revisions) })
export type LookUpResponse = z.infer<typeof lookUpResponse>

const people = z.object({ oid: sha, authors: list(actor), associatedPullRequests: list(pullNode) })

/** The response to a query for details, with its four kinds of aliases. */
export const detailsResponse = z
  .object({ repository: z.record(z.string(), z.union([pullNode, people]).nullable()).optional() })
  .catchall(z.object({ issueCount: z.number() }).nullish())
export type DetailsResponse = z.infer<typeof detailsResponse>
