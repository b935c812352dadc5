import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { diagnoseHost } from '../../src/app/diagnose-host.ts'
import type { Diagnosis } from '../../src/core/diagnosis.ts'
import { configuredHosts } from '../../src/hosts/configured-hosts.ts'
import { buildRepository, git, makeFolder } from '../support/build-repository.ts'

/**
 * Reads repositories from real web servers with git's own `http-backend` behind them, and from a server that speaks only
 * version 0 of git's protocol. Needs `apt-get install nginx-light fcgiwrap apache2 python3-dulwich`; a server that is
 * not installed is skipped. Usage: npm run test:real-servers
 */
const folder = makeFolder()
const repositories = join(folder, 'git')
for (const path of ['zap', 'team/tool.git', '~ada/notes.git']) {
  const bare = buildRepository(
    [
      { commit: 'Start', texts: { 'CHANGELOG.md': '# Changelog\n' } },
      { tag: 'v1' },
      ...Array.from({ length: 12 }, (_, n) => `feat: part ${n}`),
    ],
    { path: join(repositories, path), bare: true },
  )
  git(bare, ['config', 'uploadpack.allowFilter', path === 'zap' ? 'false' : 'true'])
}
const backend = join(execFileSync('git', ['--exec-path']).toString().trim(), 'git-http-backend')
const passwords = join(folder, 'passwords')
// A password is kept as SHA-1, which both web servers read.
const hash = createHash('sha1').update('pass:word').digest('base64')
writeFileSync(passwords, `dev:{SHA}${hash}\n`)
execFileSync('chmod', ['-R', 'a+rX', folder])

const started: ChildProcess[] = []
process.once('exit', stopAll)

/** Ends the servers with the processes that they started. */
function stopAll(): void {
  for (const child of started.splice(0))
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid)
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Starts a program in the foreground, and waits until its port answers. */
async function start(program: string, args: string[], port: number, env = {}): Promise<void> {
  const child = spawn(program, args, {
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore'],
    env: { ...process.env, ...env },
  })
  started.push(child)
  for (let tries = 0; tries < 100; tries += 1) {
    if (child.exitCode !== null) throw new Error(`${program} exited with ${child.exitCode}`)
    const answered = await fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    )
    if (answered) return
    await wait(50)
  }
  throw new Error(`${program} does not answer`)
}

async function startNginx(port: number): Promise<void> {
  const socket = join(folder, 'fcgi.socket')
  const workers = spawn('fcgiwrap', ['-c', '2', '-s', `unix:${socket}`], {
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore'],
    env: { ...process.env, ...safeDirectory },
  })
  started.push(workers)
  await wait(300)
  const config = join(folder, 'nginx.conf')
  const variables = {
    SCRIPT_FILENAME: backend,
    GIT_PROJECT_ROOT: repositories,
    GIT_HTTP_EXPORT_ALL: '1',
    PATH_INFO: '$uri',
    QUERY_STRING: '$query_string',
    REQUEST_METHOD: '$request_method',
    CONTENT_TYPE: '$content_type',
    CONTENT_LENGTH: '$content_length',
    REMOTE_USER: '$remote_user',
    HTTP_GIT_PROTOCOL: '$http_git_protocol',
    GIT_PROTOCOL: '$http_git_protocol',
    HTTP_CONTENT_ENCODING: '$http_content_encoding',
  }
  const parameters = Object.entries(variables).map(([name, value]) => `fastcgi_param ${name} ${value};`)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join('\n')
  writeFileSync(
    config,
    `user root; daemon off; pid ${folder}/nginx.pid; error_log stderr crit;
events {}
http { access_log off; ${temporary}
server { listen 127.0.0.1:${port};
location / { auth_basic git; auth_basic_user_file ${passwords};
${parameters.join('\n')} fastcgi_pass unix:${socket}; } } }\n`,
  )
  await start('nginx', ['-c', config], port)
}

