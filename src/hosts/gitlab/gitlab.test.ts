import { describe, expect, test } from 'vitest'
import { expectProblem, gather, serve } from '../../../test/stand-ins/forge-cases.ts'
import { describeFaults } from '../../../test/stand-ins/forge-faults.ts'
import {
  describeChangelog,
  describeFirstTimers,
  describeHistory,
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
