import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { problemSchema, warnings } from '../api/answer-schema.ts'
import { chooseHost } from '../api/choose-host.ts'
import {
  parsePreviousReleaseRequest,
  parsePublishingRequest,
  parseRefsRequest,
  parseReleasesRequest,
  parseReposRequest,
  previousReleaseQuery,
  publishingQuery,
  refsQuery,
  releasesQuery,
  reposQuery,
} from '../api/list-request.ts'
import { listReleasesByAncestry } from '../app/list-releases.ts'
import { lookUpPreviousRelease } from '../app/look-up-previous-release.ts'
import { lookUpPublishing } from '../app/look-up-publishing.ts'
import { hostKinds } from '../core/web-address.ts'
import { authenticate } from './authenticate.ts'
import { problemType } from './problem-document.ts'
import { withListingLimit } from './rate-limit.ts'
import { sendWithinDeadline } from './request-deadline.ts'
import type { ServerContext } from './server-context.ts'

const problem = { description: 'An error.', content: { [problemType]: { schema: problemSchema } } }
const security = [{ hostToken: [] }]
const nextPage = z.int().nullable().describe('The number of the next page; null on the last page.')
const ref = z.object({
  name: z.string(),
  kind: z.enum(['tag', 'branch']),
  sha: z.string(),
  date: z.string().nullable(),
})

