import { spawn, spawnSync } from 'node:child_process'
import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { actionCommands } from '../../ci/action/command-line.ts'
import { answerSchema } from '../../src/api/answer-schema.ts'
import { generateRequestSchema } from '../../src/api/generate-request.ts'
import { startGithub } from '../stand-ins/github.ts'
import { buildRepository, git, makeFolder } from '../support/build-repository.ts'
import { main, minimalEnv } from '../support/main-program.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** What an action that the runner starts with its own Node may hold, by GitHub's description of its metadata. */
const actionSchema = z.strictObject({
  name: z.string(),
  description: z.string().max(125),
  branding: z.strictObject({
    icon: z.string(),
    color: z.enum(['white', 'black', 'yellow', 'blue', 'green', 'orange', 'red', 'purple', 'gray-dark']),
  }),
  inputs: z.record(
    z.string().regex(/^[a-z][a-z0-9-]*$/),
    z.strictObject({
      description: z.string(),
      default: z.string().optional(),
      required: z.boolean().optional(),
    }),
  ),
  outputs: z.record(z.string(), z.strictObject({ description: z.string() })),
  runs: z.strictObject({ using: z.literal('node24'), main: z.literal('ci/action/start.js') }),
})
const action = actionSchema.parse(parse(read('action.yml')))

interface Ran {
  code: number | null
  outputs: Record<string, string>
  summary: string
  log: string
}

interface RunnerOptions {
  variables?: Record<string, string>
  script?: string
}

const builtAction = join(dirname(main), 'action.js')

/** Runs the action with the environment that a runner gives it: every input as a variable, in capitals. */
async function runAction(
  cwd: string,
  inputs: Record<string, string>,
  { variables = {}, script = builtAction }: RunnerOptions = {},
): Promise<Ran> {
  const folder = makeFolder()
  const [output, summary] = [join(folder, 'output'), join(folder, 'summary')]
  writeFileSync(output, '')
  writeFileSync(summary, '')
  const given = Object.entries(action.inputs).map(([name, { default: value = '' }]) => {
    const filled = inputs[name] ?? value.replace(/^\$\{\{ github\.token \}\}$/, 'token-of-the-job')
    return [`INPUT_${name.toUpperCase()}`, filled]
  })
  const child = spawn(process.execPath, [script], {
    cwd,
    env: {
      ...minimalEnv,
      HOME: folder,
      RUNNER_TEMP: folder,
      GITHUB_OUTPUT: output,
      GITHUB_STEP_SUMMARY: summary,
      ...Object.fromEntries(given),
      ...variables,
    },
  })
  let log = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      log += text
    })
  const code = await new Promise<number | null>((resolve) => {
    child.on('close', resolve)
  })
  const outputs = readOutputs(readFileSync(output, 'utf8'))
  return { code, outputs, summary: readFileSync(summary, 'utf8'), log }
}

/** Reads outputs as a runner does: `name<<mark`, lines, the mark. */
function readOutputs(text: string): Record<string, string> {
  const outputs: Record<string, string> = {}
  const lines = text.split('\n')
  while (lines.length > 1) {
    const [name = '', mark = ''] = lines.shift()!.split('<<')
    const end = lines.indexOf(mark)
    outputs[name] = lines.splice(0, end).join('\n')
    lines.shift()
  }
  return outputs
}

/** The lines that a runner reads as commands: those outside of `stop-commands`. */
function listCommands(log: string): string[] {
  const commands: string[] = []
  let token: string | null = null
  for (const line of log.split('\n')) {
    if (token !== null) {
      if (line === `::${token}::`) token = null
      continue
    }
    token = /^::stop-commands::(.+)$/.exec(line)?.[1] ?? null
    if (token === null && line.startsWith('::')) commands.push(line)
  }
  return commands
}

const clone = () =>
  buildRepository([
    'Start',
    { tag: 'v1.0.0' },
    { commit: 'feat: add search (#1)', files: ['packages/core/a.ts'] },
    { commit: 'chore: | `pipe` <b>and</b> all\n\nchangelog<<end', files: ['.github/workflows/a.yml'] },
    { commit: 'fix: crash (#2)', files: ['packages/cli/b.ts'] },
  ])

