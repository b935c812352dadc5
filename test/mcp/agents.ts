import { type ExecFileException, execFile, execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { listen, localFolder, openService, token } from '../http/service.ts'
import { buildRepository, makeFolder } from '../support/build-repository.ts'
import { agentCommands, agentEntries, agentFiles } from './agent-entries.ts'

/**
 * Gives the configurations of the guide to the agents themselves and sees whether each reaches the server.
 * The agents are fetched when this is run; none of them needs an account to list its servers.
 */
const agents = [
  '@anthropic-ai/claude-code@2.1.197',
  '@openai/codex@0.166.0',
  '@google/gemini-cli@0.61.0',
  'opencode-ai@1.18.33',
]

const tools = makeFolder()
const home = makeFolder()
const project = buildRepository(['feat: add search (#1)'])
writeFileSync(join(tools, 'package.json'), '{"private": true}')
execFileSync('npm', ['install', '--no-audit', '--no-fund', ...agents], { cwd: tools, stdio: 'inherit' })

/** The command as the guide has it installed; it notes where it was started and with which token. */
const notes = join(tools, 'started')
const command = join(tools, 'bin/notewright')
mkdirSync(dirname(command))
const main = join(import.meta.dirname, '../../src/main.ts')
writeFileSync(
  command,
  `#!/bin/sh\necho "$PWD \${GITHUB_TOKEN:-none}" >> ${notes}\nexec ${process.execPath} ${main} "$@"\n`,
)
chmodSync(command, 0o755)

const { app, drain } = await openService([localFolder(project)])
const origin = `http://127.0.0.1:${await listen(app)}`
const env = {
  HOME: home,
  PATH: `${dirname(command)}:${join(tools, 'node_modules/.bin')}:${process.env.PATH}`,
  GITHUB_TOKEN: token,
}

const stdio = new Map(agentFiles().map(({ agent, file, text }) => [`${agent} ${file}`, text]))
const http = agentEntries()
const atHome = (path: string, text: string) => put(join(home, path), text)
const inProject = (path: string, text: string) => put(join(project, path), text)
const entryOf = (agent: string) =>
  http.get(agent)!.replaceAll('`', '').replace('http://127.0.0.1:3000', origin)

let failed = 0
const [overStdio, overHttp] = agentCommands()
for (const line of [overStdio!, overHttp!.replace('http://127.0.0.1:3000', origin)]) {
  await run('sh', ['-c', line])
  await expectFrom(
    `Claude Code: ${line.slice(0, 40)}…`,
    ['claude', 'mcp', 'list'],
    /notewright: .+ ✔ Connected/,
  )
  await run('claude', ['mcp', 'remove', 'notewright'])
}
inProject('.mcp.json', stdio.get('Claude Code .mcp.json')!)
await expectFrom(
  'Claude Code: .mcp.json',
  ['claude', 'mcp', 'list'],
  /notewright: notewright mcp - .*Pending/,
)
await run('claude', ['mcp', 'add-json', 'web', entryOf('Claude Code')])
await expectFrom('Claude Code: over HTTP, by JSON', ['claude', 'mcp', 'list'], /web: .+ ✔ Connected/)

atHome('.gemini/trustedFolders.json', JSON.stringify({ [project]: 'TRUST_FOLDER' }))
inProject('.gemini/settings.json', stdio.get('Gemini CLI .gemini/settings.json')!)
await expectFrom('Gemini CLI: stdio', ['gemini', 'mcp', 'list'], /notewright: .+ \(stdio\) - Connected/)
inProject('.gemini/settings.json', `{"mcpServers": {"notewright": ${entryOf('Gemini CLI')}}}`)
await expectFrom('Gemini CLI: over HTTP', ['gemini', 'mcp', 'list'], /notewright: .+ \(http\) - Connected/)

inProject('opencode.json', stdio.get('opencode opencode.json')!)
await expectFrom('opencode: stdio', ['opencode', 'mcp', 'list'], /✓ notewright/)
inProject('opencode.json', `{"mcp": {"notewright": ${entryOf('opencode')}}}`)
await expectFrom('opencode: over HTTP', ['opencode', 'mcp', 'list'], /✓ notewright/)

atHome('.codex/config.toml', stdio.get('Codex ~/.codex/config.toml')!)
report('Codex: stdio', await codexTools(), /update_changelog/)
atHome('.codex/config.toml', `[mcp_servers.notewright]\n${entryOf('Codex').replace(' and ', '\n')}\n`)
report('Codex: over HTTP', await codexTools(), /collect_changes/)

const started = readFileSync(notes, 'utf8').trim().split('\n')
report('every server was given the token', started.join('\n'), new RegExp(`^(?:\\S+ ${token}\\n?)+$`))
await drain()
process.exitCode = failed === 0 ? 0 : 1

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

function report(name: string, said: string, expected: RegExp): void {
  const passed = expected.test(said)
  if (!passed) failed += 1
  process.stdout.write(`${passed ? 'passed' : 'FAILED'}  ${name}\n${passed ? '' : `${said}\n`}`)
}

async function expectFrom(name: string, [program, ...words]: string[], expected: RegExp): Promise<void> {
  report(name, await run(program!, words), expected)
}

function run(program: string, words: string[]): Promise<string> {
  return new Promise((settle) => {
    const settings = { cwd: project, env, timeout: 90_000 }
    execFile(program, words, settings, (error: ExecFileException | null, out: string, complaints: string) =>
      settle(`${error?.message ?? ''}${out}${complaints}`),
    )
  })
}

/** What Codex sees of its servers, asked as its own editors ask it. */
function codexTools(): Promise<string> {
  return new Promise((settle) => {
    const child = spawn(join(tools, 'node_modules/.bin/codex'), ['app-server'], {
      cwd: project,
      env,
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    const say = (message: object) => child.stdin.write(`${JSON.stringify(message)}\n`)
    let said = ''
    const end = () => {
      child.kill()
      settle(said)
    }
    const timer = setTimeout(end, 60_000)
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      const before = said.includes('"id":1')
      said += text
      if (!before && said.includes('"id":1')) {
        say({ method: 'initialized' })
        say({ id: 2, method: 'mcpServerStatus/list', params: {} })
      }
      if (!/"id":2.*\n/.test(said)) return
      clearTimeout(timer)
      end()
    })
    say({ id: 1, method: 'initialize', params: { clientInfo: { name: 'try', title: 'try', version: '1' } } })
  })
}
