import { z } from 'zod'
import type { HostRelease, Publisher } from '../../core/publisher.ts'
import { segments } from '../address.ts'
import {
  asOpenRequest,
  asRelease,
  bodyOfChange,
  bodyOfRelease,
  findOnPages,
  releaseSchema,
  requestSchema,
} from '../forge-releases.ts'
import { asBase64, wholeText } from '../host-text.ts'
import { askRest, askRestMaybe, askWhole, sendRest } from './ask-rest.ts'
import type { GithubContext } from './github-context.ts'

const fileSchema = z.object({ sha: z.string() })
const refSchema = z.object({ object: z.object({ sha: z.string() }) })

const perPage = 100
const mostPages = 10

/** Opens a repository of a GitHub for changes. */
export async function openGithubPublisher(context: GithubContext): Promise<Publisher> {
  const { data } = await askRest(context, { path: '', schema: z.object({ default_branch: z.string() }) })
  return {
    defaultBranch: data.default_branch,
    hasDrafts: true,
    findRelease: (tag) => findRelease(context, tag),
    createRelease: async (release) =>
      asRelease(
        await sendRest(context, {
          method: 'POST',
          path: '/releases',
          body: bodyOfRelease(release),
          schema: releaseSchema,
        }),
      ),
    changeRelease: async (id, change) =>
      asRelease(
        await sendRest(context, {
          method: 'PATCH',
          path: `/releases/${id}`,
          body: bodyOfChange(change),
          schema: releaseSchema,
        }),
      ),
    hasBranch: async (name) => (await branchSha(context, name)) !== null,
    async readFile(path, branch) {
      const at = `/contents/${segments(path)}?ref=${encodeURIComponent(branch)}`
      const file = await askRestMaybe(context, { path: at, schema: fileSchema })
      const bytes = file && (await askWhole(context, at))
      return file && bytes && { text: wholeText(bytes, path), mark: file.sha }
    },
    async writeFile({ path, text, message, branch, base, isNewBranch, mark }) {
      if (isNewBranch) {
        const sha = await branchSha(context, base)
        const body = { ref: `refs/heads/${branch}`, sha }
        await sendRest(context, { method: 'POST', path: '/git/refs', body, schema: z.unknown() })
      }
      const body = { message, content: asBase64(text), branch, ...(mark === null ? {} : { sha: mark }) }
      await sendRest(context, {
        method: 'PUT',
        path: `/contents/${segments(path)}`,
        body,
        schema: z.unknown(),
      })
    },
    async findRequest(branch, base) {
      const [owner = ''] = context.repoFullName.split('/')
      const words = new URLSearchParams({ state: 'open', head: `${owner}:${branch}`, base })
      const found = await askRest(context, { path: `/pulls?${words}`, schema: z.array(requestSchema) })
      return found.data[0] ? asOpenRequest(found.data[0]) : null
    },
    async openRequest({ branch, base, title, body }) {
      const request = { head: branch, base, title, body }
      return asOpenRequest(
        await sendRest(context, { method: 'POST', path: '/pulls', body: request, schema: requestSchema }),
      )
    },
  }
}

async function findRelease(context: GithubContext, tag: string): Promise<HostRelease | null> {
  const found = await findOnPages({
    mostPages,
    matches: ({ tag_name }: z.infer<typeof releaseSchema>) => tag_name === tag,
    isLast: (count) => count < perPage,
    ask: async (page) => {
      const path = `/releases?per_page=${perPage}&page=${page}`
      return (await askRest(context, { path, schema: z.array(releaseSchema) })).data
    },
  })
  return found && asRelease(found)
}

async function branchSha(context: GithubContext, name: string): Promise<string | null> {
  const ref = await askRestMaybe(context, { path: `/git/ref/heads/${segments(name)}`, schema: refSchema })
  return ref?.object.sha ?? null
}
