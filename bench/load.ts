import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { callReplica, endReplicas, type Replica, startReplica } from '../test/faults/cluster.ts'
import { buildReplica } from '../test/faults/replica.ts'
import { startUpstream } from '../test/faults/upstream.ts'
import { slow, writing } from '../test/stand-ins/gateway/behaviours.ts'
import { writeDemo } from '../test/stand-ins/gateway/demo-writer.ts'
import { listing, startGateway } from '../test/stand-ins/gateway/gateway.ts'

/**
 * How the service bears load: its own time beside instant upstreams, what a known answer costs, many streams for
 * long, and a stop in the middle. Usage: npm run bench:load [-- --only streams --streams 500 --minutes 10]
 */
const { values } = parseArgs({
  options: {
    streams: { type: 'string', default: '500' },
    minutes: { type: 'string', default: '10' },
    only: { type: 'string', default: '' },
  },
})
// As slow as a host with a large repository and a large model are.
const hostMs = 5_000
const modelMs = 15_000
const upstream = await startUpstream()
const gateway = await startGateway(writing(writeDemo), { models: () => listing([]) })
const slowGateway = await startGateway(slow(modelMs, writing(writeDemo)), { models: () => listing([]) })
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

const parts: Record<string, () => Promise<void>> = {
  own: ownTime,
  known: knownAnswers,
  stop: stopInTheMiddle,
  streams: () => manyStreams(Number(values.streams), Number(values.minutes)),
}
const chosen = values.only === '' ? Object.values(parts) : [parts[values.only]!]
for (const part of chosen) await part()
await Promise.all([upstream.close(), gateway.close(), slowGateway.close()])
process.exit(failures.length === 0 ? 0 : 1)

