import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { answerSchema } from '../../src/api/answer-schema.ts'
import { generateRequestSchema } from '../../src/api/generate-request.ts'
import { answerTo, localFolder, openService, token } from '../http/service.ts'
import { failing, writing } from '../stand-ins/gateway/behaviours.ts'
import { writeDemo } from '../stand-ins/gateway/demo-writer.ts'
import { startGateway } from '../stand-ins/gateway/gateway.ts'
import { canaryKey } from '../stand-ins/gateway/open.ts'
import { buildRepository, git, makeFolder } from '../support/build-repository.ts'
import { main, minimalEnv } from '../support/main-program.ts'

const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'))

const root = makeFolder()
const clone = buildRepository(
  [
    { commit: 'Release 1.0.0', files: ['package.json'] },
    { tag: 'v1.0.0' },
    { commit: 'feat(core): add search (#1)', files: ['packages/core/search.ts'] },
    { commit: 'fix: crash on empty input (#2)', files: ['packages/cli/read.ts'] },
    { commit: 'refactor: split the router', files: ['packages/core/router.ts'] },
    { tag: 'v1.1.0' },
  ],
  { path: join(root, 'acme/widget') },
)
git(clone, ['checkout', '--quiet', 'main'])
const bare = join(root, 'acme/bare.git')
git(root, ['clone', '--quiet', '--bare', clone, bare])
const large = buildRepository(
  ['Start', ...Array.from({ length: 300 }, (_, index) => `feat: add part ${index}`)],
  { path: join(root, 'acme/large') },
)
const empty = makeFolder()
const range = ['--from', 'v1.0.0', '--to', 'v1.1.0']
const hosted = { NOTEWRIGHT_LOCAL_ROOT: root, NOTEWRIGHT_LOCAL_TOKEN: token }

const text = `# Changelog

All notable changes to this project will be documented in this file.

The format is based on [Keep a Changelog](https://keepachangelog.com/en/2.0.0/).

## [1.1.0] - 2026-01-04

### Added

- Add search (#1)

### Fixed

- Fix crash on empty input (#2)
`
interface Place {
  cwd?: string
  env?: Record<string, string>
}

interface Ended {
  code: number | null
  stdout: string
  stderr: string
}

