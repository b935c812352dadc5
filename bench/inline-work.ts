import { execFileSync } from 'node:child_process'
import { basename, dirname, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { HeavyTask, RunHeavy } from '../src/core/heavy-work.ts'
import { runInline } from '../src/core/heavy-work.ts'
import { localHost } from '../src/hosts/local/local.ts'
import { buildService } from '../src/server/server.ts'
import { ThreadPool } from '../src/workers/thread-pool.ts'
import { serverContext } from '../test/support/server-context.ts'

/**
 * From which size heavy work should leave the event loop: runs each task of real requests in the calling thread and in
 * another one, and prints what the calling thread computes and how long it waits either way.
 * Usage: npm run bench:inline -- --repo PATH [--rounds 3]
 */
const { values } = parseArgs({
  options: { repo: { type: 'string', default: '.' }, rounds: { type: 'string', default: '3' } },
})
const token = 'token-of-the-benchmark'
const root = resolve(values.repo)
const name = basename(root)
const pool = new ThreadPool()

interface Run {
  size: number
  inlineBelow: number
  /** Milliseconds of the processor in the calling thread. */
  own: number
  /** Milliseconds of the processor in the calling thread if another thread does the work. */
  copying: number
  /** Milliseconds until the answer, in the calling thread and with another one. */
  waits: [inline: number, thread: number]
}

const runs = new Map<string, Run[]>()

const runBoth: RunHeavy = async (task, input, options) => {
  const inline = await timed(() => runInline(task, input, options))
  const always: HeavyTask<typeof input, unknown> = { ...task, inlineBelow: 0 }
  const thread = await timed(() => pool.run(always, input, { ...options, transfer: [] }))
  const run: Run = {
    size: task.sizeOf(input),
    inlineBelow: task.inlineBelow,
    own: inline.computed,
    copying: thread.computed,
    waits: [inline.passed, thread.passed],
  }
  runs.set(task.name, [...(runs.get(task.name) ?? []), run])
  return inline.result as never
}

const host = localHost({ root: dirname(root), token, searchPath: process.env.PATH ?? '' })
const { app } = await buildService(
  serverContext([host], { pool: { run: runBoth, isFull: false }, maxCommits: 100_000, deadlineMs: 300_000 }),
  'silent',
)
await app.ready()
const depth = Number(
  execFileSync('git', ['rev-list', '--count', '--first-parent', 'HEAD'], { cwd: root, encoding: 'utf8' }),
)
const steps = [5, 10, 20, 30, 50, 75, 100, 150, 250, 400].filter((count) => count < depth)
// The first runs compile the code.
for (const count of steps.slice(0, 6)) await ask(count)
runs.clear()
for (let round = 0; round < Number(values.rounds); round += 1) for (const count of steps) await ask(count)
for (const [task, measured] of runs) printTask(task, measured)
await app.close()
await pool.close()

async function ask(count: number): Promise<void> {
  const response = await app.inject({
    method: 'POST',
    url: '/api/v1/generate',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'cache-control': 'no-cache',
    },
    payload: JSON.stringify({ repoFullName: name, fromRef: `HEAD~${count}` }),
  })
  if (response.statusCode !== 200) throw new Error(`HEAD~${count}: ${response.body}`)
}

async function timed<Result>(
  work: () => Promise<Result>,
): Promise<{ result: Result; computed: number; passed: number }> {
  const began = performance.now()
  const before = process.threadCpuUsage()
  const result = await work()
  const { user, system } = process.threadCpuUsage(before)
  return { result, computed: (user + system) / 1000, passed: performance.now() - began }
}

function printTask(task: string, measured: Run[]): void {
  console.log(`\n${task}, in the calling thread below ${measured[0]!.inlineBelow}`)
  console.log('      size   computes   copies   waits inline   waits for the thread')
  const sizes = [...new Set(measured.map(({ size }) => size))].toSorted((one, other) => one - other)
  for (const size of sizes) {
    const same = measured.filter((run) => run.size === size)
    const cells = [
      middle(same.map(({ own }) => own)),
      middle(same.map(({ copying }) => copying)),
      middle(same.map(({ waits }) => waits[0])),
      middle(same.map(({ waits }) => waits[1])),
    ]
    console.log(
      `${String(Math.round(size)).padStart(10)} ${cells.map((cell) => `${cell.toFixed(1)} ms`.padStart(12)).join('')}`,
    )
  }
}

function middle(numbers: number[]): number {
  return numbers.toSorted((one, other) => one - other)[numbers.length >> 1]!
}
