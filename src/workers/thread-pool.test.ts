import { afterEach, describe, expect, test } from 'vitest'
import { asHistory, sampleHistory } from '../../test/support/sample-history.ts'
import { curateTask, heavyTasks } from '../app/heavy-tasks.ts'
import { Problem } from '../core/errors.ts'
import { type HeavyTask, runInline } from '../core/heavy-work.ts'
import { type PoolSettings, ThreadPool } from './thread-pool.ts'

/** A task of the program below. */
function testTask(name: string): HeavyTask<unknown, unknown> {
  return { name, sizeOf: () => 1, inlineBelow: 0, load: () => Promise.reject(new Error('not in a thread')) }
}

// Records the order of its inputs, and fails in several ways.
const program = `
import { parentPort } from 'node:worker_threads'
const seen = []
parentPort.on('message', ({ task, input }) => {
  if (task === 'exit') process.exit(3)
  if (task === 'throw') throw new Error('broken')
  if (task === 'grow') for (const kept = [];;) kept.push(new Array(1e6).fill(Math.random()))
  if (task === 'spin') for (;;);
  if (task === 'fail') return parentPort.postMessage({ failure: { message: 'invalid', stack: null, problem: { code: 'invalid_request', faults: [], retryAfter: 3 } } })
  seen.push(input)
  setTimeout(() => parentPort.postMessage({ output: [...seen] }), 5)
})`

const pools: ThreadPool[] = []
afterEach(() => Promise.all(pools.splice(0).map((pool) => pool.close())))

function openPool(settings: Partial<PoolSettings> = {}): ThreadPool {
  const pool = new ThreadPool({
    threads: 1,
    graceMs: 0,
    program: new URL(`data:text/javascript,${encodeURIComponent(program)}`),
    ...settings,
  })
  pools.push(pool)
  return pool
}

const never = new AbortController().signal

describe('a pool of threads', () => {
  test('takes turns between callers', async () => {
    const pool = openPool()
    const ask = (caller: string, input: string) =>
      pool.run(testTask('record'), input, { signal: never, caller })
    const done = [ask('a', 'a1'), ask('a', 'a2'), ask('a', 'a3'), ask('b', 'b1'), ask('c', 'c1')]
    const outputs = (await Promise.all(done)) as string[][]
    expect(outputs[2]).toEqual(['a1', 'a2', 'b1', 'c1', 'a3'])
  })

  test('a thread that dies fails one task with a clear error, and is replaced', async () => {
    const pool = openPool({ maxMegabytes: 32 })
    const run = (name: string) => pool.run(testTask(name), name, { signal: never, caller: null })
    for (const name of ['exit', 'throw']) {
      const [failed, next] = await Promise.allSettled([run(name), run('record')])
      expect(failed).toMatchObject({ status: 'rejected', reason: { code: 'internal' } })
      expect((failed as PromiseRejectedResult).reason.message).toContain('ended unexpectedly')
      expect(next).toEqual({ status: 'fulfilled', value: ['record'] })
    }
    await expect(run('grow')).rejects.toMatchObject({ code: 'range_too_large' })
    expect(await run('record')).toEqual(['record'])
  })

  test('an aborted task ends its thread, or leaves the queue', async () => {
    const pool = openPool()
    const gone = new AbortController()
    const spinning = pool.run(testTask('spin'), 1, { signal: gone.signal, caller: 'a' })
    const waiting = pool.run(testTask('record'), 2, { signal: gone.signal, caller: 'a' })
    const other = pool.run(testTask('record'), 3, { signal: never, caller: 'b' })
    gone.abort(new Error('gone'))
    await expect(spinning).rejects.toThrow('gone')
    await expect(waiting).rejects.toThrow('gone')
    expect(await other).toEqual([3])
  })

  test('a full queue rejects the next task', async () => {
    const pool = openPool({ maxWaiting: 1 })
    const ask = (input: number) => pool.run(testTask('record'), input, { signal: never, caller: 'a' })
    const done = [ask(1), ask(2)]
    expect(pool.isFull).toBe(true)
    await expect(ask(3)).rejects.toMatchObject({ code: 'overloaded', retryAfter: 5 })
    expect(await Promise.all(done)).toEqual([[1], [1, 2]])
  })

  test('a problem of a task arrives as one', async () => {
    const failed = openPool().run(testTask('fail'), 1, { signal: never, caller: null })
    await expect(failed).rejects.toBeInstanceOf(Problem)
    await expect(failed).rejects.toMatchObject({ code: 'invalid_request', message: 'invalid', retryAfter: 3 })
  })
})

test('a small input stays in the calling thread', async () => {
  const pool = openPool()
  const small = { ...testTask('small'), inlineBelow: 2, load: async () => (input: unknown) => input }
  expect(await pool.run(small, 'here', { signal: never, caller: null })).toBe('here')
})

test('the program of the package runs every task by its name', async () => {
  expect(new Set(heavyTasks.map(({ name }) => name)).size).toBe(heavyTasks.length)
  const pool = new ThreadPool({ threads: 1 })
  pools.push(pool)
  const history = asHistory(sampleHistory('feat: add a flag (#1)', 'fix: repair it', 'chore: tidy'))
  const input = { history, options: { audience: 'users' as const, paths: [] }, style: null }
  const task = { ...curateTask, inlineBelow: 0 }
  const options = { signal: never, caller: null }
  expect(await pool.run(task, input, options)).toEqual(await runInline(task, input, options))
})
