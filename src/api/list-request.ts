import { z } from 'zod'
import { findRepoPathError } from '../git/ref-names.ts'
import { ref, singleLine } from './field-schemas.ts'
import { parseRequest } from './parse-request.ts'

const page = z
  .string()
  .regex(/^[1-9]\d{0,4}$/, 'must be a whole number, 1 or greater')
  .optional()
  .describe('The page number, starting at 1.')
const query = z.string().max(100).optional().describe('Return only names that contain this text.')
const host = z
  .string()
  .min(1)
  .max(60)
  .optional()
  .describe("The name of a configured host. Default: the operator's default host.")

/** The query parameters of `GET /api/v1/repos`. */
export const reposQuery = z.object({ host, q: query, page })

const repo = z
  .string({ error: 'is required; send the repository as owner/repo' })
  .superRefine((name, context) => {
    const fault = findRepoPathError(name)
    if (fault !== null) context.addIssue({ code: 'custom', message: fault })
  })
  .describe('The repository, as `owner/repo`.')

/** The query parameters of `GET /api/v1/refs`. */
export const refsQuery = reposQuery.extend({ repo })

/** The query parameters of `GET /api/v1/previous-release`. */
export const previousReleaseQuery = z.object({
  host,
  repo,
  to: ref.optional().describe('The tag, branch or commit whose previous release to find. Default: HEAD.'),
  package: singleLine(100)
    .optional()
    .describe('The name of a package of the configuration file, whose releases are meant.'),
})

/** A question for the release before a ref. */
export interface PreviousReleaseRequest {
  host: string | null
  repoFullName: string
  toRef: string
  packageName?: string
}

/** Parses the query of `GET /api/v1/previous-release`; an error lists every fault. */
export function parsePreviousReleaseRequest(given: unknown): PreviousReleaseRequest {
  const { host, repo, to = 'HEAD', package: packageName } = parseRequest(previousReleaseQuery, given)
  return {
    ...{ host: host ?? null, repoFullName: repo, toRef: to },
    ...(packageName === undefined ? {} : { packageName }),
  }
}

/** The query parameters of `GET /api/v1/releases`. */
export const releasesQuery = z.object({
  host,
  repo,
  to: ref.optional().describe('The tag, branch or commit in whose history to look. Default: HEAD.'),
  package: singleLine(100)
    .optional()
    .describe('The name of a package of the configuration file, whose releases are meant.'),
  limit: z
    .string()
    .regex(/^(?:[1-9]|[1-4]\d|50)$/, 'must be a whole number from 1 to 50')
    .optional()
    .describe('How many releases of the history to return, pre-releases not counted. Default: 4.'),
})

/** Parses the query of `GET /api/v1/releases`; an error lists every fault. */
export function parseReleasesRequest(given: unknown): PreviousReleaseRequest & { most: number } {
  const { limit = '4', ...rest } = parseRequest(releasesQuery, given)
  return { ...parsePreviousReleaseRequest(rest), most: Number(limit) }
}

/** The query parameters of `GET /api/v1/publishing`. */
export const publishingQuery = z.object({
  host,
  repo,
  releases: z
    .enum(['true', 'false'])
    .optional()
    .describe('Send `false` to leave out the releases, which saves a request to the host. Default: true.'),
})

/** Parses the query of `GET /api/v1/publishing`; an error lists every fault. */
export function parsePublishingRequest(given: unknown): {
  host: string | null
  repoFullName: string
  withReleases: boolean
} {
  const { host, repo, releases = 'true' } = parseRequest(publishingQuery, given)
  return { host: host ?? null, repoFullName: repo, withReleases: releases === 'true' }
}

/** The query parameters of `GET /api/v1/config`. */
export const configFileQuery = z.object({
  host,
  repo,
  ref: ref.optional().describe('The tag, branch or commit whose configuration file to read. Default: HEAD.'),
})

/** Parses the query of `GET /api/v1/config`; an error lists every fault. */
export function parseConfigFileRequest(given: unknown): {
  host: string | null
  repoFullName: string
  toRef: string
} {
  const { host, repo, ref: toRef = 'HEAD' } = parseRequest(configFileQuery, given)
  return { host: host ?? null, repoFullName: repo, toRef }
}

/** A page of repositories or refs that a client asks for. */
export interface ListRequest {
  host: string | null
  query: string
  page: number
}

/** Parses the query of `GET /api/v1/repos`; an error lists every fault. */
export function parseReposRequest(given: unknown): ListRequest {
  return toListRequest(parseRequest(reposQuery, given))
}

/** Parses the query of `GET /api/v1/refs`; an error lists every fault. */
export function parseRefsRequest(given: unknown): ListRequest & { repoFullName: string } {
  const { repo, ...fields } = parseRequest(refsQuery, given)
  return { ...toListRequest(fields), repoFullName: repo }
}

function toListRequest({ host, q = '', page = '1' }: z.infer<typeof reposQuery>): ListRequest {
  return { host: host ?? null, query: q, page: Number(page) }
}
