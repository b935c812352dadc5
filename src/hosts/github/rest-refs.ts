import { z } from 'zod'
import { Problem } from '../../core/errors.ts'
import type { ResolvedRef, ResolvedRefs } from '../../core/range.ts'
import { shortTagName } from '../../git/ref-names.ts'
import { parseRevision, type Revision } from '../../git/revision.ts'
import { encodePath } from '../../text/url.ts'
import { walkPages } from '../rest/refs.ts'
import { invalidResponse, repositoryMoved } from '../rest/rest-errors.ts'
import { type GithubContext, perPage } from './github-context.ts'
import { unknownRef } from './ref-queries.ts'
import { restCommit } from './rest-commits.ts'

const refSchema = z.object({ object: z.object({ type: z.string(), sha: z.string() }) })
const tagSchema = refSchema.extend({ tagger: z.object({ date: z.string() }).nullish() })
const maxTagDepth = 5
const repositorySchema = z.object({ full_name: z.string(), default_branch: z.string() })

/** Finds both refs over REST. */
export async function restLookUp(
  context: GithubContext,
  fromRef: string,
  toRef: string,
): Promise<ResolvedRefs> {
  const { value } = await context.rest.get(context.repositoryPath, repositorySchema)
  if (value.full_name.toLowerCase() !== context.repoFullName.toLowerCase())
    throw repositoryMoved(context, value.full_name)
  try {
    const [from, to] = await Promise.all(
      [fromRef, toRef].map((ref) => resolveOne(context, parseRevision(ref), value.default_branch)),
    )
    return { from: from!, to: to!, empty: false }
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'empty_repository') throw error
    return { from: unknownRef, to: unknownRef, empty: true }
  }
}

async function resolveOne(
  context: GithubContext,
  revision: Revision,
  defaultBranch: string,
): Promise<ResolvedRef> {
  const { text, base, suffix } = revision
  const isHead = base === 'HEAD'
  const short = shortTagName(base)
  const isFull = base.startsWith('refs/')
  const [tag, branch] = await Promise.all([
    isHead || (isFull && short === base) ? null : findRef(context, `tags/${short}`),
    isFull && !base.startsWith('refs/heads/')
      ? null
      : findRef(context, `heads/${isHead ? defaultBranch : base.replace(/^refs\/heads\//, '')}`),
  ])
  const baseSha = await findSha(context, tag?.sha ?? branch?.sha ?? base)
  const day = tag && baseSha && suffix === '' ? (tag.day ?? (await dayOf(context, baseSha))) : null
  return {
    sha: baseSha && (await stepBack(context, baseSha, revision)),
    baseSha,
    tag: day ? { name: shortTagName(text), date: day } : null,
    isTag: tag !== null,
    isBranch: branch !== null && !isHead && !isFull,
    ambiguous: false,
  }
}

async function dayOf({ rest, repositoryPath }: GithubContext, sha: string): Promise<string> {
  const schema = z.object({ committer: z.object({ date: z.string() }) })
  const { value } = await rest.get(`${repositoryPath}/git/commits/${sha}`, schema)
  return value.committer.date.slice(0, 10)
}

/** Returns the commit SHA of a name, a SHA or an expression; null if there is none. */
async function findSha({ rest, repositoryPath }: GithubContext, name: string): Promise<string | null> {
  const path = `${repositoryPath}/commits/${encodePath(name)}`
  const sha = (await rest.readText(path, 'application/vnd.github.sha'))?.trim() ?? null
  if (sha !== null && !/^[0-9a-f]{40,64}$/.test(sha))
    throw invalidResponse(rest.context, new Error('not a SHA'))
  return sha
}

async function findRef(
  context: GithubContext,
  name: string,
): Promise<{ sha: string; day: string | null } | null> {
  const path = `${context.repositoryPath}/git/ref/${encodePath(name)}`
  const found = await context.rest.find(path, refSchema)
  return found && peel(context, { ...found.object, day: null }, maxTagDepth)
}

/** Follows a tag to its commit, through a limited number of tags; the day is that of the outermost tag. */
async function peel(
  context: GithubContext,
  { type, sha, day }: { type: string; sha: string; day: string | null },
  depth: number,
): Promise<{ sha: string; day: string | null } | null> {
  if (type === 'commit') return { sha, day }
  if (type !== 'tag' || depth === 0) return null
  const { value } = await context.rest.get(`${context.repositoryPath}/git/tags/${sha}`, tagSchema)
  const madeOn = value.tagger?.date.slice(0, 10) ?? null
  return peel(context, { ...value.object, day: day ?? madeOn }, depth - 1)
}

/** It is not documented that the route resolves `~n`, so a commit that it does not find is looked for page by page. */
async function stepBack(context: GithubContext, sha: string, revision: Revision): Promise<string | null> {
  if (revision.steps.length === 0) return sha
  const found = await findSha(context, `${sha}${revision.suffix}`)
  if (found !== null) return found
  return walkPages(sha, revision, async (from) => {
    const path = `${context.repositoryPath}/commits?sha=${from}&per_page=${perPage}`
    const { value } = await context.rest.get(path, z.array(restCommit))
    return new Map(value.map((commit) => [commit.sha, commit.parents.map((parent) => parent.sha)]))
  })
}
