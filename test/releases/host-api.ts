import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { parse } from 'yaml'
import { lookUpPublishing } from '../../src/app/look-up-publishing.ts'
import { proposeChangelog, publishRelease } from '../../src/app/publish-release.ts'
import type { Access, Host, HostSetting } from '../../src/core/host.ts'
import { configuredHosts } from '../../src/hosts/configured-hosts.ts'
import { startBitbucket } from '../stand-ins/bitbucket.ts'
import { startGitea } from '../stand-ins/gitea.ts'
import { startGithub } from '../stand-ins/github.ts'
import { startGitlab } from '../stand-ins/gitlab.ts'
import { buildRepository, makeFolder } from '../support/build-repository.ts'
import { type Description, faultsOf, withRequiredFields } from './api-description.ts'

/**
 * Reads and publishes against the stand-ins, and checks every request that is sent and every response of a stand-in
 * against the vendor's own description of its REST API. A second run gets responses that have all fields which the
 * description requires, and none that a host may omit. The descriptions are fetched when this is run, or read from
 * the folder HOST_API_FOLDER (`gitea.json`, `forgejo.json`, `bitbucket.json`, `gitlab.yaml`). GraphQL needs no extra check: the
 * stand-in validates and executes each query with GitHub's published schema.
 */
type Kind = 'github' | 'gitlab' | 'gitea' | 'bitbucket'

/** A description, and the host that its requests and responses are compared with. */
interface Source {
  file: string
  url: string
}

const sources: Record<Exclude<Kind, 'github'> | 'forgejo', Source> = {
  gitea: { file: 'gitea.json', url: 'https://gitea.com/swagger.v1.json' },
  forgejo: { file: 'forgejo.json', url: 'https://codeberg.org/swagger.v1.json' },
  bitbucket: { file: 'bitbucket.json', url: 'https://api.bitbucket.org/swagger.json' },
  gitlab: {
    file: 'gitlab.yaml',
    url: 'https://gitlab.com/gitlab-org/gitlab/-/raw/master/doc/api/openapi/openapi_v2.yaml',
  },
}

async function descriptionOf(kind: Kind | 'forgejo'): Promise<Description | null> {
  if (kind === 'github') return fetchGithub()
  const { file, url } = sources[kind]
  const path = join(process.env.HOST_API_FOLDER ?? '', file)
  if (process.env.HOST_API_FOLDER !== undefined && existsSync(path)) return parse(readFileSync(path, 'utf8'))
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(60_000) })
    return response.ok ? parse(await response.text()) : null
  } catch {
    // Without the description the host is reported as not checked.
    return null
  }
}

function fetchGithub(): Description {
  const tools = makeFolder()
  writeFileSync(join(tools, 'package.json'), '{"private": true}')
  const install = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '@octokit/openapi@23.0.2']
  execFileSync('npm', install, { cwd: tools, stdio: 'ignore' })
  const fetched = createRequire(join(tools, 'package.json'))
  return fetched('@octokit/openapi/generated/api.github.com.deref.json') as Description
}

interface Exchange {
  method: string
  url: URL
  body: unknown
  status: number
  answer: unknown
}

const token = 'token-that-may-write'
const scopes = ['api', 'read:user', 'write:repository', 'repository', 'pullrequest', 'repository:write']
const tokens = { [token]: { scopes, sees: 'all' as const } }
const root = makeFolder()
const changelog = '# Changelog\n\n## [Unreleased]\n\n- Ours\n'
const names = ['github', 'gitea', 'forgejo', 'bitbucket', 'gitlab'].flatMap((api) => [api, `${api}-minimal`])
for (const name of names.map((each) => `acme/${each}`))
  buildRepository(
    [
      { commit: 'Start', texts: { 'CHANGELOG.md': changelog } },
      { tag: 'v1.4.0', annotated: true },
      { commit: 'feat: add search (#1)', by: 'Bob' },
      'Prepare tabs',
      'Add tabs',
    ],
    { path: join(root, name) },
  )
