import { Problem } from '../../core/errors.ts'

/** The error for a response that violates git's protocol; the server's own text only goes to the log. */
export function protocolError(what: string, cause?: unknown): Problem {
  return new Problem(
    'host_unusable',
    `The git server's response cannot be used: ${what}. Try again later. If it happens again, check that the host's URL is that of a git server.`,
    { cause },
  )
}

/** The error for a server that speaks only an old version of git's protocol. */
export function oldProtocol(host: string, version: 0 | 1): Problem {
  return new Problem(
    'host_unusable',
    `${host} supports only version ${version} of git's protocol, and reading without a clone needs version 2. Clone the repository and use the clone: \`--dir PATH\` on the command line, or \`serve --local\`.`,
  )
}

/** The error for a response that ends too early. */
export function truncatedResponse(what: string): Problem {
  return new Problem('host_incomplete', `The git server's response is incomplete: ${what}. Try again.`)
}
