import { z } from 'zod'
import type { Access } from '../../core/host.ts'
import type { HttpClient } from '../../http-client/http-client.ts'
import { encodePath, trimTrailingSlashes } from '../../text/url.ts'
import {
  openRestClient,
  type RestClient,
  type RestDialect,
  type RestOptions,
  type RestResponse,
} from '../rest/rest-client.ts'
import type { ErrorContext } from '../rest/rest-errors.ts'
import { githubErrors } from './errors.ts'

/** Where a GitHub is, and the HTTP client that calls it. */
export interface GithubOptions extends RestOptions {
  graphqlUrl: string
}

/** One repository of one GitHub, and the clients that read it. */
export interface GithubContext extends Access, ErrorContext {
  httpClient: HttpClient
  graphqlUrl: string
  rest: RestClient
  /** The repository's path below the API URL. */
  repositoryPath: string
}

/** Opens the clients for one repository with the caller's token. */
export function openGithubContext(options: GithubOptions, access: Access): GithubContext {
  const url = trimTrailingSlashes(options.url)
  const hostName = new URL(url).host
  const { httpClient, graphqlUrl } = options
  return {
    ...access,
    hostName,
    url,
    httpClient,
    graphqlUrl,
    rest: openRestClient({ ...options, name: hostName }, dialect, access),
    repositoryPath: `/repos/${encodePath(access.repoFullName)}`,
  }
}

/** Returns the `authorization` header of a token. */
export function bearer(token: string): string {
  return `Bearer ${token}`
}

const dialect: RestDialect = {
  tokenHeaders: (token) => ({ authorization: bearer(token) }),
  mediaTypes: { json: 'application/vnd.github+json', raw: 'application/vnd.github.raw+json' },
  headers: { 'x-github-api-version': '2022-11-28' },
  // The first page of a comparison always includes the diff of up to 300 files.
  maxBytes: 32 * 1024 * 1024,
  // GitHub returns 422 for a SHA or an expression that names no commit.
  notFoundStatuses: [404, 422],
  errors: githubErrors,
  async findNewName({ pathname }, tryFind) {
    // GitHub redirects to the repository's number; one more request returns its name.
    const id = /\/repositories\/(\d+)(?:\/|$)/.exec(pathname)?.[1]
    if (id === undefined) return null
    return (
      (await tryFind(`/repositories/${id}`, z.object({ full_name: z.string().max(255) })))?.full_name ?? null
    )
  },
}

/** The largest page that GitHub returns. */
export const perPage = 100

/** Reads a list below the repository's path, page by page; a page that is not full is the last one. */
export async function* pages<T>(
  { rest, repositoryPath }: GithubContext,
  path: string,
  schema: z.ZodType<T>,
): AsyncGenerator<RestResponse<T[]>> {
  let number = 1
  const pathOf = () =>
    `${repositoryPath}${path}${path.includes('?') ? '&' : '?'}per_page=${perPage}&page=${number}`
  const next = ({ value }: RestResponse<T[]>) => {
    number += 1
    return value.length < perPage ? null : pathOf()
  }
  yield* rest.pages(pathOf(), z.array(schema), next)
}