const rebased = [{ number: 2, title: 'feat: tabs', subjects: ['Prepare tabs', 'Add tabs'], keepsShas: false }]
const exchanges: Exchange[] = []
const recording: typeof fetch = async (address, init) => {
  const response = await fetch(address, init)
  const text = await response.clone().text()
  const body = typeof init?.body === 'string' ? parseBody(init.body) : undefined
  const exchange = { method: init?.method ?? 'GET', url: new URL(String(address)), body }
  exchanges.push({ ...exchange, status: response.status, answer: parseBody(text) })
  return response
}

/** Returns a `fetch` whose responses have exactly the fields that the description requires. */
function completing(description: Description, base: string): typeof fetch {
  return async (address, init) => {
    const response = await fetch(address, init)
    const { pathname } = new URL(String(address))
    const isJson = response.headers.get('content-type')?.includes('json') ?? false
    if (!isJson || !pathname.startsWith(`${base}/`)) return response
    const text = await response.text()
    const { status, headers } = response
    const parsed = parseBody(text)
    // A SHA or a file instead of an object.
    if (typeof parsed !== 'object') return new Response(text, { status, headers: withoutLength(headers) })
    const exchange = { method: init?.method ?? 'GET', path: pathname.slice(base.length), status }
    const answer = withRequiredFields(description, { ...exchange, answer: parsed })
    return new Response(JSON.stringify(answer), { status, headers: withoutLength(headers) })
  }
}

/** Returns what has to be removed from an address to find its path in the description; GitLab's paths are complete. */
function pathsBegin(description: Description, base: string): string {
  return Object.keys(description.paths).some((path) => path.startsWith(`${base}/`)) ? '' : base
}

function withoutLength(headers: Headers): Headers {
  const kept = new Headers(headers)
  kept.delete('content-length')
  kept.delete('content-encoding')
  return kept
}

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // A file, a form or a page.
    return undefined
  }
}

const stands = {
  github: await startGithub({ root, tokens: { [token]: 'all' } }),
  gitlab: await startGitlab({ root, tokens, rebased }),
  gitea: await startGitea({ root, tokens, rebased }),
  bitbucket: await startBitbucket({ root, tokens, rebased }),
}
stands.github.rebased.push(...rebased)

/** Reads over each protocol that the host has, and publishes what it can. */
async function useHost(host: Host, kind: Kind, repoFullName: string): Promise<void> {
  const access: Access = {
    repoFullName,
    token,
    signal: new AbortController().signal,
    deadlineAt: Date.now() + 60_000,
  }
  await host.listRepositories({ query: '', page: 1 }, access)
  await read(host, access)
  // Without git and GraphQL everything is read over REST.
  if (kind === 'github') Object.assign(stands.github.faults, { graphqlOff: 404, wireOff: 404 })
  else stands[kind].git.faults.push({ status: 404 })
  await read(host, access, kind !== 'github')
  if (kind === 'github') stands.github.reset()
  const section = { text: '## [1.5.0]\n\n- Add search (#1)\n', base: null }
  await proposeChangelog(host, access, { ...section, path: 'CHANGELOG.md' })
  await proposeChangelog(host, access, {
    ...section,
    text: `${section.text}- More (#2)\n`,
    path: 'docs/NEWS.md',
  })
  if (kind === 'bitbucket') return
  const release = { tag: 'v1.5.0', name: null, target: null, prerelease: false, publish: kind === 'gitlab' }
  await publishRelease(host, access, { ...release, text: '* One (#1)\n' })
  const named = { ...release, name: 'The first', prerelease: true, publish: true, latest: false }
  await publishRelease(host, access, { ...named, text: '* One (#1)\n* Two (#2)\n' })
  await publishRelease(host, access, { ...release, tag: 'v1.6.0', target: 'main', text: '* One (#1)\n' })
  await lookUpPublishing(host, access, { withReleases: true })
}

