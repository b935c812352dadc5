import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { diagnosisSchema } from '../../src/api/doctor-request.ts'
import type { DiagnosisStep } from '../../src/core/diagnosis.ts'
import type { HostSetting } from '../../src/core/host.ts'
import { configuredHosts } from '../../src/hosts/configured-hosts.ts'
import { expectProblem, openService } from '../http/service.ts'
import { startBitbucket } from '../stand-ins/bitbucket.ts'
import { startGitServer } from '../stand-ins/git-server.ts'
import { startGitea } from '../stand-ins/gitea.ts'
import { startGithub } from '../stand-ins/github.ts'
import { startGitlab } from '../stand-ins/gitlab.ts'
import { buildRepository, makeFolder } from '../support/build-repository.ts'
import { main, minimalEnv } from '../support/main-program.ts'

const token = 'canary-token-8a1d40f7'
const root = makeFolder()
buildRepository(
  [
    { commit: 'Start', texts: { 'CHANGELOG.md': '# Changelog\n' } },
    ...Array.from({ length: 12 }, (_, n) => `feat: part ${n} (#${n + 1})`),
  ],
  { path: join(root, 'acme/widget') },
)
buildRepository([], { path: join(root, 'acme/empty') })
const scopes = ['api', 'read:repository', 'read:user', 'repository', 'pullrequest']
const tokens = { [token]: { scopes, sees: 'all' as const } }
const github = await startGithub({ root, tokens: { [token]: 'all' } })
const gitlab = await startGitlab({ root, tokens })
const gitea = await startGitea({ root, tokens })
const bitbucket = await startBitbucket({ root, tokens })
const plain = await startGitServer({ root, tokens: { [token]: 'all' } })
afterAll(() => Promise.all([github, gitlab, gitea, bitbucket, plain].map((each) => each.close())))

const setting = (kind: HostSetting['kind'], { url, apiUrl = url }: { url: string; apiUrl?: string }) => ({
  ...{ name: kind, kind, url, apiUrl },
  graphqlUrl: kind === 'github' ? github.graphqlUrl : url,
})
const settings = [
  setting('github', github),
  setting('gitlab', gitlab),
  setting('gitea', gitea),
  setting('bitbucket', bitbucket),
  setting('git', plain),
]
const hosts = configuredHosts(settings, { fetch, now: Date.now, random: () => 0, sleep: async () => {} })
const { app } = await openService(hosts)
afterAll(() => app.close())

beforeEach(() => {
  github.reset()
  for (const { faults, git } of [gitlab, gitea, bitbucket]) {
    faults.length = 0
    git.faults.length = 0
  }
})

const post = (payload: Record<string, unknown>, given = token) =>
  app.inject({
    method: 'POST',
    url: '/api/v1/doctor',
    headers: { authorization: `Bearer ${given}`, 'content-type': 'application/json' },
    payload: JSON.stringify(payload),
  })

async function diagnose(payload: Record<string, unknown>, given = token) {
  const answered = await post(payload, given)
  expect([answered.statusCode, answered.body]).toEqual([200, expect.not.stringContaining(given)])
  const { ok, steps } = diagnosisSchema.strict().parse(answered.json())
  const statuses = Object.fromEntries(steps.map(({ id, status }) => [id, status]))
  return { ok, steps: steps as DiagnosisStep[], statuses }
}

const allOk = { token: 'ok', repository: 'ok', refs: 'ok', commits: 'ok', git: 'ok', details: 'ok' }

