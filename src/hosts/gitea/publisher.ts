import { z } from 'zod'
import type { Access, HostRelease, OpenRequest, Publisher, ReleaseDraft } from '../../types.ts'
import { asBase64, wholeText } from '../host-text.ts'
import { type Line, query, segments } from '../rest/line.ts'
import { notVisible } from '../rest/problems.ts'
import { repositorySchema } from './answers.ts'

const releaseSchema = z.object({
  id: z.number(),
  tag_name: z.string(),
  body: z.string().nullish(),
  draft: z.boolean(),
  html_url: z.string(),
})
const fileSchema = z.object({ sha: z.string(), content: z.string().nullish() })
const requestSchema = z.object({
  number: z.number(),
  html_url: z.string(),
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
  return {
    defaultBranch: value.default_branch || 'main',
    hasDrafts: true,
    // What is a draft has no address by its tag: the list shows it, to whoever may write.
    findRelease: (tag) =>
      findIn(line, `${base}/releases`, releaseSchema, ({ tag_name }) => tag_name === tag, asRelease),
    createRelease: async (release) =>
      asRelease(await line.send('POST', `${base}/releases`, bodyOf(release), releaseSchema)),
    changeRelease: async (id, release) =>
      asRelease(await line.send('PATCH', `${base}/releases/${id}`, bodyOf(release), releaseSchema)),
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
    findRequest: (branch, target) =>
      findIn(
        line,
        `${base}/pulls`,
        requestSchema,
        (request) => request.head.ref === branch && request.base.ref === target,
        asOpenRequest,
      ),
    async openRequest({ branch, base: target, title, body }) {
      const request = { head: branch, base: target, title, body }
      return asOpenRequest(await line.send('POST', `${base}/pulls`, request, requestSchema))
    },
  }
}

async function findIn<Raw, Found>(
  line: Line,
  path: string,
  schema: z.ZodType<Raw>,
  matches: (raw: Raw) => boolean,
  as: (raw: Raw) => Found,
): Promise<Found | null> {
  for (let page = 1; page <= mostPages; page += 1) {
    const { value } = await line.get(
      `${path}${query({ state: 'open', limit: perPage, page })}`,
      z.array(schema),
    )
    const found = value.find(matches)
    if (found) return as(found)
    // An operator may allow fewer to a page than are asked for.
    if (value.length === 0) return null
  }
  return null
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
