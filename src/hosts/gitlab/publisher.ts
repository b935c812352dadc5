import { z } from 'zod'
import type { Access } from '../../types/host.ts'
import type { HostRelease, OpenRequest, Publisher } from '../../types/publisher.ts'
import { asBase64, wholeText } from '../host-text.ts'
import { type Line, query } from '../rest/line.ts'
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
export async function openGitlabPublisher(line: Line, access: Access): Promise<Publisher> {
  const project = `/projects/${encodeURIComponent(access.repoFullName)}`
  const { value } = await line.get(project, projectSchema)
  const releaseAt = (tag: string) => `${project}/releases/${encodeURIComponent(tag)}`
  const fileAt = (path: string) => `${project}/repository/files/${encodeURIComponent(path)}`
  return {
    defaultBranch: value.default_branch || 'main',
    hasDrafts: false,
    async findRelease(tag) {
      const found = await line.find(releaseAt(tag), releaseSchema)
      return found && asRelease(found)
    },
    createRelease: async (release) =>
      asRelease(
        await line.send(
          'POST',
          `${project}/releases`,
          // Where the tag is missing it is made, and for that GitLab must be told where.
          {
            name: release.name,
            description: release.text,
            tag_name: release.tag,
            ref: release.target ?? value.default_branch,
          },
          releaseSchema,
        ),
      ),
    async changeRelease(id, { name, text }) {
      const body = { description: text, ...(name === null ? {} : { name }) }
      return asRelease(await line.send('PUT', releaseAt(id), body, releaseSchema))
    },
    hasBranch: async (name) =>
      (await line.find(`${project}/repository/branches/${encodeURIComponent(name)}`, z.unknown())) !== null,
    async readFile(path, branch) {
      const file = await line.find(`${fileAt(path)}${query({ ref: branch })}`, fileSchema)
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
      await line.send('POST', `${project}/repository/commits`, body, z.unknown())
    },
    async findRequest(branch, target) {
      const words = query({ state: 'opened', source_branch: branch, target_branch: target })
      const { value: found } = await line.get(`${project}/merge_requests${words}`, z.array(requestSchema))
      return found[0] ? asOpenRequest(found[0]) : null
    },
    async openRequest({ branch, base, title, body }) {
      const request = {
        source_branch: branch,
        target_branch: base,
        title,
        description: body,
        remove_source_branch: true,
      }
      return asOpenRequest(await line.send('POST', `${project}/merge_requests`, request, requestSchema))
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
