/** What git sends as Basic authentication. */
export interface GitCredentials {
  user: string
  token: string | null
}

/** Splits `user:password` at the first colon; null for a token without one. */
export function splitCredentials(token: string): { user: string; password: string } | null {
  const colon = token.indexOf(':')
  return colon > 0 ? { user: token.slice(0, colon), password: token.slice(colon + 1) } : null
}

/** Returns the header of Basic authentication. */
export function basicAuthorization(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
}

/** Returns everything in a token that must not be shown: the token, and its password if it has a user name. */
export function secretsIn(token: string | null): string[] {
  const password = token === null ? undefined : splitCredentials(token)?.password
  return [token ?? '', password ?? '']
}