/** A clone of the last commit alone, as actions/checkout makes it by default. */
function shallow(origin: string): string {
  const folder = join(makeFolder(), 'clone')
  git(makeFolder(), ['clone', '--quiet', '--depth=1', '--no-tags', `file://${origin}`, folder])
  return folder
}

describe('the action', () => {
  test('has an input for every field of a request, and for what only some commands use', () => {
    const fields = Object.keys(generateRequestSchema.shape).filter(
      // Aliases, and fields that need the changes to be known first.
      (field) => !/^(repoFullName|fromRef|toRef|only)$/.test(field),
    )
    const own = ['command', 'dir', 'fetch-history', 'token', 'api-key', 'latest', 'unreleased']
    const publishing = ['file', 'all', 'tag', 'name', 'draft', 'prerelease', 'publish', 'base']
    expect(Object.keys(action.inputs).sort()).toEqual([...fields, ...own, ...publishing].sort())
  })

  test('generate writes notes, outputs and a summary with every excluded commit', async () => {
    const { code, outputs, summary, log } = await runAction(clone(), { from: 'v1.0.0', format: 'simple' })
    expect(log).not.toContain('token-of-the-job')
    expect(code).toBe(0)
    expect(outputs.changelog).toBe('- Add search (#1)\n- Fix crash (#2)\n')
    expect(outputs['commit-count']).toBe('3')
    const answer = answerSchema.parse(JSON.parse(readFileSync(outputs.json!, 'utf8')))
    expect(answer.commitCount).toBe(3)
    expect(summary).toContain('3 commits: 2 included in 2 entries, 1 excluded.')
    expect(summary).toMatch(/^\| `[0-9a-f]{7}` \| `chore: \\\| 'pipe' <b>and<\/b> all` \| internal \|/m)
    for (const name of Object.keys(outputs)) expect(Object.keys(action.outputs)).toContain(name)
  })

  test('generate proposes the next version', async () => {
    const { code, outputs } = await runAction(clone(), { version: 'auto' })
    expect(code).toBe(0)
    expect(outputs).toMatchObject({ bump: 'minor', tag: `v${outputs.version}` })
    expect(outputs.changelog).toContain(`## [${outputs.version}]`)
  })

  test('generate takes several paths', async () => {
    const { outputs } = await runAction(clone(), {
      from: 'v1.0.0',
      format: 'simple',
      paths: 'packages/core\npackages/none',
    })
    expect(outputs.changelog).toBe('- Add search (#1)\n')
  })

  test('a first release without tags has everything', async () => {
    const first = buildRepository(['feat: add search (#1)', 'fix: crash (#2)'])
    const { code, outputs } = await runAction(first, { version: 'auto', format: 'simple' })
    expect(code).toBe(0)
    expect(outputs).toMatchObject({ 'commit-count': '2', version: '0.1.0', bump: 'initial' })
  })

  test('in a shallow clone it fetches the history, and finds the previous release', async () => {
    const { code, outputs, log } = await runAction(shallow(clone()), { format: 'simple' })
    expect(log).toContain('its history and tags were fetched')
    expect(code).toBe(0)
    expect(outputs['commit-count']).toBe('3')
  })

  test('fetch-history false leaves a shallow clone as it is, and the error says what to set', async () => {
    const folder = shallow(clone())
    const { code, log } = await runAction(folder, { 'fetch-history': 'false' })
    expect(code).toBe(3)
    expect(listCommands(log).join('\n')).toMatch(/^::error title=Notewright::.*fetch-depth: 0/)
    expect(git(folder, ['rev-parse', '--is-shallow-repository']).trim()).toBe('true')
  })

  test('a history that cannot be fetched is reported', async () => {
    const folder = shallow(clone())
    git(folder, ['remote', 'set-url', 'origin', 'file:///no/such/repository'])
    const { code, log } = await runAction(folder, {})
    expect(code).toBe(3)
    expect(listCommands(log).join('\n')).toContain('could not be fetched')
  })

  test('a package of a monorepo has its own notes', async () => {
    const folder = clone()
    writeFileSync(
      join(folder, 'notewright.yml'),
      'packages:\n  - {name: core, path: packages/core, tags: "core-v{version}"}\n  - {name: cli, path: packages/cli, tags: "cli-v{version}"}\n',
    )
    const { code, outputs, log } = await runAction(folder, {
      package: 'core',
      format: 'simple',
      version: 'auto',
    })
    expect([code, log]).toEqual([0, expect.anything()])
    expect(outputs.changelog).toBe('- Add search (#1)\n')
    expect(outputs.tag).toBe('core-v0.1.0')
  })

  test('update changes the changelog, and check reports one that is out of date', async () => {
    const folder = clone()
    const before = await runAction(folder, { command: 'check' })
    expect(before).toMatchObject({ code: 6, outputs: { changed: 'true', files: 'CHANGELOG.md' } })
    expect(listCommands(before.log)[0]).toMatch(/^::error title=Notewright::CHANGELOG\.md/)
    const updated = await runAction(folder, { command: 'update', version: 'auto' })
    expect(updated).toMatchObject({ code: 0, outputs: { changed: 'true', version: '1.1.0', tag: 'v1.1.0' } })
    expect(updated.summary).toContain('| `CHANGELOG.md` | `1.1.0` | 2 | 0 |')
    expect(readFileSync(join(folder, 'CHANGELOG.md'), 'utf8')).toContain('- Add search')
    const after = await runAction(folder, { command: 'check', version: '1.1.0' })
    expect(after).toMatchObject({ code: 0, outputs: { changed: 'false', files: '' } })
  })

  test('an input that the command does not use is a warning', async () => {
    const { code, log } = await runAction(clone(), { command: 'update', format: 'simple' })
    expect(code).toBe(0)
    expect(listCommands(log)).toEqual([
      '::warning title=Notewright::The command update does not use the input "format".',
    ])
  })

  test.each([
    ['command', 'publish', 'Use one of generate, update, check, release, release-pr.'],
    ['summary', 'yes', 'Use true or false.'],
    ['fetch-history', '1', 'Use true or false.'],
  ])('%s: %s is an error that says what to use', async (name, value, message) => {
    const { code, log } = await runAction(clone(), { [name]: value })
    expect(code).toBe(2)
    expect(listCommands(log)).toEqual([
      `::error title=Notewright::The input "${name}" is "${value}". ${message}`,
    ])
  })

  test.each(['"; touch hacked; "', '$(touch hacked)', '--output=hacked', '`touch hacked`'])(
    'an input such as %s is a word and nothing else',
    async (word) => {
      const cwd = clone()
      const { code, log } = await runAction(cwd, { from: word })
      expect(code).toBe(2)
      expect(log).toContain('--from: must ')
      expect(spawnSync('ls', [cwd]).stdout.toString()).not.toContain('hacked')
    },
  )

  test('a commit cannot give commands to the runner', async () => {
    const folder = buildRepository([
      'Start',
      { tag: 'v1.0.0' },
      'Revert "x"\n\n::error::hacked\n::add-mask::a\n::set-output name=a::b',
      'feat: add\n::warning::hacked',
      { tag: '::error::hacked'.replaceAll(':', '') },
    ])
    const { log, outputs, summary } = await runAction(folder, { from: 'v1.0.0' })
    expect(listCommands(log)).toEqual([])
    expect(`${Object.keys(outputs)}`).not.toContain('hacked')
    expect(summary).not.toMatch(/^::/m)
  })

  test('ends as the command ends', async () => {
    expect(await runAction(clone(), { from: 'v9.9.9' })).toMatchObject({ code: 3 })
  })
})

