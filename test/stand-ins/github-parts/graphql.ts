import type { IncomingMessage, ServerResponse } from 'node:http'
import { type DocumentNode, execute, type GraphQLError, parse, validate } from 'graphql'
import type { GithubCall } from './faults.ts'
import { pointsOf, sizeOfQuery } from './points.ts'
import { repositoryNode, searchCount } from './resolvers.ts'
import { githubSchema } from './schema.ts'
import { type GithubStandIn, send, visible } from './stand-in.ts'

interface GraphqlCall {
  call: GithubCall
  request: IncomingMessage
  response: ServerResponse
  token: string
}

/** Executes a query over GitHub's schema, as GitHub would, faults included. */
export async function handleGraphql(
  standIn: GithubStandIn,
  { call, request, response, token }: GraphqlCall,
): Promise<void> {
  const { faults } = standIn
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const { query, variables = {} } = JSON.parse(Buffer.concat(chunks).toString())
  const respond = (status: number, body: unknown, headers?: Record<string, string>) =>
    send(standIn, 'graphql', response, { status, body, headers })
  if (faults.graphqlOff !== null) return respond(faults.graphqlOff, { message: 'Not here' })
  if (faults.errors)
    return respond(200, { data: { repository: null }, errors: faults.errors.errors }, faults.errors.headers)
  if (Number(variables.size ?? query.split('pullRequest(number').length - 1) > faults.largestPage)
    return respond(502, '<html>Bad Gateway</html>')
  const document = parse(query)
  call.operation = /^query (\w+)/.exec(query)?.[1] ?? null
  const mistakes = validate(githubSchema, document)
  if (mistakes.length > 0) {
    const errors = mistakes.map(({ message }) => ({ message, extensions: { code: 'undefinedField' } }))
    return respond(200, { errors })
  }
  const points = pointsOf(document, variables)
  standIn.points += points
  const { nodes } = sizeOfQuery(document, variables)
  const takesMs = nodes * faults.nodeMs
  await new Promise((resolve) => setTimeout(resolve, Math.min(takesMs, faults.graphqlTimeoutMs)).unref())
  if (takesMs > faults.graphqlTimeoutMs) {
    // GitHub charges for the time that it lost, without saying how much.
    standIn.points += 10 * points
    return respond(502, '<html>Bad Gateway</html>')
  }
  const result = await run(standIn, document, variables, token)
  if (nodes > faults.maxNodes) {
    const message = 'Resource limits for this query exceeded.'
    const errors = [...result.errors, { type: 'RESOURCE_LIMITS_EXCEEDED', message }]
    return respond(200, { ...result, errors })
  }
  if (faults.partial > 0) {
    faults.partial -= 1
    const message = 'Something went wrong while executing your query. This may be the result of a timeout.'
    return respond(200, { ...result, errors: [...result.errors, { message }] })
  }
  respond(200, result.errors.length > 0 ? result : { data: result.data })
}

async function run(
  standIn: GithubStandIn,
  document: DocumentNode,
  variables: Record<string, string>,
  token: string,
) {
  const { faults, labels } = standIn
  const options = { labels, lag: faults.lag, denied: faults.pullRequestsDenied }
  const fullName = `${variables.owner}/${variables.name}`
  const find = async (name: string) => visible(standIn, faults.moved.get(name) ?? name, token)
  const rootValue = {
    repository: async () => {
      const model = await find(fullName)
      if (model) return repositoryNode(model, options)
      throw Object.assign(new Error(`Could not resolve to a Repository with the name '${fullName}'.`), {
        notFound: true,
      })
    },
    search: async ({ query }: { query: string }) => {
      const model = await find(/(?:^| )repo:(\S+)/.exec(query)?.[1] ?? '')
      return { issueCount: searchCount(model, query) }
    },
  }
  const { data, errors = [] } = await execute({
    schema: githubSchema,
    document,
    rootValue,
    variableValues: variables,
  })
  return { data, errors: errors.map(asGithubError) }
}

function asGithubError({ message, path, extensions, originalError }: GraphQLError) {
  const isAbsent = extensions.type === 'NOT_FOUND' || (originalError && 'notFound' in originalError)
  const isDenied = extensions.type === 'FORBIDDEN'
  return { message, path, ...(isAbsent ? { type: 'NOT_FOUND' } : isDenied ? { type: 'FORBIDDEN' } : {}) }
}
