import { Problem } from '../../core/errors.ts'

/** The problem of an answer that breaks git's protocol; the server's own words go to the log only. */
export function protocolError(what: string, cause?: unknown): Problem {
  return new Problem(
    'host_unusable',
    `The git server's answer cannot be used: ${what}. Try again later; if it stays, check that the host's address is that of a git server.`,
    { cause },
  )
}

/** The problem of an answer that ends before it is whole. */
export function truncatedResponse(what: string): Problem {
  return new Problem('host_incomplete', `The git server's answer broke off: ${what}. Try again.`)
}
