import { execFile, execFileSync, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { parseSync } from 'rolldown/utils'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { packageOf } from '../../bundle.ts'
import { hasRedis, startRedis } from '../redis/redis-server.ts'
import { writing } from '../stand-ins/gateway/behaviours.ts'
import { writeDemo } from '../stand-ins/gateway/demo-writer.ts'
import { startGateway } from '../stand-ins/gateway/gateway.ts'
import { startGithub } from '../stand-ins/github.ts'
import { buildRepository, git, makeFolder, type Step } from '../support/build-repository.ts'
import { markdownBlocks } from '../support/documentation.ts'

const root = join(import.meta.dirname, '../..')
const consumer = makeFolder()
const installed = join(consumer, 'node_modules/notewright')
const bin = join(consumer, 'node_modules/.bin/notewright')
const tools = join(root, 'node_modules/.bin')
const path = `${join(process.execPath, '..')}:${process.env.PATH}`

const history: Step[] = [
  'Start',
  { tag: 'v1.4.0' },
  'feat(api): add cursor pagination to /orders (#118)',
  'docs: explain retries (#120)',
  'fix: crash when the config file is empty (#121)',
  { tag: 'v1.5.0' },
  'feat: add export (#130)',
]
const repositories = makeFolder()
const clone = buildRepository(history, { path: join(repositories, 'acme/widget') })
git(clone, ['checkout', '--quiet', 'main'])
// One curl line of the documentation asks for the clone that `npm start` serves.
buildRepository(history, { path: join(repositories, 'local/notewright') })

let files: string[] = []
beforeAll(() => {
  const packed = makeFolder()
  const words = ['pack', '--json', '--pack-destination', packed]
  const [info] = JSON.parse(
    execFileSync('npm', words, { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] }).toString(),
  )
  files = info.files.map((file: { path: string }) => file.path)
  writeFileSync(
    join(consumer, 'package.json'),
    JSON.stringify({ name: 'consumer', private: true, type: 'module' }),
  )
  const tarball = join(packed, readdirSync(packed)[0]!)
  execFileSync(
    'npm',
    ['install', '--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts', tarball],
    {
      cwd: consumer,
      stdio: 'ignore',
    },
  )
}, 300_000)

