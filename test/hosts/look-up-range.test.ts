import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseGenerateRequest } from '../../src/api/generate-request.ts'
import { generate } from '../../src/app/generate.ts'
import { lookUpRange } from '../../src/app/look-up-range.ts'
import type { Host } from '../../src/core/host.ts'
import { configuredHosts } from '../../src/hosts/configured-hosts.ts'
import { startGithub } from '../stand-ins/github.ts'
import { startGitlab } from '../stand-ins/gitlab.ts'
import { buildRepository, makeFolder } from '../support/build-repository.ts'
import { quietContext } from '../support/quiet-context.ts'

const token = 'reader'
const root = makeFolder()
const changes = Array.from({ length: 40 }, (_, index) => ({
  commit: `feat: add part ${index} (#${index + 1})`,
  files: [`src/part-${index}.ts`],
}))
buildRepository(
  [{ commit: 'Start', texts: { 'CHANGELOG.md': '# Changelog\n' } }, { tag: 'v1.0.0' }, ...changes],
  { path: join(root, 'acme/widget') },
)

/** The count of the commits and the list of tags are all that a look-up reads in addition. */
const mostExtra = 4

test.each(['github', 'gitlab'] as const)('on %s a look-up reads the range once', async (kind) => {
  const github = await startGithub({ root, tokens: { [token]: 'all' } })
  const gitlab = await startGitlab({ root, tokens: { [token]: { scopes: ['api'], sees: 'all' } } })
  const {
    url,
    apiUrl,
    graphqlUrl = url,
  } = { graphqlUrl: undefined, ...(kind === 'github' ? github : gitlab) }
  let requests = 0
  const counting: typeof fetch = (address, init) => {
    requests += 1
    return fetch(address, init)
  }
  const { request } = parseGenerateRequest({ repoFullName: 'acme/widget', fromRef: 'previous-release' })
  const countFor = async <Result>(use: (host: Host) => Promise<Result>) => {
    const context = { fetch: counting, now: Date.now, random: () => 0, sleep: async () => {} }
    const [host] = configuredHosts([{ name: kind, kind, url, apiUrl, graphqlUrl }], context)
    requests = 0
    return { result: await use(host!), requests }
  }
  const generated = await countFor((host) => generate(request, { ...quietContext, host, token }))
  const lookedUp = await countFor((host) => lookUpRange(request, { ...quietContext, host, token }))
  await Promise.all([github.close(), gitlab.close()])
  expect(lookedUp.result).toMatchObject({ commitCount: 40, nextVersion: { version: '1.1.0' } })
  expect(lookedUp.requests - generated.requests).toBeLessThanOrEqual(mostExtra)
})
