import { execFileSync, spawn } from 'node:child_process'
import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { hasRedis, startRedis } from '../redis/redis-server.ts'
import { buildRepository, makeFolder } from '../support/build-repository.ts'

const root = join(import.meta.dirname, '../..')
const disk = makeFolder()
const at = (stage: string, path: string) => join(disk, stage, path)

const repositories = makeFolder()
buildRepository(['feat: tabs'], { path: join(repositories, 'acme/widget') })
const token = 'token-of-the-image'

/** What is around a container. */
interface Surroundings {
  /** The value of COMPOSE_PROFILES. */
  profiles: string
  /** The folder in place of the volume. */
  state: string
  redisUrl: string
}

interface Instruction {
  word: string
  rest: string
}

const [building = [], running = []] = stages(readFileSync(join(root, 'Dockerfile'), 'utf8'))

/** The instructions of each stage. */
function stages(file: string): Instruction[][] {
  const lines = file
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .flatMap((line) => /^([A-Z]+) (.*)$/.exec(line)?.slice(1, 3) ?? [])
  const found: Instruction[][] = []
  for (let index = 0; index < lines.length; index += 2) {
    const [word, rest] = [lines[index]!, lines[index + 1]!]
    if (word === 'FROM') found.push([])
    found.at(-1)!.push({ word, rest })
  }
  return found
}

/** Copies what `.dockerignore` lets through, or what an earlier stage made. */
function copy(stage: string, rest: string): void {
  const words = rest.replace('--from=build ', '').split(' ')
  const isMade = rest.startsWith('--from=')
  const target = at(stage, join('app', words.at(-1)!))
  for (const word of words.slice(0, -1)) {
    const source = isMade ? at('build', word) : join(root, word)
    const isFile = words.at(-1) === './'
    cpSync(source, isFile ? join(target, word) : target, {
      recursive: true,
      filter: (path) => isMade || !/\.test\.ts$|\/web\/dist(?:\/|$)/.test(path),
    })
  }
}

/** Does the steps of a stage in a folder; what the vendor's image brings is what is here already. */
function perform(stage: string, instructions: Instruction[]): void {
  mkdirSync(at(stage, 'app'), { recursive: true })
  for (const { word, rest } of instructions) {
    if (word === 'COPY') copy(stage, rest)
    if (word !== 'RUN' || rest.startsWith('apk ')) continue
    if (rest === 'npm ci') linkModules(at(stage, 'app'))
    else execFileSync('sh', ['-c', rest], { cwd: at(stage, 'app'), stdio: 'pipe' })
  }
}

/** Links the installed packages, and copies the file that npm rewrites in place. */
function linkModules(folder: string): void {
  const modules = join(root, 'node_modules')
  // Links cannot be made across disks.
  execFileSync('sh', ['-c', 'cp -al "$0" "$1" 2>/dev/null || cp -a "$0" "$1"', modules, folder])
  const list = 'node_modules/.package-lock.json'
  rmSync(join(folder, list))
  copyFileSync(join(root, list), join(folder, list))
}

beforeAll(() => {
  perform('build', building)
  perform('run', running)
}, 300_000)

