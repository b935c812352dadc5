import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { runBackend } from '../test/stand-ins/git-backend.ts'
import { makeFolder } from '../test/support/build-repository.ts'
import { buildLinearRepository, buildLongMessages, buildMergedRepository } from './isolation/repositories.ts'

/**
 * Whether one request slows another: pings and small requests are timed alone, and again while heavy requests run.
 * Usage: npm run bench:isolation [-- --only wire,local,render,learn,messages,bodies] [--program dist/main.js] [--rounds 3] [--lanes 20]
 */
const { values } = parseArgs({
  options: {
    lanes: { type: 'string', default: '20' },
    only: { type: 'string', default: 'wire,local,render,learn' },
    program: { type: 'string', default: 'src/main.ts' },
    rounds: { type: 'string', default: '3' },
  },
})
const goals = { p99: 50, ping: 150, ratio: 2 }
const pingMs = 20
const smallAtOnce = Number(values.lanes)
const smallPauseMs = 300
const token = 'token-of-the-benchmark'

interface Timing {
  pings: number[]
  small: number[]
  rejected: number
  loop: LoopDelay
}

interface LoopDelay {
  p99: number
  worst: number
  /** The longest that the thread of the event loop computed without a pause, and its computing in all. */
  longestTurn: number
  busy: number
  peakMegabytes: number
  megabytes: number
}

const root = makeFolder()
console.log('building the repositories …')
buildMergedRepository(root, 'acme/merged')
buildLinearRepository(root, 'acme/linear', 2_100)
buildLinearRepository(root, 'acme/small', 60)
if (values.only.includes('bodies')) buildLongMessages(root, 'acme/long', 2_000, 60 * 1024)
if (values.only.includes('messages')) buildLongMessages(root, 'acme/longest', 60, 4 * 1024 * 1024)
const gitServer = await startGitServer()
const { service, origin } = await startService()
const failures: string[] = []

const cases: Record<string, { title: string; run: (round: number) => Promise<string> }> = {
  wire: {
    title: 'first wire request, 18,000 commits with merges',
    run: (round) => generate({ repoFullName: 'acme/merged', host: 'wire', fromRef: `HEAD~${60 - round}` }),
  },
  local: {
    title: '2,000 commits of a clone',
    run: (round) => generate({ repoFullName: 'acme/linear', fromRef: `HEAD~${2_000 - round}` }),
  },
  render: { title: '2,000 entries rendered', run: renderAll },
  messages: {
    title: '60 commits with messages of 4 MB, from a clone and over the wire',
    run: (round) => generateOnBoth('acme/longest', `HEAD~${50 - round}`),
  },
  bodies: {
    title: '2,000 commits with messages of 60 KB, from a clone and over the wire',
    run: (round) => generateOnBoth('acme/long', `HEAD~${1_990 - round}`),
  },
  learn: {
    title: 'learning from 60 releases',
    run: (round) => generate({ repoFullName: 'acme/merged', fromRef: `HEAD~${40 - round}` }),
  },
}

// Compiles what every request needs.
for (let times = 0; times < 3; times += 1) await Promise.all(Array.from({ length: smallAtOnce }, sendSmall))
for (const name of values.only.split(',')) console.log(`first: ${await cases[name]!.run(1)}`)
await wait(3_000)
const alone = await timeWhile(() => wait(6_000).then(() => ''))
printRow('alone', alone, null)
for (const name of values.only.split(',')) {
  const { title, run } = cases[name]!
  const rounds = Number(values.rounds)
  const timing = await timeWhile(async () => {
    const began = performance.now()
    let answered = ''
    for (let round = 0; round < rounds || performance.now() - began < 6_000; round += 1)
      answered = await run(round)
    return answered
  })
  printRow(title, timing, alone)
}
console.log(failures.length === 0 ? 'all goals are met' : `not met: ${failures.join('; ')}`)
service.disconnect()
service.kill()
gitServer.close()
process.exit(failures.length === 0 ? 0 : 1)

/** Times pings and small requests while some work runs. */
async function timeWhile(work: () => Promise<string>): Promise<Timing & { answered: string }> {
  await readLoop()
  let isDone = false
  const pings: number[] = []
  const small: number[] = []
  let rejected = 0
  const ping = async () => {
    const sent: Promise<void>[] = []
    while (!isDone) {
      sent.push(
        timed(() => fetch(`${origin}/livez`)).then(({ milliseconds }) => void pings.push(milliseconds)),
      )
      await wait(pingMs)
    }
    await Promise.all(sent)
  }
  const sendAll = async () => {
    while (!isDone) {
      for (const { status, milliseconds } of await Promise.all(
        Array.from({ length: smallAtOnce }, sendSmall),
      ))
        if (status === 200) small.push(milliseconds)
        else rejected += 1
      await wait(smallPauseMs)
    }
  }
  const [, , answered] = await Promise.all([
    ping(),
    sendAll(),
    work().finally(() => {
      isDone = true
    }),
  ])
  return { pings, small, rejected, loop: await readLoop(), answered }
}

