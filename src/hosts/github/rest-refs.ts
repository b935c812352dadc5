import { z } from 'zod'
import { Problem } from '../../core/errors.ts'
import type { RefLookup } from '../../core/range.ts'
import { shortTagName } from '../../git/ref-names.ts'
import { parseRevision, type Revision } from '../../git/revision.ts'
import { walkPages } from '../rest/refs.ts'
import { askRest, askRestMaybe, askSha } from './ask-rest.ts'
import { moved } from './errors.ts'
import type { GithubContext } from './github-context.ts'
import { nowhere } from './ref-words.ts'
import { restCommit } from './rest-commits.ts'

const refAnswer = z.object({ object: z.object({ type: z.string(), sha: z.string() }) })
const tagAnswer = refAnswer.extend({ tagger: z.object({ date: z.string() }).nullish() })
const mostTags = 5
const repositoryAnswer = z.object({ full_name: z.string(), default_branch: z.string() })

/** Finds both refs by REST alone. */
export async function restLookUp(context: GithubContext, fromRef: string, toRef: string) {
  const { data } = await askRest(context, { path: '', schema: repositoryAnswer })
  if (data.full_name.toLowerCase() !== context.repoFullName.toLowerCase())
    throw moved(context, data.full_name)
  try {
    const [from, to] = await Promise.all(
      [fromRef, toRef].map((ref) => lookUpOne(context, parseRevision(ref), data.default_branch)),
    )
    return { from: from!, to: to!, empty: false }
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'empty_repository') throw error
    return { from: nowhere, to: nowhere, empty: true }
  }
}

async function lookUpOne(
  context: GithubContext,
  revision: Revision,
  defaultBranch: string,
): Promise<RefLookup> {
  const { text, base, suffix } = revision
  const isHead = base === 'HEAD'
  const short = shortTagName(base)
  const isFull = base.startsWith('refs/')
  const [tag, branch] = await Promise.all([
    isHead || (isFull && short === base) ? null : askRef(context, `tags/${short}`),
    isFull && !base.startsWith('refs/heads/')
      ? null
      : askRef(context, `heads/${isHead ? defaultBranch : base.replace(/^refs\/heads\//, '')}`),
  ])
  const baseSha = await askSha(context, tag?.sha ?? branch?.sha ?? base)
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

async function dayOf(context: GithubContext, sha: string): Promise<string> {
  const schema = z.object({ committer: z.object({ date: z.string() }) })
  return (await askRest(context, { path: `/git/commits/${sha}`, schema })).data.committer.date.slice(0, 10)
}

async function askRef(
  context: GithubContext,
  name: string,
): Promise<{ sha: string; day: string | null } | null> {
  const found = await askRestMaybe(context, { path: `/git/ref/${inPath(name)}`, schema: refAnswer })
  return found && peel(context, { ...found.object, day: null }, mostTags)
}

/** Follows a tag to its commit, at most so many tags deep; its day is that of the outermost. */
async function peel(
  context: GithubContext,
  { type, sha, day }: { type: string; sha: string; day: string | null },
  most: number,
): Promise<{ sha: string; day: string | null } | null> {
  if (type === 'commit') return { sha, day }
  if (type !== 'tag' || most === 0) return null
  const { data } = await askRest(context, { path: `/git/tags/${sha}`, schema: tagAnswer })
  const madeOn = data.tagger?.date.slice(0, 10) ?? null
  return peel(context, { ...data.object, day: day ?? madeOn }, most - 1)
}

/** That the route takes `~n` is not documented: a commit that it does not find is walked to. */
async function stepBack(context: GithubContext, sha: string, revision: Revision): Promise<string | null> {
  if (revision.steps.length === 0) return sha
  const found = await askSha(context, `${sha}${revision.suffix}`)
  if (found !== null) return found
  return walkPages(sha, revision, async (from) => {
    const path = `/commits?sha=${from}&per_page=100`
    const { data } = await askRest(context, { path, schema: z.array(restCommit) })
    return new Map(data.map((each) => [each.sha, each.parents.map((parent) => parent.sha)]))
  })
}

function inPath(name: string): string {
  return name.split('/').map(encodeURIComponent).join('/')
}
