import { z } from 'zod'
import type { HostRelease, OpenRequest, ReleaseChange, ReleaseDraft } from '../core/publisher.ts'

/** A release in the APIs of GitHub, Gitea and Forgejo. */
export const releaseSchema = z.object({
  id: z.number(),
  tag_name: z.string(),
  name: z.string().nullish(),
  body: z.string().nullish(),
  draft: z.boolean(),
  prerelease: z.boolean(),
  html_url: z.string(),
})

/** A pull request in the same APIs. */
export const openPullRequestSchema = z.object({
  number: z.number(),
  html_url: z.string(),
  title: z.string().default(''),
  body: z.string().nullish(),
})

/** The body of a request that creates a release. */
interface NewReleaseBody {
  tag_name: string
  name: string
  body: string
  draft: boolean
  prerelease: boolean
  target_commitish?: string
}

/** Returns the body of a request that creates a release. */
export function newReleaseBody(release: ReleaseDraft): NewReleaseBody {
  const { tag, name, text, target, prerelease, draft } = release
  const commitish = target === null ? {} : { target_commitish: target }
  return { tag_name: tag, name, body: text, draft, prerelease, ...commitish }
}

/** The body of a request that changes a release; fields that are not sent keep their value. */
interface ReleaseChangeBody {
  body: string
  draft: boolean
  name?: string
  prerelease?: boolean
  tag_name?: string
}

/** Returns the body of a request that changes a release. */
export function releaseChangeBody(change: ReleaseChange): ReleaseChangeBody {
  const { text, draft, name, prerelease, tag } = change
  return {
    body: text,
    draft,
    ...(name === null ? {} : { name }),
    ...(prerelease ? { prerelease } : {}),
    ...(tag === undefined ? {} : { tag_name: tag }),
  }
}

/** Converts a release of the API. */
export function toRelease(release: z.infer<typeof releaseSchema>): HostRelease {
  const { id, tag_name: tag, name, body, draft, prerelease, html_url } = release
  return { id: String(id), tag, name: name ?? '', text: body ?? '', draft, prerelease, url: html_url }
}

/** Converts a pull request of the API. */
export function toOpenPullRequest(request: z.infer<typeof openPullRequestSchema>): OpenRequest {
  const { number, html_url, title, body } = request
  return { number, url: html_url, title, body: body ?? '' }
}

/** Collects the drafts on at most so many pages. */
export async function collectDrafts(
  pages: AsyncIterable<{ value: z.infer<typeof releaseSchema>[] }>,
  maxPages: number,
): Promise<HostRelease[]> {
  const drafts: HostRelease[] = []
  let read = 0
  for await (const { value } of pages) {
    drafts.push(...value.filter(({ draft }) => draft).map(toRelease))
    read += 1
    if (read === maxPages) break
  }
  return drafts
}

/** Returns the first item that matches, on at most so many pages. */
export async function findOnPages<Item>(
  pages: AsyncIterable<{ value: Item[] }>,
  maxPages: number,
  matches: (item: Item) => boolean,
): Promise<Item | null> {
  let read = 0
  for await (const { value } of pages) {
    const found = value.find(matches)
    if (found) return found
    read += 1
    if (read === maxPages) break
  }
  return null
}
