import { describe, expect, test } from 'vitest'
import { expectProblem, gather, serve } from '../../../test/stand-ins/forge-cases.ts'
import { describeFaults } from '../../../test/stand-ins/forge-faults.ts'
import {
  describeChangelog,
  describeFirstTimers,
  describeHistory,
  describeMissingRequests,
  describePullRequests,
} from '../../../test/stand-ins/forge-suite.ts'
import { startGitlab } from '../../../test/stand-ins/gitlab.ts'
import { gitlabHost } from './gitlab.ts'

const gitlab = {
  start: startGitlab,
  host: gitlabHost,
  scopes: ['read_api', 'read_repository'],
  name: 'group/sub/project',
  mergeMessage: (title: string, number: number) =>
    `Merge branch 'side' into 'main'\n\n${title}\n\nSee merge request group/sub/project!${number}`,
  authorFilter: /author_id=/,
  firstScope: 'read_api',
  movedTo: '/projects/acme%2Fnew',
}

describe('GitLab', () => {
  describeHistory(gitlab)
  describePullRequests(gitlab, true)
  describeFirstTimers(gitlab)
  describeMissingRequests(gitlab)
  describeChangelog(gitlab)
  describeFaults(gitlab)

  test('looks up the name of a project that it redirects to by number', async () => {
    const served = await serve(gitlab)
    const headers = { location: `${served.forge.apiUrl}/projects/81` }
    served.forge.faults.push({ match: /old$/, status: 302, headers })
    served.forge.faults.push({ match: /81$/, status: 200, body: { path_with_namespace: 'acme/new' } })
    const problem = await expectProblem(served.host.open(served.access('acme/old')), 'repository_moved')
    expect(problem.message).toContain('"acme/new"')
    await served.forge.close()
  })

  test.each([
    ['by its prefix', 'glcbt-64_secret', 'glcbt-64_secret'],
    ['by its user name', 'gitlab-ci-token:secret', 'secret'],
  ])('reads git alone with the token of a job, recognised %s', async (_how, token, secret) => {
    const served = await serve(gitlab, { tokens: { [secret]: { scopes: ['job'], sees: 'all' } } })
    served.build('acme/tool', ['One', { tag: 'v1' }, { commit: 'Two', texts: { 'CHANGELOG.md': 'Ours' } }])
    const repository = await served.host.open(served.access('acme/tool', { token }))
    const { from, to } = await repository.resolveRefs('v1', 'HEAD')
    const commits = await gather(repository, { fromSha: from.sha, toSha: to.sha! })
    expect(commits).toHaveLength(1)
    const { changelog, warnings } = await repository.details(commits, to.sha!)
    expect(changelog?.text).toBe('Ours')
    expect(warnings.map(({ detail }) => detail)).toEqual([expect.stringMatching(/the scope read_api/)])
    expect(served.forge.git.calls[0]!.authorization).toBe(`Basic ${btoa(`gitlab-ci-token:${secret}`)}`)
    expect(served.forge.calls[0]!.authorization).toBeNull()
    await served.forge.close()
  })

  test('sends a deploy token with its user name over git', async () => {
    const served = await serve(gitlab, { tokens: { 'gldt-secret': { scopes: ['job'], sees: 'all' } } })
    served.build('acme/tool', ['One'])
    const token = 'gitlab+deploy-token-1:gldt-secret'
    const repository = await served.host.open(served.access('acme/tool', { token }))
    expect((await repository.resolveRefs('HEAD', 'HEAD')).to.sha).not.toBeNull()
    expect(served.forge.git.calls[0]!.authorization).toBe(`Basic ${btoa(token)}`)
    await served.forge.close()
  })

  test('ignores merge requests of other projects', async () => {
    const served = await serve(gitlab)
    served.build('acme/tool', ['Start', { branch: 'side' }, 'On it', { switch: 'main' }])
    const repository = await served.host.open(served.access('acme/tool'))
    const { to } = await repository.resolveRefs('HEAD', 'side')
    const [commit] = await gather(repository, { fromSha: null, toSha: to.sha! })
    const cited = { ...commit!, message: "Merge branch 'x'\n\nSee merge request other/project!5" }
    const asksByNumber = async (message: string) => {
      served.forge.calls.length = 0
      expect((await repository.details([{ ...cited, message }], to.sha!)).pullRequests).toEqual([])
      return served.forge.calls.some(({ path }) => path.includes('iids'))
    }
    expect(await asksByNumber(cited.message)).toBe(false)
    expect(await asksByNumber('Merge\n\nSee merge request Acme/Tool!5')).toBe(true)
    expect(await asksByNumber('Merge\n\nSee merge request !5')).toBe(true)
    await served.forge.close()
  })
})
