import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { answerSchema } from '../../src/api/answer-schema.ts'
import { generateRequestSchema } from '../../src/api/generate-request.ts'
import { buildRepository, makeFolder } from '../support/build-repository.ts'
import { main, minimalEnv } from '../support/main-program.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** What a composite action may hold, by GitHub's description of its metadata. */
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
  outputs: z.record(z.string(), z.strictObject({ description: z.string(), value: z.string() })),
  runs: z.strictObject({
    using: z.literal('composite'),
    steps: z.array(
      z.union([
        z.strictObject({ uses: z.string(), with: z.record(z.string(), z.string()).optional() }),
        z.strictObject({
          name: z.string(),
          id: z.string().optional(),
          shell: z.literal('bash'),
          env: z.record(z.string(), z.string()),
          run: z.string(),
        }),
      ]),
    ),
  }),
})
const action = actionSchema.parse(parse(read('action.yml')))

/** Fills in `${{ … }}` as a runner does, for what the action uses of it. */
function fill(text: string, values: Record<string, string>): string {
  return text.replace(/\$\{\{ ([\w.-]+) \}\}/g, (_whole, name: string) => values[name] ?? '')
}

interface Ran {
  code: number | null
  outputs: Record<string, string>
  summary: string
  log: string
}

function runAction(cwd: string, inputs: Record<string, string>): Ran {
  const folder = makeFolder()
  const [output, summary] = [join(folder, 'output'), join(folder, 'summary')]
  writeFileSync(output, '')
  writeFileSync(summary, '')
  const defaults = Object.entries(action.inputs).map(([name, input]) => [name, input.default ?? ''])
  const given = Object.entries({ ...Object.fromEntries(defaults), ...inputs })
  const values = {
    'github.action_path': root,
    'github.token': 'token-of-the-job',
    ...Object.fromEntries(
      given.map(([name, value]) => [`inputs.${name}`, fill(String(value), { 'github.token': 'x' })]),
    ),
  }
  let log = ''
  for (const step of action.runs.steps) {
    if (!('run' in step)) continue
    const env = Object.fromEntries(
      Object.entries(step.env).map(([name, value]) => [name, fill(value, values)]),
    )
    const done = spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step.run], {
      cwd,
      env: {
        ...minimalEnv,
        PATH: `${join(process.execPath, '..')}:${process.env.PATH}`,
        RUNNER_TEMP: folder,
        GITHUB_OUTPUT: output,
        GITHUB_STEP_SUMMARY: summary,
        ...env,
      },
    })
    log += done.stdout.toString() + done.stderr.toString()
    if (done.status !== 0) return { code: done.status, outputs: {}, summary: '', log }
  }
  return {
    code: 0,
    outputs: readOutputs(readFileSync(output, 'utf8')),
    summary: readFileSync(summary, 'utf8'),
    log,
  }
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

const clone = () =>
  buildRepository([
    'Start',
    { tag: 'v1.0.0' },
    { commit: 'feat: add search (#1)', files: ['packages/core/a.ts'] },
    { commit: 'chore: | `pipe` <b>and</b> all\n\nchangelog<<end', files: ['.github/workflows/a.yml'] },
    { commit: 'fix: crash (#2)', files: ['packages/cli/b.ts'] },
  ])