describe('the action on a host', async () => {
  const hosted = makeFolder()
  buildRepository(['Start', { tag: 'v1.0.0' }, 'feat: add search (#1)', 'fix: crash (#2)'], {
    path: join(hosted, 'acme/widget'),
  })
  buildRepository(['Start', { tag: 'v1.0.0' }], { path: join(hosted, 'acme/quiet') })
  const [writer, reader] = ['token-that-writes', 'token-that-reads']
  const github = await startGithub({
    root: hosted,
    tokens: { [writer]: 'all', [reader]: 'all' },
    readers: [reader],
  })
  afterAll(() => github.close())
  const variables = {
    GITHUB_API_URL: github.apiUrl,
    GITHUB_GRAPHQL_URL: `${github.apiUrl}/graphql`,
    GITHUB_SERVER_URL: github.url,
    GITHUB_REPOSITORY: 'acme/widget',
  }

  test('release keeps a draft of the next version for the repository of the workflow', async () => {
    const inputs = { command: 'release', version: 'auto', token: writer }
    const first = await runAction(makeFolder(), inputs, { variables })
    expect(first).toMatchObject({
      code: 0,
      outputs: { action: 'created', state: 'draft', tag: 'v1.1.0', version: '1.1.0', bump: 'minor' },
    })
    expect(github.releases).toMatchObject([{ tag_name: 'v1.1.0', draft: true, html_url: first.outputs.url }])
    const second = await runAction(makeFolder(), inputs, { variables })
    expect(second).toMatchObject({ code: 0, outputs: { action: 'unchanged' } })
    expect(github.releases).toHaveLength(1)
    expect(first.log).not.toContain(writer)
  })

  test('release-pr keeps one pull request with the next version', async () => {
    const inputs = { command: 'release-pr', token: writer }
    const first = await runAction(makeFolder(), inputs, { variables })
    expect(first).toMatchObject({
      code: 0,
      outputs: { action: 'created', state: 'open', version: '1.1.0', files: 'CHANGELOG.md' },
    })
    const second = await runAction(makeFolder(), inputs, { variables })
    expect(second).toMatchObject({ code: 0, outputs: { action: 'unchanged', url: first.outputs.url } })
    expect(github.requests).toHaveLength(1)
  })

  test('with nothing to release it succeeds, says so and has no version', async () => {
    const inputs = { command: 'release', version: 'auto', token: writer, repo: 'acme/quiet' }
    const { code, outputs, log, summary } = await runAction(makeFolder(), inputs, { variables })
    expect(code).toBe(0)
    expect(outputs.version ?? '').toBe('')
    expect(listCommands(log)).toEqual(['::notice title=Notewright::There is nothing to release.'])
    expect(summary).toContain('nothing to release')
  })

  test('a token that may not write, as in a pull request of a fork, is an error that names the permission', async () => {
    const inputs = { command: 'release', version: 'auto', token: reader }
    const { code, log } = await runAction(makeFolder(), inputs, { variables })
    expect(code).not.toBe(0)
    expect(listCommands(log)[0]).toMatch(/^::error title=Notewright::.*[Ww]rite/)
    expect(github.releases).toHaveLength(1)
  })
})

