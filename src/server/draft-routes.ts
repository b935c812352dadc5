import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { problemSchema } from '../api/answer-schema.ts'
import { chooseHost } from '../api/choose-host.ts'
import { singleLine } from '../api/field-schemas.ts'
import { parseRequest } from '../api/parse-request.ts'
import { Problem } from '../core/errors.ts'
import type { SharedDrafts } from '../state/shared-drafts.ts'
import { authenticate } from './authenticate.ts'
import { problemType } from './problem-document.ts'
import { runWithinLimits, withListingLimit } from './rate-limit.ts'
import { sendWithinDeadline } from './request-deadline.ts'
import type { ServerContext } from './server-context.ts'

const day = 24 * 60 * 60
const maxSeconds = 14 * day
/** 1 MB in base64. */
const maxCharacters = Math.ceil((1024 * 1024 * 4) / 3)
const bodyLimit = maxCharacters + 4096

const problem = { description: 'An error.', content: { [problemType]: { schema: problemSchema } } }
const draftId = z.string().regex(/^[\w-]{22}$/, 'must be the id of a shared draft')
const params = z.object({ id: z.string().describe('The id of the draft, from the link.') })

const draftBody = z.object({
  ciphertext: z
    .string()
    .min(1)
    .max(maxCharacters)
    .regex(/^[A-Za-z0-9_-]+$/, 'must be base64url')
    .describe('The encrypted draft in base64url, 1 MB at most. The server never gets the key.'),
  expiresIn: z
    .int()
    .min(60)
    .max(maxSeconds)
    .default(maxSeconds)
    .describe('After how many seconds it is removed. Default and maximum: 14 days.'),
  host: singleLine(60)
    .optional()
    .describe("The configured host that accepts the token. Default: the operator's default host."),
})

const created = z.object({
  id: z.string(),
  expiresAt: z.string(),
  temporary: z.boolean().describe('Whether the draft is lost when the process of the service ends.'),
})

/** `/api/v1/drafts`: keeps drafts that the editor encrypts, for those who have the link. */
export function addDraftRoutes(app: FastifyInstance, context: ServerContext): void {
  const { sharedDrafts } = context
  if (!sharedDrafts) return
  app.post(
    '/api/v1/drafts',
    {
      bodyLimit,
      onRequest: authenticate,
      schema: {
        summary: 'Share an encrypted draft',
        description:
          'Keeps bytes that the server cannot read: the key stays behind the `#` of the link. The token must be accepted by the host.',
        security: [{ hostToken: [] }],
        body: draftBody,
        response: {
          200: { description: 'The id of the draft.', content: { 'application/json': { schema: created } } },
          default: problem,
        },
      },
    },
    (request, reply) =>
      withListingLimit(context, reply, async () => {
        const { ciphertext, expiresIn, host: hostName } = parseRequest(draftBody, request.body)
        const host = chooseHost(context.hosts, hostName ?? context.defaultHost)
        await sendWithinDeadline(reply, context.deadlineMs, async ({ signal, deadlineAt }) => {
          // The host rejects a token that is not valid.
          await host.listRepositories(
            { query: '', page: 1 },
            { token: request.hostToken, signal, deadlineAt },
          )
          return {
            ...(await sharedDrafts.create(ciphertext, expiresIn)),
            temporary: sharedDrafts.isTemporary,
          }
        })
      }),
  )
  addLinkRoutes(app, context, sharedDrafts)
}

/** A caller who knows the id has the link, so that these routes need no token. */
function addLinkRoutes(app: FastifyInstance, context: ServerContext, drafts: SharedDrafts): void {
  const limits = {
    ...{ secret: context.secret, metrics: context.metrics, limits: context.listingLimits },
    requestsPerMinute: context.listingsPerMinute,
  }
  app.get<{ Params: { id: string } }>(
    '/api/v1/drafts/:id',
    {
      schema: {
        summary: 'Read a shared draft',
        params,
        response: {
          200: {
            description: 'The encrypted draft.',
            content: {
              'application/json': { schema: z.object({ ciphertext: z.string(), expiresAt: z.string() }) },
            },
          },
          default: problem,
        },
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const found = await runWithinLimits(limits, { token: `draft ${id.slice(0, 22)}` }, async () =>
        draftId.safeParse(id).success ? drafts.get(id) : null,
      )
      if (!found) throw missing()
      return reply.header('cache-control', 'no-store').send(found)
    },
  )
  app.delete<{ Params: { id: string } }>(
    '/api/v1/drafts/:id',
    {
      schema: {
        summary: 'Remove a shared draft',
        params,
        response: { 204: z.null().describe('The draft is gone.'), default: problem },
      },
    },
    async (request, reply) => {
      const { id } = request.params
      await runWithinLimits(limits, { token: `draft ${id.slice(0, 22)}` }, async () => {
        if (draftId.safeParse(id).success) await drafts.delete(id)
      })
      return reply.code(204).send()
    },
  )
}

function missing(): Problem {
  return new Problem(
    'draft_not_found',
    'The draft is not here: it expired, was removed, or the link is incomplete. Ask its author to share it again.',
  )
}
