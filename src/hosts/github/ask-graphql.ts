import { z } from 'zod'
import { Problem } from '../../core/errors.ts'
import { graphqlError, problemOfErrors, problemOfRefusal, unusable } from './errors.ts'
import { authorizationOf, type GithubPlace } from './github-context.ts'

/** A query with what its answer must look like. */
export interface GraphqlQuestion<Data> {
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
  place: GithubPlace,
  question: GraphqlQuestion<Data>,
): Promise<GraphqlAnswer<Data>> {
  try {
    const { text, headers } = await post(place, question)
    const { data, errors } = parseEnvelope(place, text)
    const problem = problemOfErrors(place, errors ?? [], headers)
    if (problem === 'smaller') return { smaller: unusable(place, 'only a part of an answer') }
    if (problem) throw problem
    return { data: parseData(place, data, question.schema) }
  } catch (error) {
    // What is too much for GitHub ends as a 502, or as a connection that breaks.
    if (error instanceof Problem && error.code === 'host_unreachable') return { smaller: error }
    throw error
  }
}

async function post(place: GithubPlace, { document, variables }: GraphqlQuestion<unknown>) {
  const reply = await place.door({
    method: 'POST',
    url: place.graphqlUrl,
    headers: {
      accept: 'application/json',
      'content-type': 'application/json',
      ...authorizationOf(place),
    },
    body: JSON.stringify({ query: document, variables }),
    signal: place.signal,
    deadlineAt: place.deadlineAt,
    maxBytes: mostBytes,
    attempts: 1,
  })
  const text = await reply.text()
  if (reply.status === 200) return { text, headers: reply.headers }
  // No repository is absent by this address: it is GraphQL itself that is not there.
  if (reply.status === 404) throw unusable(place, 'status 404 for GraphQL')
  throw problemOfRefusal(place, { status: reply.status, headers: reply.headers, text })
}

function parseEnvelope(place: GithubPlace, text: string): z.infer<typeof envelope> {
  try {
    return envelope.parse(JSON.parse(text))
  } catch (error) {
    throw unusable(place, 'something other than GraphQL in JSON', error)
  }
}

function parseData<Data>(place: GithubPlace, data: unknown, schema: z.ZodType<Data>): Data {
  try {
    return schema.parse(data)
  } catch (error) {
    throw unusable(place, 'a GraphQL answer of an unknown form', error)
  }
}

/** Asks about many things, some at a time; what is too much at once is halved. */
export async function askInParts<Item, Data>(
  place: GithubPlace,
  items: Item[],
  ask: (part: Item[]) => GraphqlQuestion<Data>,
): Promise<Data[]> {
  const answer = await askGraphql(place, ask(items))
  if ('data' in answer) return [answer.data]
  if (items.length <= 12) throw answer.smaller
  const middle = Math.ceil(items.length / 2)
  const first = await askInParts(place, items.slice(0, middle), ask)
  return [...first, ...(await askInParts(place, items.slice(middle), ask))]
}
