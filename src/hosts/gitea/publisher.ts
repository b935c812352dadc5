import { z } from 'zod'
import type { Access } from '../../types/host.ts'
import type { Publisher } from '../../types/publisher.ts'
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
import { type Line, query, segments } from '../rest/line.ts'
import { notVisible } from '../rest/problems.ts'
import { repositorySchema } from './answers.ts'

const fileSchema = z.object({ sha: z.string(), content: z.string().nullish() })
const listedRequest = requestSchema.extend({
  head: z.object({ ref: z.string() }),
  base: z.object({ ref: z.string() }),
})

const perPage = 50
const mostPages = 20

/** Opens a repository of a Gitea or a Forgejo for changes. */
export async function openGiteaPublisher(line: Line, access: Access): Promise<Publisher> {
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
    createRelease: async (release) =>
      asRelease(await line.send('POST', `${base}/releases`, bodyOfRelease(release), releaseSchema)),
    changeRelease: async (id, change) =>
      asRelease(await line.send('PATCH', `${base}/releases/${id}`, bodyOfChange(change), releaseSchema)),
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
      await line.send(mark === null ? 'POST' : 'PUT', `${base}/contents/${segments(path)}`, body, z.unknown())
    },
    async findRequest(branch, target) {
      const isOurs = ({ head, base: into }: z.infer<typeof listedRequest>) =>
        head.ref === branch && into.ref === target
      const found = await findIn(`${base}/pulls?state=open&`, listedRequest, isOurs)
      return found && asOpenRequest(found)
    },
    async openRequest({ branch, base: target, title, body }) {
      const request = { head: branch, base: target, title, body }
      return asOpenRequest(await line.send('POST', `${base}/pulls`, request, requestSchema))
    },
  }
}
