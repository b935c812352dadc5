import { z } from 'zod'
import { Problem } from '../../core/errors.ts'
import { graphqlError, graphqlProblem, invalidGraphql, readError } from './errors.ts'
import { bearer, type GithubContext } from './github-context.ts'

/** A query, and the schema of the data that it returns. */
export interface GraphqlRequest<Data> {
  document: string
  variables: Record<string, unknown>
  schema: z.ZodType<Data>
  /** How long to wait for the response; by default a little longer than GitHub works on a query. */
  timeoutMs?: number
}

/** The data, or the error of a query that a smaller one may avoid. */
type GraphqlResult<Data> = { data: Data } | { tooLarge: Problem }

const envelope = z.object({ data: z.unknown().optional(), errors: z.array(graphqlError).nullish() })
const maxBytes = 32 * 1024 * 1024
const usualTimeoutMs = 12_000

/** Sends one query once; the caller decides whether to repeat it or to send a smaller one. */
export async function queryGraphql<Data>(
  context: GithubContext,
  request: GraphqlRequest<Data>,
): Promise<GraphqlResult<Data>> {
  try {
    const { text, headers } = await post(context, request)
    const { data, errors } = parse(context, () => envelope.parse(JSON.parse(text)))
    const problem = graphqlProblem(context, errors ?? [], headers)
    if (problem === 'smaller') return { tooLarge: invalidGraphql(context, 'an incomplete response') }
    if (problem) throw problem
    return { data: parse(context, () => request.schema.parse(data)) }
  } catch (error) {
    // GitHub ends a query that is too large with a 502 or a broken connection.
    if (error instanceof Problem && error.code === 'host_unreachable') return { tooLarge: error }
    throw error
  }
}

async function post(
  context: GithubContext,
  { document, variables, timeoutMs = usualTimeoutMs }: GraphqlRequest<unknown>,
): Promise<{ text: string; headers: Headers }> {
  const { token, signal, deadlineAt } = context
  const response = await context.httpClient({
    method: 'POST',
    url: context.graphqlUrl,
    headers: {
      accept: 'application/json',
      'content-type': 'application/json',
      ...(token === null ? {} : { authorization: bearer(token) }),
    },
    body: JSON.stringify({ query: document, variables }),
    signal,
    deadlineAt,
    maxBytes,
    attempts: 1,
    responseTimeoutMs: timeoutMs,
  })
  const { status, headers } = response
  const text = await response.text()
  if (status === 200) return { text, headers }
  // This URL names no repository, so it is GraphQL itself that is missing.
  if (status === 404) throw invalidGraphql(context, 'status 404')
  throw readError(context, { status, headers, text })
}

function parse<T>(context: GithubContext, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw invalidGraphql(context, 'an unexpected response', error)
  }
}

/** Queries many items at once, and halves a query that is too large. */
export async function queryInParts<Item, Data>(
  context: GithubContext,
  items: Item[],
  toRequest: (part: Item[]) => GraphqlRequest<Data>,
): Promise<Data[]> {
  const result = await queryGraphql(context, toRequest(items))
  if ('data' in result) return [result.data]
  if (items.length <= 12) throw result.tooLarge
  const middle = Math.ceil(items.length / 2)
  const first = await queryInParts(context, items.slice(0, middle), toRequest)
  return [...first, ...(await queryInParts(context, items.slice(middle), toRequest))]
}