describe('the action as it is released', () => {
  /** The files that a runner fetches: a release has the built program and no packages. */
  function releaseFolder(): string {
    const folder = makeFolder()
    mkdirSync(join(folder, 'ci/action'), { recursive: true })
    copyFileSync(join(root, 'ci/action/start.js'), join(folder, 'ci/action/start.js'))
    copyFileSync(join(root, 'package.json'), join(folder, 'package.json'))
    return folder
  }

  test('starts the built program', async () => {
    const folder = releaseFolder()
    cpSync(dirname(main), join(folder, 'dist'), { recursive: true })
    const { code, outputs } = await runAction(
      clone(),
      { format: 'simple' },
      { script: join(folder, action.runs.main) },
    )
    expect(code).toBe(0)
    expect(outputs['commit-count']).toBe('3')
  })

  test('a commit without it says to use a release', async () => {
    const { code, log } = await runAction(clone(), {}, { script: join(releaseFolder(), action.runs.main) })
    expect(code).toBe(1)
    expect(listCommands(log)[0]).toContain('Use a release')
  })
})

describe('the component for GitLab CI', () => {
  const [spec, jobs] = parseAllDocuments(read('templates/notewright.yml')).map((document) => document.toJS())

  test('declares its inputs and uses each of them', () => {
    const names = Object.keys(spec.spec.inputs)
    const used = [...read('templates/notewright.yml').matchAll(/\$\[\[ inputs\.([\w-]+) \]\]/g)].map(
      ([, name]) => name,
    )
    expect([...new Set(used)].sort()).toEqual(names.sort())
  })

  /** Runs the script of the component as a runner does, in a shell with the variables of the job. */
  function runScript(
    cwd: string,
    given: Record<string, string>,
  ): { status: number | null; stdout: string; stderr: string } {
    const filled = (value: string) =>
      value.replace(/\$\[\[ inputs\.([\w-]+) \]\]/g, (_all, name: string) =>
        String(given[name] ?? spec.spec.inputs[name].default),
      )
    const variables = Object.fromEntries(
      Object.entries(jobs.notewright.variables as Record<string, string>).map(([name, value]) => [
        name,
        filled(value),
      ]),
    )
    // What npx would fetch is what lies here.
    const tools = makeFolder()
    writeFileSync(join(tools, 'npx'), `#!/bin/sh\nshift 2\nexec "${process.execPath}" "${main}" "$@"\n`, {
      mode: 0o755,
    })
    const script = (jobs.notewright.script as string[]).join('\n')
    const { status, stdout, stderr } = spawnSync('sh', ['-ec', script], {
      cwd,
      encoding: 'utf8',
      env: {
        ...minimalEnv,
        PATH: `${tools}:${dirname(process.execPath)}:${process.env.PATH}`,
        ...variables,
      },
    })
    return { status, stdout, stderr }
  }

  test('generate writes the notes and the whole answer', () => {
    const cwd = clone()
    expect(runScript(cwd, {})).toMatchObject({
      status: 0,
      stderr: expect.not.stringContaining('notewright:'),
    })
    expect(readFileSync(join(cwd, 'notes.md'), 'utf8')).toContain("## What's Changed")
    expect(JSON.parse(readFileSync(join(cwd, 'notes.json'), 'utf8')).commitCount).toBe(3)
  })

  test('check fails, update writes, and hostile inputs stay words', () => {
    const cwd = clone()
    expect(runScript(cwd, { command: 'check' })).toMatchObject({ status: 6 })
    expect(runScript(cwd, { command: 'update', version: 'auto' })).toMatchObject({ status: 0 })
    expect(readFileSync(join(cwd, 'CHANGELOG.md'), 'utf8')).toContain('## [1.1.0]')
    expect(runScript(cwd, { from: '$(touch hacked); touch hacked' })).toMatchObject({ status: 2 })
    expect(readdirSync(cwd)).not.toContain('hacked')
  })

  test('nothing to release is not a failure', () => {
    const cwd = buildRepository(['Start', { tag: 'v1.0.0' }])
    expect(runScript(cwd, { command: 'update', version: 'auto' })).toMatchObject({ status: 0 })
  })
})

