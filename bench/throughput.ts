import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { makeFolder } from '../test/support/build-repository.ts'
import { buildLinearRepository } from './isolation/repositories.ts'

/**
 * How many requests a service answers with one core and with two: both are measured in turns, with the same requests
 * for 400 commits each. Needs `taskset` (Linux). Usage: npm run bench:throughput [-- --rounds 3 --seconds 15]
 */
const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '3' }, seconds: { type: 'string', default: '15' } },
})
const token = 'token-of-the-benchmark'
const lanes = 8
const root = makeFolder()
buildLinearRepository(root, 'acme/linear', 600)

const one: number[] = []
const two: number[] = []
for (let round = 0; round < Number(values.rounds); round += 1) {
  one.push(await answersPerSecond('0'))
  two.push(await answersPerSecond('0,1'))
}
const ratio = middle(two) / middle(one)
console.log(`one core: ${describe(one)}`)
console.log(`two cores: ${describe(two)}, ${ratio.toFixed(2)} times as many`)
process.exit(ratio >= 1.6 ? 0 : 1)

async function answersPerSecond(cores: string): Promise<number> {
  const program = join(import.meta.dirname, '../dist/main.js')
  const service = spawn(
    'taskset',
    ['-c', cores, process.execPath, program, 'serve', '--local', root, '--port', '0'],
    {
      env: {
        ...process.env,
        ...{ LOG_LEVEL: 'silent', NOTEWRIGHT_RATE: '100000', NOTEWRIGHT_CONCURRENCY: '10000' },
        ...{ NOTEWRIGHT_LOCAL_TOKEN: token, NOTEWRIGHT_SHED_DELAY_MS: '0' },
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  let text = ''
  service.stdout.setEncoding('utf8').on('data', (part: string) => {
    text += part
  })
  let origin: string | undefined
  while (origin === undefined) {
    if (service.exitCode !== null) throw new Error(`the service ended with code ${service.exitCode}`)
    await wait(20)
    origin = /is listening on (http:\S+)/.exec(text)?.[1]
  }
  // The first requests compile the code and start the threads.
  await sendUntil(origin, performance.now() + 8_000)
  const began = performance.now()
  const answers = await sendUntil(origin, began + Number(values.seconds) * 1000)
  const seconds = (performance.now() - began) / 1000
  service.kill()
  return answers / seconds
}

/** Sends requests on several lanes until a time, and counts the answers. */
async function sendUntil(origin: string, end: number): Promise<number> {
  let answers = 0
  const send = async (_: unknown, lane: number) => {
    for (let time = 0; performance.now() < end; time += 1) {
      const response = await fetch(`${origin}/api/v1/generate`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'cache-control': 'no-cache',
        },
        // Different ranges, because equal requests at the same time are one.
        body: JSON.stringify({
          repoFullName: 'acme/linear',
          fromRef: `HEAD~${400 + lane * 10 + (time % 10)}`,
        }),
      })
      if (response.status !== 200) throw new Error(await response.text())
      await response.arrayBuffer()
      answers += 1
    }
  }
  await Promise.all(Array.from({ length: lanes }, send))
  return answers
}

function middle(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1]!
}

function describe(numbers: number[]): string {
  return `${middle(numbers).toFixed(1)} answers a second (${numbers.map((each) => each.toFixed(1)).join(', ')})`
}
