import { z } from 'zod'
import type { HostRelease, OpenRequest, ReleaseChange, ReleaseDraft } from '../core/publisher.ts'

/** A release as GitHub, Gitea and Forgejo tell it. */
export const releaseSchema = z.object({
  id: z.number(),
  tag_name: z.string(),
  name: z.string().nullish(),
  body: z.string().nullish(),
  draft: z.boolean(),
  prerelease: z.boolean(),
  html_url: z.string(),
})

/** A pull request as they tell it. */
export const requestSchema = z.object({ number: z.number(), html_url: z.string() })

/** A new release as they take it. */
export function bodyOfRelease({ tag, name, text, target, prerelease, draft }: ReleaseDraft) {
  const at = target === null ? {} : { target_commitish: target }
  return { tag_name: tag, name, body: text, draft, prerelease, ...at }
}

/** The change of a release as they take it: what is not sent stays as it is. */
export function bodyOfChange({ text, draft, name, prerelease }: ReleaseChange) {
  return {
    body: text,
    draft,
    ...(name === null ? {} : { name }),
    ...(prerelease ? { prerelease } : {}),
  }
}

/** Their release in our words. */
export function asRelease({
  id,
  name,
  body,
  draft,
  prerelease,
  html_url,
}: z.infer<typeof releaseSchema>): HostRelease {
  return { id: String(id), name: name ?? '', text: body ?? '', draft, prerelease, url: html_url }
}

/** Their pull request in our words. */
export function asOpenRequest({ number, html_url }: z.infer<typeof requestSchema>): OpenRequest {
  return { number, url: html_url }
}

/** How a list is looked through, page by page. */
interface Search<Raw> {
  mostPages: number
  ask: (page: number) => Promise<Raw[]>
  matches: (raw: Raw) => boolean
  /** Whether a page of that many is the last one. */
  isLast: (count: number) => boolean
}

/** The first of a list that fits; drafts have no address by their tag, so that the list is the only place to look. */
export async function findOnPages<Raw>({
  mostPages,
  ask,
  matches,
  isLast,
}: Search<Raw>): Promise<Raw | null> {
  for (let page = 1; page <= mostPages; page += 1) {
    const listed = await ask(page)
    const found = listed.find(matches)
    if (found) return found
    if (isLast(listed.length)) return null
  }
  return null
}
