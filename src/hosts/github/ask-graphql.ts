import { z } from 'zod'
import { Problem } from '../../core/errors.ts'
import { graphqlError, problemOfErrors, problemOfRefusal, unusable } from './errors.ts'
import { authorizationOf, type GithubContext } from './github-context.ts'

/** A query with what its answer must look like. */
export interface GraphqlRequest<Data> {
  document: string
  variables: Record<string, unknown>
  schema: z.ZodType<Data>
}

/** An answer, or the sign that less at once may be answered. */
export type GraphqlAnswer<Data> = { data: Data } | { smaller: Problem }

const envelope = z.object({ data: z.unknown().optional(), errors: z.array(graphqlError).nullish() })
const mostBytes = 32 * 1024 * 1024

/** Sends one query; repeating it, or a smaller one, is the asker's matter. */
export async function askGraphql<Data>(
  context: GithubContext,
  question: GraphqlRequest<Data>,
): Promise<GraphqlAnswer<Data>> {
  try {
    const { text, headers } = await post(context, question)
    const { data, errors } = parseEnvelope(context, text)
    const problem = problemOfErrors(context, errors ?? [], headers)
    if (problem === 'smaller') return { smaller: unusable(context, 'only a part of an answer') }
    if (problem) throw problem
    return { data: parseData(context, data, question.schema) }
  } catch (error) {
    // What is too much for GitHub ends as a 502, or as a connection that breaks.
    if (error instanceof Problem && error.code === 'host_unreachable') return { smaller: error }
    throw error
  }
}

async function post(context: GithubContext, { document, variables }: GraphqlRequest<unknown>) {
  const reply = await context.httpClient({
    method: 'POST',
    url: context.graphqlUrl,
    headers: {
      accept: 'application/json',
      'content-type': 'application/json',
      ...authorizationOf(context),
    },
    body: JSON.stringify({ query: document, variables }),
    signal: context.signal,
    deadlineAt: context.deadlineAt,
    maxBytes: mostBytes,
    attempts: 1,
  })
  const text = await reply.text()
  if (reply.status === 200) return { text, headers: reply.headers }
  // No repository is absent by this address: it is GraphQL itself that is not there.
  if (reply.status === 404) throw unusable(context, 'status 404 for GraphQL')
  throw problemOfRefusal(context, { status: reply.status, headers: reply.headers, text })
}

function parseEnvelope(context: GithubContext, text: string): z.infer<typeof envelope> {
  try {
    return envelope.parse(JSON.parse(text))
  } catch (error) {
    throw unusable(context, 'something other than GraphQL in JSON', error)
  }
}

function parseData<Data>(context: GithubContext, data: unknown, schema: z.ZodType<Data>): Data {
  try {
    return schema.parse(data)
  } catch (error) {
    throw unusable(context, 'a GraphQL answer of an unknown form', error)
  }
}

/** Asks about many things, some at a time; what is too much at once is halved. */
export async function askInParts<Item, Data>(
  context: GithubContext,
  items: Item[],
  ask: (part: Item[]) => GraphqlRequest<Data>,
): Promise<Data[]> {
  const answer = await askGraphql(context, ask(items))
  if ('data' in answer) return [answer.data]
  if (items.length <= 12) throw answer.smaller
  const middle = Math.ceil(items.length / 2)
  const first = await askInParts(context, items.slice(0, middle), ask)
  return [...first, ...(await askInParts(context, items.slice(middle), ask))]
}
