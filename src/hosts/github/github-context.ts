import type { Access } from '../../core/host.ts'
import type { Door } from '../../http-client/http-client.ts'

/** One repository of one GitHub, with what it is asked with. */
export interface GithubPlace extends Access {
  door: Door
  url: string
  apiUrl: string
  graphqlUrl: string
}

/** The header that the token goes in; none without one. */
export function authorizationOf({ token }: GithubPlace): { authorization?: string } {
  return token === null ? {} : { authorization: `Bearer ${token}` }
}
