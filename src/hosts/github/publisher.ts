import { z } from 'zod'
import type { HostRelease, OpenRequest, Publisher, ReleaseDraft } from '../../types.ts'
import { asBase64, wholeText } from '../host-text.ts'
import { askRest, askRestMaybe, askWhole, sendRest } from './ask-rest.ts'
import type { GithubPlace } from './place.ts'

const releaseSchema = z.object({
  id: z.number(),
  tag_name: z.string(),
  body: z.string().nullish(),
  draft: z.boolean(),
  html_url: z.string(),
})
const fileSchema = z.object({ sha: z.string() })
const refSchema = z.object({ object: z.object({ sha: z.string() }) })
const requestSchema = z.object({ number: z.number(), html_url: z.string() })

const perPage = 100
const mostPages = 10

/** Opens a repository of a GitHub for changes. */
export async function openGithubPublisher(place: GithubPlace): Promise<Publisher> {
  const { data } = await askRest(place, { path: '', schema: z.object({ default_branch: z.string() }) })
  return {
    defaultBranch: data.default_branch,
    hasDrafts: true,
    findRelease: (tag) => findRelease(place, tag),
    createRelease: async (release) =>
      asRelease(
        await sendRest(place, {
          method: 'POST',
          path: '/releases',
          body: bodyOf(release),
          schema: releaseSchema,
        }),
      ),
    changeRelease: async (id, release) =>
      asRelease(
        await sendRest(place, {
          method: 'PATCH',
          path: `/releases/${id}`,
          body: bodyOf(release),
          schema: releaseSchema,
        }),
      ),
    hasBranch: async (name) => (await branchSha(place, name)) !== null,
    async readFile(path, branch) {
      const at = `/contents/${inPath(path)}?ref=${encodeURIComponent(branch)}`
      const file = await askRestMaybe(place, { path: at, schema: fileSchema })
      const bytes = file && (await askWhole(place, at))
      return file && bytes && { text: wholeText(bytes, path), mark: file.sha }
    },
    async writeFile({ path, text, message, branch, base, isNewBranch, mark }) {
      if (isNewBranch) {
        const sha = await branchSha(place, base)
        const body = { ref: `refs/heads/${branch}`, sha }
        await sendRest(place, { method: 'POST', path: '/git/refs', body, schema: z.unknown() })
      }
      const body = { message, content: asBase64(text), branch, ...(mark === null ? {} : { sha: mark }) }
      await sendRest(place, { method: 'PUT', path: `/contents/${inPath(path)}`, body, schema: z.unknown() })
    },
    async findRequest(branch, base) {
      const [owner = ''] = place.fullName.split('/')
      const words = new URLSearchParams({ state: 'open', head: `${owner}:${branch}`, base })
      const found = await askRest(place, { path: `/pulls?${words}`, schema: z.array(requestSchema) })
      return found.data[0] ? asOpenRequest(found.data[0]) : null
    },
    async openRequest({ branch, base, title, body }) {
      const request = { head: branch, base, title, body }
      return asOpenRequest(
        await sendRest(place, { method: 'POST', path: '/pulls', body: request, schema: requestSchema }),
      )
    },
  }
}

/** A draft has no address by its tag: the list shows it, to whoever may write. */
async function findRelease(place: GithubPlace, tag: string): Promise<HostRelease | null> {
  for (let page = 1; page <= mostPages; page += 1) {
    const path = `/releases?per_page=${perPage}&page=${page}`
    const { data } = await askRest(place, { path, schema: z.array(releaseSchema) })
    const found = data.find(({ tag_name }) => tag_name === tag)
    if (found) return asRelease(found)
    if (data.length < perPage) break
  }
  return null
}

async function branchSha(place: GithubPlace, name: string): Promise<string | null> {
  const ref = await askRestMaybe(place, { path: `/git/ref/heads/${inPath(name)}`, schema: refSchema })
  return ref?.object.sha ?? null
}

function bodyOf({ tag, name, text, target, prerelease, draft }: ReleaseDraft) {
  return {
    tag_name: tag,
    name,
    body: text,
    draft,
    prerelease,
    ...(target === null ? {} : { target_commitish: target }),
  }
}

function asRelease({ id, body, draft, html_url }: z.infer<typeof releaseSchema>): HostRelease {
  return { id: String(id), text: body ?? '', draft, url: html_url }
}

function asOpenRequest({ number, html_url }: z.infer<typeof requestSchema>): OpenRequest {
  return { number, url: html_url }
}

function inPath(name: string): string {
  return name.split('/').map(encodeURIComponent).join('/')
}
