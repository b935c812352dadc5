import { z } from 'zod'
import type { Access } from '../../core/host.ts'
import type { Publisher } from '../../core/publisher.ts'
import { query, segments } from '../address.ts'
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
import { notVisible } from '../rest/problems.ts'
import type { RestClient } from '../rest/rest-client.ts'
import { repositorySchema } from './answers.ts'

const fileSchema = z.object({ sha: z.string(), content: z.string().nullish() })
const listedRequest = requestSchema.extend({
  head: z.object({ ref: z.string() }),
  base: z.object({ ref: z.string() }),
})

const perPage = 50
const mostPages = 20

/** Opens a repository of a Gitea or a Forgejo for changes. */
export async function openGiteaPublisher(line: RestClient, access: Access): Promise<Publisher> {
  if (access.repoFullName.split('/').length !== 2) throw notVisible(line.name, access)
  const base = `/repos/${segments(access.repoFullName)}`
  const { value } = await line.get(base, repositorySchema)
  const findIn = <Raw>(path: string, schema: z.ZodType<Raw>, matches: (raw: Raw) => boolean) =>
    findOnPages({
      mostPages,
      matches,
      // An operator may allow fewer to a page than are asked for.
      isLast: (count) => count === 0,
      ask: async (page) => (await line.get(`${path}limit=${perPage}&page=${page}`, z.array(schema))).value,
    })
  return {
    defaultBranch: value.default_branch || 'main',
    hasDrafts: true,
    async findRelease(tag) {
      const found = await findIn(`${base}/releases?`, releaseSchema, ({ tag_name }) => tag_name === tag)
      return found && asRelease(found)
    },
    async createRelease(release) {
      const sent = { path: `${base}/releases`, body: bodyOfRelease(release), schema: releaseSchema }
      return asRelease(await line.send({ method: 'POST', ...sent }))
    },
    async changeRelease(id, change) {
      const sent = { path: `${base}/releases/${id}`, body: bodyOfChange(change), schema: releaseSchema }
      return asRelease(await line.send({ method: 'PATCH', ...sent }))
    },
    hasBranch: async (name) => (await line.find(`${base}/branches/${segments(name)}`, z.unknown())) !== null,
    async readFile(path, branch) {
      const at = query({ ref: branch })
      const file = await line.find(`${base}/contents/${segments(path)}${at}`, fileSchema)
      const bytes = file && (await line.readWhole(`${base}/raw/${segments(path)}${at}`))
      return file && bytes && { text: wholeText(bytes, path), mark: file.sha }
    },
    async writeFile({ path, text, message, branch, base: from, isNewBranch, mark }) {
      const body = {
        content: asBase64(text),
        message,
        ...(isNewBranch ? { branch: from, new_branch: branch } : { branch }),
        ...(mark === null ? {} : { sha: mark }),
      }
      const method = mark === null ? 'POST' : 'PUT'
      await line.send({ method, path: `${base}/contents/${segments(path)}`, body, schema: z.unknown() })
    },
    async findRequest(branch, target) {
      const isOurs = ({ head, base: into }: z.infer<typeof listedRequest>) =>
        head.ref === branch && into.ref === target
      const found = await findIn(`${base}/pulls?state=open&`, listedRequest, isOurs)
      return found && asOpenRequest(found)
    },
    async openRequest({ branch, base: target, title, body }) {
      const sent = { path: `${base}/pulls`, body: { head: branch, base: target, title, body } }
      return asOpenRequest(await line.send({ method: 'POST', ...sent, schema: requestSchema }))
    },
  }
}
