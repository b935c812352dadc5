import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { proposeChangelog, publishRelease } from '../../src/app/publish-release.ts'
import { configuredHosts } from '../../src/hosts/configured-hosts.ts'
import { startGithub } from '../stand-ins/github.ts'
import { buildRepository, makeFolder } from '../support/build-repository.ts'

/**
 * Publishes against the stand-in for GitHub and holds every request that is sent to GitHub's own description of
 * its interface, which is fetched when this is run.
 */
const tools = makeFolder()
writeFileSync(join(tools, 'package.json'), '{"private": true}')
const packages = ['@octokit/openapi@23.0.2', 'ajv@8.20.0', 'ajv-formats@3.0.1']
execFileSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...packages], {
  cwd: tools,
  stdio: 'ignore',
})
const fetched = createRequire(join(tools, 'package.json'))
const { paths } = fetched('@octokit/openapi/generated/api.github.com.deref.json') as Description
const ajv = new (fetched('ajv').default)({ strict: false })
fetched('ajv-formats').default(ajv)

interface Operation {
  parameters?: { name: string; in: string; schema: object }[]
  requestBody?: { content: Record<string, { schema: object }> }
  responses: Record<string, unknown>
}

interface Description {
  paths: Record<string, Record<string, Operation>>
}

interface Sent {
  method: string
  url: URL
  body: unknown
  status: number
}

const token = 'token-that-may-write'
const root = makeFolder()
const changelog = '# Changelog\n\n## [Unreleased]\n\n- Ours\n'
buildRepository(
  [{ commit: 'Start', texts: { 'CHANGELOG.md': changelog } }, { tag: 'v1.4.0' }, 'feat: add search (#1)'],
  { path: join(root, 'acme/widget') },
)
const github = await startGithub({ root, tokens: { [token]: 'all' } })
const sent: Sent[] = []
const recording: typeof fetch = async (address, init) => {
  const answer = await fetch(address, init)
  const body = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined
  sent.push({ method: init?.method ?? 'GET', url: new URL(String(address)), body, status: answer.status })
  return answer
}
const setting = { name: 'github', kind: 'github' as const, ...github }
const [host] = configuredHosts([setting], {
  fetch: recording,
  now: Date.now,
  random: () => 0,
  sleep: async () => {},
})
const access = {
  repoFullName: 'acme/widget',
  token,
  signal: new AbortController().signal,
  deadlineAt: Date.now() + 60_000,
}

const release = { tag: 'v1.5.0', name: null, target: null, prerelease: false, publish: false }
await publishRelease(host!, access, { ...release, text: '* One (#1)\n' })
const named = { ...release, name: 'The first', prerelease: true, publish: true }
await publishRelease(host!, access, { ...named, text: '* One (#1)\n* Two (#2)\n' })
await publishRelease(host!, access, { ...release, tag: 'v1.6.0', target: 'main', text: '* One (#1)\n' })
const section = { text: '## [1.5.0]\n\n- Add search (#1)\n', base: null }
await proposeChangelog(host!, access, { ...section, path: 'CHANGELOG.md' })
await proposeChangelog(host!, access, { ...section, path: 'docs/NEWS.md' })
await github.close()

let failed = 0
const base = new URL(github.apiUrl).pathname.replace(/\/$/, '')
for (const { method, url, body, status } of sent) {
  const path = url.pathname.slice(base.length)
  const faults = faultsOf(method, path, url.searchParams, body, status)
  if (faults.length > 0) failed += 1
  const line = `${faults.length > 0 ? 'FAILED' : 'passed'}  ${method} ${path}${url.search} -> ${status}`
  process.stdout.write(`${[line, ...faults].join('\n')}\n`)
}
process.exitCode = failed === 0 && sent.some(({ method }) => method === 'PATCH') ? 0 : 1

function faultsOf(
  ...[method, path, search, body, status]: [string, string, URLSearchParams, unknown, number]
) {
  const operation = findOperation(method.toLowerCase(), path)
  if (!operation) return ['there is no such operation']
  const { parameters = [], requestBody, responses } = operation
  const known = parameters.filter((each) => each.in === 'query').map(({ name }) => name)
  const faults = [...search.keys()]
    .filter((name) => !known.includes(name))
    .map((name) => `no parameter ${name}`)
  if (!(status in responses)) faults.push(`no answer ${status}`)
  if (body === undefined) return faults
  const schema = requestBody?.content['application/json']?.schema as { properties: object } | undefined
  if (!schema) return [...faults, 'it takes no body']
  const validate = ajv.compile(schema)
  if (!validate(body)) faults.push(ajv.errorsText(validate.errors))
  for (const name of Object.keys(body as object))
    if (!(name in schema.properties)) faults.push(`no field ${name}`)
  return faults
}

/** The operation whose path fits; what stands for a path of several parts is the last one of its template. */
function findOperation(method: string, path: string): Operation | undefined {
  const fitting = Object.entries(paths).filter(([template, methods]) => {
    const parts = template.split(/\{[^}]+\}/).map((part) => part.replace(/[.*+?^$()|[\]\\]/g, '\\$&'))
    const open = /\/\{(?:path|ref)\}$/.test(template)
    const form = parts.map((part, index) =>
      index === 0 ? part : `${open && index === parts.length - 1 ? '.+' : '[^/]+'}${part}`,
    )
    return method in methods && new RegExp(`^${form.join('')}$`).test(path)
  })
  return fitting.sort(([one], [other]) => other.length - one.length)[0]?.[1][method]
}
