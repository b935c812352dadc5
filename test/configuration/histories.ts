import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Answer } from '../../src/core/answer.ts'
import { buildRepository, git, type Step } from '../support/build-repository.ts'
import { main, minimalEnv } from '../support/main-program.ts'
import { tryProgram } from '../support/run-program.ts'

/** The history of the README: twelve commits from v1.4.0 to v1.5.0. */
export const historyW: Step[] = [
  'Start',
  'Release 1.4.0',
  { tag: 'v1.4.0' },
  'feat(api): add cursor pagination to /orders (#118)',
  { commit: 'chore(deps): bump undici from 6.1.0 to 6.2.0 (#119)', by: 'dependabot[bot]' },
  { commit: 'docs: explain retries (#120)', files: ['docs/retries.md'] },
  { commit: 'fix: crash when the config file is empty (#121)', by: 'Ben' },
  'feat!: drop Node 18 (#122)\n\nBREAKING CHANGE: Node 20.11 is the oldest supported version.',
  'refactor: split the router (#123)',
  { commit: 'fix(auth): reject expired refresh tokens (#124)\n\nThis fixes CVE-2026-31337.', by: 'Cy' },
  { commit: 'feat: dark mode (#125)', by: 'Ben' },
  'Revert "feat: dark mode (#125)" (#126)',
  { commit: 'Deprecate --legacy-output, removal planned for 2.0 (#127)', by: 'Cy' },
  'perf(export): stream files over 100 MB (#128)',
  'Release 1.5.0',
  { tag: 'v1.5.0' },
]

/** A history with headings of its own, as Prometheus has. */
export const historyP: Step[] = [
  'Start',
  { tag: 'v3.1.0' },
  { tag: 'v0.301.0' },
  'tsdb: fix goroutine leak on a corrupt head (#901)',
  'discovery: add Oracle Cloud service discovery (#902)',
  'promql: remove the holt_winters alias (#903)',
  'scrape: reduce allocations when parsing histograms (#904)',
  'ui: add a copy button to rules (#905)',
  'build: update the builder image (#906)',
]

/** Builds a clone of `acme/widget` on GitHub with files in its working tree. */
export function buildClone(steps: Step[], files: Record<string, string> = {}): string {
  const path = buildRepository(steps)
  git(path, ['remote', 'add', 'origin', 'https://github.com/acme/widget.git'])
  git(path, ['checkout', '--quiet', '-f', 'main'])
  writeFiles(path, files)
  return path
}

/** Writes files into a folder. */
export function writeFiles(folder: string, files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

/** Runs the program in a folder. */
export function runIn(cwd: string, args: string[]): { status: number; out: string; errors: string } {
  const { status, stdout, stderr } = tryProgram(process.execPath, [main, ...args], { cwd, env: minimalEnv })
  return {
    status: status ?? -1,
    out: Buffer.from(stdout).toString(),
    errors: Buffer.from(stderr).toString(),
  }
}

/** The range of the history W. */
export const rangeW = ['--from', 'v1.4.0', '--to', 'v1.5.0']

/** The answer of the program for a range of a clone. */
export function answerIn(cwd: string, args: string[] = rangeW): Answer {
  const { out, errors } = runIn(cwd, ['generate', '--json', ...args])
  if (out === '') throw new Error(errors)
  return JSON.parse(out)
}

/** The notes without blank lines and without the links at the bottom. */
export function condense(text: string): string {
  return text
    .split('\n')
    .filter((line) => line !== '' && !/^\[[^\]]+\]: /.test(line))
    .map((line) => `${line}\n`)
    .join('')
}
