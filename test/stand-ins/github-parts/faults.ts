/** A request that came in, as tests look at it. */
export interface GithubCall {
  protocol: 'graphql' | 'rest' | 'git'
  method: string
  path: string
  authorization: string | null
  /** The name of the GraphQL operation. */
  operation: string | null
}

/** What can be made to go wrong; everything is well at the start. */
export interface GithubFaults {
  /** The largest page that GraphQL answers; a larger one is a 502. */
  largestPage: number
  /** How many milliseconds GraphQL takes for each node that a query may return. */
  nodeMs: number
  /** When GraphQL gives up. */
  graphqlTimeoutMs: number
  /** The most nodes that a query may return; of a larger one the answer comes in part, with an error. */
  maxNodes: number
  /** Whether the token may read the code and not the pull requests. */
  pullRequestsDenied: boolean
  /** How many GraphQL answers come in part only. */
  partial: number
  /** A status with headers and a body instead of an answer of the API. */
  failure: {
    status: number
    headers?: Record<string, string>
    message?: string
    protocols?: GithubCall['protocol'][]
  } | null
  /** Errors in a GraphQL answer of status 200. */
  errors: { errors: unknown[]; headers?: Record<string, string> } | null
  /** The name that a repository has now, by the one it had. */
  moved: Map<string, string>
  graphqlOff: number | null
  restOff: boolean
  wireOff: number | null
  slowMs: number
  truncated: GithubCall['protocol'] | null
  shortfall: boolean
  lag: boolean
  /** Scopes that a classic token has; null for a fine-grained one. */
  scopes: string | null
}

/** Nothing goes wrong. */
export const noFaults: GithubFaults = {
  largestPage: 100,
  partial: 0,
  nodeMs: 0,
  // As GitHub's documentation says.
  graphqlTimeoutMs: 10_000,
  maxNodes: 500_000,
  pullRequestsDenied: false,
  failure: null,
  errors: null,
  moved: new Map(),
  graphqlOff: null,
  restOff: false,
  wireOff: null,
  slowMs: 0,
  truncated: null,
  shortfall: false,
  lag: false,
  scopes: 'repo',
}
