import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildRepository, makeFolder } from '../../test/support/build-repository.ts'
import { generatedHistory } from './generated-history.ts'
import { askPeers, type BenchRange, installPeers, knowsOnlyReleases } from './peers.ts'
import { timeRequests } from './requests.ts'
import { type Run, runCommand } from './run-command.ts'

/**
 * Compares our time with git and with other tools: on the same ranges, in the same run, alternating, with warm
 * caches, as ratios. It times the build (`npm run build`), which is what users run.
 * Usage: npm run bench:speed -- [--repo PATH]... [--commits 10000] [--rounds 5] [--no-peers] [--sizes]
 */
const { values } = parseArgs({
  options: {
    repo: { type: 'string', multiple: true, default: [] },
    commits: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '5' },
    'no-peers': { type: 'boolean', default: false },
    sizes: { type: 'boolean', default: false },
  },
})
const main = join(import.meta.dirname, '../../dist/main.js')
const rounds = Number(values.rounds)
const limit = 'git log, messages and names'

const peers = values['no-peers'] ? null : installPeers()
console.log(`Node ${process.version}, ${git('.', 'version')}, ${rounds} rounds\n`)
await timeStarts()
if (values.sizes) await timeSizes([2000, 5000, 10_000, 20_000, 50_000])
else {
  const generated = values.repo.length > 0 ? [] : [buildRepository(generatedHistory(Number(values.commits)))]
  for (const folder of [...values.repo, ...generated]) await timeRepository(folder)
}

async function timeStarts(): Promise<void> {
  const node = (...args: string[]) => [process.execPath, ...args]
  const commands = { 'node -e 0': node('-e', '0'), 'notewright --version': node(main, '--version') }
  printTable(
    'start',
    await runAlternating({ ...commands, 'notewright --help': node(main, '--help') }, () => '.'),
    'node -e 0',
  )
}

async function timeRepository(folder: string): Promise<void> {
  for (const range of rangesOf(folder)) {
    const commits = Number(git(folder, 'rev-list', '--count', `${range.from}..HEAD`))
    const runs = await runAlternating(
      { ...commandsFor(range), ...(peers === null ? {} : askPeers(peers, range)) },
      foldersFor(folder, range),
    )
    printTable(`${range.name}: ${commits} commits`, runs, limit, commits)
  }
  const { p50, p99 } = await timeRequests(main, folder)
  console.log(
    `one HTTP request of the last 50: p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, with git\n`,
  )
}

/** How the cost of the whole history grows with its length. */
async function timeSizes(sizes: number[]): Promise<void> {
  const points: [number, number][] = []
  for (const size of sizes) {
    const folder = buildRepository(generatedHistory(size))
    const range: BenchRange = { name: 'everything', from: `HEAD~${size - 1}`, whole: true }
    const runs = await runAlternating(commandsFor(range), () => folder)
    printTable(`${size} commits`, runs, limit, size)
    points.push([size, middle(runs.get('notewright generate')!, 'cpuSeconds')])
  }
  const [first, last] = [points[0]!, points.at(-1)!]
  const power = Math.log(last[1] / first[1]) / Math.log(last[0] / first[0])
  console.log(`processor time grows with the ${power.toFixed(2)}th power of the number of commits`)
}

function rangesOf(folder: string): BenchRange[] {
  const root = git(folder, 'rev-list', '--max-parents=0', '--first-parent', 'HEAD')
  const tag = execFileSync('git', ['describe', '--tags', '--abbrev=0', '--always'], { cwd: folder })
  const depth = Number(git(folder, 'rev-list', '--count', '--first-parent', 'HEAD'))
  const newest = [50, 200, 1000].filter((steps) => steps < depth)
  return [
    ...newest.map((steps) => ({ name: `last ${steps}`, from: `HEAD~${steps}`, whole: false })),
    {
      name: 'last release',
      from: git(folder, 'rev-parse', `${tag.toString().trim()}^{commit}`),
      whole: false,
    },
    { name: 'everything', from: root, whole: true },
  ]
}

/** A clone whose only tag is the start of a range, for tools that only know releases. */
function withOneTag(folder: string, from: string): string {
  const clone = join(makeFolder(), 'clone')
  git('.', 'clone', '--quiet', '--shared', '--no-tags', folder, clone)
  git(clone, 'tag', 'v0.0.1', from)
  return clone
}

/** Where a command runs: tools that only know releases get a clone with other tags. */
function foldersFor(folder: string, { whole, from }: BenchRange): (name: string) => string {
  const clone = whole || peers === null ? folder : withOneTag(folder, from)
  return (name) => (knowsOnlyReleases.has(name) ? clone : folder)
}

function commandsFor({ from }: BenchRange): Record<string, string[]> {
  const log = ['git', 'log', '--format=%H%n%B', `${from}..HEAD`]
  const generate = [process.execPath, main, 'generate', '--from', from, '--quiet']
  return {
    'git log, messages': log,
    [limit]: [...log, '--name-only', '--no-renames'],
    // What people type also looks for renamed files.
    'git log --name-only': ['git', 'log', '--name-only', `${from}..HEAD`],
    'notewright generate': generate,
    'notewright generate --json': [...generate, '--json'],
  }
}

/** Runs the commands in alternating rounds; a command that fails or prints nothing is reported and dropped. */
async function runAlternating(
  commands: Record<string, string[]>,
  folderOf: (name: string) => string,
): Promise<Map<string, Run[]>> {
  const runs = new Map<string, Run[]>(Object.keys(commands).map((name) => [name, []]))
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, results] of runs) {
      // A command that takes half a minute runs once.
      if (results.some(({ seconds }) => seconds > 30)) continue
      const [program, ...args] = commands[name]!
      try {
        const run = await runCommand({ program: program!, args, folder: folderOf(name) })
        if (run.output.trim() === '' && name !== 'node -e 0') throw new Error('it prints nothing')
        // The first round only warms the caches.
        if (round > 0 || run.seconds > 30) results.push(run)
      } catch (error) {
        console.log(`${name} fails: ${String(error).split('\n')[0]!.slice(0, 160)}`)
        runs.delete(name)
      }
    }
  }
  return runs
}

function printTable(title: string, runs: Map<string, Run[]>, beside: string, commits?: number): void {
  const base = middle(runs.get(beside)!, 'seconds')
  console.log(`${title}\n${''.padEnd(30)}seconds (least–most)    ratio   cpu s     MB   commits/s`)
  for (const [name, results] of runs) {
    const times = results.map((each) => each.seconds)
    const spread = `(${Math.min(...times).toFixed(2)}–${Math.max(...times).toFixed(2)})`
    const seconds = middle(results, 'seconds')
    const line = [
      name.padEnd(29),
      seconds.toFixed(3).padStart(7),
      spread.padStart(14),
      `${(seconds / base).toFixed(2)} ×`.padStart(9),
      middle(results, 'cpuSeconds').toFixed(2).padStart(7),
      Math.max(...results.map((each) => each.megabytes))
        .toFixed(0)
        .padStart(6),
      commits === undefined ? '' : (commits / seconds).toFixed(0).padStart(10),
    ]
    console.log(line.join(' '))
  }
  console.log('')
}

function middle(runs: Run[], what: 'seconds' | 'cpuSeconds'): number {
  return runs.map((run) => run[what]).toSorted((a, b) => a - b)[Math.floor(runs.length / 2)]!
}

function git(folder: string, ...args: string[]): string {
  return execFileSync('git', args, { cwd: folder }).toString().trim()
}
