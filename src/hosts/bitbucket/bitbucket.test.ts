import { describe, expect, test } from 'vitest'
import { startBitbucket } from '../../../test/stand-ins/bitbucket.ts'
import { expectProblem, gather, serve } from '../../../test/stand-ins/forge-cases.ts'
import { describeFaults } from '../../../test/stand-ins/forge-faults.ts'
import {
  describeChangelog,
  describeFirstTimers,
  describeHistory,
  describeMissingRequests,
  describePullRequests,
} from '../../../test/stand-ins/forge-suite.ts'
import { Problem } from '../../core/errors.ts'
import type { HttpClient } from '../../http-client/http-client.ts'
import { bitbucketHost } from './bitbucket.ts'

const bitbucket = {
  start: startBitbucket,
  host: bitbucketHost,
  scopes: ['repository', 'pullrequest'],
  name: 'acme/tool',
  mergeMessage: (title: string, number: number) => `Merged in side (pull request #${number})\n\n${title}`,
  authorFilter: /author\.uuid/,
  firstScope: 'repository',
  movedTo: '/repositories/acme/new',
}

describe('Bitbucket', () => {
  describeHistory(bitbucket)
  describePullRequests(bitbucket, false)
  describeFirstTimers(bitbucket)
  describeMissingRequests(bitbucket)
  describeChangelog(bitbucket)
  describeFaults(bitbucket)

  test.each([
    [
      'another origin',
      'https://elsewhere.example/2.0/repositories/acme/tool/commits?page=2',
      /outside its API/,
    ],
    ['itself', '', /same page twice/],
  ])('does not follow a next page at %s', async (_where, next, text) => {
    const served = await serve(bitbucket)
    served.build('acme/tool', ['One', { tag: 'v1' }, 'Two'])
    const repository = await served.host.open(served.access('acme/tool'))
    const { from, to } = await repository.resolveRefs('v1', 'HEAD')
    const range = { fromSha: from.sha, toSha: to.sha! }
    const query = `/repositories/acme/tool/commits?include=${range.toSha}&exclude=${range.fromSha}&pagelen=100`
    const body = { values: [], next: next || served.forge.apiUrl + query }
    served.forge.faults.push({ match: /commits\?/, status: 200, body })
    expect((await expectProblem(gather(repository, range), 'host_unusable')).message).toMatch(text)
    await served.forge.close()
  })
})

test.each([
  ['an access token alone', 'access-token', 'Bearer access-token'],
  [
    'a personal API token with its owner',
    'ada@example.org:api-token',
    `Basic ${btoa('ada@example.org:api-token')}`,
  ],
  ['a password with the name of its owner', 'ada:app-password', `Basic ${btoa('ada:app-password')}`],
])('%s is sent as Bitbucket takes it', async (_what, token, authorization) => {
  const sent: (string | undefined)[] = []
  const httpClient: HttpClient = async (request) => {
    sent.push(request.headers.authorization)
    throw new Problem('host_unreachable', 'enough')
  }
  const host = bitbucketHost({
    name: 'bitbucket',
    url: 'https://x.org',
    apiUrl: 'https://x.org/2.0',
    httpClient,
  })
  const access = { repoFullName: 'a/b', token, signal: new AbortController().signal, deadlineAt: 1 }
  await expect(host.open(access)).rejects.toMatchObject({ code: 'host_unreachable' })
  expect(sent).toEqual([authorization])
})
