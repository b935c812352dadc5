import { z } from 'zod'
import type { Access } from '../../core/host.ts'
import type { HostRelease, OpenRequest, Publisher } from '../../core/publisher.ts'
import { query } from '../address.ts'
import { asBase64, wholeText } from '../host-text.ts'
import type { RestClient } from '../rest/rest-client.ts'
import { projectSchema } from './answers.ts'

const releaseSchema = z.object({
  tag_name: z.string(),
  name: z.string().nullish(),
  description: z.string().nullish(),
  _links: z.object({ self: z.string().nullish() }).nullish(),
})
const fileSchema = z.object({ content: z.string(), last_commit_id: z.string() })
const requestSchema = z.object({ iid: z.number(), web_url: z.string() })

/** Opens a project of a GitLab for changes; its releases are seen as soon as they are made. */
export async function openGitlabPublisher(line: RestClient, access: Access): Promise<Publisher> {
  const project = `/projects/${encodeURIComponent(access.repoFullName)}`
  const { value } = await line.get(project, projectSchema)
  const defaultBranch = value.default_branch || 'main'
  return {
    defaultBranch,
    hasDrafts: false,
    ...releasesOf(line, project, defaultBranch),
    ...branchesOf(line, project),
    ...requestsOf(line, project),
  }
}

function releasesOf(
  line: RestClient,
  project: string,
  defaultBranch: string,
): Pick<Publisher, 'findRelease' | 'createRelease' | 'changeRelease'> {
  const releases = `${project}/releases`
  const releaseAt = (tag: string) => `${releases}/${encodeURIComponent(tag)}`
  return {
    async findRelease(tag) {
      const found = await line.find(releaseAt(tag), releaseSchema)
      return found && asRelease(found)
    },
    async createRelease({ tag, name, text, target }) {
      // Where the tag is missing it is made, and for that GitLab must be told where.
      const body = { name, description: text, tag_name: tag, ref: target ?? defaultBranch }
      return asRelease(await line.send({ method: 'POST', path: releases, body, schema: releaseSchema }))
    },
    async changeRelease(id, { name, text }) {
      const body = { description: text, ...(name === null ? {} : { name }) }
      return asRelease(await line.send({ method: 'PUT', path: releaseAt(id), body, schema: releaseSchema }))
    },
  }
}

function branchesOf(
  line: RestClient,
  project: string,
): Pick<Publisher, 'hasBranch' | 'readFile' | 'writeFile'> {
  const repository = `${project}/repository`
  return {
    hasBranch: async (name) =>
      (await line.find(`${repository}/branches/${encodeURIComponent(name)}`, z.unknown())) !== null,
    async readFile(path, branch) {
      const at = `${repository}/files/${encodeURIComponent(path)}${query({ ref: branch })}`
      const file = await line.find(at, fileSchema)
      return file && { text: wholeText(Buffer.from(file.content, 'base64'), path), mark: file.last_commit_id }
    },
    async writeFile({ path, text, message, branch, base, isNewBranch, mark }) {
      const action = {
        action: mark === null ? 'create' : 'update',
        file_path: path,
        content: asBase64(text),
        encoding: 'base64',
        ...(mark === null ? {} : { last_commit_id: mark }),
      }
      const body = {
        branch,
        ...(isNewBranch ? { start_branch: base } : {}),
        commit_message: message,
        actions: [action],
      }
      await line.send({ method: 'POST', path: `${repository}/commits`, body, schema: z.unknown() })
    },
  }
}

function requestsOf(line: RestClient, project: string): Pick<Publisher, 'findRequest' | 'openRequest'> {
  const requests = `${project}/merge_requests`
  return {
    async findRequest(branch, target) {
      const words = query({ state: 'opened', source_branch: branch, target_branch: target })
      const { value: found } = await line.get(requests + words, z.array(requestSchema))
      return found[0] ? asOpenRequest(found[0]) : null
    },
    async openRequest({ branch, base, title, body: description }) {
      const ends = { source_branch: branch, target_branch: base, remove_source_branch: true }
      const body = { ...ends, title, description }
      return asOpenRequest(await line.send({ method: 'POST', path: requests, body, schema: requestSchema }))
    },
  }
}

function asRelease({ tag_name, name, description, _links }: z.infer<typeof releaseSchema>): HostRelease {
  const text = description ?? ''
  return { id: tag_name, name: name ?? '', text, draft: false, prerelease: null, url: _links?.self ?? '' }
}

function asOpenRequest({ iid, web_url }: z.infer<typeof requestSchema>): OpenRequest {
  return { number: iid, url: web_url }
}
