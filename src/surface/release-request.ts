import { z } from 'zod'
import { faultOfRef, faultOfRepoName } from '../names.ts'
import { asFault, checked, faultOfPath, line, refused } from './request.ts'

/** What the text of a release may hold on the hosts that have one. */
const mostText = 125_000

const repoName = checked(faultOfRepoName).optional()
const branch = checked((text) => (/[~^]/.test(text) ? 'must be the name of a branch' : faultOfRef(text)))

/** What `POST /api/v1/releases` takes; it validates, and OpenAPI is made from it. */
export const releaseSchema = z
  .object({
    repoFullName: repoName.describe('The repository, as `owner/repo`.'),
    repo: repoName.describe('Alias of `repoFullName`.'),
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
    tag: checked((text) => (/[~^]/.test(text) ? 'must be the name of a tag' : faultOfRef(text)))
      .optional()
      .describe('The tag of the release; required for one.'),
    name: line(200).optional().describe('The title of the release; else the tag.'),
    target: branch.optional().describe('Where the tag is made when there is none; else the default branch.'),
    prerelease: z.boolean().default(false).describe('Whether the release is marked as one before a release.'),
    publish: z
      .boolean()
      .default(false)
      .describe('Whether everybody sees it; else it is a draft. GitLab has no drafts.'),
    path: checked(faultOfPath).default('CHANGELOG.md').describe('The changelog of a pull request.'),
    base: branch.optional().describe('The branch a pull request is for; else the default branch.'),
  })
  .meta({ anyOf: [{ required: ['repoFullName'] }, { required: ['repo'] }] })

/** Reads what is to be published; every fault is listed before it is refused. */
export function readRelease(body: unknown) {
  const read = releaseSchema.safeParse(body)
  if (!read.success) throw refused(read.error.issues.map(asFault))
  const { repoFullName, repo, ...rest } = read.data
  const faults = []
  const name = repoFullName ?? repo
  if (name === undefined)
    faults.push({ pointer: '#/repoFullName', detail: 'is required: the repository, as owner/repo' })
  else if (repo !== undefined && repo !== name)
    faults.push({
      pointer: '#/repo',
      detail: '`repo` is another name of `repoFullName`, and the two differ; send one of them',
    })
  if (rest.kind === 'release' && rest.tag === undefined)
    faults.push({ pointer: '#/tag', detail: 'is required: the tag of the release' })
  if (faults.length > 0) throw refused(faults)
  return { ...rest, repoFullName: name!, tag: rest.tag ?? '' }
}