async function read(host: Host, access: Access, lists = true): Promise<void> {
  const repository = await host.open(access)
  const { from, to } = await repository.resolveRefs('v1.4.0', 'HEAD')
  await repository.resolveRefs('HEAD~2', 'main')
  const range = { fromSha: from.sha, toSha: to.sha! }
  const commits = []
  for await (const commit of repository.commits(range, 100)) commits.push(commit)
  await repository.details(commits, to.sha!)
  await repository.count(range)
  await repository.tags()
  if (lists) await repository.listRefs({ query: '', page: 1 })
}

/** What the descriptions do not contain although the hosts have it, and where it is documented instead. */
const undescribed: [api: Kind | 'forgejo', fault: RegExp, where: string][] = [
  [
    'forgejo',
    /^no parameter poster$/,
    'in newer versions; where it is ignored, the authors of the pull requests are compared',
  ],
  ['bitbucket', /^no parameter (?:in|ex)clude$/, 'in the text about the list of commits'],
  ['bitbucket', /^request\.type is missing$/, 'examples of requests omit the name of their type'],
  ['bitbucket', /\.nickname$/, 'in the type of a user, which is an account'],
  [
    'bitbucket',
    /\.description$/,
    'in examples of responses; other clients send it when they open a pull request',
  ],
  [
    'gitlab',
    /^request\.actions\[\d+\]\.(?:previous_path|execute_filemode) is missing$/,
    'optional in the text',
  ],
  ['gitlab', /\.labels is a list, not string$/, 'a list in the examples of the text'],
  ['gitlab', /\.access_level is a integer, not string$/, 'a number in the examples of the text'],
  ['gitlab', /^no response 201$/, 'new commits are described with 200; real servers return 201'],
]

let failed = 0
for (const api of ['github', 'gitea', 'forgejo', 'bitbucket', 'gitlab'] as const) {
  const kind = api === 'forgejo' ? 'gitea' : api
  const [checked, minimal] = [`acme/${api}`, `acme/${api}-minimal`] as const
  const { url, apiUrl } = stands[kind]
  const graphqlUrl = kind === 'github' ? stands.github.graphqlUrl : url
  const setting: HostSetting = { name: kind, kind, url, apiUrl, graphqlUrl }
  const openWith = (fetching: typeof fetch) => {
    const context = { fetch: fetching, now: Date.now, random: () => 0, sleep: async () => {} }
    return configuredHosts([setting], context)[0]!
  }
  exchanges.length = 0
  await useHost(openWith(recording), kind, checked)
  const description = await descriptionOf(api)
  if (!description) {
    process.stdout.write(`skipped ${api}: its description could not be fetched\n`)
    continue
  }
  const apiPath = new URL(apiUrl).pathname
  const base = pathsBegin(description, apiPath)
  description.hasListsAsElements = api === 'gitlab'
  const error = await useHost(openWith(completing(description, base)), kind, minimal).then(
    () => null,
    (reason: unknown) => reason,
  )
  if (error !== null) failed += 1
  const outcome = error === null ? 'passed' : 'FAILED'
  process.stdout.write(
    `${outcome}  ${api} with exactly the required fields${error === null ? '' : `: ${error}`}\n`,
  )
  const seen = new Set<string>()
  for (const { method, url: called, body, status, answer } of exchanges) {
    if (!called.pathname.startsWith(`${apiPath}/`)) continue
    const path = called.pathname.slice(base.length)
    const request = { method, path, query: called.searchParams, body, status, answer }
    const isFault = (fault: string) => !undescribed.some(([of, pattern]) => of === api && pattern.test(fault))
    const faults = faultsOf(description, request).filter(isFault)
    const line = `${faults.length > 0 ? 'FAILED' : 'passed'}  ${api} ${method} ${path}${called.search} -> ${status}`
    if (seen.has(line)) continue
    seen.add(line)
    if (faults.length > 0) failed += 1
    process.stdout.write(`${[line, ...faults.map((fault) => `        ${fault}`)].join('\n')}\n`)
  }
}
await Promise.all(Object.values(stands).map((stand) => stand.close()))
process.exitCode = failed === 0 ? 0 : 1
