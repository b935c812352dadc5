import type { Access } from '../../core/host.ts'
import type { HttpClient } from '../../http-client/http-client.ts'

/** One repository of one GitHub, with what it is asked with. */
export interface GithubContext extends Access {
  httpClient: HttpClient
  url: string
  apiUrl: string
  graphqlUrl: string
}

/** The header that the token goes in; none without one. */
export function authorizationOf({ token }: GithubContext): { authorization?: string } {
  return token === null ? {} : { authorization: `Bearer ${token}` }
}
