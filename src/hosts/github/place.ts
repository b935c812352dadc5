import type { Door } from '../../net/door.ts'

/** One repository of one GitHub, with what it is asked with. */
export interface GithubPlace {
  door: Door
  url: string
  apiUrl: string
  graphqlUrl: string
  fullName: string
  token: string | null
  signal: AbortSignal
  deadlineAt: number
}

/** The header that the token goes in; none without one. */
export function authorizationOf({ token }: GithubPlace): { authorization?: string } {
  return token === null ? {} : { authorization: `Bearer ${token}` }
}
