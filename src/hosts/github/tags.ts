import { z } from 'zod'
import { askRest } from './ask-rest.ts'
import type { GithubPlace } from './place.ts'

const mostPages = 10
const perPage = 100

/** The names of the tags on each commit, in the order in which git shows them: the last name first. */
export function tagsByCommit(tags: { name: string; sha: string | undefined }[]): Map<string, string[]> {
  const byCommit = new Map<string, string[]>()
  for (const { name, sha } of tags.toSorted((a, b) => (a.name < b.name ? 1 : -1))) {
    if (sha !== undefined) byCommit.set(sha, [...(byCommit.get(sha) ?? []), name])
  }
  return byCommit
}

/** The tags by REST alone, the first thousand of them. */
export async function restTags(place: GithubPlace): Promise<Map<string, string[]>> {
  const schema = z.array(z.object({ name: z.string(), commit: z.object({ sha: z.string() }) }))
  const tags: { name: string; sha: string }[] = []
  for (let page = 1; page <= mostPages; page += 1) {
    const { data } = await askRest(place, { path: `/tags?per_page=${perPage}&page=${page}`, schema })
    tags.push(...data.map(({ name, commit }) => ({ name, sha: commit.sha })))
    if (data.length < perPage) break
  }
  return tagsByCommit(tags)
}
