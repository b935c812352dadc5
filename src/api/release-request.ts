import { z } from 'zod'
import type { Fault } from '../core/errors.ts'
import { findRevisionError, parseRevision } from '../git/revision.ts'
import { checked, insidePath, line, repoName } from './field-schemas.ts'
import { readFields } from './request.ts'

/** What the text of a release may hold on the hosts that have one. */
const mostText = 125_000

const nameOf = (kind: 'branch' | 'tag') =>
  checked((text) =>
    parseRevision(text).suffix === '' ? findRevisionError(text) : `must be the name of a ${kind}`,
  )
const branch = nameOf('branch')

/** What `POST /api/v1/releases` takes; it validates, and OpenAPI is made from it. */
export const releaseSchema = z
  .object({
    repoFullName: repoName.optional().describe('The repository, as `owner/repo`.'),
    repo: repoName.optional().describe('Alias of `repoFullName`.'),
    host: line(60)
      .optional()
      .describe("The name of a configured host; the operator's default when left out."),
    kind: z
      .enum(['release', 'pull_request'])
      .default('release')
      .describe('A release of a tag, or a pull request that puts a section into the changelog.'),
    text: z
      .string()
      .min(1)
      .max(mostText)
      .describe('The notes: of a release format, or of `keepachangelog` for a pull request.'),
    tag: nameOf('tag').optional().describe('The tag of the release; required for one.'),
    name: line(200).optional().describe('The title of the release; else the tag.'),
    target: branch.optional().describe('Where the tag is made when there is none; else the default branch.'),
    prerelease: z.boolean().default(false).describe('Whether it is marked as a pre-release.'),
    publish: z
      .boolean()
      .default(false)
      .describe('Whether everybody sees it; else it is a draft. GitLab has no drafts.'),
    path: insidePath.default('CHANGELOG.md').describe('The changelog of a pull request.'),
    base: branch.optional().describe('The branch a pull request is for; else the default branch.'),
  })
  .meta({ anyOf: [{ required: ['repoFullName'] }, { required: ['repo'] }] })

/** Reads what is to be published; every fault is listed before it is refused. */
export function readRelease(body: unknown) {
  const { repoFullName, repo, ...rest } = readFields(releaseSchema, body, lackingTag)
  return { ...rest, repoFullName: (repoFullName ?? repo)!, tag: rest.tag ?? '' }
}

function lackingTag({ kind, tag }: Record<string, unknown>): Fault[] {
  if (tag !== undefined || (kind !== undefined && kind !== 'release')) return []
  return [{ pointer: '#/tag', detail: 'is required: the tag of the release' }]
}
