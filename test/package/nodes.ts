import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { buildRepository, git, makeFolder } from '../support/build-repository.ts'

/**
 * Installs the package in an empty folder and runs it on every Node that it is meant for, from the oldest one.
 * These are fetched when this is run: each is larger than the project.
 */
const versions = ['22.19.0', '22.23.3', '24.21.0', '26.10.0']

const root = join(import.meta.dirname, '../..')
const token = 'token-of-the-nodes'
const clone = buildRepository([
  'Start',
  { tag: 'v1.0.0' },
  'feat: add search (#1)',
  'fix: crash when the file is empty (#2)',
])
git(clone, ['checkout', '--quiet', 'main'])

const consumer = makeFolder()
const packed = makeFolder()
execFileSync('npm', ['pack', '--silent', '--pack-destination', packed], { cwd: root, stdio: 'ignore' })
install(consumer, join(packed, readdirSync(packed)[0]!))
const bin = join(consumer, 'node_modules/.bin/notewright')

let failed = 0
for (const version of versions) {
  const folder = makeFolder()
  install(folder, `node-${process.platform}-${process.arch}@${version}`)
  const node = join(folder, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin')
  const env = {
    PATH: `${node}:${process.env.PATH}`,
    NOTEWRIGHT_LOCAL_TOKEN: token,
    LOG_LEVEL: 'silent',
    PORT: '0',
  }
  await report(version, 'is that Node', () => run('node', ['--version'], env) === `v${version}\n`)
  await report(version, 'generate', () =>
    run(bin, ['generate', '--from', 'v1.0.0', '--format', 'simple', '--quiet'], env).includes(
      '- Add search (#1)',
    ),
  )
  await report(version, 'update, twice', () => {
    writeFileSync(join(clone, 'CHANGELOG.md'), '# Changelog\n')
    run(bin, ['update'], env)
    const once = readFileSync(join(clone, 'CHANGELOG.md'), 'utf8')
    run(bin, ['update'], env)
    return once.includes('(#2)') && readFileSync(join(clone, 'CHANGELOG.md'), 'utf8') === once
  })
  await report(version, 'serve', () => serves(env))
  await report(version, 'mcp', () => speaks(env))
  await report(version, 'the library', () => {
    const script = `import { generate } from 'notewright'
      console.log((await generate({ dir: ${JSON.stringify(clone)}, from: 'v1.0.0' })).commitCount)`
    return run('node', ['--input-type=module', '--eval', script], env, consumer) === '2\n'
  })
}
process.exitCode = failed === 0 ? 0 : 1

async function report(version: string, name: string, work: () => boolean | Promise<boolean>): Promise<void> {
  let fault: unknown = 'not what was expected'
  const passed = await Promise.resolve()
    .then(work)
    .catch((error: unknown) => {
      fault = error
      return false
    })
  if (!passed) failed += 1
  process.stdout.write(
    `${passed ? 'passed' : 'FAILED'}  Node ${version}: ${name}${passed ? '' : `\n${fault}`}\n`,
  )
}

function install(folder: string, what: string): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"private": true, "type": "module"}')
  const words = ['install', '--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts', what]
  execFileSync('npm', words, { cwd: folder, stdio: 'ignore' })
}

function run(command: string, words: string[], env: Record<string, string>, cwd = clone): string {
  return execFileSync(command, words, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] }).toString()
}

async function serves(env: Record<string, string>): Promise<boolean> {
  const service = spawn(bin, ['serve', '--local', '.'], {
    cwd: clone,
    env: { ...env, NOTEWRIGHT_SHED_DELAY_MS: '0' },
  })
  try {
    const said = await new Promise<string>((resolve, reject) => {
      let text = ''
      service.once('exit', () => reject(new Error(text)))
      service.stdout.setEncoding('utf8').on('data', (more: string) => {
        text += more
        if (/curl .+\n/.test(text)) resolve(text)
      })
    })
    const url = /http:\/\/127\.0\.0\.1:\d+\/api\/v1\/generate/.exec(said)![0]
    const body = /-d '([^']+)'/.exec(said)![1]!
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const [answered, page] = [
      await fetch(url, { method: 'POST', headers, body }),
      await fetch(new URL('/', url)),
    ]
    const { success } = (await answered.json()) as { success: boolean }
    return success && /<title>/.test(await page.text())
  } finally {
    service.kill()
  }
}

async function speaks(env: Record<string, string>): Promise<boolean> {
  const client = new Client({ name: 'test agent', version: '1.0.0' })
  await client.connect(new StdioClientTransport({ command: bin, args: ['mcp'], cwd: clone, env }))
  const { structuredContent } = await client.callTool({
    name: 'resolve_range',
    arguments: { from: 'v1.0.0' },
  })
  await client.close()
  return (structuredContent as { commitCount: number }).commitCount === 2
}
