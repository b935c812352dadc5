import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { endReplicas, type Replica, startReplicas } from './cluster.ts'
import { isClassified, isWhole, type Stage, warm } from './stage.ts'
import { killChild } from './stand-ins.ts'
import type { WorkerProcessSettings } from './worker.ts'

/** A queued request, and what was seen of it. */
interface Watched {
  token: string
  url: string
  state: string
  result: string
  /** How often its result was read; each time the host is called once. */
  reads: number
}

/** What became of looks at queued requests that did not go as they should. */
interface Looks {
  unclassified: number
  hung: number
}

const requests = 48
const atOnce = 4
const lockMs = 3_000
const longestMs = 60_000
const longestLookMs = 6_000

/** Stops or kills one of two workers with requests in flight: no request may be lost. */
export async function harmWorker({ direct, host, report }: Stage, what: 'stopped' | 'killed'): Promise<void> {
  const replicas = await startReplicas(2, { ...direct, deadlineMs: 20_000 })
  await warm(replicas)
  const workers = await Promise.all([startWorker(direct), startWorker(direct)])
  await host.slow(800)
  const before = await host.calls()
  const watched = await Promise.all(
    Array.from({ length: requests }, (_, index) => queue(replicas[index % 2]!, `${what}${index}`)),
  )
  await wait(1_200)
  const victim = workers[0]!
  const looks: Looks = { unclassified: 0, hung: 0 }
  await Promise.all(watched.map((each) => look(each, looks)))
  victim.kill(what === 'stopped' ? 'SIGSTOP' : 'SIGKILL')
  const running = watched.filter(({ state }) => state === 'running').length
  const began = performance.now()
  await untilOver(watched, looks)
  const seconds = (performance.now() - began) / 1_000
  const results = watched.map(({ result }) => result)
  // It wakes up with what it had begun, and must not undo what another has done meanwhile.
  victim.kill('SIGCONT')
  await wait(4_000)
  for (const each of watched) await look(each, looks)
  const changed = watched.filter(({ result }, index) => result !== results[index]).length
  const done = watched.filter(({ state }) => state === 'done').length
  const wrong = watched.filter((each) => each.state === 'done' && !isRight(each)).length
  const calls = (await host.calls()) - before
  const reads = watched.reduce((sum, each) => sum + each.reads, 0)
  const ratio = (calls - reads) / (2 * requests)
  await host.slow(0)
  const figure = `${done} of ${requests} done (${running} were running when it was harmed), ${wrong} wrong, ${changed} changed afterwards, ${looks.hung} looks hung, ${looks.unclassified} unclassified, the last after ${seconds.toFixed(1)} s; host calls ${ratio.toFixed(2)} ×`
  const broken = wrong + changed + looks.hung + looks.unclassified
  report(
    `a worker ${what} with requests in flight`,
    figure,
    done === requests && broken === 0 && ratio <= 1.2,
  )
  await Promise.all(workers.map(killChild))
  await endReplicas(replicas)
}

async function startWorker({ redisUrl, upstreamUrl }: Stage['direct']): Promise<ChildProcess> {
  const settings: WorkerProcessSettings = { redisUrl, upstreamUrl, concurrency: atOnce, lockMs }
  const child = fork(join(import.meta.dirname, 'worker.ts'), [JSON.stringify(settings)])
  await once(child, 'message')
  return child
}

async function queue({ url }: Replica, token: string): Promise<Watched> {
  const answered = await fetch(`${url}/api/v1/generate`, {
    method: 'POST',
    headers: { ...headersOf(token), 'content-type': 'application/json', prefer: 'respond-async' },
    body: JSON.stringify({ repoFullName: `${token}/widget`, fromRef: 'v1' }),
  })
  await answered.text()
  const place = answered.headers.get('location')
  if (answered.status !== 202 || place === null) {
    throw new Error(`a request was not queued: it was answered ${answered.status}`)
  }
  return { token, url: url + place, state: 'queued', result: 'null', reads: 0 }
}

async function untilOver(watched: Watched[], looks: Looks): Promise<void> {
  const until = performance.now() + longestMs
  while (performance.now() < until) {
    const open = watched.filter(({ state }) => state === 'queued' || state === 'running')
    if (open.length === 0) return
    for (const each of open) await look(each, looks)
    await wait(500)
  }
}

async function look(each: Watched, looks: Looks): Promise<void> {
  const began = performance.now()
  const answered = await fetch(each.url, { headers: headersOf(each.token) })
  const text = await answered.text()
  if (performance.now() - began > longestLookMs) looks.hung += 1
  if (answered.status !== 200) {
    if (answered.status >= 500 && !isClassified(text)) looks.unclassified += 1
    return
  }
  const { state, result } = JSON.parse(text) as { state: string; result: unknown }
  each.state = state
  each.result = JSON.stringify(result)
  if (result !== null) each.reads += 1
}

/** Whether the result is complete and only about the token's own repository. */
function isRight({ token, result }: Watched): boolean {
  const owners = [...result.matchAll(/part \d{1,3} of (\w{1,40})/g)].map((found) => found[1])
  return isWhole(result) && owners.length > 0 && owners.every((owner) => owner === token)
}

function headersOf(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}` }
}