describe('POST /api/v1/doctor', () => {
  test.each(['github', 'gitlab', 'gitea', 'bitbucket'])('finds nothing wrong on %s', async (host) => {
    const { ok, statuses, steps } = await diagnose({ host, repo: 'acme/widget' })
    expect([ok, statuses]).toEqual([true, { ...allOk, publishing: 'ok' }])
    const requests = steps.flatMap((step) => step.requests)
    expect(requests.length).toBeGreaterThan(2)
    expect(requests.every(({ status, bytes }) => status !== null && bytes >= 0)).toBe(true)
    expect(requests.some(({ bytes }) => bytes > 0)).toBe(true)
  })

  test('says of a git server what it does not have', async () => {
    const { ok, statuses } = await diagnose({ host: 'git', repo: 'acme/widget' })
    expect([ok, statuses]).toEqual([true, { ...allOk, publishing: 'warning' }])
  })

  test.each(['github', 'gitlab', 'gitea', 'bitbucket'])('checks the token alone on %s', async (host) => {
    const { ok, statuses } = await diagnose({ host })
    expect([ok, statuses]).toEqual([true, { token: 'ok', repositories: 'ok' }])
    const wrong = await diagnose({ host }, 'wrong-canary-token')
    expect([wrong.ok, wrong.statuses.repositories]).toEqual([false, 'failed'])
    expect(wrong.steps.at(-1)!.code).toBe('token_rejected')
  })

  test('names the permission that is missing, and still says that notes can be generated', async () => {
    Object.assign(github.faults, { pullRequestsDenied: true, scopes: null })
    const { ok, statuses, steps } = await diagnose({ host: 'github', repo: 'acme/widget' })
    expect([ok, statuses.details]).toEqual([true, 'warning'])
    expect(steps.find(({ id }) => id === 'details')!.detail).toContain('"Pull requests: read"')
  })

  test.each([
    ['a repository that is not there', 'acme/none', 'repository', 'repository_not_found'],
    ['an empty repository', 'acme/empty', 'refs', 'empty_repository'],
  ])('stops at %s', async (_what, repo, id, code) => {
    const { ok, steps } = await diagnose({ host: 'gitea', repo })
    expect(ok).toBe(false)
    expect(steps.find(({ status }) => status === 'failed')).toMatchObject({ id, code })
    expect(steps.at(-1)!.status).toBe('skipped')
  })

  test('reports a host that fails, with its status', async () => {
    gitlab.faults.push({ status: 500 })
    const { ok, steps } = await diagnose({ host: 'gitlab', repo: 'acme/widget' })
    expect(ok).toBe(false)
    const failed = steps.find(({ status }) => status === 'failed')!
    expect(failed).toMatchObject({ id: 'repository', code: 'host_unusable', requests: [{ status: 500 }] })
  })

  test('warns if git fails', async () => {
    gitlab.git.faults.push({ status: 503 })
    const { ok, statuses } = await diagnose({ host: 'gitlab', repo: 'acme/widget' })
    expect([ok, statuses.git]).toEqual([true, 'warning'])
  })

  test('rejects an unknown host and a bad name', async () => {
    expectProblem(await post({ host: 'nope' }), 400, 'invalid_request')
    expectProblem(await post({ repo: '../x' }), 400, 'invalid_request')
  })
})

function run(args: string[], given: string | null = token) {
  const env = {
    ...minimalEnv,
    NOTEWRIGHT_HOSTS: JSON.stringify(settings.map(({ graphqlUrl: _unused, ...rest }) => rest)),
    ...(given === null ? {} : { NOTEWRIGHT_TOKEN: given }),
  }
  const child = spawn(process.execPath, [main, 'doctor', ...args], { env })
  const ended = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => {
      ended[name] += text
    })
  return new Promise<{ code: number | null } & typeof ended>((resolve) => {
    child.on('close', (code) => resolve({ code, ...ended }))
  })
}

describe('notewright doctor', () => {
  test('prints each step and its requests, and exits with 0', async () => {
    const { code, stdout, stderr } = await run(['--host', 'gitea', '--repo', 'acme/widget'])
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toContain('Host gitea (gitea), repository acme/widget\n')
    expect(stdout).toMatch(/^ok +commits: The last 10 commits were read\. \(\d+ ms, \d+ bytes\)$/m)
    expect(stdout).toMatch(/^ +GET \/api\/v1\/repos\/acme\/widget -> 200, \d+ ms, \d+ bytes$/m)
    expect(stdout).toMatch(/Notes can be generated\.\n$/)
    expect(stdout).not.toContain(token)
  })

  test('--json prints what the API returns', async () => {
    const { code, stdout } = await run(['--host', 'github', '--repo', 'acme/widget', '--json'])
    expect(code).toBe(0)
    expect(diagnosisSchema.omit({ success: true }).strict().parse(JSON.parse(stdout)).ok).toBe(true)
  })

  test('exits with the code of the problem', async () => {
    const { code, stdout, stderr } = await run(
      ['--host', 'gitea', '--repo', 'acme/widget'],
      'canary-wrong-token',
    )
    expect(code).toBe(3)
    expect(stdout).toMatch(/^FAILED +repository: .*rejected the token/m)
    expect(stdout + stderr).not.toContain('canary-wrong-token')
    expect((await run(['--host', 'gitea'], null)).code).toBe(3)
  })
})
