import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { problemSchema } from '../api/answer-schema.ts'
import { chooseHost } from '../api/choose-host.ts'
import { readListRequest, refsQuery, reposQuery } from '../api/list-request.ts'
import type { Access, Host } from '../core/host.ts'
import { hostKinds } from '../core/web-address.ts'
import { inTurn, takeToken } from './authenticate.ts'
import { problemType } from './problem-document.ts'
import { inTime } from './request-deadline.ts'
import type { ServerContext } from './server-context.ts'

const problem = { description: 'A problem.', content: { [problemType]: { schema: problemSchema } } }
const security = [{ hostToken: [] }]
const nextPage = z.int().nullable().describe('The page after this one; null on the last.')
const ref = z.object({
  name: z.string(),
  kind: z.enum(['tag', 'branch']),
  sha: z.string(),
  date: z.string().nullable(),
})

/** What pickers need: the configured hosts, the caller's repositories, a repository's tags and branches. */
export function addPickerRoutes(app: FastifyInstance, context: ServerContext): void {
  const hosts = [...context.hosts.values()].map(({ name, kind }) => ({
    name,
    kind,
    default: name === context.defaultHost,
  }))
  const hostsAnswer = z
    .object({ hosts: z.array(z.object({ name: z.string(), kind: z.enum(hostKinds), default: z.boolean() })) })
    .describe('The names that `host` takes.')
  app.get(
    '/api/v1/hosts',
    { schema: { summary: 'The hosts that can be asked', response: { 200: hostsAnswer, default: problem } } },
    async () => ({ hosts }),
  )

  const reposAnswer = z
    .object({ repositories: z.array(z.string()), nextPage })
    .describe('A page of names, as `owner/repo`.')
  app.get(
    '/api/v1/repos',
    {
      onRequest: takeToken,
      schema: {
        summary: 'The repositories that the token can see',
        security,
        querystring: reposQuery,
        response: { 200: reposAnswer, default: problem },
      },
    },
    (_request, reply) =>
      answerList(context, reply, async (host, access, question) => {
        const { items, nextPage } = await host.listRepositories(question, access)
        return { repositories: items, nextPage }
      }),
  )

  const refsAnswer = z
    .object({ refs: z.array(ref), nextPage })
    .describe('A page of tags and branches, tags first.')
  app.get(
    '/api/v1/refs',
    {
      onRequest: takeToken,
      schema: {
        summary: 'The tags and branches of a repository',
        security,
        querystring: refsQuery,
        response: { 200: refsAnswer, default: problem },
      },
    },
    (_request, reply) =>
      answerList(context, reply, async (host, access, question) => {
        const repository = await host.open({ ...access, repoFullName: question.repo })
        const { items, nextPage } = await repository.listRefs(question)
        return { refs: items, nextPage }
      }),
  )
}

type Asked = ReturnType<typeof readListRequest>

function answerList(
  context: ServerContext,
  reply: FastifyReply,
  list: (host: Host, access: Omit<Access, 'repoFullName'>, question: Asked) => Promise<object>,
): Promise<FastifyReply> {
  const { request } = reply
  return inTurn(context, reply, async () => {
    const needsRepo = request.routeOptions.url === '/api/v1/refs'
    const question = readListRequest(request.query, needsRepo)
    const host = chooseHost(context.hosts, question.host ?? context.defaultHost)
    await inTime(reply, context.deadlineMs, ({ signal, deadlineAt }) =>
      list(host, { token: request.hostToken, signal, deadlineAt }, question),
    )
  })
}
