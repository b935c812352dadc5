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
export const openPullRequestSchema = z.object({ number: z.number(), html_url: z.string() })

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
}

/** Returns the body of a request that changes a release. */
export function releaseChangeBody({ text, draft, name, prerelease }: ReleaseChange): ReleaseChangeBody {
  return {
    body: text,
    draft,
    ...(name === null ? {} : { name }),
    ...(prerelease ? { prerelease } : {}),
  }
}

/** Converts a release of the API. */
export function toRelease(release: z.infer<typeof releaseSchema>): HostRelease {
  const { id, name, body, draft, prerelease, html_url } = release
  return { id: String(id), name: name ?? '', text: body ?? '', draft, prerelease, url: html_url }
}

/** Converts a pull request of the API. */
export function toOpenPullRequest({ number, html_url }: z.infer<typeof openPullRequestSchema>): OpenRequest {
  return { number, url: html_url }
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
