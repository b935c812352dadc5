import { z } from 'zod'
import type { Access } from '../../core/host.ts'
import type { HostRelease, OpenRequest, Publisher } from '../../core/publisher.ts'
import { queryString } from '../../text/url.ts'
import type { RestClient } from '../rest/rest-client.ts'
import { archivedRepository } from '../rest/rest-errors.ts'
import { decodeUtf8File, toBase64 } from '../text-encoding.ts'
import { projectSchema } from './schemas.ts'

const releaseSchema = z.object({
  tag_name: z.string(),
  name: z.string().nullish(),
  description: z.string().nullish(),
  _links: z.object({ self: z.string().nullish() }).nullish(),
})
const fileSchema = z.object({ content: z.string(), last_commit_id: z.string() })
const mergeRequestSchema = z.object({
  iid: z.number(),
  web_url: z.string(),
  title: z.string().default(''),
  description: z.string().nullish(),
})

const tokenSchema = z.object({ scopes: z.array(z.string()) })

const perPage = 100
const developer = 30

/** Opens a project for writing; GitLab has no draft releases. */
export async function openGitlabPublisher(client: RestClient, access: Access): Promise<Publisher> {
  const project = `/projects/${encodeURIComponent(access.repoFullName)}`
  const { value } = await client.get(project, projectSchema)
  if (value.archived) throw archivedRepository(client.context)
  const defaultBranch = value.default_branch || 'main'
  return {
    defaultBranch,
    hasDrafts: false,
    mayWrite: () => mayWrite(client, value.permissions),
    ...releasesOf(client, project, defaultBranch),
    ...branchesOf(client, project),
    ...mergeRequestsOf(client, project),
  }
}

/** Developers and above can write; a personal token also names its scopes. */
async function mayWrite(
  client: RestClient,
  permissions: z.infer<typeof projectSchema>['permissions'],
): Promise<boolean | null> {
  const levels = [permissions?.project_access, permissions?.group_access].map((each) => each?.access_level)
  const known = levels.filter((level) => level !== undefined)
  if (known.length > 0 && Math.max(...known) < developer) return false
  const token = await client.tryFind('/personal_access_tokens/self', tokenSchema)
  if (token === null) return null
  if (!token.scopes.includes('api')) return false
  return known.length > 0 ? true : null
}

function releasesOf(
  client: RestClient,
  project: string,
  defaultBranch: string,
): Pick<
  Publisher,
  'findRelease' | 'listReleases' | 'createRelease' | 'changeRelease' | 'listDrafts' | 'deleteRelease'
> {
  const releases = `${project}/releases`
  const releaseAt = (tag: string) => `${releases}/${encodeURIComponent(tag)}`
  return {
    listDrafts: async () => [],
    async listReleases() {
      const path = `${releases}${queryString({ per_page: perPage })}`
      return (await client.get(path, z.array(releaseSchema))).value.map(toRelease)
    },
    async deleteRelease(id) {
      await client.send({ method: 'DELETE', path: releaseAt(id), schema: z.unknown() })
    },
    async findRelease(tag) {
      const found = await client.find(releaseAt(tag), releaseSchema)
      return found && toRelease(found)
    },
    async createRelease({ tag, name, text, target }) {
      // GitLab creates a missing tag at `ref`.
      const body = { name, description: text, tag_name: tag, ref: target ?? defaultBranch }
      return toRelease(await client.send({ method: 'POST', path: releases, body, schema: releaseSchema }))
    },
    async changeRelease(id, { name, text }) {
      const body = { description: text, ...(name === null ? {} : { name }) }
      return toRelease(await client.send({ method: 'PUT', path: releaseAt(id), body, schema: releaseSchema }))
    },
  }
}

function branchesOf(
  client: RestClient,
  project: string,
): Pick<Publisher, 'hasBranch' | 'deleteBranch' | 'readFile' | 'writeFile'> {
  const repository = `${project}/repository`
  return {
    async deleteBranch(name) {
      const path = `${repository}/branches/${encodeURIComponent(name)}`
      await client.send({ method: 'DELETE', path, schema: z.unknown() })
    },
    hasBranch: async (name) =>
      (await client.find(`${repository}/branches/${encodeURIComponent(name)}`, z.unknown())) !== null,
    async readFile(path, branch) {
      const at = `${repository}/files/${encodeURIComponent(path)}${queryString({ ref: branch })}`
      const file = await client.find(at, fileSchema)
      return (
        file && { text: decodeUtf8File(Buffer.from(file.content, 'base64'), path), mark: file.last_commit_id }
      )
    },
    async writeFile({ path, text, message, branch, base, isNewBranch, mark }) {
      const action = {
        action: mark === null ? 'create' : 'update',
        file_path: path,
        content: toBase64(text),
        encoding: 'base64',
        ...(mark === null ? {} : { last_commit_id: mark }),
      }
      const body = {
        branch,
        ...(isNewBranch ? { start_branch: base } : {}),
        commit_message: message,
        actions: [action],
      }
      await client.send({ method: 'POST', path: `${repository}/commits`, body, schema: z.unknown() })
    },
  }
}

function mergeRequestsOf(
  client: RestClient,
  project: string,
): Pick<Publisher, 'findRequest' | 'openRequest' | 'changeRequest' | 'closeRequest'> {
  const requests = `${project}/merge_requests`
  const change = (number: number, body: object) =>
    client.send({ method: 'PUT', path: `${requests}/${number}`, body, schema: z.unknown() })
  return {
    async changeRequest(number, { title, body }) {
      await change(number, { title, description: body })
    },
    async closeRequest(number) {
      await change(number, { state_event: 'close' })
    },
    async findRequest(branch, target) {
      const parameters = queryString({ state: 'opened', source_branch: branch, target_branch: target })
      const { value: found } = await client.get(requests + parameters, z.array(mergeRequestSchema))
      return found[0] ? toOpenPullRequest(found[0]) : null
    },
    async openRequest({ branch, base, title, body: description }) {
      const ends = { source_branch: branch, target_branch: base, remove_source_branch: true }
      const body = { ...ends, title, description }
      return toOpenPullRequest(
        await client.send({ method: 'POST', path: requests, body, schema: mergeRequestSchema }),
      )
    },
  }
}

function toRelease({ tag_name, name, description, _links }: z.infer<typeof releaseSchema>): HostRelease {
  const text = description ?? ''
  return {
    id: tag_name,
    tag: tag_name,
    name: name ?? '',
    text,
    draft: false,
    prerelease: null,
    url: _links?.self ?? '',
  }
}

function toOpenPullRequest(request: z.infer<typeof mergeRequestSchema>): OpenRequest {
  const { iid, web_url, title, description } = request
  return { number: iid, url: web_url, title, body: description ?? '' }
}
