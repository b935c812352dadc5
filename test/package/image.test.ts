import { execFileSync, spawn } from 'node:child_process'
import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeFolder } from '../support/build-repository.ts'

const root = join(import.meta.dirname, '../..')
const disk = makeFolder()
const at = (stage: string, path: string) => join(disk, stage, path)

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

  function of(word: string): string {
    return running.find((each) => each.word === word)!.rest
  }
})
