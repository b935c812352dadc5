import type { IncomingMessage, ServerResponse } from 'node:http'
import { type DocumentNode, execute, type GraphQLError, parse, validate } from 'graphql'
import type { GithubCall } from './faults.ts'
import { pointsOf } from './points.ts'
import { repositoryNode, searchCount } from './resolvers.ts'
import { githubSchema } from './schema.ts'
import { type Standing, send, visible } from './standing.ts'

interface GraphqlCall {
  call: GithubCall
  request: IncomingMessage
  response: ServerResponse
  token: string
}

/** Executes a query over GitHub's schema, as GitHub would, faults included. */
export async function answerGraphql(
  standing: Standing,
  { call, request, response, token }: GraphqlCall,
): Promise<void> {
  const { faults } = standing
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const { query, variables = {} } = JSON.parse(Buffer.concat(chunks).toString())
  const reply = (status: number, body: unknown, headers?: Record<string, string>) =>
    send(standing, 'graphql', response, { status, body, headers })
  if (faults.graphqlOff !== null) return reply(faults.graphqlOff, { message: 'Not here' })
  if (faults.errors)
    return reply(200, { data: { repository: null }, errors: faults.errors.errors }, faults.errors.headers)
  if (Number(variables.size ?? query.split('pullRequest(number').length - 1) > faults.largestPage)
    return reply(502, '<html>Bad Gateway</html>')
  const document = parse(query)
  call.operation = /^query (\w+)/.exec(query)?.[1] ?? null
  const mistakes = validate(githubSchema, document)
  if (mistakes.length > 0) {
    const errors = mistakes.map(({ message }) => ({ message, extensions: { code: 'undefinedField' } }))
    return reply(200, { errors })
  }
  standing.points += pointsOf(document, variables)
  const result = await run(standing, document, variables, token)
  if (faults.partial > 0) {
    faults.partial -= 1
    const message = 'Something went wrong while executing your query. This may be the result of a timeout.'
    return reply(200, { ...result, errors: [...result.errors, { message }] })
  }
  reply(200, result.errors.length > 0 ? result : { data: result.data })
}

async function run(
  standing: Standing,
  document: DocumentNode,
  variables: Record<string, string>,
  token: string,
) {
  const { faults, labels } = standing
  const options = { labels, lag: faults.lag }
  const asked = `${variables.owner}/${variables.name}`
  const find = async (name: string) => visible(standing, faults.moved.get(name) ?? name, token)
  const rootValue = {
    repository: async () => {
      const model = await find(asked)
      if (model) return repositoryNode(model, options)
      throw Object.assign(new Error(`Could not resolve to a Repository with the name '${asked}'.`), {
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
  return { message, path, ...(isAbsent ? { type: 'NOT_FOUND' } : {}) }
}