describe('the action', () => {
  test('has an input for every field of a request, and the outputs of the contract', () => {
    const fields = Object.keys(generateRequestSchema.shape).filter(
      // Aliases, and fields that need the changes to be known first.
      (field) => !/^(repoFullName|fromRef|toRef|only)$/.test(field),
    )
    expect(Object.keys(action.inputs).sort()).toEqual(
      [...fields, 'dir', 'token', 'api-key', 'latest', 'unreleased'].sort(),
    )
    expect(Object.keys(action.outputs)).toEqual([
      'changelog',
      'commit-count',
      'json',
      'version',
      'tag',
      'bump',
    ])
  })

  test('writes notes, outputs and the ledger, with its own steps and environment', () => {
    const { code, outputs, summary, log } = runAction(clone(), { from: 'v1.0.0', format: 'simple' })
    expect(log).not.toContain('token-of-the-job')
    expect(code).toBe(0)
    expect(outputs.changelog).toBe('- Add search (#1)\n- Fix crash (#2)\n')
    expect(outputs['commit-count']).toBe('3')
    const answer = answerSchema.parse(JSON.parse(readFileSync(outputs.json!, 'utf8')))
    expect(answer.commitCount).toBe(3)
    expect(summary).toContain('3 commits: 2 included in 2 entries, 1 excluded.')
    expect(summary).toMatch(/^\| `[0-9a-f]{7}` \| `chore: \\\| 'pipe' <b>and<\/b> all` \| internal \|/m)
  })

  test('proposes the next version', () => {
    const { code, outputs } = runAction(clone(), { version: 'auto' })
    expect(code).toBe(0)
    expect(outputs).toMatchObject({ bump: 'minor', tag: `v${outputs.version}` })
    expect(outputs.changelog).toContain(`## [${outputs.version}]`)
  })

  test('installs every package that the sources import', () => {
    const install = action.runs.steps.map((step) => ('run' in step ? step.run : '')).join('\n')
    const left = [...install.matchAll(/--omit=(\w+)/g)].map(([, kind]) => kind!)
    const { packages } = JSON.parse(read('package-lock.json'))
    const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .map((file) => read(`src/${file}`))
    const names = sources.flatMap((text) =>
      [
        ...text.matchAll(
          /(?:^(?:import|export) (?!type\b)[^;]*? from |\bimport\()'(@[^/']+\/[^/']+|[^.@/'][^/':]*)/gm,
        ),
      ].map(([, name]) => name!),
    )
    const used = [...new Set(names)].filter((name) => name !== 'node')
    expect(used).toContain('mdast-util-to-markdown')
    for (const name of used)
      expect([name, left.filter((kind) => packages[`node_modules/${name}`]?.[kind])]).toEqual([name, []])
  })

  test('takes several paths', () => {
    const { outputs } = runAction(clone(), {
      from: 'v1.0.0',
      format: 'simple',
      paths: 'packages/core\npackages/none',
    })
    expect(outputs.changelog).toBe('- Add search (#1)\n')
  })

  test.each(['"; touch hacked; "', '$(touch hacked)', '--output=hacked', '`touch hacked`'])(
    'an input such as %s is a word and nothing else',
    (word) => {
      const cwd = clone()
      const { code, log } = runAction(cwd, { from: word })
      expect(code).toBe(2)
      expect(log).toContain('--from: must ')
      expect(spawnSync('ls', [cwd]).stdout.toString()).not.toContain('hacked')
    },
  )

  test('ends as the command ends', () => {
    expect(runAction(clone(), { from: 'v9.9.9' }).code).toBe(3)
  })
})

describe('the component for GitLab CI', () => {
  const [spec, jobs] = parseAllDocuments(read('templates/notewright.yml')).map((document) => document.toJS())

  test('declares its inputs and uses each of them', () => {
    const names = Object.keys(spec.spec.inputs)
    const used = [...read('templates/notewright.yml').matchAll(/\$\[\[ inputs\.(\w+) \]\]/g)].map(
      ([, name]) => name,
    )
    expect([...new Set(used)].sort()).toEqual(names.sort())
  })

  test('its script runs', () => {
    const cwd = clone()
    const inputs: Record<string, { default: string }> = { ...spec.spec.inputs, from: { default: 'v1.0.0' } }
    const filled = (value: string) =>
      value.replace(/\$\[\[ inputs\.(\w+) \]\]/g, (_all, name: string) => inputs[name]!.default)
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
    for (const line of jobs.notewright.script as string[]) {
      const done = spawnSync('sh', ['-ec', line], {
        cwd,
        env: { ...minimalEnv, PATH: `${tools}:${process.env.PATH}`, ...variables },
      })
      expect(done.stderr.toString()).not.toContain('notewright:')
      expect(done.status).toBe(0)
    }
    expect(readFileSync(join(cwd, 'notes.md'), 'utf8')).toContain("## What's Changed")
    expect(JSON.parse(readFileSync(join(cwd, 'notes.json'), 'utf8')).commitCount).toBe(3)
  })
})

describe('the snippets', () => {
  const text = read('docs/pipelines.md')
  const blocks = [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, language, body]) => ({
    language,
    body: body!,
  }))

  test('are valid YAML where they are marked as YAML', () => {
    const yaml = blocks.filter(({ language }) => language === 'yaml')
    expect(yaml).toHaveLength(4)
    for (const { body } of yaml) expect(parse(body)).toBeTypeOf('object')
  })

  test('every command in them exists, with flags that it has', () => {
    const commands = [...text.matchAll(/npx --yes notewright@([\d.]+) (\w+)([^\n']*)/g)]
    expect(commands.length).toBeGreaterThanOrEqual(4)
    const { version } = JSON.parse(read('package.json'))
    for (const [, used, command, words] of commands) {
      expect(used).toBe(version)
      const help = spawnSync(process.execPath, [main, command!, '--help']).stdout.toString()
      for (const [flag] of words!.matchAll(/--[a-z-]+/g)) expect(help).toContain(`${flag}`)
    }
  })

  test('the action is used with inputs and outputs that it has', () => {
    const workflow = parse(blocks[0]!.body)
    const steps: { uses?: string; with?: Record<string, string> }[] = workflow.jobs.notes.steps
    const ours = steps.find(({ uses }) => uses?.startsWith('notewright/'))!
    for (const name of Object.keys(ours.with!)) expect(Object.keys(action.inputs)).toContain(name)
    for (const [, name] of blocks[0]!.body.matchAll(/steps\.notes\.outputs\.([\w-]+)/g))
      expect(Object.keys(action.outputs)).toContain(name)
  })
})
