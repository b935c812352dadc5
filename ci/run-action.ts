import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { appendFileSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Answer } from '../src/core/answer.ts'
import { jobSummary } from './job-summary.ts'

/** Runs the action: turns inputs into flags, and the answer into outputs and a job summary. */
const { env } = process
const inputNames =
  'host from to format writer model version package channel date part areas audience language instructions check'.split(
    ' ',
  )

function flags(): string[] {
  const input = (name: string) => env[`INPUT_${name.toUpperCase()}`]?.trim() ?? ''
  const source = input('repo') === '' ? ['--dir', input('dir') || '.'] : ['--repo', input('repo')]
  const fields = inputNames.flatMap((name) => (input(name) === '' ? [] : [`--${name}=${input(name)}`]))
  const paths = input('paths')
    .split('\n')
    .map((line) => line.trim())
  const chosen = paths.filter((line) => line !== '').map((line) => `--paths=${line}`)
  const switches = ['summary', 'highlights', 'latest', 'unreleased'].filter((name) => input(name) === 'true')
  return [
    ...source,
    ...fields,
    ...chosen,
    ...switches.map((name) => `--${name}`),
    ...(input('diffs') === 'false' ? ['--no-diffs'] : []),
    ...configFlags(input('config')),
  ]
}

function configFlags(config: string): string[] {
  if (config === '') return []
  return config === 'none' ? ['--no-config'] : [`--config=${config}`]
}

/** Sets an output; the random delimiter cannot occur in the value. */
function setOutput(name: string, value: string): void {
  const delimiter = `end-${randomUUID()}`
  if (env.GITHUB_OUTPUT) appendFileSync(env.GITHUB_OUTPUT, `${name}<<${delimiter}\n${value}\n${delimiter}\n`)
}

const file = join(mkdtempSync(join(env.RUNNER_TEMP || tmpdir(), 'notewright-')), 'notes.json')
const main = join(import.meta.dirname, '../src/main.ts')
const args = [main, 'generate', ...flags(), '--json', '--output', file]
const { status } = spawnSync(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] })
if (status === 0) {
  const answer: Answer = JSON.parse(readFileSync(file, 'utf8'))
  setOutput('changelog', answer.changelog)
  setOutput('commit-count', String(answer.commitCount))
  setOutput('json', file)
  const { version, tag, bump } = answer.nextVersion ?? { version: null, tag: null, bump: '' }
  setOutput('version', version ?? '')
  setOutput('tag', tag ?? '')
  setOutput('bump', bump)
  if (env.GITHUB_STEP_SUMMARY) appendFileSync(env.GITHUB_STEP_SUMMARY, jobSummary(answer))
}
process.exitCode = status ?? 1
