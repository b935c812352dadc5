import { z } from 'zod'
import type { Access } from '../../core/host.ts'
import type { Publisher } from '../../core/publisher.ts'
import { encodePath, queryString } from '../../text/url.ts'
import {
  collectDrafts,
  findOnPages,
  newReleaseBody,
  openPullRequestSchema,
  releaseChangeBody,
  releaseSchema,
  toOpenPullRequest,
  toRelease,
} from '../forge-releases.ts'
import type { RestClient } from '../rest/rest-client.ts'
import { archivedRepository, notVisible } from '../rest/rest-errors.ts'
import { decodeUtf8File, toBase64 } from '../text-encoding.ts'
import { pages, perPage } from './pages.ts'
import { repositorySchema } from './schemas.ts'

const fileSchema = z.object({ sha: z.string(), content: z.string().nullish() })
const listedPullRequestSchema = openPullRequestSchema.extend({
  head: z.object({ ref: z.string() }),
  base: z.object({ ref: z.string() }),
})

const maxPages = 20

/** Opens a repository for writing. */
export async function openGiteaPublisher(client: RestClient, access: Access): Promise<Publisher> {
  if (access.repoFullName.split('/').length !== 2) throw notVisible(client.context)
  const base = `/repos/${encodePath(access.repoFullName)}`
  const { value } = await client.get(base, repositorySchema)
  if (value.archived) throw archivedRepository(client.context)
  const draftList = {
    client,
    path: `${base}/releases`,
    parameters: { draft: 'true' },
    schema: releaseSchema,
  }
  return {
    defaultBranch: value.default_branch || 'main',
    hasDrafts: true,
    // Gitea says what the account can do, but not the scopes of the token.
    mayWrite: async () => (value.permissions?.push === false ? false : null),
    async listReleases() {
      const path = `${base}/releases${queryString({ limit: perPage })}`
      return (await client.get(path, z.array(releaseSchema))).value.map(toRelease)
    },
    async findRelease(tag) {
      const published = await client.find(`${base}/releases/tags/${encodePath(tag)}`, releaseSchema)
      if (published) return toRelease(published)
      // Drafts cannot be found by their tag, so their list is searched.
      const found = await findOnPages(pages(draftList), maxPages, ({ tag_name }) => tag_name === tag)
      return found && toRelease(found)
    },
    async createRelease(release) {
      const sent = { path: `${base}/releases`, body: newReleaseBody(release), schema: releaseSchema }
      return toRelease(await client.send({ method: 'POST', ...sent }))
    },
    async changeRelease(id, change) {
      const sent = { path: `${base}/releases/${id}`, body: releaseChangeBody(change), schema: releaseSchema }
      return toRelease(await client.send({ method: 'PATCH', ...sent }))
    },
    listDrafts: () => collectDrafts(pages(draftList), maxPages),
    async deleteRelease(id) {
      await client.send({ method: 'DELETE', path: `${base}/releases/${id}`, schema: z.unknown() })
    },
    async deleteBranch(name) {
      const path = `${base}/branches/${encodePath(name)}`
      await client.send({ method: 'DELETE', path, schema: z.unknown() })
    },
    hasBranch: async (name) =>
      (await client.find(`${base}/branches/${encodePath(name)}`, z.unknown())) !== null,
    async readFile(path, branch) {
      const at = queryString({ ref: branch })
      const file = await client.find(`${base}/contents/${encodePath(path)}${at}`, fileSchema)
      const bytes = file && (await client.readBytes(`${base}/raw/${encodePath(path)}${at}`))
      return file && bytes && { text: decodeUtf8File(bytes, path), mark: file.sha }
    },
    async writeFile({ path, text, message, branch, base: from, isNewBranch, mark }) {
      const body = {
        content: toBase64(text),
        message,
        ...(isNewBranch ? { branch: from, new_branch: branch } : { branch }),
        ...(mark === null ? {} : { sha: mark }),
      }
      const method = mark === null ? 'POST' : 'PUT'
      await client.send({ method, path: `${base}/contents/${encodePath(path)}`, body, schema: z.unknown() })
    },
    async findRequest(branch, target) {
      const isOurs = ({ head, base: into }: z.infer<typeof listedPullRequestSchema>) =>
        head.ref === branch && into.ref === target
      const parameters = { state: 'open' }
      const list = { client, path: `${base}/pulls`, parameters, schema: listedPullRequestSchema }
      const found = await findOnPages(pages(list), maxPages, isOurs)
      return found && toOpenPullRequest(found)
    },
    async openRequest({ branch, base: target, title, body }) {
      const sent = { path: `${base}/pulls`, body: { head: branch, base: target, title, body } }
      return toOpenPullRequest(await client.send({ method: 'POST', ...sent, schema: openPullRequestSchema }))
    },
    async changeRequest(number, body) {
      await client.send({ method: 'PATCH', path: `${base}/pulls/${number}`, body, schema: z.unknown() })
    },
    async closeRequest(number) {
      const body = { state: 'closed' }
      await client.send({ method: 'PATCH', path: `${base}/pulls/${number}`, body, schema: z.unknown() })
    },
  }
}
