import { execFile, execFileSync, spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writing } from '../stand-ins/gateway/behaviours.ts'
import { writeDemo } from '../stand-ins/gateway/demo-writer.ts'
import { startGateway } from '../stand-ins/gateway/gateway.ts'
import { startGithub } from '../stand-ins/github.ts'
import { buildRepository, git, makeFolder, type Step } from '../support/build-repository.ts'

const root = join(import.meta.dirname, '../..')
const readme = readFileSync(join(root, 'README.md'), 'utf8')
const consumer = makeFolder()
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
// The first curl line of the README asks for the clone that `npm start` serves.
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

  test('code of others in it comes with their licences', () => {
    const licenses = readFileSync(join(consumer, 'node_modules/notewright/dist/licenses.txt'), 'utf8')
    for (const name of ['zod', 'yaml', 'mdast-util-to-markdown', 'lru-cache', 'prom-client'])
      expect(licenses).toMatch(new RegExp(`^${name} \\d+\\.\\S+ \\([\\w.-]+\\)\n\n\\S`, 'm'))
  })

  test('what it imports it depends on', () => {
    const dist = join(consumer, 'node_modules/notewright/dist')
    const { dependencies } = JSON.parse(readFileSync(join(dist, '../package.json'), 'utf8'))
    const scripts = files
      .filter((file) => file.endsWith('.js'))
      .map((file) => readFileSync(join(dist, '..', file), 'utf8'))
    const names = scripts.flatMap((text) =>
      [...text.matchAll(/(?:^(?:import|export)\b.* from |\bimport\()["']([^"'.][^"']*)["']/gm)].map(
        ([, name]) => name!,
      ),
    )
    const packages = names
      .filter((name) => !name.startsWith('node:'))
      .map((name) => /^(?:@[^/]+\/)?[^/]+/.exec(name)![0])
    expect([...new Set(packages)].toSorted()).toEqual(Object.keys(dependencies).toSorted())
  })
})

/** The blocks of the README in some language, in their order. */
const blocks = (language: string) =>
  [...readme.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)]
    .filter(([, tag]) => tag === language)
    .map(([, , body]) => body!)

describe('the library', () => {
  test.each(blocks('ts').map((code, index) => [index + 1, code]))(
    'example %d of the README runs, and its types hold',
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
      writeFileSync(join(clone, 'CHANGELOG.md'), '# Changelog\n')
      const run = `process.chdir(${JSON.stringify(clone)}); await import(${JSON.stringify(file)})`
      const script = join(consumer, `run-${index}.mjs`)
      writeFileSync(script, run)
      const out = execFileSync(process.execPath, [script], { env: { PATH: path } }).toString()
      expect(out).not.toBe('')
    },
  )

  test('a mistake is a problem with its code', () => {
    const script = `import { generate, Problem } from 'notewright'
      await generate({ dir: '/' }).catch((error) => console.log(error instanceof Problem, error.code))`
    const out = execFileSync(process.execPath, ['--input-type=module', '--eval', script], { cwd: consumer })
    expect(out.toString()).toBe('true repository_not_found\n')
  })
})

describe('the examples of the README', async () => {
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
  const bin = join(consumer, 'node_modules/.bin/notewright')
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

  const commands = [...blocks(''), ...blocks('sh')]
    .flatMap((body) => body.replace(/\\\n\s*/g, ' ').split('\n'))
    .map((line) => line.trim())
    .filter((line) => /^(?:npm|npx|curl|node|docker|kubectl|NOTEWRIGHT_HOSTS=)/.test(line))

  // What sets up, or runs what is tested elsewhere: the suite itself, and programs that are not here.
  const elsewhere =
    /^npm ci && npm (?:test|start|run build && npm install -g \.)$|^docker |^kubectl |\[(?:flags|--dir PATH)\]$|-- serve$/

  test('there are examples', () => {
    expect(commands.length).toBeGreaterThan(10)
  })

  test.each(commands.filter((line) => !elsewhere.test(line)))('%s', async (line) => {
    if (line.startsWith('curl')) return expectAnswer(line)
    if (line.startsWith('NOTEWRIGHT_HOSTS=')) {
      const hosts = /^NOTEWRIGHT_HOSTS='(.*)'$/.exec(line)![1]!
      execFileSync(bin, ['--version'], { env: { PATH: path, NOTEWRIGHT_HOSTS: hosts } })
      return
    }
    const words = /(?:^npx notewright|npm run -s notewright --) (.*)$/.exec(line)
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
