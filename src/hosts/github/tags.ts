import { z } from 'zod'
import type { Commit } from '../../core/commit.ts'
import { type Warning, warn } from '../../core/warnings.ts'
import type { End } from './answers.ts'
import { askRest } from './ask-rest.ts'
import type { GithubContext } from './github-context.ts'
import { peel } from './ref-words.ts'

/** Tags, and how far back they are all of them. */
export interface KnownTags {
  /** The names of the tags on each commit. */
  byCommit: Map<string, string[]>
  /** Of commits up to this moment, in seconds, there may be more tags; null when there are none. */
  cutAt: number | null
}

const mostPages = 10
const perPage = 100

/** Groups the names of tags by the commit they point at. */
export function tagsByCommit(tags: { name: string; sha: string | undefined }[]): Map<string, string[]> {
  const byCommit = new Map<string, string[]>()
  for (const { name, sha } of tags) {
    if (sha !== undefined) byCommit.set(sha, [...(byCommit.get(sha) ?? []), name])
  }
  return byCommit
}

/** The tags that are told with the commits: those of the newest commits. */
export function newestTags(
  tags: { name: string; target?: End | null | undefined }[],
  hasMore: boolean,
): KnownTags {
  const byCommit = tagsByCommit(tags.map(({ name, target }) => ({ name, sha: peel(target ?? null)?.sha })))
  return { byCommit, cutAt: hasMore ? momentOf(tags.at(-1)?.target ?? null) : null }
}

/** Without a moment, nothing is known to be whole. */
function momentOf(end: End | null): number {
  if (end?.target) return momentOf(end.target)
  return end?.committer?.date ? Date.parse(end.committer.date) / 1000 : Number.POSITIVE_INFINITY
}

/** Whether a commit may have tags that are not known. */
export function mayLackTags({ committedAt }: Commit, { cutAt }: KnownTags): boolean {
  return cutAt !== null && committedAt <= cutAt
}

/** Says of how many commits not all tags are known. */
export function tagsUnknown(count: number): Warning {
  return warn('tags-unknown', { commits: count })
}

/** The tags by REST alone, the first thousand of them. */
export async function restTags(context: GithubContext): Promise<KnownTags> {
  const schema = z.array(z.object({ name: z.string(), commit: z.object({ sha: z.string() }) }))
  const tags: { name: string; sha: string }[] = []
  for (let page = 1; page <= mostPages; page += 1) {
    const { data } = await askRest(context, { path: `/tags?per_page=${perPage}&page=${page}`, schema })
    tags.push(...data.map(({ name, commit }) => ({ name, sha: commit.sha })))
    if (data.length < perPage) return { byCommit: tagsByCommit(tags), cutAt: null }
  }
  // They come by their names, so that any commit may have another.
  return { byCommit: tagsByCommit(tags), cutAt: Number.POSITIVE_INFINITY }
}