describe('the snippets', () => {
  const guides = ['github-action', 'gitlab-ci', 'other-ci', 'monorepos', 'release-flow']
  const text = guides.map((name) => read(`docs/guides/${name}.md`)).join('\n')
  const blocks = [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, language, body]) => ({
    language,
    body: body!,
  }))

  test('are valid YAML where they are marked as YAML', () => {
    const yaml = blocks.filter(({ language }) => language === 'yaml')
    expect(yaml.length).toBeGreaterThanOrEqual(10)
    for (const { body } of yaml) expect(parse(body)).toBeTypeOf('object')
  })

  test('every command in them exists, with flags that it has', () => {
    const commands = [...text.matchAll(/npx --yes notewright@([\d.]+) ([\w-]+)([^\n']*)/g)]
    expect(commands.length).toBeGreaterThanOrEqual(4)
    const { version } = JSON.parse(read('package.json'))
    for (const [, used, command, words] of commands) {
      expect(used).toBe(version)
      const help = spawnSync(process.execPath, [main, command!, '--help']).stdout.toString()
      for (const [flag] of words!.matchAll(/--[a-z-]+/g)) expect(help).toContain(`${flag}`)
    }
  })

  test('the action is used with inputs and outputs that it has', () => {
    const workflows = blocks.filter(({ body }) => body.includes('uses: notewright/'))
    expect(workflows.length).toBeGreaterThanOrEqual(3)
    for (const { body } of workflows) {
      const jobs: { steps: { uses?: string; with?: Record<string, string> }[] }[] = Object.values(
        parse(body).jobs,
      )
      const steps = jobs.flatMap((job) => job.steps).filter(({ uses }) => uses?.startsWith('notewright/'))
      for (const step of steps)
        for (const name of Object.keys(step.with!)) expect(Object.keys(action.inputs)).toContain(name)
    }
  })

  test('the table of commands names every command and output of the action', () => {
    const rows = [...text.matchAll(/^\| `([a-z-]+)` \| .+ \| `contents: .+ \| (.+) \|$/gm)]
    expect(rows.map(([, command]) => command)).toEqual(actionCommands)
    const named = new Set(
      rows.flatMap(([, , outputs]) => [...outputs!.matchAll(/`([a-z-]+)`/g)].map((match) => match[1]!)),
    )
    expect([...named, 'version', 'tag', 'bump', 'json'].sort()).toEqual(Object.keys(action.outputs).sort())
  })
})
