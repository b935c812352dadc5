import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { askReplica, endReplicas, type Replica, startReplica } from '../test/faults/cluster.ts'
import { startUpstream } from '../test/faults/upstream.ts'
import { writing } from '../test/stand-ins/gateway/behaviours.ts'
import { writeDemo } from '../test/stand-ins/gateway/demo-writer.ts'
import { listing, startGateway } from '../test/stand-ins/gateway/gateway.ts'

/**
 * How the service bears load: its own time beside instant upstreams, what a known answer costs, many streams for
 * long, and a stop in the middle. Usage: npm run bench:load [-- --streams 500 --minutes 1]
 */
const { values } = parseArgs({
  options: {
    streams: { type: 'string', default: '500' },
    minutes: { type: 'string', default: '1' },
  },
})
const upstream = await startUpstream()
const gateway = await startGateway(writing(writeDemo), { models: () => listing([]) })
const settings = {
  redisUrl: null,
  upstreamUrl: `http://127.0.0.1:${upstream.port}`,
  gatewayUrl: gateway.url,
  requestsPerMinute: 1_000_000,
  concurrency: 100_000,
  deadlineMs: 60_000,
  answerMs: 20_000,
}
const failures: string[] = []

function report(what: string, figure: string, kept: boolean): void {
  console.log(`${kept ? 'kept  ' : 'BROKEN'} ${what}: ${figure}`)
  if (!kept) failures.push(what)
}

await ownTime()
await knownAnswers()
await stopInTheMiddle()
await manyStreams(Number(values.streams), Number(values.minutes))
await Promise.all([upstream.close(), gateway.close()])
process.exit(failures.length === 0 ? 0 : 1)

function at(sorted: number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

async function ownTime(): Promise<void> {
  const replica = await startReplica({ ...settings, upstreamUrl: null })
  const fresh = { 'cache-control': 'no-cache' }
  const times: number[] = []
  for (let round = 0; round < 600; round += 1) {
    const { milliseconds } = await askReplica(replica, 'ada', { headers: fresh })
    if (round >= 100) times.push(milliseconds)
  }
  times.sort((one, other) => one - other)
  const [p50, p99] = [at(times, 0.5), at(times, 0.99)]
  const figure = `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, HTTP and the client included`
  report('50 commits with instant upstreams, p50 ≤ 5 and p99 ≤ 25 ms', figure, p50 <= 5 && p99 <= 25)
  await endReplicas([replica])
}

async function knownAnswers(): Promise<void> {
  const replica = await startReplica({ ...settings, upstreamUrl: null })
  const { text } = await askReplica(replica, 'ada')
  const bytes = Buffer.byteLength(text!)
  await fetch(`${replica.url}/bare`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ keep: text }),
  })
  const known = () => throughput(replica, '/api/v1/generate')
  const bare = () => throughput(replica, '/bare')
  await known()
  await bare()
  const rates = { known: await known(), bare: await bare() }
  const ratio = rates.known / rates.bare
  const figure = `${rates.known.toFixed(0)} of ${bytes} bytes a second, ${ratio.toFixed(2)} of a bare route (${rates.bare.toFixed(0)})`
  report('known answers at 0.5 of a bare route or better', figure, ratio >= 0.5)
  await endReplicas([replica])
}

/** Answers a second on twenty connections, for two seconds. */
async function throughput({ url }: Replica, path: string): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 20 })
  const headers = { authorization: 'Bearer ada', 'content-type': 'application/json' }
  const body = JSON.stringify({ repoFullName: 'ada/widget', fromRef: 'v1' })
  const began = performance.now()
  let answered = 0
  const lane = async () => {
    while (performance.now() - began < 2_000) {
      const asked = request(`${url}${path}`, { agent, method: 'POST', headers })
      asked.end(body)
      const [response] = await once(asked, 'response')
      response.resume()
      await once(response, 'end')
      if (response.statusCode === 200) answered += 1
    }
  }
  await Promise.all(Array.from({ length: 20 }, lane))
  agent.destroy()
  return (answered / (performance.now() - began)) * 1000
}

async function stopInTheMiddle(): Promise<void> {
  const replica = await startReplica(settings)
  await askReplica(replica, 'ada')
  upstream.slow(1_000)
  const asked = Array.from({ length: 40 }, (_, index) => askReplica(replica, `caller${index}`))
  await wait(500)
  replica.child.kill('SIGTERM')
  const lost = (await Promise.all(asked)).filter(({ status }) => status !== 200).length
  upstream.slow(0)
  report('SIGTERM with 40 in flight', `${lost} lost`, lost === 0)
  await endReplicas([replica])
}

async function manyStreams(count: number, minutes: number): Promise<void> {
  const replica = await startReplica(settings)
  for (let times = 0; times < 30; times += 1) await askReplica(replica, `warm${times}`)
  upstream.slow(5_000)
  const until = performance.now() + minutes * 60_000
  let [errors, answers, warmMemory, latest] = [0, 0, 0, 0]
  const delays: number[] = []
  const kinds = new Set<string>()
  const stream = async (lane: number) => {
    await wait((lane / count) * 5_000)
    while (performance.now() < until) {
      const { status, text } = await askReplica(replica, `caller${lane}`, {
        headers: { accept: 'text/event-stream', 'cache-control': 'no-cache', 'x-api-key': 'key' },
      })
      if (status === 200 && text?.includes('event: result')) answers += 1
      else {
        errors += 1
        // As a well-behaved caller would.
        await wait(1_000)
        kinds.add(`${status} ${/"code":"(\w+)"/.exec(text ?? '')?.[1]}`)
      }
    }
  }
  const look = async () => {
    for (let looks = 0; performance.now() < until; looks += 1) {
      await wait(5_000)
      const metrics = await (await fetch(`${replica.url}/metrics`)).text()
      delays.push(Number(/event_loop_delay_seconds\{quantile="0.99"\} (\S+)/.exec(metrics)?.[1]) * 1000)
      latest = memoryOf(replica)
      // The first looks see the program load and the first answers grow the heap.
      if (looks === 4) warmMemory = latest
    }
  }
  await Promise.all([look(), ...Array.from({ length: count }, (_, lane) => stream(lane))])
  upstream.slow(0)
  const growth = warmMemory === 0 ? 0 : latest - warmMemory
  const delay = at(
    delays.slice(2).toSorted((one, other) => one - other),
    0.5,
  )
  const figure = `${answers} answers, ${errors} errors${kinds.size === 0 ? '' : ` (${[...kinds].join(', ')})`}, memory grew by ${growth.toFixed(0)} MB to ${latest.toFixed(0)} MB, event loop p99 ${delay.toFixed(0)} ms`
  const kept = errors === 0 && growth < 40 && delay < 50
  report(`${count} streams at once for ${minutes} min with slow upstreams`, figure, kept)
  await endReplicas([replica])
}

function memoryOf({ child }: Replica): number {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
}
