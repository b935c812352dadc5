import { z } from 'zod'
import type { Fault } from '../core/errors.ts'
import { type ConfigChoice, configPaths } from '../core/repository-config.ts'
import { findRevisionError, parseRevision } from '../git/revision.ts'
import { checkedString, repoName, repositoryPath, singleLine } from './field-schemas.ts'
import { generateRequestSchema, parseFields, toConfigChoice } from './generate-request.ts'

/** The most characters that hosts allow in the text of a release. */
const maxTextLength = 125_000

const nameOf = (kind: 'branch' | 'tag') =>
  checkedString((text) =>
    parseRevision(text).suffix === '' ? findRevisionError(text) : `must be the name of a ${kind}`,
  )
const branch = nameOf('branch')

/** What is known about an entry of the text, so that entries that are already there are recognised. */
const entrySchema = z.object({
  text: z.string().max(5000).describe('The text of the entry, without its references.'),
  commits: z
    .array(z.string().regex(/^[0-9a-f]{7,64}$/))
    .max(2000)
    .default([])
    .describe('The SHAs of its commits.'),
  pullRequests: z.array(z.int().min(1)).max(2000).default([]).describe('The numbers of its pull requests.'),
  hasOwnEntry: z.boolean().default(false).describe('Whether its commits edited the changelog themselves.'),
})

/** The body of `POST /api/v1/releases`. */
export const releaseRequestSchema = z
  .object({
    repoFullName: repoName.optional().describe('The repository, as `owner/repo`.'),
    repo: repoName.optional().describe('Alias of `repoFullName`.'),
    host: singleLine(60)
      .optional()
      .describe("The name of a configured host. Default: the operator's default host."),
    kind: z
      .enum(['release', 'pull_request', 'configuration', 'file'])
      .default('release')
      .describe(
        'Publish a release of a tag, open a pull request that adds a section to the changelog, or open one that adds or replaces the configuration file. `file` writes the changelog in the working tree, if the repository is on the machine of the service.',
      ),
    text: z
      .string()
      .min(1)
      .max(maxTextLength)
      .describe(
        'The notes: in a release format, or in `keepachangelog` format for a pull request. For `configuration`, the text of the file.',
      ),
    tag: nameOf('tag').optional().describe('The tag of the release. Required for a release.'),
    name: singleLine(200).optional().describe('The title of the release. Default: the tag.'),
    target: branch
      .optional()
      .describe('The branch on which a missing tag is created. Default: the default branch.'),
    prerelease: z.boolean().default(false).describe('Mark the release as a pre-release.'),
    makeLatest: z
      .boolean()
      .optional()
      .describe(
        'Whether GitHub shows the release as the latest one. Default: GitHub decides by version and date. Other hosts decide themselves.',
      ),
    publish: z
      .boolean()
      .default(false)
      .describe('Publish the release instead of saving it as a draft. GitLab has no drafts.'),
    path: repositoryPath
      .optional()
      .describe(
        'The file that a pull request changes. Default: `CHANGELOG.md`; for `configuration`, `notewright.yml`.',
      ),
    title: singleLine(200)
      .optional()
      .describe(
        'The title of a pull request that changes the changelog. References after closing keywords are printed as code, so that merging closes nothing.',
      ),
    dryRun: z
      .boolean()
      .default(false)
      .describe('For a pull request or a file: return what would change as `preview`, and write nothing.'),
    base: branch.optional().describe('The base branch of a pull request. Default: the default branch.'),
    entries: z
      .array(entrySchema)
      .max(5000)
      .default([])
      .describe(
        'What is known about the entries of the text. Existing entries are then found by commit, too.',
      ),
    config: generateRequestSchema.shape.config.describe(
      'For a pull request: the configuration that the notes follow, such as `layout.config` of `/api/v1/changes`, so that the section has its heading and titles.',
    ),
    package: generateRequestSchema.shape.package.describe(
      'The package of the configuration, if `config` has packages.',
    ),
    fromRef: singleLine(300)
      .optional()
      .describe('The tag that the notes start after. Entries of releases since then are then recognised.'),
  })
  .meta({ anyOf: [{ required: ['repoFullName'] }, { required: ['repo'] }] })

/** A parsed request to publish notes. */
export interface ReleaseRequest
  extends Omit<z.infer<typeof releaseRequestSchema>, 'repo' | 'config' | 'package' | 'path'> {
  repoFullName: string
  path: string
  config?: ConfigChoice
  packageName?: string
  /** Empty for a pull request that names none. */
  tag: string
}

/** Parses a request to publish notes; an error lists every fault. */
export function parseReleaseRequest(body: unknown): ReleaseRequest {
  const fields = parseFields(releaseRequestSchema, body, findMissingTag)
  const { repoFullName, repo, config, package: packageName, ...rest } = fields
  return {
    ...rest,
    ...(config === undefined ? {} : { config: toConfigChoice(config) }),
    ...(packageName === undefined ? {} : { packageName }),
    repoFullName: (repoFullName ?? repo)!,
    tag: rest.tag ?? '',
    path: rest.path ?? (rest.kind === 'configuration' ? configPaths[0] : 'CHANGELOG.md'),
  }
}

function findMissingTag({ kind, tag }: Record<string, unknown>): Fault[] {
  if (tag !== undefined || (kind !== undefined && kind !== 'release')) return []
  return [{ pointer: '#/tag', detail: 'is required for a release' }]
}