function at(sorted: number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

/**
 * Sends requests within the process, so that neither a client nor a socket is measured. Other programs use the
 * machine too, so the best of several rounds is closest to our own time.
 */
async function ownTime(): Promise<void> {
  const { service, state } = await buildReplica({ ...settings, upstreamUrl: null })
  const asked = {
    method: 'POST' as const,
    url: '/api/v1/generate',
    headers: {
      authorization: 'Bearer ada',
      'content-type': 'application/json',
      'cache-control': 'no-cache',
    },
    payload: JSON.stringify({ repoFullName: 'ada/widget', fromRef: 'v1' }),
  }
  const rounds: { p50: number; p99: number }[] = []
  for (let round = 0; round < 12; round += 1) {
    const times: number[] = []
    for (let count = 0; count < 200; count += 1) {
      const began = performance.now()
      const { statusCode } = await service.app.inject(asked)
      if (statusCode === 200) times.push(performance.now() - began)
    }
    times.sort((one, other) => one - other)
    // The first rounds see the program being compiled.
    if (round >= 3) rounds.push({ p50: at(times, 0.5), p99: at(times, 0.99) })
  }
  const { p50, p99 } = rounds.toSorted((one, other) => one.p99 - other.p99)[0]!
  const usual = at(
    rounds.map((round) => round.p50).toSorted((one, other) => one - other),
    0.5,
  )
  const figure = `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms in the best of ${rounds.length} rounds; the median of their p50 is ${usual.toFixed(1)} ms`
  report('50 commits with instant upstreams, p50 ≤ 5 and p99 ≤ 25 ms', figure, p50 <= 5 && p99 <= 25)
  await service.drain()
  await state.close()
}

/** By the processor time of either: what a known answer costs beside a route that only sends the same bytes. */
async function knownAnswers(): Promise<void> {
  const { service, state } = await buildReplica({ ...settings, upstreamUrl: null })
  const headers = { authorization: 'Bearer ada', 'content-type': 'application/json' }
  const ask = (url: string, body: object) =>
    service.app.inject({ method: 'POST', url, headers, payload: JSON.stringify(body) })
  const question = { repoFullName: 'ada/widget', fromRef: 'v1' }
  const known = () => ask('/api/v1/generate', question)
  const bare = () => ask('/bare', question)
  const { body: text } = await known()
  await ask('/bare', { keep: text })
  await costOf(known)
  await costOf(bare)
  // In turns and by the median: the machine has other things to do, now more and now less.
  const rounds: { known: number; bare: number }[] = []
  for (let round = 0; round < 7; round += 1)
    rounds.push({ known: await costOf(known), bare: await costOf(bare) })
  const ratios = rounds.map((round) => round.bare / round.known).toSorted((one, other) => one - other)
  const ratio = at(ratios, 0.5)
  const best = Math.min(...rounds.map((round) => round.known))
  const figure = `${ratio.toFixed(2)} of a bare route with the same ${Buffer.byteLength(text)} bytes (${ratios[0]!.toFixed(2)} to ${ratios.at(-1)!.toFixed(2)}), at best ${best.toFixed(0)} µs of processor time`
  report('known answers at 0.5 of a bare route or better', figure, ratio >= 0.5)
  await service.drain()
  await state.close()
}

/** The processor time of one answer, in microseconds, over many. */
async function costOf(ask: () => Promise<unknown>): Promise<number> {
  const count = 3_000
  const before = process.cpuUsage()
  for (let times = 0; times < count; times += 1) await ask()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / count
}

async function stopInTheMiddle(): Promise<void> {
  const replica = await startReplica(settings)
  await callReplica(replica, 'ada')
  upstream.slow(1_000)
  const asked = Array.from({ length: 40 }, (_, index) => callReplica(replica, `caller${index}`))
  await wait(500)
  replica.child.kill('SIGTERM')
  const lost = (await Promise.all(asked)).filter(({ status }) => status !== 200).length
  upstream.slow(0)
  report('SIGTERM with 40 in flight', `${lost} lost`, lost === 0)
  await endReplicas([replica])
}

async function manyStreams(count: number, minutes: number): Promise<void> {
  const replica = await startReplica({ ...settings, gatewayUrl: slowGateway.url })
  for (let times = 0; times < 30; times += 1) await callReplica(replica, `warm${times}`)
  upstream.slow(hostMs)
  const until = performance.now() + minutes * 60_000
  const warmAt = performance.now() + Math.max(2 * (hostMs + modelMs), minutes * 20_000)
  const agent = new Agent({ keepAlive: true, maxSockets: count })
  const idle = startIdle()
  let [errors, answers, warmMemory, liveAtEnd] = [0, 0, 0, 0]
  const delays: number[] = []
  const kinds = new Set<string>()
  const stream = async (lane: number) => {
    await wait((lane / count) * (hostMs + modelMs))
    for (let round = 0; performance.now() < until; round += 1) {
      const text = await streamOne(replica, agent, lane, round)
      if (text.includes('event: result') && text.includes('"engine":"model"')) answers += 1
      else {
        errors += 1
        kinds.add(/"code":"(\w+)"/.exec(text)?.[1] ?? text.slice(0, 60))
        // As a well-behaved caller would.
        await wait(2_000)
      }
    }
  }
  const look = async () => {
    while (performance.now() < until) {
      await wait(5_000)
      const metrics = await (await fetch(`${replica.url}/metrics`)).text()
      if (warmMemory > 0) {
        delays.push(Number(/delay_seconds\{quantile="0.99"\} (\S+)/.exec(metrics)?.[1] ?? 0) * 1000)
      } else if (performance.now() >= warmAt) {
        warmMemory = await liveMemory(replica)
        // The benchmark forces this garbage collection, so its pause is not counted.
        await fetch(`${replica.url}/metrics`)
      }
    }
    liveAtEnd = await liveMemory(replica)
  }
  await Promise.all([look(), ...Array.from({ length: count }, (_, lane) => stream(lane))])
  upstream.slow(0)
  agent.destroy()
  const idleDelay = await idle.end()
  const growth = liveAtEnd - warmMemory
  const sorted = delays.toSorted((one, other) => one - other)
  const delay = at(sorted, 0.5)
  const figure = `${answers} answers, ${errors} errors${kinds.size === 0 ? '' : ` (${[...kinds].join(', ')})`}, live memory grew by ${growth.toFixed(0)} MB to ${liveAtEnd.toFixed(0)} MB (the process holds ${memoryOf(replica).toFixed(0)} MB), event loop p99 ${delay.toFixed(0)} ms (${at(sorted, 0).toFixed(0)} to ${at(sorted, 1).toFixed(0)} over ${sorted.length} looks; that of an idle process beside it ${idleDelay.toFixed(0)} ms)`
  const kept = errors === 0 && growth < 40 && delay < 50
  report(`${count} streams at once for ${minutes} min with slow upstreams`, figure, kept)
  await endReplicas([replica])
}

/** One stream from its first byte to its last; no two ask the model the same. */
async function streamOne({ url }: Replica, agent: Agent, lane: number, round: number): Promise<string> {
  const token = `caller${lane}`
  const asked = request(`${url}/api/v1/generate`, {
    agent,
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'text/event-stream',
      'x-api-key': 'key',
    },
  })
  const body = { repoFullName: `${token}/widget`, fromRef: 'v1', instructions: `Round ${round}` }
  asked.end(JSON.stringify(body))
  try {
    const [response] = await once(asked, 'response')
    let text = ''
    for await (const bytes of response.setEncoding('utf8')) text += bytes
    return text
  } catch (error) {
    return String(error)
  }
}

/** A process that does nothing: what its event loop suffers is the machine's doing. */
function startIdle() {
  const code = `const delay = require('node:perf_hooks').monitorEventLoopDelay({ resolution: 10 })
    delay.enable()
    process.stdin.on('end', () => console.log(delay.percentile(99) / 1e6)).resume()
    process.stdin.on('close', () => process.exit())`
  const child = spawn(process.execPath, ['--eval', code], { stdio: ['pipe', 'pipe', 'inherit'] })
  return {
    end: async () => {
      child.stdin.end()
      const [text] = (await once(child.stdout, 'data')) as [Buffer]
      return Number(text)
    },
  }
}

async function liveMemory({ url }: Replica): Promise<number> {
  const { megabytes } = (await (await fetch(`${url}/live-memory`)).json()) as { megabytes: number }
  return megabytes
}

function memoryOf({ child }: Replica): number {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
}
