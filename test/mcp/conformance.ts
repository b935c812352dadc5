import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { listen, localFolder, openService, token } from '../http/service.ts'
import { buildRepository, makeFolder } from '../support/build-repository.ts'

/**
 * Runs the protocol's own conformance suite and the inspector's command line against the service. Both are
 * fetched when this is run: they are too large to be carried by everybody who works on the project.
 */
const suite = ['-y', '@modelcontextprotocol/conformance@0.1.16', 'server']
const newSuite = ['-y', '@modelcontextprotocol/conformance@0.2.0-alpha.12', 'server']
const inspector = ['-y', '@modelcontextprotocol/inspector@2.12.0', '--cli']

// The others ask for tools, prompts and resources that only a server made for the suite has.
const scenarios = [
  'server-initialize',
  'ping',
  'tools-list',
  'prompts-list',
  'resources-list',
  'dns-rebinding-protection',
]

/** The scenarios of the protocol of 2026-07-28 that ask for nothing but what every server has. */
const newScenarios = [
  'tools-list',
  'prompts-list',
  'resources-list',
  'dns-rebinding-protection',
  'caching',
  'http-header-validation',
  'sep-2164-resource-not-found',
  'server-sse-multiple-streams',
  'input-required-result-unsupported-methods',
]

/** What of the scenario without sessions needs tools of the suite's own, or lists that change: ours never do. */
const notOurs = new Set([
  'sep-2575-server-rejects-undeclared-capability',
  'sep-2575-missing-capability-http-400',
  'sep-2575-http-server-no-independent-requests-on-stream',
  'sep-2575-server-no-log-without-loglevel',
  'sep-2575-server-sends-subscription-ack',
  'sep-2575-server-tags-subscription-id',
])

const root = makeFolder()
const clone = buildRepository(['Start', { tag: 'v1.0.0' }, 'feat: add search (#1)'], {
  path: join(root, 'acme/widget'),
})
const { app, drain } = await openService([localFolder(root)])
const url = `http://127.0.0.1:${await listen(app)}/mcp`

const overHttp = [url, '--transport', 'http', '--header', `X-Host-Token: ${token}`]
const overStdio = [process.execPath, join(import.meta.dirname, '../../src/main.ts'), 'mcp', '--cwd', clone]
const resolve = ['--method', 'tools/call', '--tool-name', 'resolve_range', '--tool-arg']

const allPassed = /Passed: ([1-9]\d*)\/\1, 0 failed, 0 warnings/
const runs: [name: string, words: string[], expected: RegExp][] = [
  ...scenarios.map((name): [string, string[], RegExp] => [
    `conformance: ${name}`,
    [...suite, '--url', url, '--scenario', name],
    allPassed,
  ]),
  ...newScenarios.map((name): [string, string[], RegExp] => [
    `conformance 2026-07-28: ${name}`,
    [...newSuite, '--url', url, '--scenario', name, '--spec-version', '2026-07-28'],
    allPassed,
  ]),
  [
    'inspector: tools over HTTP',
    [...inspector, ...overHttp, '--method', 'tools/list', '--strict'],
    /"collect_changes"/,
  ],
  [
    'inspector: tools over stdio',
    [...inspector, ...overStdio, '--method', 'tools/list', '--strict'],
    /"collect_changes"/,
  ],
  [
    'inspector: a call over HTTP',
    [...inspector, ...overHttp, ...resolve, 'repo=acme/widget', 'from=v1.0.0'],
    /"commitCount": 1/,
  ],
  [
    'inspector: a call over stdio',
    [...inspector, ...overStdio, ...resolve, 'from=v1.0.0'],
    /"commitCount": 1/,
  ],
  [
    'inspector: prompts over stdio',
    [...inspector, ...overStdio, '--method', 'prompts/list'],
    /"release-notes"/,
  ],
  [
    'inspector: resources over HTTP',
    [...inspector, ...overHttp, '--method', 'resources/list'],
    /notewright:\/\/formats\/simple/,
  ],
]

let failed = 0
for (const [name, words, expected] of runs) {
  const { code, said } = await run(words)
  report(name, code === 0 && expected.test(said) && !/Warning: tool/.test(said), said)
}
await tryStateless()
await drain()
process.exitCode = failed === 0 ? 0 : 1

function report(name: string, passed: boolean, said: string): void {
  if (!passed) failed += 1
  process.stdout.write(`${passed ? 'passed' : 'FAILED'}  ${name}\n${passed ? '' : `${said}\n`}`)
}

/** The scenario without sessions, check by check, since some of them can be met only by the suite's own server. */
async function tryStateless(): Promise<void> {
  const words = [...newSuite, '--url', url, '--scenario', 'server-stateless', '--spec-version', '2026-07-28']
  const { said } = await run(words)
  const checks = [...stripVTControlCharacters(said).matchAll(/\[(sep-[\w-]+) *\] (SUCCESS|FAILURE)/g)]
  const wrong = checks.filter(([, id, outcome]) => outcome === 'FAILURE' && !notOurs.has(id!))
  const right = checks.filter(([, , outcome]) => outcome === 'SUCCESS').length
  const name = `conformance 2026-07-28: server-stateless (${right} checks; ${notOurs.size} do not apply)`
  report(name, right > 0 && wrong.length === 0, said)
}

function run(words: string[]): Promise<{ code: number | null; said: string }> {
  return new Promise((settle) => {
    const child = spawn('npx', words, { stdio: ['ignore', 'pipe', 'pipe'] })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        said += text
      })
    }
    child.on('close', (code) => settle({ code, said }))
  })
}
