import { z } from 'zod'
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
import { archivedRepository } from '../rest/rest-errors.ts'
import { decodeUtf8File, toBase64 } from '../text-encoding.ts'
import { type GithubContext, pages, perPage } from './github-context.ts'

const fileSchema = z.object({ sha: z.string() })
const refSchema = z.object({ object: z.object({ sha: z.string() }) })

const maxPages = 10
const maxDraftPages = 3
const repositorySchema = z.object({
  default_branch: z.string(),
  archived: z.boolean().optional(),
  permissions: z.object({ push: z.boolean().optional() }).nullish(),
})

/** Classic tokens name their scopes; of other tokens GitHub says only what their account can do. */
function mayWrite(canPush: boolean | undefined, scopes: string | null): boolean | null {
  if (canPush === false) return false
  if (canPush === undefined || !scopes) return null
  return /\b(?:public_)?repo\b(?!:)/.test(scopes)
}

/** GitHub marks a published release as the latest one by default, even an older version. */
function makeLatest(latest: boolean | undefined): 'true' | 'false' | 'legacy' {
  return latest === undefined ? 'legacy' : latest ? 'true' : 'false'
}

/** Opens a repository for writing. */
export async function openGithubPublisher(context: GithubContext): Promise<Publisher> {
  const { rest, repositoryPath, repoFullName } = context
  const { value, headers } = await rest.get(repositoryPath, repositorySchema)
  if (value.archived) throw archivedRepository(context)
  const branchSha = async (name: string): Promise<string | null> =>
    (await rest.find(`${repositoryPath}/git/ref/heads/${encodePath(name)}`, refSchema))?.object.sha ?? null
  return {
    defaultBranch: value.default_branch,
    hasDrafts: true,
    mayWrite: async () => mayWrite(value.permissions?.push, headers.get('x-oauth-scopes')),
    async listReleases() {
      const path = `${repositoryPath}/releases${queryString({ per_page: perPage })}`
      return (await rest.get(path, z.array(releaseSchema))).value.map(toRelease)
    },
    async findRelease(tag) {
      const published = await rest.find(`${repositoryPath}/releases/tags/${encodePath(tag)}`, releaseSchema)
      if (published) return toRelease(published)
      // Drafts cannot be found by their tag, so the list is searched; the newest are first.
      const releases = pages(context, '/releases', releaseSchema)
      const isDraft = ({ tag_name, draft }: z.infer<typeof releaseSchema>) => draft && tag_name === tag
      const found = await findOnPages(releases, maxDraftPages, isDraft)
      return found && toRelease(found)
    },
    async createRelease(release) {
      const path = `${repositoryPath}/releases`
      const body = { ...newReleaseBody(release), make_latest: makeLatest(release.latest) }
      return toRelease(await rest.send({ method: 'POST', path, body, schema: releaseSchema }))
    },
    async changeRelease(id, change) {
      const path = `${repositoryPath}/releases/${id}`
      const body = { ...releaseChangeBody(change), make_latest: makeLatest(change.latest) }
      return toRelease(await rest.send({ method: 'PATCH', path, body, schema: releaseSchema }))
    },
    listDrafts: () => collectDrafts(pages(context, '/releases', releaseSchema), maxPages),
    async deleteRelease(id) {
      await rest.send({ method: 'DELETE', path: `${repositoryPath}/releases/${id}`, schema: z.unknown() })
    },
    hasBranch: async (name) => (await branchSha(name)) !== null,
    async deleteBranch(name) {
      const path = `${repositoryPath}/git/refs/heads/${encodePath(name)}`
      await rest.send({ method: 'DELETE', path, schema: z.unknown() })
    },
    async readFile(path, branch) {
      const filePath = `${repositoryPath}/contents/${encodePath(path)}${queryString({ ref: branch })}`
      const file = await rest.find(filePath, fileSchema)
      const bytes = file && (await rest.readBytes(filePath))
      return file && bytes && { text: decodeUtf8File(bytes, path), mark: file.sha }
    },
    async writeFile({ path, text, message, branch, base, isNewBranch, mark }) {
      if (isNewBranch) {
        const newRef = { ref: `refs/heads/${branch}`, sha: await branchSha(base) }
        await rest.send({
          method: 'POST',
          path: `${repositoryPath}/git/refs`,
          body: newRef,
          schema: z.unknown(),
        })
      }
      const body = { message, content: toBase64(text), branch, ...(mark === null ? {} : { sha: mark }) }
      const filePath = `${repositoryPath}/contents/${encodePath(path)}`
      await rest.send({ method: 'PUT', path: filePath, body, schema: z.unknown() })
    },
    async findRequest(branch, base) {
      const [owner = ''] = repoFullName.split('/')
      const parameters = queryString({ state: 'open', head: `${owner}:${branch}`, base })
      const pulls = await rest.get(`${repositoryPath}/pulls${parameters}`, z.array(openPullRequestSchema))
      return pulls.value[0] ? toOpenPullRequest(pulls.value[0]) : null
    },
    async openRequest({ branch, base, title, body: text }) {
      const path = `${repositoryPath}/pulls`
      const body = { head: branch, base, title, body: text }
      return toOpenPullRequest(await rest.send({ method: 'POST', path, body, schema: openPullRequestSchema }))
    },
    async changeRequest(number, body) {
      const path = `${repositoryPath}/pulls/${number}`
      await rest.send({ method: 'PATCH', path, body, schema: z.unknown() })
    },
    async closeRequest(number) {
      const path = `${repositoryPath}/pulls/${number}`
      await rest.send({ method: 'PATCH', path, body: { state: 'closed' }, schema: z.unknown() })
    },
  }
}
