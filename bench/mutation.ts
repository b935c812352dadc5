import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createVitest } from 'vitest/node'
import { type Mutant, mutantsOf, withMutant } from './mutants.ts'

/**
 * Mutation testing: changes the parser, the sanitiser, the verifier and the limiter in small ways, one at a time,
 * and runs their unit tests. Tries every n-th mutant.
 * Usage: npm run bench:mutation [-- every=1] [only=limiter] [show]
 */
// Several test files are separated by commas.
const wordingTests = 'src/verify/check-names.test.ts,src/verify/check-wording.test.ts'
const parts: Record<string, { file: string; test: string }[]> = {
  parser: [
    { file: 'src/curate/parse/parse-header.ts', test: 'src/curate/parse/parse-header.test.ts' },
    { file: 'src/curate/parse/parse-footers.ts', test: 'src/curate/parse/parse-footers.test.ts' },
    { file: 'src/curate/parse/split-subject.ts', test: 'src/curate/parse/split-subject.test.ts' },
    { file: 'src/curate/parse/parse-message.ts', test: 'src/curate/parse/parse-message.test.ts' },
  ],
  sanitiser: [
    { file: 'src/text/clean-text.ts', test: 'src/text/clean-text.test.ts' },
    { file: 'src/text/inline-text.ts', test: 'src/text/inline-text.test.ts' },
    { file: 'src/text/redact.ts', test: 'src/text/redact.test.ts' },
    { file: 'src/text/mask-secrets.ts', test: 'src/text/mask-secrets.test.ts' },
  ],
  verifier: [
    { file: 'src/verify/check-shape.ts', test: wordingTests },
    { file: 'src/verify/check-claims.ts', test: wordingTests },
    { file: 'src/verify/verify.ts', test: 'src/verify/verify.test.ts' },
    { file: 'src/verify/check-ledger.ts', test: 'src/verify/check-ledger.test.ts' },
  ],
  limiter: [{ file: 'src/state/caller-limits.ts', test: 'src/state/caller-limits.test.ts' }],
}
const root = join(import.meta.dirname, '..')
// The names of secret kinds document the source; the program does not use them.
const documentation = /^\s{2,4}(?:byFormat\('|(?:\{ )?name: ')/
const wanted = 80
const longestMs = 30_000
/** The exit code of a process whose tests fail without a mutant. */
const unsound = 9
const args = process.argv.slice(2)
const option = (name: string, preset: string) =>
  args.find((word) => word.startsWith(`${name}=`))?.slice(name.length + 1) ?? preset

if (args[0] === 'child') await tryHere(args[1]!, args[2]!, args[3]!.split(',').map(Number))
else await measure()

async function measure(): Promise<void> {
  const every = Number(option('every', '4'))
  const only = option('only', '')
  let broken = false
  for (const [part, pairs] of Object.entries(parts)) {
    if (only !== '' && only !== part) continue
    const survivors: string[] = []
    let tried = 0
    for (const { file, test } of pairs) {
      const source = readFileSync(join(root, file), 'utf8')
      const mutants = mutantsOf(source)
      const lines = source.split('\n')
      const chosen = [...mutants.keys()].filter(
        (index) => index % every === 0 && !documentation.test(lines[lineOf(source, mutants[index]!) - 1]!),
      )
      tried += chosen.length
      for (const index of await survivorsOf(file, test, chosen)) {
        const { start, end, text } = mutants[index]!
        const line = lineOf(source, mutants[index]!)
        survivors.push(
          `${file}:${line} ${JSON.stringify(source.slice(start, end).slice(0, 60))} -> ${text.slice(0, 60)}`,
        )
      }
    }
    const score = (100 * (tried - survivors.length)) / Math.max(1, tried)
    broken ||= score < wanted
    console.log(
      `${score < wanted ? 'BROKEN' : 'kept  '} ${part}: ${score.toFixed(0)} % of ${tried} mutants noticed (at least ${wanted} %)`,
    )
    if (args.includes('show')) for (const line of survivors) console.log(`  not noticed: ${line}`)
  }
  process.exitCode = broken ? 1 : 0
}

function lineOf(source: string, { start }: Mutant): number {
  return source.slice(0, start).split('\n').length
}

/** The mutants that no test noticed; one that never ends counts as noticed. */
async function survivorsOf(file: string, test: string, indices: number[]): Promise<number[]> {
  const survivors: number[] = []
  let left = indices
  while (left.length > 0) {
    const done = await runChild(file, test, left, (index) => survivors.push(index))
    // The mutant after the last reported one did not end.
    left = left.slice(done + 1)
  }
  return survivors
}

/** Tries mutants in a child process; returns how many it finished. */
function runChild(
  file: string,
  test: string,
  indices: number[],
  onSurvivor: (index: number) => void,
): Promise<number> {
  const child = spawn(process.execPath, [import.meta.filename, 'child', file, test, indices.join(',')], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let done = 0
  let timer = setTimeout(() => child.kill('SIGKILL'), 2 * longestMs)
  createInterface({ input: child.stdout }).on('line', (line) => {
    const [mark, index, result] = line.split(' ')
    if (mark !== 'MUTANT') return
    done += 1
    if (result === 'survived') onSurvivor(Number(index))
    clearTimeout(timer)
    timer = setTimeout(() => child.kill('SIGKILL'), longestMs)
  })
  return new Promise((resolve) => {
    child.on('close', (code) => {
      clearTimeout(timer)
      if (code === unsound) throw new Error(`the tests of ${file} fail without a mutant`)
      resolve(done)
    })
  })
}

/** Runs the tests once for each mutant in this process; the file itself is never changed. */
async function tryHere(file: string, test: string, indices: number[]): Promise<void> {
  const path = join(root, file)
  const source = readFileSync(path, 'utf8')
  const mutants = mutantsOf(source)
  let active: number | null = null
  const plugin = {
    name: 'mutant',
    enforce: 'pre' as const,
    transform: (_code: string, id: string) =>
      id === path && active !== null ? withMutant(source, mutants[active]!) : undefined,
  }
  const vitest = await createVitest(
    'test',
    // A module cache would keep mutants between runs.
    {
      root,
      watch: false,
      fsModuleCache: false,
      // Threads end with their process; a process that tests for ever would outlive the one that is killed.
      pool: 'threads',
      reporters: [{}],
      bail: 1,
      isolate: false,
      maxWorkers: 1,
      fileParallelism: false,
    },
    { plugins: [plugin] },
  )
  const specifications = await vitest.globTestSpecifications(test.split(','))
  const isNoticed = async () => {
    vitest.invalidateFile(path)
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications, true)
    return unhandledErrors.length > 0 || testModules.some((module) => !module.ok())
  }
  // Tests that fail without a fault would notice every fault.
  if (await isNoticed()) process.exit(unsound)
  for (const index of indices) {
    active = index
    const noticed = await isNoticed()
    process.stdout.write(`MUTANT ${index} ${noticed ? 'noticed' : 'survived'}\n`)
  }
  await vitest.close()
  process.exit(0)
}
