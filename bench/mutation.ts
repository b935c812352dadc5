import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createVitest } from 'vitest/node'
import { type Mutant, mutantsOf, withMutant } from './mutants.ts'

/**
 * Whether the tests would notice if the program were wrong: small faults are put into the parser, the sanitiser,
 * the verifier and the limiter, one at a time, and the tests beside them are run. Every n-th fault is tried.
 * Usage: npm run bench:mutation [-- every=1] [only=limiter] [show]
 */
// Tests have commas between them.
const wordings = 'src/verify/check-names.test.ts,src/verify/check-wording.test.ts'
const parts: Record<string, { file: string; test: string }[]> = {
  parser: [
    { file: 'src/curate/parse/read-header.ts', test: 'src/curate/parse/read-header.test.ts' },
    { file: 'src/curate/parse/read-footers.ts', test: 'src/curate/parse/read-footers.test.ts' },
    { file: 'src/curate/parse/split-subject.ts', test: 'src/curate/parse/split-subject.test.ts' },
    { file: 'src/curate/parse/read-message.ts', test: 'src/curate/parse/read-message.test.ts' },
  ],
  sanitiser: [
    { file: 'src/text/clean-text.ts', test: 'src/text/clean-text.test.ts' },
    { file: 'src/text/inline-text.ts', test: 'src/text/inline-text.test.ts' },
    { file: 'src/text/redact.ts', test: 'src/text/redact.test.ts' },
    { file: 'src/text/mask-secrets.ts', test: 'src/text/mask-secrets.test.ts' },
  ],
  verifier: [
    { file: 'src/verify/check-shape.ts', test: wordings },
    { file: 'src/verify/check-claims.ts', test: wordings },
    { file: 'src/verify/verify.ts', test: 'src/verify/verify.test.ts' },
    { file: 'src/verify/check-ledger.ts', test: 'src/verify/check-ledger.test.ts' },
  ],
  limiter: [{ file: 'src/state/caller-limits.ts', test: 'src/state/caller-limits.test.ts' }],
}
const root = join(import.meta.dirname, '..')
// What a kind of secret is called stands there for readers of the source; the program tells it to nobody.
const told = /^\s{2,4}(?:begins\('|(?:\{ )?name: ')/
const wanted = 80
const longestMs = 30_000
/** How a process ends whose tests say nothing about faults. */
const unsound = 9
const words = process.argv.slice(2)
const option = (name: string, preset: string) =>
  words.find((word) => word.startsWith(`${name}=`))?.slice(name.length + 1) ?? preset

if (words[0] === 'child') await tryHere(words[1]!, words[2]!, words[3]!.split(',').map(Number))
else await judge()

async function judge(): Promise<void> {
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
        (index) => index % every === 0 && !told.test(lines[lineOf(source, mutants[index]!) - 1]!),
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
      `${score < wanted ? 'BROKEN' : 'kept  '} ${part}: ${score.toFixed(0)} % of ${tried} faults noticed (at least ${wanted} %)`,
    )
    if (words.includes('show')) for (const line of survivors) console.log(`  not noticed: ${line}`)
  }
  process.exitCode = broken ? 1 : 0
}

function lineOf(source: string, { start }: Mutant): number {
  return source.slice(0, start).split('\n').length
}

/** The faults that no test noticed; one that runs for ever is noticed by that. */
async function survivorsOf(file: string, test: string, indices: number[]): Promise<number[]> {
  const survivors: number[] = []
  let left = indices
  while (left.length > 0) {
    const done = await runChild(file, test, left, (index) => survivors.push(index))
    // The one after the last that was told did not end.
    left = left.slice(done + 1)
  }
  return survivors
}

/** Tries faults in a process of its own; says how many it got done. */
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
      if (code === unsound) throw new Error(`the tests of ${file} fail without a fault`)
      resolve(done)
    })
  })
}

/** Runs the tests once for each fault, in this process; the file itself is never changed. */
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
    // What is kept from run to run would keep faults, too.
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