describe('the steps of the Dockerfile, done one by one', () => {
  const values = running.filter(({ word }) => word === 'ENV').map(({ rest }) => rest.split(' '))
  const env = {
    ...Object.fromEntries(values.flat().map((each) => each.split('='))),
    PATH: `${join(process.execPath, '..')}:${process.env.PATH}`,
    NOTEWRIGHT_ADDRESS: '127.0.0.1',
    PORT: String(20_000 + (process.pid % 20_000)),
  }
  let service: ReturnType<typeof spawn>
  afterAll(() => service?.kill())

  test('make a folder with the program, the editor and no more than they need', () => {
    expect(existsSync(at('run', 'app/dist/main.js'))).toBe(true)
    expect(existsSync(at('run', 'app/web/dist/index.html'))).toBe(true)
    expect(readdirSync(at('run', 'app')).toSorted()).toEqual(['LICENSE', 'dist', 'package.json', 'web'])
    expect(readdirSync(at('run', 'app/web'))).toEqual(['dist'])
  })

  test('whose service starts, serves the editor and reports its health', { timeout: 60_000 }, async () => {
    const [program, script] = JSON.parse(of('ENTRYPOINT'))
    const words = [at('run', script), ...JSON.parse(of('CMD'))]
    service = spawn(program, words, {
      cwd: at('run', 'app'),
      env: { ...env, NOTEWRIGHT_SHED_DELAY_MS: '0' },
    })
    await new Promise<void>((resolve) => service.stdout!.once('data', () => resolve()))
    const page = await fetch(`http://127.0.0.1:${env.PORT}/`)
    expect(await page.text()).toContain('<title>')
    const [asker, ...question] = JSON.parse(of('HEALTHCHECK').replace(/^.*? CMD /, ''))
    execFileSync(asker, question, { env })
    service.kill()
    await new Promise((resolve) => service.once('exit', resolve))
    expect(() => execFileSync(asker, question, { env, stdio: 'pipe' })).toThrow()
  })

  const { services } = parse(readFileSync(join(root, 'compose.yaml'), 'utf8'), { merge: true })

  /** The environment that compose gives a container, with the folder and the Redis of the test. */
  function composeEnvironment(name: string, { profiles, state, redisUrl }: Surroundings) {
    const text = JSON.stringify(services[name].environment)
      .replace(/\$\{COMPOSE_PROFILES:\+([^}]*)\}/, profiles === '' ? '' : '$1')
      .replace(/\$\{\w+:-([^}]*)\}/g, '$1')
      .replace('redis://redis:6379', redisUrl)
      .replace('/var/lib/notewright', state)
    expect(text).not.toContain('$')
    return JSON.parse(text)
  }

  /** Starts a service of compose.yaml until the test ends, and waits until it prints that it runs. */
  async function startByCompose(name: string, surroundings: Surroundings): Promise<string> {
    const [program, script] = JSON.parse(of('ENTRYPOINT'))
    const words = [at('run', script), ...(services[name].command ?? JSON.parse(of('CMD')))]
    const child = spawn(program, words, {
      cwd: at('run', 'app'),
      env: {
        ...env,
        PORT: '0',
        NOTEWRIGHT_SHED_DELAY_MS: '0',
        NOTEWRIGHT_LOCAL_ROOT: repositories,
        NOTEWRIGHT_LOCAL_TOKEN: token,
        ...composeEnvironment(name, surroundings),
      },
    })
    onTestFinished(() => void child.kill())
    let text = ''
    return new Promise((resolve, reject) => {
      child.once('exit', () => reject(new Error(text)))
      for (const stream of [child.stderr, child.stdout])
        stream.setEncoding('utf8').on('data', (more: string) => {
          text += more
          if (/is listening on \S+ |is processing queued requests/.test(text)) resolve(text)
        })
    })
  }

  test('which compose starts alone, without a secret of the operator', { timeout: 60_000 }, async () => {
    const surroundings = { profiles: '', state: makeFolder(), redisUrl: '' }
    const first = await startByCompose('notewright', surroundings)
    expect(first).toContain(`A new secret was generated and stored in ${surroundings.state}/secret.`)
    expect((await fetch(`${originIn(first)}/readyz`)).status).toBe(200)
    expect(await startByCompose('notewright', surroundings)).not.toContain('A new secret')
  })

  test.skipIf(!hasRedis)('and with a worker that shares its secret', { timeout: 60_000 }, async () => {
    const redis = await startRedis()
    onTestFinished(() => redis.close())
    const surroundings = { profiles: 'queue', state: makeFolder(), redisUrl: redis.url }
    const [printed] = await Promise.all([
      startByCompose('notewright', surroundings),
      startByCompose('worker', surroundings),
    ])
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const queued = await fetch(`${originIn(printed)}/api/v1/generate`, {
      method: 'POST',
      headers: { ...headers, prefer: 'respond-async' },
      body: JSON.stringify({ repoFullName: 'acme/widget', host: 'local' }),
    })
    expect(queued.status).toBe(202)
    const place = new URL(queued.headers.get('location')!, originIn(printed))
    await expect
      .poll(async () => (await fetch(place, { headers })).json(), { timeout: 30_000 })
      .toMatchObject({ state: 'done' })
  })

  const originIn = (text: string) => /http:\/\/127\.0\.0\.1:\d+/.exec(text)![0]

  function of(word: string): string {
    return running.find((each) => each.word === word)!.rest
  }
})