async function startApache(port: number): Promise<void> {
  const config = join(folder, 'apache.conf')
  const names = ['mpm_event', 'authz_core', 'authz_user', 'authn_core', 'authn_file', 'auth_basic', 'alias']
  const modules = [...names, 'env', 'setenvif', 'cgid'].map(
    (name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`,
  )
  const run = join(folder, 'apache')
  mkdirSync(run)
  writeFileSync(
    config,
    `ServerName localhost
ServerRoot ${run}
PidFile ${run}/pid
ErrorLog ${run}/errors
Listen 127.0.0.1:${port}
${modules.join('\n')}
ScriptSock ${run}/cgi
User www-data
Group www-data
SetEnv GIT_PROJECT_ROOT ${repositories}
SetEnv GIT_HTTP_EXPORT_ALL
${Object.entries(safeDirectory)
  .map(([name, value]) => `SetEnv ${name} ${value}`)
  .join('\n')}
SetEnvIf Git-Protocol ".*" GIT_PROTOCOL=$0
ScriptAlias /srv/ ${backend}/
<Location />
AuthType Basic
AuthName git
AuthUserFile ${passwords}
Require valid-user
</Location>\n`,
  )
  await start('apache2', ['-f', config, '-DFOREGROUND'], port)
}

const safeDirectory = { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'safe.directory', GIT_CONFIG_VALUE_0: '*' }

async function startDulwich(port: number): Promise<void> {
  const path = join(repositories, 'team/tool.git')
  const program = `from dulwich.web import make_wsgi_chain, make_server, WSGIRequestHandlerLogger, WSGIServerLogger
from dulwich.server import DictBackend
from dulwich.repo import Repo
app = make_wsgi_chain(DictBackend({'/tool.git': Repo(${JSON.stringify(path)}), '/': Repo(${JSON.stringify(path)})}))
make_server('127.0.0.1', ${port}, app, handler_class=WSGIRequestHandlerLogger, server_class=WSGIServerLogger).serve_forever()`
  await start('/usr/bin/python3', ['-c', program], port)
}

interface Case {
  server: string
  base: string
  repo: string
  token: string | null
  user?: string
  expected: 'ok' | RegExp
}

async function diagnose({ base, repo, token, user }: Case, port: number): Promise<Diagnosis> {
  const url = `http://127.0.0.1:${port}${base}`
  const setting = { name: 'code', kind: 'git' as const, url, apiUrl: url, graphqlUrl: url, user }
  const context = { fetch, now: Date.now, random: () => 0, sleep: async () => {} }
  const [host] = configuredHosts([setting], context)
  const signal = new AbortController().signal
  return diagnoseHost(host!, { token, repoFullName: repo, signal, deadlineAt: Date.now() + 30_000 })
}

const password = 'dev:pass:word'
const casesOf = (server: string, base: string): Case[] => [
  { server, base, repo: 'team/tool', token: password, expected: 'ok' },
  { server, base, repo: 'team/tool.git', token: 'pass:word', user: 'dev', expected: 'ok' },
  { server, base: `${base}/team`, repo: 'tool', token: password, expected: 'ok' },
  { server, base, repo: '~ada/notes', token: password, expected: 'ok' },
  { server, base, repo: 'zap', token: password, expected: 'ok' },
  { server, base, repo: 'none', token: password, expected: /No repository/ },
  { server, base, repo: 'zap', token: 'dev:wrong', expected: /does not accept the token/ },
  { server, base, repo: 'zap', token: null, expected: /cannot be read without a token/ },
]
const servers: [name: string, start: (port: number) => Promise<void>, cases: Case[]][] = [
  ['nginx', startNginx, casesOf('nginx', '')],
  ['apache2', startApache, casesOf('apache2', '/srv')],
  [
    'dulwich',
    startDulwich,
    [
      {
        server: 'dulwich',
        base: '',
        repo: 'tool',
        token: null,
        expected: /only version 0 of git's protocol/,
      },
    ],
  ],
]

let failed = 0
for (const [name, begin, cases] of servers) {
  const port = await freePort()
  try {
    await begin(port)
  } catch (error) {
    console.log(`skipped ${name}: ${error instanceof Error ? error.message : error}`)
    continue
  }
  for (const each of cases) {
    const { ok, steps } = await diagnose(each, port)
    const detail = steps.find(({ status }) => status === 'failed')?.detail ?? ''
    const isExpected = each.expected === 'ok' ? ok : each.expected.test(detail)
    if (!isExpected) failed += 1
    const statuses = steps.map(({ id, status }) => `${id} ${status}`).join(', ')
    console.log(
      `${isExpected ? 'passed' : 'FAILED'} ${name} ${each.base}/${each.repo} (${each.token === null ? 'no token' : 'password'}): ${statuses}${detail && ` (${detail})`}`,
    )
  }
}
stopAll()
process.exitCode = failed === 0 ? 0 : 1
