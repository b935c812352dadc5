import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { buildRepository, makeFolder } from '../build-repository.ts'
import { listen, localFolder, openService, token } from '../http/service.ts'

/**
 * Runs the protocol's own conformance suite and the inspector's command line against the service. Both are
 * fetched when this is run: they are too large to be carried by everybody who works on the project.
 */
const suite = ['-y', '@modelcontextprotocol/conformance@0.1.16', 'server']
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

const root = makeFolder()
const clone = buildRepository(['Start', { tag: 'v1.0.0' }, 'feat: add search (#1)'], {
  path: join(root, 'acme/widget'),
})
const { app, drain } = await openService([localFolder(root)])
const url = `http://127.0.0.1:${await listen(app)}/mcp`

const overHttp = [url, '--transport', 'http', '--header', `X-Host-Token: ${token}`]
const overStdio = [process.execPath, join(import.meta.dirname, '../../src/main.ts'), 'mcp', '--cwd', clone]
const resolve = ['--method', 'tools/call', '--tool-name', 'resolve_range', '--tool-arg']

const runs: [name: string, words: string[], expected: RegExp][] = [
  ...scenarios.map((name): [string, string[], RegExp] => [
    `conformance: ${name}`,
    [...suite, '--url', url, '--scenario', name],
    /Passed: ([1-9]\d*)\/\1, 0 failed, 0 warnings/,
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
  const passed = code === 0 && expected.test(said) && !/Warning: tool/.test(said)
  if (!passed) failed += 1
  process.stdout.write(`${passed ? 'passed' : 'FAILED'}  ${name}\n${passed ? '' : `${said}\n`}`)
}
await drain()
process.exitCode = failed === 0 ? 0 : 1

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
