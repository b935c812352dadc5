import { z } from 'zod'
import type { Commit } from '../../core/commit.ts'
import { type Warning, warn } from '../../core/warnings.ts'
import { type GithubContext, pages, perPage } from './github-context.ts'
import { peel } from './ref-queries.ts'
import type { GitObject } from './schemas.ts'

/** Tags, and up to which date they may be incomplete. */
export interface KnownTags {
  /** The names of the tags on each commit. */
  byCommit: Map<string, string[]>
  /** Commits up to this date, in seconds, may have more tags; null if the tags are complete. */
  cutAt: number | null
}

const maxPages = 10

/** Groups the names of tags by the commit they point at. */
export function tagsByCommit(tags: { name: string; sha: string | undefined }[]): Map<string, string[]> {
  const byCommit = new Map<string, string[]>()
  for (const { name, sha } of tags) {
    if (sha !== undefined) byCommit.set(sha, [...(byCommit.get(sha) ?? []), name])
  }
  return byCommit
}

/** Returns the tags of the newest commits, which come with the first query. */
export function newestTags(
  tags: { name: string; target?: GitObject | null | undefined }[],
  hasMore: boolean,
): KnownTags {
  const byCommit = tagsByCommit(tags.map(({ name, target }) => ({ name, sha: peel(target ?? null)?.sha })))
  return { byCommit, cutAt: hasMore ? dateOf(tags.at(-1)?.target ?? null) : null }
}

/** Without a date, the tags of every commit may be incomplete. */
function dateOf(object: GitObject | null): number {
  if (object?.target) return dateOf(object.target)
  return object?.committer?.date ? Date.parse(object.committer.date) / 1000 : Number.POSITIVE_INFINITY
}

/** Whether a commit may have tags that are not known. */
export function mayMissTags({ committedAt }: Commit, { cutAt }: KnownTags): boolean {
  return cutAt !== null && committedAt <= cutAt
}

/** Warns about commits whose tags may be incomplete. */
export function tagsUnknown(count: number): Warning {
  return warn('tags-unknown', { commits: count })
}

/** Reads the first thousand tags over REST. */
export async function restTags(context: GithubContext): Promise<KnownTags> {
  const schema = z.object({ name: z.string(), commit: z.object({ sha: z.string() }) })
  const tags: { name: string; sha: string }[] = []
  let read = 0
  for await (const { value } of pages(context, '/tags', schema)) {
    tags.push(...value.map(({ name, commit }) => ({ name, sha: commit.sha })))
    read += 1
    // REST orders tags by name, so any commit may have another tag.
    if (read === maxPages && value.length === perPage)
      return { byCommit: tagsByCommit(tags), cutAt: Number.POSITIVE_INFINITY }
  }
  return { byCommit: tagsByCommit(tags), cutAt: null }
}