/** Adds the routes that list the configured hosts, the repositories of a token, the refs and releases of a repository, the release before a ref, and whether a token can publish. */
export function addPickerRoutes(app: FastifyInstance, context: ServerContext): void {
  const hosts = [...context.hosts.values()].map(({ name, kind }) => ({
    name,
    kind,
    default: name === context.defaultHost,
  }))
  const hostsAnswer = z
    .object({ hosts: z.array(z.object({ name: z.string(), kind: z.enum(hostKinds), default: z.boolean() })) })
    .describe('The names that `host` accepts.')
  app.get(
    '/api/v1/hosts',
    { schema: { summary: 'List the configured hosts', response: { 200: hostsAnswer, default: problem } } },
    async () => ({ hosts }),
  )

  const reposAnswer = z
    .object({ repositories: z.array(z.string()), nextPage })
    .describe('A page of repository names, as `owner/repo`.')
  app.get(
    '/api/v1/repos',
    {
      onRequest: authenticate,
      schema: {
        summary: 'List the repositories that the token can read',
        security,
        querystring: reposQuery,
        response: { 200: reposAnswer, default: problem },
      },
    },
    (request, reply) =>
      withListingLimit(context, reply, async () => {
        const { host: hostName, ...query } = parseReposRequest(request.query)
        const host = chooseHost(context.hosts, hostName ?? context.defaultHost)
        await sendWithinDeadline(reply, context.deadlineMs, async ({ signal, deadlineAt }) => {
          const access = { token: request.hostToken, signal, deadlineAt }
          const { items, nextPage } = await host.listRepositories(query, access)
          return { repositories: items, nextPage }
        })
      }),
  )

  const refsAnswer = z
    .object({ refs: z.array(ref), nextPage })
    .describe('A page of tags and branches, tags first.')
  app.get(
    '/api/v1/refs',
    {
      onRequest: authenticate,
      schema: {
        summary: 'List the tags and branches of a repository',
        security,
        querystring: refsQuery,
        response: { 200: refsAnswer, default: problem },
      },
    },
    (request, reply) =>
      withListingLimit(context, reply, async () => {
        const { host: hostName, repoFullName, ...query } = parseRefsRequest(request.query)
        const host = chooseHost(context.hosts, hostName ?? context.defaultHost)
        await sendWithinDeadline(reply, context.deadlineMs, async ({ signal, deadlineAt }) => {
          const repository = await host.open({ repoFullName, token: request.hostToken, signal, deadlineAt })
          const { items, nextPage } = await repository.listRefs(query)
          return { refs: items, nextPage }
        })
      }),
  )

  const previousReleaseAnswer = z
    .object({
      previousRelease: z.object({ name: z.string(), sha: z.string() }).nullable(),
      warnings,
    })
    .describe('The nearest release tag in the history of the ref; null if there is none.')
  app.get(
    '/api/v1/previous-release',
    {
      onRequest: authenticate,
      schema: {
        summary: 'Find the release before a tag, branch or commit',
        security,
        querystring: previousReleaseQuery,
        response: { 200: previousReleaseAnswer, default: problem },
      },
    },
    (request, reply) =>
      withListingLimit(context, reply, async () => {
        const { host: hostName, repoFullName, ...ends } = parsePreviousReleaseRequest(request.query)
        const host = chooseHost(context.hosts, hostName ?? context.defaultHost)
        await sendWithinDeadline(reply, context.deadlineMs, ({ signal, deadlineAt }) =>
          lookUpPreviousRelease(host, { repoFullName, token: request.hostToken, signal, deadlineAt }, ends),
        )
      }),
  )

  const day = z.string().nullable().describe('YYYY-MM-DD; null when the host does not provide it.')
  const releasesAnswer = z
    .object({
      to: z.object({ ref: z.string(), sha: z.string(), date: day }),
      releases: z.array(
        z.object({
          name: z.string(),
          sha: z.string(),
          date: day,
          preRelease: z.boolean(),
          reachable: z.boolean().describe('Whether the release is part of the history of the ref.'),
          commits: z
            .int()
            .nullable()
            .describe('The number of commits up to the next newer reachable release, or the ref.'),
          branch: z.string().nullable().describe('The branch of a release that is not reachable, if known.'),
        }),
      ),
      hasMore: z.boolean().describe('Whether there may be older releases.'),
      complete: z
        .boolean()
        .describe(
          'False if the host did not answer everything: days, branches, or releases on other branches may be missing.',
        ),
    })
    .describe('The newest releases in the history of the ref, and those of the last year on other branches.')
  app.get(
    '/api/v1/releases',
    {
      onRequest: authenticate,
      schema: {
        summary: 'List the releases of a repository by ancestry',
        security,
        querystring: releasesQuery,
        response: { 200: releasesAnswer, default: problem },
      },
    },
    (request, reply) =>
      withListingLimit(context, reply, async () => {
        const { host: hostName, repoFullName, ...query } = parseReleasesRequest(request.query)
        const host = chooseHost(context.hosts, hostName ?? context.defaultHost)
        await sendWithinDeadline(reply, context.deadlineMs, ({ signal, deadlineAt }) =>
          listReleasesByAncestry(host, { repoFullName, token: request.hostToken, signal, deadlineAt }, query),
        )
      }),
  )

  const publishingAnswer = z
    .object({
      mayWrite: z
        .boolean()
        .nullable()
        .describe('Whether the token can write; null if the host does not say before it is tried.'),
      defaultBranch: z.string(),
      hasDrafts: z.boolean().describe('Whether the host has draft releases.'),
      releases: z.array(z.object({ tag: z.string(), name: z.string(), draft: z.boolean(), url: z.string() })),
    })
    .describe('What is known about publishing; the newest releases, at most one page of the host.')
  app.get(
    '/api/v1/publishing',
    {
      onRequest: authenticate,
      schema: {
        summary: 'Check whether the token can publish, and list the releases',
        security,
        querystring: publishingQuery,
        response: { 200: publishingAnswer, default: problem },
      },
    },
    (request, reply) =>
      withListingLimit(context, reply, async () => {
        const { host: hostName, repoFullName, withReleases } = parsePublishingRequest(request.query)
        const host = chooseHost(context.hosts, hostName ?? context.defaultHost)
        await sendWithinDeadline(reply, context.deadlineMs, ({ signal, deadlineAt }) =>
          lookUpPublishing(
            host,
            { repoFullName, token: request.hostToken, signal, deadlineAt },
            { withReleases },
          ),
        )
      }),
  )
}