function printRow(title: string, timing: Timing & { answered: string }, base: Timing | null): void {
  const { pings, small, rejected, loop, answered } = timing
  const worst = Math.max(...pings)
  const p95 = at(small, 0.95)
  const ratio = base ? p95 / at(base.small, 0.95) : 1
  const isMet =
    base === null || (loop.p99 <= goals.p99 && worst <= goals.ping && ratio <= goals.ratio && rejected === 0)
  if (!isMet) failures.push(title)
  console.log(
    `${title}: event loop p99 ${loop.p99.toFixed(0)} ms, worst ${loop.worst.toFixed(0)} ms, longest turn ${loop.longestTurn.toFixed(0)} ms of processor time of ${loop.busy.toFixed(0)}; ping p99 ${at(pings, 0.99).toFixed(0)} ms, worst ${worst.toFixed(0)} ms (${pings.length}); small requests p50 ${at(small, 0.5).toFixed(0)} ms, p95 ${p95.toFixed(0)} ms, ${ratio.toFixed(2)} × alone (${small.length}), ${rejected} rejected; memory ${loop.peakMegabytes.toFixed(0)} MB at most, ${loop.megabytes.toFixed(0)} MB after; ${answered}`,
  )
}

function at(times: number[], share: number): number {
  const sorted = times.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

async function timed(
  send: () => Promise<Response>,
): Promise<{ status: number; milliseconds: number; text: string }> {
  const began = performance.now()
  const response = await send()
  const text = await response.text()
  return { status: response.status, milliseconds: performance.now() - began, text }
}

function post(path: string, body: object) {
  return timed(() =>
    fetch(`${origin}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'cache-control': 'no-cache',
      },
      body: JSON.stringify(body),
    }),
  )
}

async function sendSmall(_: unknown, lane: number) {
  // Different ranges, because equal requests at the same time are one.
  return post('/api/v1/generate', { repoFullName: 'acme/small', fromRef: `HEAD~${30 + lane}` })
}

async function generate(body: object): Promise<string> {
  const { status, milliseconds, text } = await post('/api/v1/generate', body)
  const warnings = [...text.matchAll(/"code":"([a-z-]+)"/g)].map(([, code]) => code)
  return `answered ${status} in ${milliseconds.toFixed(0)} ms${warnings.length === 0 ? '' : ` with ${[...new Set(warnings)].join(', ')}`}`
}

async function generateOnBoth(repoFullName: string, fromRef: string): Promise<string> {
  const local = await generate({ repoFullName, fromRef })
  return `${local}; over the wire ${await generate({ repoFullName, fromRef, host: 'wire' })}`
}

async function renderAll(): Promise<string> {
  const range = { repoFullName: 'acme/linear', fromRef: 'HEAD~2000', audience: 'developers' }
  const { status: first, text } = await post('/api/v1/generate', range)
  if (first !== 200) return `the range was answered ${first}`
  const { entries } = JSON.parse(text) as { entries: { id: string; text: string }[] }
  const { status, milliseconds } = await post('/api/v1/render', {
    ...range,
    entries: entries.map(({ id, text: written }) => ({ id, text: written })),
  })
  return `${entries.length} entries answered ${status} in ${milliseconds.toFixed(0)} ms`
}

async function readLoop(): Promise<LoopDelay> {
  const answered = once(service, 'message')
  service.send('read')
  return (await answered)[0] as LoopDelay
}

async function startService(): Promise<{ service: ChildProcess; origin: string }> {
  const folder = join(import.meta.dirname, '..')
  const { port } = gitServer.address() as AddressInfo
  const child = fork(join(folder, values.program), ['serve', '--local', root, '--port', '0'], {
    execArgv: ['--import', join(import.meta.dirname, 'isolation/event-loop-probe.ts')],
    env: {
      ...process.env,
      ...{ LOG_LEVEL: 'silent', NOTEWRIGHT_RATE: '100000', NOTEWRIGHT_CONCURRENCY: '10000' },
      NOTEWRIGHT_LOCAL_TOKEN: token,
      NOTEWRIGHT_HOSTS: JSON.stringify([{ name: 'wire', kind: 'git', url: `http://127.0.0.1:${port}` }]),
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  let text = ''
  const listening = new Promise<string>((resolve) => {
    child.stdout!.setEncoding('utf8').on('data', (part: string) => {
      text += part
      const found = /is listening on (http:\S+)/.exec(text)
      if (found) resolve(found[1]!)
    })
  })
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the service ended with code ${code}`)
  })
  return { service: child, origin: await Promise.race([listening, ended]) }
}

/** Serves the repositories over HTTP with git's own `http-backend`. */
async function startGitServer() {
  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  const { pathname, search } = new URL(request.url!, 'http://localhost')
  const { head, body, stop } = runBackend({
    ...{ root, path: pathname.slice(1), request },
    settings: { 'uploadpack.allowFilter': 'true', 'uploadpack.allowAnySHA1InWant': 'true' },
    ...{ query: search.slice(1), body: Buffer.concat(pieces) },
  })
  response.once('close', stop)
  const { status, headers } = await head
  response.writeHead(status, headers)
  for await (const piece of body) if (!response.write(piece)) await once(response, 'drain')
  response.end()
}
