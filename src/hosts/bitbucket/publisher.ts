import { z } from 'zod'
import { Problem } from '../../core/errors.ts'
import type { Access } from '../../core/host.ts'
import type { OpenRequest, Publisher } from '../../core/publisher.ts'
import { encodePath, queryString } from '../../text/url.ts'
import type { RestClient } from '../rest/rest-client.ts'
import { notVisible } from '../rest/rest-errors.ts'
import { decodeUtf8File } from '../text-encoding.ts'
import { refSchema, repositorySchema } from './schemas.ts'

const requestSchema = z.object({
  id: z.number(),
  title: z.string().default(''),
  description: z.string().nullish(),
  links: z.object({ html: z.object({ href: z.string() }).nullish() }).nullish(),
})

/** Opens a repository for writing: Bitbucket Cloud has pull requests and no releases. */
export async function openBitbucketPublisher(client: RestClient, access: Access): Promise<Publisher> {
  if (access.repoFullName.split('/').length !== 2) throw notVisible(client.context)
  const base = `/repositories/${encodePath(access.repoFullName)}`
  const { value } = await client.get(base, repositorySchema)
  const requests = `${base}/pullrequests`
  const tipOf = async (branch: string) =>
    (await client.find(`${base}/refs/branches/${encodePath(branch)}`, refSchema))?.target?.hash ?? null
  const withoutReleases = async (): Promise<never> => {
    throw new Problem(
      'publishing_unsupported',
      `${client.context.hostName} has no releases. Open a pull request that updates the changelog instead.`,
    )
  }
  return {
    defaultBranch: value.mainbranch?.name ?? 'main',
    hasDrafts: false,
    mayWrite: async () => null,
    listReleases: async () => [],
    findRelease: withoutReleases,
    createRelease: withoutReleases,
    changeRelease: withoutReleases,
    deleteRelease: withoutReleases,
    listDrafts: withoutReleases,
    hasBranch: async (name) => (await tipOf(name)) !== null,
    async deleteBranch(name) {
      const path = `${base}/refs/branches/${encodePath(name)}`
      await client.send({ method: 'DELETE', path, schema: z.unknown() })
    },
    async readFile(path, branch) {
      const tip = await tipOf(branch)
      const bytes = tip && (await client.readBytes(`${base}/src/${tip}/${encodePath(path)}`))
      // Bitbucket compares the tip of the branch, not the file.
      return tip && bytes ? { text: decodeUtf8File(bytes, path), mark: tip } : null
    },
    async writeFile({ path, text, message, branch, base: from, isNewBranch, mark }) {
      const parent = mark ?? (await tipOf(isNewBranch ? from : branch))
      const fields = { message, branch, [`/${path}`]: text, ...(parent === null ? {} : { parents: parent }) }
      const form = new URLSearchParams(fields)
      await client.send({ method: 'POST', path: `${base}/src`, form, schema: z.unknown() })
    },
    async findRequest(branch, target) {
      const quoted = (name: string) => `"${name.replace(/["\\]/g, '')}"`
      const q = `source.branch.name = ${quoted(branch)} AND destination.branch.name = ${quoted(target)}`
      const schema = z.object({ values: z.array(requestSchema) })
      const { value: found } = await client.get(requests + queryString({ state: 'OPEN', q }), schema)
      return found.values[0] ? toOpenRequest(found.values[0]) : null
    },
    async openRequest({ branch, base: target, title, body: description }) {
      const body = {
        title,
        description,
        source: { branch: { name: branch } },
        destination: { branch: { name: target } },
        close_source_branch: true,
      }
      const sent = { method: 'POST' as const, path: requests, body, schema: requestSchema }
      return toOpenRequest(await client.send(sent))
    },
    async changeRequest(number, { title, body: description }) {
      const body = { title, description }
      await client.send({ method: 'PUT', path: `${requests}/${number}`, body, schema: z.unknown() })
    },
    async closeRequest(number) {
      const path = `${requests}/${number}/decline`
      await client.send({ method: 'POST', path, schema: z.unknown() })
    },
  }
}

function toOpenRequest({ id, title, description, links }: z.infer<typeof requestSchema>): OpenRequest {
  return { number: id, url: links?.html?.href ?? '', title, body: description ?? '' }
}