function start(words: string[], { cwd = empty, env = {} }: Place = {}) {
  const child = spawn(process.execPath, [main, ...words], {
    cwd,
    env: { ...minimalEnv, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return { child, ended: endOf(child) }
}

function endOf(child: ChildProcess): Promise<Ended> {
  const ended = { code: null, stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]!.setEncoding('utf8').on('data', (chunk: string) => {
      ended[name] += chunk
    })
  }
  return new Promise((resolve, reject) => {
    child.on('error', reject).on('close', (code) => resolve({ ...ended, code }))
  })
}

/** Runs the command line to its end; whatever happens, it shows no stack and no terminal command. */
async function run(words: string[], place: Place = {}): Promise<Ended> {
  const ended = await start(words, place).ended
  expect(ended.stderr).not.toMatch(/^\s+at |node:internal|\.ts:\d|\x1b/m)
  expect(ended.stdout).not.toContain('\x1b')
  return ended
}

/** Runs what must fail: the reason alone is on standard error, and nothing on standard output. */
async function errorOutput(code: number, words: string[], place: Place = {}): Promise<string> {
  const ended = await run(words, place)
  expect(ended).toMatchObject({ code, stdout: '' })
  const printed = /^notewright: (.*)$/ms.exec(ended.stderr)
  expect(printed, ended.stderr).not.toBeNull()
  return printed![1]!
}

describe.concurrent('generate', () => {
  test('in a clone prints the text on standard output, and nothing else on a pipe', async () => {
    expect(await run(['generate', ...range], { cwd: clone })).toEqual({ code: 0, stdout: text, stderr: '' })
  })

  test('says where the range starts if no flag does, and --quiet hides it', async () => {
    const { stderr } = await run(['generate'], { cwd: clone })
    expect(stderr).toBe('Since v1.0.0, the previous release.\n')
    expect(await run(['generate', '-q'], { cwd: clone })).toEqual({ code: 0, stdout: text, stderr: '' })
  })

  test('without a release starts at the first commit, and says so', async () => {
    const cwd = buildRepository(['feat: add search', 'fix: crash'])
    const { stdout, stderr } = await run(['generate', '-f', 'simple'], { cwd })
    expect(stdout).toMatch(/^- Add search .*\n- Fix crash .*\n$/)
    expect(stderr).toBe('No release was found before HEAD: the notes start at the first commit.\n')
  })

  test('with a key has the model write, and shows the plan before it spends', async ({ onTestFinished }) => {
    const gateway = await startGateway(writing(writeDemo))
    onTestFinished(() => gateway.close())
    const env = {
      NOTEWRIGHT_GATEWAY_URL: gateway.url,
      OPENROUTER_API_KEY: canaryKey,
      NOTEWRIGHT_MODEL: 'demo/writer',
    }
    const { stdout, stderr, code } = await run(['generate', ...range, '--json'], { cwd: clone, env })
    expect([code, JSON.parse(stdout).writer]).toMatchObject([0, { engine: 'model', model: 'demo/writer' }])
    expect(stderr).toMatch(/^Using demo\/writer: 2 calls, about /)
    expect(stdout + stderr).not.toContain(canaryKey)
    const rules = await run(['generate', ...range, '--writer', 'rules'], { cwd: clone, env })
    expect(rules.stdout).toBe(text)
    expect(gateway.calls.filter(({ body }) => body)).toHaveLength(1)
  })

  test.each([
    ['in a folder inside a clone', join(clone, 'packages/core'), []],
    ['in a bare repository', bare, []],
    ['in the git folder of a clone', join(clone, '.git'), []],
    ['with --dir of a clone', empty, ['--dir', clone]],
    ['with --dir of a folder inside a clone', empty, ['--dir', join(clone, 'packages')]],
    ['with --dir of a bare repository', empty, ['--dir', bare]],
    ['with --dir relative to the folder', root, ['--dir', 'acme/widget']],
  ])('%s gives the same text', async (_where, cwd, words) => {
    expect(await run(['generate', ...range, ...words, '--quiet'], { cwd })).toEqual({
      code: 0,
      stdout: text,
      stderr: '',
    })
  })

  test('a clone needs no token, and looks at none', async () => {
    const env = { NOTEWRIGHT_LOCAL_TOKEN: 'one', NOTEWRIGHT_TOKEN: 'another' }
    expect((await run(['generate', ...range], { cwd: clone, env })).stdout).toBe(text)
  })

  test.each(['folder with spaces', 'プロジェクト', "it's", '-dash', '.hidden'])(
    'a clone in a folder named %s can be read',
    async (name) => {
      const cwd = buildRepository(['feat: add search'], { path: join(makeFolder(), name) })
      expect(await run(['generate', '--format', 'simple', '--quiet'], { cwd })).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(/^- Add search \([0-9a-f]{7}\)\n$/),
      })
    },
  )

  test.each([
    'https://github.com/acme/widget.git',
    'git@github.com:acme/widget.git',
    'ssh://git@example.org:2222/acme/widget',
    'git@example.org:widget.git',
    'git@example.org:../team/widget.git',
    'https://example.org/~ada/widget',
    'https://example.org/-/widget',
    '/srv/git/widget.git',
    '../widget',
    'nonsense',
  ])('a clone of %s can be read', async (address) => {
    const cwd = buildRepository(['feat: add search'])
    git(cwd, ['remote', 'add', 'origin', address])
    expect(await run(['generate', '--quiet'], { cwd })).toMatchObject({ code: 0, stderr: '' })
  })

  test('--repo reads from a host with NOTEWRIGHT_TOKEN', async () => {
    const env = { ...hosted, NOTEWRIGHT_TOKEN: token }
    for (const name of ['acme/widget', 'acme/bare']) {
      expect((await run(['generate', '--repo', name, ...range], { env })).stdout).toBe(text)
    }
    expect(
      (await run(['generate', '--repo', 'acme/widget', '--host', 'local', ...range], { env })).stdout,
    ).toBe(text)
  })

  test.each([
    ['without a token', {}],
    ['with a wrong token', { NOTEWRIGHT_TOKEN: 'wrong' }],
  ])('--repo %s is denied: 3', async (_what, more) => {
    const printed = await errorOutput(3, ['generate', '--repo', 'acme/widget'], {
      env: { ...hosted, ...more },
    })
    expect(printed).not.toContain(token)
  })

  test('--repo without a token explains which variable to set: 3', async () => {
    const printed = await errorOutput(3, ['generate', '--repo', 'acme/widget'], { env: {} })
    expect(printed).toContain('NOTEWRIGHT_TOKEN or GITHUB_TOKEN')
  })

  test('--json prints exactly the HTTP answer', async ({ onTestFinished }) => {
    const { app } = await openService([localFolder(root)])
    onTestFinished(() => app.close())
    const answer = await answerTo(app, { repoFullName: 'acme/widget', fromRef: 'v1.0.0', toRef: 'v1.1.0' })
    const { stdout } = await run(['generate', ...range, '--json'], { cwd: clone })
    expect(JSON.parse(stdout)).toEqual(answer)
    expect(answerSchema.strict().parse(JSON.parse(stdout))).toEqual(answer)
    expect(stdout.endsWith('}\n')).toBe(true)
  })

  test('--output writes the file and prints nothing', async () => {
    const file = join(makeFolder(), 'notes.md')
    const ended = await run(['generate', ...range, '--output', file], { cwd: clone })
    expect(ended).toEqual({ code: 0, stdout: '', stderr: '' })
    expect(readFileSync(file, 'utf8')).toBe(text)
  })

  test('--output into a folder that is not there is wrong usage', async () => {
    const file = join(empty, 'nowhere/notes.md')
    const printed = await errorOutput(2, ['generate', ...range, '--output', file], { cwd: clone })
    expect(printed).toBe(`${file} cannot be written (ENOENT). Choose another file with --output.\n`)
  })

  test('warnings go to standard error, and --quiet hides them', async () => {
    const warned = await run(['generate', '--from', 'v1.1.0', '--to', 'v1.0.0'], { cwd: clone })
    expect(warned.stderr.split('\n').filter((line) => line.startsWith('warning: '))).toEqual([
      'warning: v1.1.0 is newer than v1.0.0, so the range is empty. Swap them: --from "v1.0.0", --to "v1.1.0".',
    ])
    const quiet = await run(['generate', '--from', 'v1.1.0', '--to', 'v1.0.0', '--quiet'], { cwd: clone })
    expect(quiet).toEqual({ code: 0, stdout: warned.stdout, stderr: '' })
  })

  test.each([
    [['--format', 'simple'], '- Add search (#1)\n- Fix crash on empty input (#2)\n'],
    [['--format=simple', '--paths', 'packages/cli', '--paths', 'docs'], '- Fix crash on empty input (#2)\n'],
    [
      ['--format', 'simple', '--audience', 'developers', '--paths', 'packages/cli'],
      '- Fix crash on empty input (#2)\n',
    ],
    [
      ['--part', 'section', '--version', '2.0.0', '--date', '2026-05-01', '--paths', 'packages/cli'],
      '## [2.0.0] - 2026-05-01\n\n### Fixed\n\n- Fix crash on empty input (#2)\n',
    ],
  ])('%j sets the request fields', async (words, expected) => {
    expect((await run(['generate', ...range, ...words], { cwd: clone })).stdout).toBe(expected)
  })

  test('--since starts at the last commit of the main line before the date', async () => {
    // Commits are made one a day from 2026-01-01 on.
    const { stdout, stderr } = await run(['generate', '--since', '2026-01-03', '-f', 'simple'], {
      cwd: clone,
    })
    expect(stdout).toBe('- Fix crash on empty input (#2)\n')
    expect(stderr).toMatch(/^Since [0-9a-f]{12} of 2026-01-02, the last commit before 2026-01-03\.\n/)
    const all = await run(['generate', '--since', '2025-01', '--json'], { cwd: clone })
    expect(JSON.parse(all.stdout)).toMatchObject({ commitCount: 4, range: { relation: 'root' } })
    expect(all.stderr).toMatch(/^No commit is older than 2025-01: the notes start at the first commit\.\n/)
  })

  test('-o, -f and -q are short forms', async () => {
    const file = join(makeFolder(), 'notes.md')
    const words = ['generate', ...range, '-o', file, '-qfsimple']
    expect(await run(words, { cwd: clone })).toEqual({ code: 0, stdout: '', stderr: '' })
    expect(readFileSync(file, 'utf8')).toBe('- Add search (#1)\n- Fix crash on empty input (#2)\n')
  })

  test('--paths that match nothing cause a warning', async () => {
    const { stderr } = await run(['generate', ...range, '--paths', 'package/core'], { cwd: clone })
    expect(stderr).toBe(
      'warning: No commit of the range changes package/core or a file below it, so the notes are empty. Check --paths: they start at the root of the repository.\n',
    )
  })

  test('--color always styles warnings and errors, and NO_COLOR only turns off the default', async () => {
    const words = ['generate', ...range, '--paths', 'x', '--color', 'always']
    const { stderr } = await start(words, { cwd: clone, env: { NO_COLOR: '1' } }).ended
    expect(stderr).toMatch(/^\u001b\[33mwarning:\u001b\[39m No commit/)
    const failed = await start(['generate', '--color=always', '--nothing'], { cwd: clone }).ended
    expect(failed.stderr).toMatch(/^\u001b\[31mnotewright:\u001b\[39m Unknown flag --nothing\./)
    const { stdout } = await start(['help', 'update', '--color=always']).ended
    expect(stdout).toContain('\u001b[1mFlags:\u001b[22m\n')
  })

  test.skipIf(spawnSync('script', ['--version']).status !== 0).each([
    [{}, true],
    [{ NO_COLOR: '1' }, false],
    [{ TERM: 'dumb' }, false],
  ])('on a terminal, with %j, colours are used: %s', async (env, isStyled) => {
    // `script` runs a command in a terminal of its own.
    const command = `"${process.execPath}" "${main}" genrate`
    const child = spawn('script', ['-qec', command, '/dev/null'], {
      env: { ...minimalEnv, TERM: 'xterm-256color', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const { stdout } = await endOf(child)
    expect(stdout).toContain('Unknown command "genrate".')
    expect(stdout.includes('\u001b[31m')).toBe(isStyled)
  })

  test('--max-commits rejects a larger range, and accepts one of that size', async () => {
    const printed = await errorOutput(2, ['generate', ...range, '--max-commits', '2'], { cwd: clone })
    expect(printed).toMatch(
      /^v1\.0\.0\.\.v1\.1\.0 has 3 commits; one request may cover at most 2.* Choose a later --from,/,
    )
    expect((await run(['generate', ...range, '--max-commits', '3'], { cwd: clone })).stdout).toBe(text)
  })

  test('NOTEWRIGHT_MAX_COMMITS does the same, and the flag wins over it', async () => {
    const place = { cwd: clone, env: { NOTEWRIGHT_MAX_COMMITS: '2' } }
    await errorOutput(2, ['generate', ...range], place)
    expect((await run(['generate', ...range, '--max-commits', '3'], place)).stdout).toBe(text)
  })

  test('a reader that closes the pipe early is not an error', async () => {
    const script = 'set -o pipefail; "$0" "$1" generate --from HEAD~300 --json --quiet | head -c 10'
    const child = spawn('bash', ['-c', script, process.execPath, main], {
      cwd: large,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    expect(await endOf(child)).toEqual({ code: 0, stdout: '{"success"', stderr: '' })
  })

  test('an answer larger than a pipe arrives whole', async () => {
    const { stdout } = await run(['generate', '--from', 'HEAD~300', '--json'], { cwd: large })
    expect(stdout.length).toBeGreaterThan(65_536)
    expect(JSON.parse(stdout).commitCount).toBe(300)
  })
})

describe.concurrent('an invalid command line is explained, with its exit code', () => {
  test.each([
    [
      ['genrate'],
      'Unknown command "genrate". Did you mean "generate"? Run `notewright --help` to list the commands.\n',
    ],
    [
      ['server'],
      'Unknown command "server". Did you mean "serve"? Run `notewright --help` to list the commands.\n',
    ],
    [['constructor'], 'Unknown command "constructor". Run `notewright --help` to list the commands.\n'],
    [
      ['generate', '--fromm', 'v1'],
      'Unknown flag --fromm. Did you mean --from? Run `notewright generate --help` to list the flags.\n',
    ],
    [['generate', '--out', 'x'], expect.stringMatching(/^Unknown flag --out\./)],
    [
      ['serve', '--prot', '1'],
      'Unknown flag --prot. Did you mean --port? Run `notewright serve --help` to list the flags.\n',
    ],
    [['generate', 'v1.0.0'], expect.stringMatching(/^Unexpected argument 'v1\.0\.0'/)],
    [['generate', '--from'], expect.stringMatching(/^Option '--from <value>' argument missing\./)],
    [['generate', '--json=yes'], expect.stringMatching(/^Option '--json' does not take an argument\./)],
    [
      ['generate', '--dir', '.', '--repo', 'a/b'],
      '--dir and --repo cannot be used together. Choose one of them.\n',
    ],
    [
      ['generate', '--host', 'local'],
      '--host needs --repo. Name the repository with --repo, or omit --host to read the clone.\n',
    ],
    [
      ['generate', '--repo', 'a/b', '--host', 'nowhere'],
      expect.stringMatching(/^Unknown host "nowhere" .+ Set --host to a configured host/),
    ],
    [['generate', '--from=--upload-pack=x'], expect.stringContaining('--from: must not begin with a dash')],
    [['generate', '--format', 'xml'], expect.stringContaining('--format: must be one of keepachangelog')],
    [
      ['generate', '--max-commits', '0'],
      'Invalid --max-commits "0": must be a whole number, 1 or greater.\n',
    ],
    [
      ['generate', '--max-commits', 'all'],
      'Invalid --max-commits "all": must be a whole number, 1 or greater.\n',
    ],
    [
      ['generate', '--since', 'soon'],
      'Invalid --since "soon": must be a date such as 2026-01-31, 2026-01-31T09:30:00Z, yesterday or "2 weeks ago".\n',
    ],
    [
      ['generate', '--since', 'yesterday', '--from', 'v1.0.0'],
      '--since and --from cannot be used together: each chooses the start.\n',
    ],
    [['generate', '--color', 'sometimes'], 'Invalid --color "sometimes": must be auto, always or never.\n'],
    [['generate', '-x'], 'Unknown flag -x. Run `notewright generate --help` to list the flags.\n'],
    [
      ['help', 'genrate'],
      'Unknown command "genrate". Did you mean "generate"? Run `notewright --help` to list the commands.\n',
    ],
    [
      ['completion', 'tcsh'],
      'There is no completion for "tcsh". Use `notewright completion bash`, `zsh` or `fish`.\n',
    ],
    [['worker', '--at-once', '0'], 'Invalid --at-once "0": must be a whole number from 1 to 999.\n'],
    [['worker', '--at-once', '1000'], 'Invalid --at-once "1000": must be a whole number from 1 to 999.\n'],
    [
      ['serve', '--local', '.', '--port', '65536'],
      'Invalid --port "65536": must be a number from 0 to 65535.\n',
    ],
    [
      ['serve', '--local', '.', '--port', 'http'],
      'Invalid --port "http": must be a number from 0 to 65535.\n',
    ],
  ])('%j is invalid usage: 2', async (words, printed) => {
    expect(await errorOutput(2, words, { cwd: clone })).toEqual(printed)
  })

  test.each(['20.20.2', '22.18.0'])('Node %s is rejected as too old: 2', (seen) => {
    const pretend = `Object.defineProperty(process.versions, 'node', { value: '${seen}' })`
    const script = `${pretend}; await import(${JSON.stringify(pathToFileURL(main).href)})`
    const done = spawnSync(process.execPath, ['--input-type=module', '--eval', script])
    expect(done.stderr.toString()).toBe(
      `notewright: Node ${seen} is too old. Install Node 22.19 or newer and try again.\n`,
    )
    expect(done.status).toBe(2)
  })

  test('the required Node version is the one in package.json', () => {
    const { engines } = JSON.parse(readFileSync(join(main, '../../package.json'), 'utf8'))
    expect(readFileSync(main, 'utf8')).toContain(`Install Node ${engines.node.slice(2)} or newer`)
  })

  test('every fault of the flags is listed', async () => {
    const printed = await errorOutput(2, ['generate', '--from=-x', '--to', 'a..b', '--format', 'XML'], {
      cwd: clone,
    })
    for (const flag of ['--from', '--to', '--format']) expect(printed).toContain(`\n  ${flag}: `)
  })

  test.each([
    [
      'a folder that is no repository',
      ['generate'],
      empty,
      /^No git repository was found at \. or above it\./,
    ],
    [
      '--dir of a folder that is no repository',
      ['generate', '--dir', empty],
      clone,
      /^No git repository was found at /,
    ],
    ['--dir of nothing', ['generate', '--dir', 'nothing'], empty, /^No git repository was found at nothing/],
    ['--dir of nothing inside a clone', ['generate', '--dir', 'nothing'], clone, /nothing/],
    [
      'a ref that is not there',
      ['generate', '--to', 'v9'],
      clone,
      /^local\/widget has no tag, branch or commit "v9"\./,
    ],
    [
      'a ref that is misspelt',
      ['generate', '--from', '1.0.0'],
      clone,
      /^local\/widget has no tag, branch or commit "1\.0\.0"\. Did you mean v1\.0\.0\? /,
    ],
    [
      'a folder to serve that is not there',
      ['serve', '--local', 'nothing'],
      empty,
      /^The folder nothing does not exist\./,
    ],
    ['a file to serve', ['serve', '--local', main], empty, /^The folder .+ does not exist\./],
  ])('%s is not found: 3', async (_what, words, cwd, printed) => {
    expect(await errorOutput(3, words, { cwd })).toMatch(printed)
  })

  test('a repository without commits is not found: 3', async () => {
    expect(await errorOutput(3, ['generate'], { cwd: buildRepository([]) })).toMatch(/ has no commits yet/)
  })

  test('--repo of a repository that is not there is not found: 3', async () => {
    const env = { ...hosted, NOTEWRIGHT_TOKEN: token }
    expect(await errorOutput(3, ['generate', '--repo', 'acme/nothing'], { env })).toMatch(
      /^No repository "acme\/nothing" is visible/,
    )
  })

  test('--repo under a NOTEWRIGHT_LOCAL_ROOT that is not there is a mistake, not our bug', async () => {
    const env = { ...hosted, NOTEWRIGHT_LOCAL_ROOT: join(empty, 'nothing'), NOTEWRIGHT_TOKEN: token }
    const { code } = await run(['generate', '--repo', 'acme/widget'], { env })
    expect([2, 3]).toContain(code)
  })

  test('git that is not installed is an unavailable host: 4', async () => {
    const printed = await errorOutput(4, ['generate', '--quiet'], { cwd: clone, env: { PATH: empty } })
    expect(printed).toMatch(/^git was not found on the PATH\./)
  })

  test('--writer model without a model: 5', async () => {
    expect(await errorOutput(5, ['generate', '--writer', 'model', '--quiet'], { cwd: clone })).toMatch(
      /^The writer "model" needs a key/,
    )
  })

  test.for<[string, number, string[], number, RegExp]>([
    ['a key that the gateway rejects: 3', 401, [], 3, /rejected/],
    ['a gateway that fails where the model is demanded: 5', 500, ['--writer', 'model'], 5, /500/],
  ])('%s', async ([_what, status, words, code, printed], { onTestFinished }) => {
    const gateway = await startGateway(failing(status))
    onTestFinished(() => gateway.close())
    const env = { NOTEWRIGHT_GATEWAY_URL: gateway.url, NOTEWRIGHT_API_KEY: canaryKey }
    const output = await errorOutput(code, ['generate', '--quiet', ...words], { cwd: clone, env })
    expect(output).toMatch(printed)
    expect(output).not.toContain(canaryKey)
  })

  test.each([['generate'], ['serve', '--local', '.']])(
    'every fault of the environment is listed, without the values: 2 (%s)',
    async (...words) => {
      const env = {
        PORT: 'seventy',
        NOTEWRIGHT_LOCAL_TOKEN: 'has spaces',
        NOTEWRIGHT_SECRET: 'short',
        NOTEWRIGHT_RATE: 'fast',
        NOTEWRIGHT_CONCURRENCY: '0',
        NOTEWRIGHT_DEADLINE_MS: '1000000',
        NOTEWRIGHT_MAX_COMMITS: '-1',
        LOG_LEVEL: 'loud',
      }
      const printed = await errorOutput(2, words, { cwd: clone, env })
      expect(printed).toMatch(/^The environment has 8 errors:\n/)
      for (const name of Object.keys(env)) expect(printed).toMatch(new RegExp(`^ {2}${name}: `, 'm'))
      expect(printed).not.toMatch(/seventy|has spaces|\bshort\b|\bfast\b/)
    },
  )

  test('an empty variable counts as unset', async () => {
    const env = { PORT: '', NOTEWRIGHT_TOKEN: '', LOG_LEVEL: '', NOTEWRIGHT_MAX_COMMITS: '' }
    expect((await run(['generate', ...range], { cwd: clone, env })).stdout).toBe(text)
  })
})

describe.concurrent('help', () => {
  test.each([['--help'], ['-h'], ['help'], []])('%j shows the commands', async (...words) => {
    const ended = await run(words)
    expect(ended).toMatchObject({ code: 0, stderr: '' })
    expect(ended.stdout).toMatch(
      /^ {2}generate .*\n {2}update .*\n {2}release .*\n {2}release-pr .*\n {2}next-version .*\n {2}serve /m,
    )
  })

  test.each(['--version', '-v', '-V'])('%s shows the version', async (word) => {
    expect(await run([word])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' })
  })

  test.each([
    ['generate', '-h'],
    ['help', 'generate'],
  ])('%s %s shows the flags of a command', async (...words) => {
    const { stdout } = await run(words)
    expect(stdout).toMatch(/^ {2}-f, --format FORMAT$/m)
    expect(stdout).toBe((await run(['generate', '--help'])).stdout)
  })

  test('the help needs no valid environment', async () => {
    expect(await run(['help', 'serve'], { env: { PORT: 'seventy' } })).toMatchObject({ code: 0, stderr: '' })
    expect(await run(['serve', '--help'], { env: { PORT: 'seventy' } })).toMatchObject({
      code: 0,
      stderr: '',
    })
  })

  test('generate --help shows every flag, in lines of at most 80 characters', async () => {
    const { code, stdout, stderr } = await run(['generate', '--help'])
    const fields = Object.keys(generateRequestSchema.shape).filter(
      (field) => !/^(repoFullName|fromRef|toRef)$/.test(field),
    )
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    for (const flag of [...fields, 'dir', 'json', 'output', 'max-commits', 'quiet', 'help']) {
      expect(stdout).toMatch(new RegExp(`^  (?:-\\w, )?--(?:no-)?${flag}\\b`, 'm'))
    }
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([])
    expect(stdout).toMatch(/Default: keepachangelog\./)
    expect(stdout).not.toMatch(/Default: (?:false|\.)/)
    // The names of values are not taken for those of flags.
    expect(stdout).toMatch(/"auto" uses AI\s.{0,200}"model"\s+requires\s+AI/s)
  })

  test('serve --help shows every flag', async () => {
    const { code, stdout } = await run(['serve', '--help'])
    expect(code).toBe(0)
    for (const flag of ['port', 'address', 'local', 'help'])
      expect(stdout).toMatch(new RegExp(`^  (?:-\\w, )?--${flag}\\b`, 'm'))
  })
})

describe('serve', () => {
  /** Starts a service on a free port and waits for the curl line it prints. */
  async function serve(words: string[], place: Place = {}) {
    const { child, ended } = start(['serve', '--port', '0', ...words], place)
    onTestFinished(() => void child.kill('SIGKILL'))
    let printed = ''
    const line = await new Promise<string>((resolve, reject) => {
      child.stdout!.on('data', (chunk: string) => {
        printed += chunk
        const found = /^curl .*(?=\n)/m.exec(printed)
        if (found) resolve(found[0])
      })
      ended.then(({ stderr }) => reject(new Error(`it ended: ${stderr}`)), reject)
    })
    return { child, ended, line, origin: /http:\/\/[^/ ]+/.exec(line)![0] }
  }

  /** What a shell gets by running a line as it was printed. */
  async function byBash(line: string, env: Record<string, string> = {}): Promise<string> {
    if (spawnSync('curl', ['--version']).error) {
      throw new Error('This test pastes the printed line, which needs curl. Run: apt-get install -y curl')
    }
    const child = spawn('bash', ['-c', line], {
      env: { PATH: process.env.PATH ?? '', ...env },
      // Where its input is a socket, bash believes it was started from afar and reads a person's settings.
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const ended = await endOf(child)
    expect(ended).toMatchObject({ code: 0, stderr: '' })
    return ended.stdout
  }

  test('prints a curl line with a made token that works, and stops cleanly on SIGTERM', async () => {
    const { child, ended, line } = await serve(['--local', clone])
    expect(JSON.parse(await byBash(line))).toMatchObject({ success: true, commitCount: 4 })
    const made = /Bearer ([^"]+)"/.exec(line)![1]!
    child.kill('SIGTERM')
    const { code, stdout, stderr } = await ended
    expect(code).toBe(0)
    // Once in the line, once in the link that signs in; behind the # it reaches no server.
    expect(stdout.split(made)).toHaveLength(3)
    expect(stdout).toMatch(new RegExp(`^Open http://[^/]+/#token=${made} in a browser`, 'm'))
    expect(stderr).not.toContain(made)
    expect(
      stderr
        .trim()
        .split('\n')
        .map((entry) => typeof JSON.parse(entry).level),
    ).not.toContain('undefined')
  })

  test('without a folder uses GitHub, unless a request names another host', async () => {
    const { origin } = await serve([])
    const answer: unknown = await (await fetch(`${origin}/api/v1/hosts`)).json()
    expect(answer).toMatchObject({
      hosts: expect.arrayContaining([{ name: 'github', kind: 'github', default: true }]),
    })
  })

  test('makes another token at each start', async () => {
    const [one, other] = [await serve(['--local', clone]), await serve(['--local', clone])]
    const bearer = /Bearer [^"]+/
    expect(bearer.exec(one.line)![0]).not.toBe(bearer.exec(other.line)![0])
  })

  test('does not print the token that the operator chose, and its curl line works where it is set', async () => {
    const env = { NOTEWRIGHT_LOCAL_TOKEN: token }
    const { child, ended, line } = await serve(['--local', root], { env })
    expect(JSON.parse(await byBash(line, env))).toMatchObject({ success: true })
    expect(JSON.parse(await byBash(line))).toMatchObject({ success: false, status: 401 })
    child.kill('SIGTERM')
    const { code, stdout, stderr } = await ended
    expect(code).toBe(0)
    expect(stdout + stderr).not.toContain(token)
  })

  test('SIGTERM while it starts stops it', { timeout: 10_000 }, async () => {
    // The start waits for this pipe, so the signal arrives in the middle of it.
    const folder = buildRepository(['feat: add search'])
    const pipe = join(folder, '.git/commondir')
    execFileSync('mkfifo', [pipe])
    const { child, ended } = start(['serve', '--local', folder, '--port', '0'])
    onTestFinished(() => void child.kill('SIGKILL'))
    const file = await open(pipe, 'w')
    child.kill('SIGTERM')
    await file.writeFile('.')
    await file.close()
    expect(await ended).toMatchObject({ code: 0 })
  })

  test('a folder whose name is not a valid repository name is not used as the example', async () => {
    const folder = makeFolder()
    for (const name of ['a team/widget', 'team/widget']) {
      buildRepository(['feat: add search'], { path: join(folder, name) })
    }
    const { line } = await serve(['--local', folder])
    expect(JSON.parse(await byBash(line))).toMatchObject({ success: true })
  })

  test('the repository of a checkout goes by the name of its origin and by local/<folder>', async () => {
    const folder = buildRepository(['feat: add search'], { path: join(makeFolder(), 'widget') })
    git(folder, ['remote', 'add', 'origin', 'git@example.org:team/tool.git'])
    const { line } = await serve(['--local', folder])
    expect(line).toContain('"repoFullName":"team/tool"')
    for (const name of ['team/tool', 'local/widget']) {
      expect(JSON.parse(await byBash(line.replace('team/tool', name)))).toMatchObject({ success: true })
    }
  })

  test.each(['with spaces', `it's "quoted" $HOME`, 'プロジェクト', '-dash'])(
    'the printed line works for a repository in a folder named %s',
    async (name) => {
      const folder = buildRepository(['feat: add search'], { path: join(makeFolder(), name) })
      const { line } = await serve(['--local', folder])
      expect(JSON.parse(await byBash(line))).toMatchObject({ success: true })
    },
  )

  test('it says how many repositories it serves', async () => {
    const { child, ended } = await serve(['--local', root])
    child.kill('SIGTERM')
    expect((await ended).stdout).toMatch(/^Serving 3 repositories, such as acme\/\w+\.$/m)
  })

  test('an empty folder is served, with a hint', async () => {
    const { child, ended } = await serve(['--local', makeFolder()])
    child.kill('SIGTERM')
    expect(await ended).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('No repository was found.'),
    })
  })

  test('PORT and LOG_LEVEL come from the environment, and a flag wins', async () => {
    const { child, ended, origin } = await serve(['--local', clone], {
      env: { PORT: '1', LOG_LEVEL: 'silent' },
    })
    expect((await fetch(`${origin}/readyz`)).status).toBe(200)
    child.kill('SIGINT')
    expect(await ended).toMatchObject({ code: 0, stderr: '' })
  })

  test('a port that is taken is a clear message: 2', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void other.close())
    await new Promise((resolve) => other.on('listening', resolve))
    const { port } = other.address() as AddressInfo
    const words = ['serve', '--local', clone, '--port', String(port)]
    expect(await errorOutput(2, words, { env: { LOG_LEVEL: 'silent' } })).toBe(
      `Port ${port} on 127.0.0.1 is already in use. Choose another port with --port or PORT.\n`,
    )
  })

  test('an address that is not ours is a clear message: 2', async () => {
    const words = ['serve', '--local', clone, '--port', '0', '--address', '192.0.2.1']
    expect(await errorOutput(2, words, { env: { LOG_LEVEL: 'silent' } })).toMatch(
      /^Port 0 on 192\.0\.2\.1 cannot be used \(EADDRNOTAVAIL\)\./,
    )
  })
})
