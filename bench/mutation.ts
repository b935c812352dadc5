import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createVitest } from 'vitest/node'
import { type Mutant, mutantsOf, removalsOf, withMutant } from './mutants.ts'

/**
 * Mutation testing: changes the parser, the sanitiser, the verifier and the limiter in small ways, one at a time,
 * and runs their unit tests. Tries every n-th mutant.
 * Usage: npm run bench:mutation [-- every=1] [only=limiter] [show]
 */
// Several test files are separated by commas.
const wordingTests = 'src/verify/check-names.test.ts,src/verify/check-wording.test.ts'
interface Tested {
  file: string
  test: string
  /** Whether each element of a list and each property of an object is removed, instead of the other mutants. */
  removals?: boolean
}

const parts: Record<string, Tested[]> = {
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
  secrets: [
    { file: 'src/text/secret-formats.ts', test: 'src/text/redact.test.ts', removals: true },
    { file: 'src/text/redact.ts', test: 'src/text/redact.test.ts', removals: true },
    { file: 'src/text/secret-formats.ts', test: 'src/text/redact.test.ts' },
    { file: 'src/text/fold-look-alikes.ts', test: 'src/text/redact.test.ts' },
    { file: 'src/text/long-runs.ts', test: 'src/text/redact.test.ts' },
  ],
  git: [
    { file: 'src/hosts/local/git-process.ts', test: 'src/hosts/local/git-process.test.ts', removals: true },
    { file: 'src/hosts/local/git-process.ts', test: 'src/hosts/local/git-process.test.ts' },
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

if (args[0] === 'child') await tryHere(JSON.parse(args[1]!) as Tested, args[2]!.split(',').map(Number))
else await measure()

async function measure(): Promise<void> {
  const every = Number(option('every', '4'))
  const only = option('only', '')
  let broken = false
  for (const [part, pairs] of Object.entries(parts)) {
    if (only !== '' && only !== part) continue
    const survivors: string[] = []
    let tried = 0
    for (const tested of pairs) {
      const { file } = tested
      const source = readFileSync(join(root, file), 'utf8')
      const mutants = mutantsFor(tested, source)
      const lines = source.split('\n')
      const chosen = [...mutants.keys()].filter(
        (index) =>
          index % every === 0 && (tested.removals || !isDocumentation(source, lines, mutants[index]!)),
      )
      tried += chosen.length
      for (const index of await survivorsOf(tested, chosen)) {
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

function mutantsFor({ removals }: Tested, source: string): Mutant[] {
  return removals ? removalsOf(source).filter((each) => !isName(source, each)) : mutantsOf(source)
}

function isName(source: string, { start }: Mutant): boolean {
  return source.startsWith('name: ', start)
}

function isDocumentation(source: string, lines: string[], mutant: Mutant): boolean {
  return documentation.test(lines[lineOf(source, mutant) - 1]!)
}

function lineOf(source: string, { start }: Mutant): number {
  return source.slice(0, start).split('\n').length
}

/** The mutants that no test noticed; one that never ends counts as noticed. */
async function survivorsOf(tested: Tested, indices: number[]): Promise<number[]> {
  const survivors: number[] = []
  let left = indices
  while (left.length > 0) {
    const done = await runChild(tested, left, (index) => survivors.push(index))
    // The mutant after the last reported one did not end.
    left = left.slice(done + 1)
  }
  return survivors
}

/** Tries mutants in a child process; returns how many it finished. */
function runChild(tested: Tested, indices: number[], onSurvivor: (index: number) => void): Promise<number> {
  const child = spawn(
    process.execPath,
    [import.meta.filename, 'child', JSON.stringify(tested), indices.join(',')],
    {
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  )
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
      if (code === unsound) throw new Error(`the tests of ${tested.file} fail without a mutant`)
      resolve(done)
    })
  })
}

/** Runs the tests once for each mutant in this process; the file itself is never changed. */
async function tryHere(tested: Tested, indices: number[]): Promise<void> {
  const path = join(root, tested.file)
  const source = readFileSync(path, 'utf8')
  const mutants = mutantsFor(tested, source)
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
  const specifications = await vitest.globTestSpecifications(tested.test.split(','))
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