describe('the tarball', () => {
  test('holds what is compiled, its types, the editor, and nothing of the workshop', () => {
    const outside = files.filter((file) => !/^(?:web\/)?dist\//.test(file)).sort()
    expect(outside).toEqual([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'package.json',
      'schema/notewright.json',
      'skills/release-notes/SKILL.md',
    ])
    expect(files).toContain('web/dist/index.html')
    const inside = files.filter((file) => file.startsWith('dist/'))
    expect(inside.filter((file) => !/\.(?:js|d\.ts)$/.test(file) || /\.test\./.test(file))).toEqual([
      'dist/licenses.txt',
    ])
    expect(inside).toContain('dist/main.js')
    expect(inside).toContain('dist/library.d.ts')
  })

  test('has the licence of every package that is bundled into it', () => {
    const sources = [join(root, 'maps/dist'), join(root, 'maps/web')].flatMap(sourcesOfMaps)
    const names = new Set(sources.map(packageOf).filter((name) => name !== null))
    for (const name of ['fastify', 'bullmq', 'ioredis', 'zod', 'preact', '@codemirror/view'])
      expect(names).toContain(name)
    const texts = readFileSync(join(installed, 'dist/licenses.txt'), 'utf8').split(`\n${'-'.repeat(72)}\n\n`)
    const licensed = texts.flatMap((text) => {
      const [titles = '', ...license] = text.split('\n\n')
      expect(license.join('').length, titles).toBeGreaterThan(200)
      return titles.split('\n').map((title) => /^(\S+) \d+\.\S+ \([\w.-]+\)$/.exec(title)?.[1])
    })
    expect(licensed.toSorted()).toEqual(expect.arrayContaining([...names]))
  })

  test('brings no other package, and at most 8 MB', () => {
    const { packages } = JSON.parse(readFileSync(join(consumer, 'node_modules/.package-lock.json'), 'utf8'))
    expect(Object.keys(packages)).toEqual(['node_modules/notewright'])
    const sizes = files.map((file) => statSync(join(installed, file)).size)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(8_000_000)
  })

  test('imports only modules of Node', () => {
    const imports = files
      .filter((file) => /^dist\/.*\.(?:js|d\.ts)$/.test(file))
      .flatMap((file) => importsOf(file, readFileSync(join(installed, file), 'utf8')))
      .filter((name) => !name.startsWith('.'))
    expect(imports).toContain('node:fs')
    expect(imports.filter((name) => !isBuiltin(name))).toEqual([])
  })
})

/** What a file imports or requires. */
function importsOf(file: string, text: string): string[] {
  const { staticImports, staticExports, dynamicImports } = parseSync(file, text).module
  const exported = staticExports.flatMap(({ entries }) =>
    entries.map((each) => each.moduleRequest?.value ?? []),
  )
  const loaded = dynamicImports.flatMap(
    ({ moduleRequest }) =>
      /^["'`](.*)["'`]$/.exec(text.slice(moduleRequest.start, moduleRequest.end))?.[1] ?? [],
  )
  const required = [...text.matchAll(/__require\(["'`]([^"'`]+)["'`]\)/g)].map(([, name]) => name!)
  return [
    ...staticImports.map((each) => each.moduleRequest.value),
    ...exported.flat(),
    ...loaded,
    ...required,
  ]
}

/** The sources that the source maps in a folder name, with their absolute paths. */
function sourcesOfMaps(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.map'))
    .flatMap((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')).sources as string[])
    .map((source) => join(folder, source))
}

describe('the library', () => {
  test.each(markdownBlocks('ts').map(({ body }, index) => [index + 1, body]))(
    'example %d of the documentation runs, and its types hold',
    (index, code) => {
      const file = join(consumer, `example-${index}.ts`)
      writeFileSync(file, code)
      const settings = [
        '--noEmit',
        '--strict',
        '--module',
        'nodenext',
        '--target',
        'es2024',
        '--skipLibCheck',
        'false',
      ]
      const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules/@types')]
      execFileSync(join(tools, 'tsc'), [...settings, ...types, file], { cwd: consumer, stdio: 'pipe' })
      const folder = join(makeFolder(), 'widget')
      git(repositories, ['clone', '--quiet', clone, folder])
      writeFileSync(join(folder, 'CHANGELOG.md'), '# Changelog\n')
      if (code.includes("package: 'core'"))
        writeFileSync(join(folder, 'notewright.yml'), 'packages: [{name: core, path: packages/core}]\n')
      const run = `process.chdir(${JSON.stringify(folder)}); await import(${JSON.stringify(file)})`
      const script = join(consumer, `run-${index}.mjs`)
      writeFileSync(script, run)
      const out = execFileSync(process.execPath, [script], { env: { PATH: path } }).toString()
      expect(out !== '').toBe(code.includes('console.log'))
    },
  )

  test('a mistake is a problem with its code', () => {
    const script = `import { generate, Problem } from 'notewright'
      await generate({ dir: '/' }).catch((error) => console.log(error instanceof Problem, error.code))`
    const out = execFileSync(process.execPath, ['--input-type=module', '--eval', script], { cwd: consumer })
    expect(out.toString()).toBe('true repository_not_found\n')
  })
})

describe('the examples of the README, and those that need a service or a model', async () => {
  const token = 'token-of-the-examples'
  const github = await startGithub({ root: repositories, tokens: { [token]: 'all' } })
  const gateway = await startGateway(writing(writeDemo), {})
  const env = {
    PATH: path,
    NOTEWRIGHT_LOCAL_ROOT: repositories,
    NOTEWRIGHT_LOCAL_TOKEN: token,
    NOTEWRIGHT_TOKEN: token,
    GITHUB_TOKEN: token,
    OPENROUTER_API_KEY: 'any',
    GITHUB_SERVER_URL: github.url,
    GITHUB_API_URL: github.apiUrl,
    GITHUB_GRAPHQL_URL: github.graphqlUrl,
    NOTEWRIGHT_GATEWAY_URL: gateway.url,
    LOG_LEVEL: 'silent',
    PORT: '0',
  }
  let service: ReturnType<typeof spawn>
  let origin = ''
  beforeAll(async () => {
    service = spawn(bin, ['serve'], { env: { ...env, NOTEWRIGHT_SHED_DELAY_MS: '0' }, cwd: clone })
    origin = await new Promise<string>((resolve) => {
      service.stdout!.setEncoding('utf8').on('data', (text: string) => {
        const found = /http:\/\/127\.0\.0\.1:\d+/.exec(text)?.[0]
        if (found) resolve(found)
      })
    })
  }, 60_000)
  afterAll(async () => {
    service.kill()
    await Promise.all([github.close(), gateway.close()])
  })

  const commands = markdownBlocks('sh')
    .filter(
      ({ page, words }) => page === 'README.md' || words.some((word) => /^(?:service|gateway)$/.test(word)),
    )
    .flatMap(({ body }) => body.replace(/\\\n\s*/g, ' ').split('\n'))
    .filter((line) => line !== '' && !line.startsWith('export '))

  // These set up the project, or run the tests themselves.
  const elsewhere = /^npm ci && npm (?:test|start)$/

  test('there are examples', () => {
    expect(commands.length).toBeGreaterThan(10)
  })

  test.each(commands.filter((line) => !elsewhere.test(line)))('%s', async (line) => {
    if (line.startsWith('curl')) return expectAnswer(line)
    const words = /(?:^npx notewright|^notewright|npm run -s notewright --) (.*)$/.exec(line)
    expect(words, line).not.toBeNull()
    const cwd = join(makeFolder(), 'widget')
    mkdirSync(cwd)
    git(cwd, ['clone', '--quiet', clone, '.'])
    const host = line.includes('--repo') ? { NOTEWRIGHT_HOST: 'github' } : {}
    // The stand-ins answer from this very process, which must not wait for the command.
    const settings = { cwd, env: { ...env, ...host }, timeout: 60_000 }
    const done = await promisify(execFile)('sh', ['-c', `"${bin}" ${words![1]}`], settings)
    if (!line.includes('||')) expect(done.stderr).not.toContain('notewright:')
  })

  async function expectAnswer(line: string): Promise<void> {
    const filled = line
      .replaceAll('http://127.0.0.1:3000', origin)
      .replace(/\$([A-Z_]+)/g, (_all, name: string) => env[name as keyof typeof env] ?? '')
    const url = /http\S+?(?=["' ]|$)/.exec(filled)![0]
    const headers = [...filled.matchAll(/-H "([^:]+): ([^"]*)"/g)].map(
      ([, name, value]) => [name!, value!] as [string, string],
    )
    const body = /-d '([^']*)'/.exec(filled)![1]!
    const answered = await fetch(url, { method: 'POST', headers, body })
    const text = await answered.text()
    expect(answered.status, text).toBe(200)
    expect(text).toContain('"success":true')
  }
})

describe('every command of the installed package', async () => {
  const token = 'token-of-the-commands'
  const github = await startGithub({ root: repositories, tokens: { [token]: 'all' } })
  afterAll(() => github.close())
  const hosts = JSON.stringify([{ name: 'work', kind: 'github', url: github.url, apiUrl: github.apiUrl }])
  const env: Record<string, string> = {
    PATH: path,
    NOTEWRIGHT_HOSTS: hosts,
    NOTEWRIGHT_TOKEN: token,
    NOTEWRIGHT_LOCAL_TOKEN: token,
    NOTEWRIGHT_SHED_DELAY_MS: '0',
    LOG_LEVEL: 'silent',
    PORT: '0',
  }

  /** Runs a command in a new clone, and returns what it prints and the folder. */
  async function run(...words: string[]): Promise<{ out: string; folder: string }> {
    const folder = join(makeFolder(), 'widget')
    git(repositories, ['clone', '--quiet', clone, folder])
    const { stdout } = await promisify(execFile)(bin, words, { cwd: folder, env, timeout: 60_000 })
    return { out: stdout, folder }
  }

  /** Starts a command that runs until the test ends, and waits for what it prints. */
  async function start(
    words: string[],
    pattern: RegExp,
    variables: Record<string, string> = {},
  ): Promise<string> {
    const child = spawn(bin, words, { cwd: clone, env: { ...env, ...variables } })
    onTestFinished(() => void child.kill())
    let text = ''
    child.stderr.setEncoding('utf8').on('data', (more: string) => {
      text += more
    })
    return new Promise((resolve, reject) => {
      child.once('exit', () => reject(new Error(text)))
      child.stdout.setEncoding('utf8').on('data', (more: string) => {
        text += more
        if (pattern.test(text)) resolve(pattern.exec(text)![0])
      })
    })
  }

  const listening = /http:\/\/127\.0\.0\.1:\d+/
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }

  test('generate, next-version and config', async () => {
    expect((await run('generate', '--latest')).out).toContain('Fix crash when the config file is empty')
    expect((await run('next-version', '--json')).out).toContain('1.6.0')
    expect((await run('config', 'schema')).out).toContain('"$schema"')
  })

  test('--version and generate load neither the service nor the queue nor the Markdown parser', () => {
    const hook = join(consumer, 'list-files.mjs')
    writeFileSync(
      hook,
      `import { registerHooks } from 'node:module'
       registerHooks({ load: (url, context, next) => { process.stderr.write(url + '\\n'); return next(url, context) } })`,
    )
    const filesOf = (...words: string[]) => {
      const program = ['--import', hook, join(installed, 'dist/main.js'), ...words]
      const { stderr } = spawnSync(process.execPath, program, { cwd: clone, env })
      return [...stderr.toString().matchAll(/\/dist\/(\S+)$/gm)].map(([, file]) => file)
    }
    expect(filesOf('--version')).toEqual(['main.js', 'parts/start.js'])
    expect(filesOf('--help')).not.toContain('parts/command.js')
    const files = filesOf('generate', '--latest')
    expect(files).toContain('parts/command.js')
    // The Markdown parser is only for texts of people.
    const unneeded = /fastify|bullmq|redis|modelcontext|prom-client|serve|from-markdown|parse-markdown/
    expect(files.filter((file) => unneeded.test(file!))).toEqual([])
  })

  test('update and its check', async () => {
    const { folder } = await run('update', '--all')
    expect(readFileSync(join(folder, 'CHANGELOG.md'), 'utf8')).toContain('## [1.5.0]')
    execFileSync(bin, ['update', '--check'], { cwd: folder, env, stdio: 'pipe' })
  })

  test('init', async () => {
    const { folder } = await run('init', '--yes')
    expect(existsSync(join(folder, 'notewright.yml'))).toBe(true)
    execFileSync(bin, ['config', 'check'], { cwd: folder, env, stdio: 'pipe' })
  })

  test('a template, which runs in a thread', async () => {
    const folder = join(makeFolder(), 'widget')
    git(repositories, ['clone', '--quiet', clone, folder])
    const template = '{% for entry in entries %}+ {{ entry.text }}\n{% endfor %}'
    writeFileSync(
      join(folder, 'notewright.yml'),
      `formats:\n  own:\n    template: ${JSON.stringify(template)}\n`,
    )
    const words = ['generate', '--from', 'v1.5.0', '--format', 'own']
    expect(execFileSync(bin, words, { cwd: folder, env, stdio: 'pipe' }).toString()).toMatch(/^\+ .*export/im)
  })

  test('release', async () => {
    await run('release', '--repo', 'acme/widget', '--host', 'work', '--to', 'v1.5.0', '--quiet')
    expect(github.releases).toMatchObject([{ tag_name: 'v1.5.0' }])
  })

  test('serve: the editor, the API, its description and the tools for agents', async () => {
    const origin = await start(['serve', '--local', repositories], listening)
    const page = await (await fetch(origin)).text()
    const script = /src="(\/assets\/[^"]+\.js)"/.exec(page)![1]!
    expect((await fetch(new URL(script, origin))).status).toBe(200)
    const document = await (await fetch(`${origin}/api/v1/openapi.json`)).json()
    expect(document).toMatchObject({ openapi: '3.1.0' })
    expect(Object.keys((document as { paths: object }).paths)).toContain('/api/v1/generate')
    const body = JSON.stringify({ repoFullName: 'acme/widget', fromRef: 'v1.4.0' })
    const answered = await fetch(`${origin}/api/v1/generate`, { method: 'POST', headers, body })
    expect(await answered.json()).toMatchObject({ success: true })
    expect((await fetch(`${origin}/metrics`)).status).toBe(200)
    const client = new Client({ name: 'test agent', version: '1.0.0' })
    const transport = new StreamableHTTPClientTransport(new URL('/mcp', origin), {
      requestInit: { headers: { 'x-host-token': token } },
    })
    await client.connect(transport)
    expect(await rangeOf(client, { repo: 'acme/widget', from: 'v1.4.0' })).toMatchObject({ commitCount: 4 })
    await client.close()
  })

  test('mcp', async () => {
    const client = new Client({ name: 'test agent', version: '1.0.0' })
    await client.connect(new StdioClientTransport({ command: bin, args: ['mcp'], cwd: clone, env }))
    expect(await rangeOf(client, { from: 'v1.4.0' })).toMatchObject({ commitCount: 4 })
    await client.close()
  })

  async function rangeOf(client: Client, given: Record<string, string>): Promise<unknown> {
    return (await client.callTool({ name: 'resolve_range', arguments: given })).structuredContent
  }

  test.skipIf(!hasRedis)('worker, with a Redis', async () => {
    const redis = await startRedis()
    onTestFinished(() => redis.close())
    const shared = {
      REDIS_URL: redis.url,
      NOTEWRIGHT_SECRET: 'secret-of-the-commands',
      NOTEWRIGHT_LOCAL_ROOT: repositories,
    }
    await start(['worker'], /is processing queued requests/, shared)
    const origin = await start(['serve'], listening, shared)
    const queued = await fetch(`${origin}/api/v1/generate`, {
      method: 'POST',
      headers: { ...headers, prefer: 'respond-async' },
      body: JSON.stringify({ repoFullName: 'acme/widget', host: 'local', fromRef: 'v1.4.0' }),
    })
    expect(queued.status).toBe(202)
    const place = new URL(queued.headers.get('location')!, origin)
    await expect
      .poll(async () => (await fetch(place, { headers })).json(), { timeout: 30_000 })
      .toMatchObject({ state: 'done', result: { success: true } })
  })
})
