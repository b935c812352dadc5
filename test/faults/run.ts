import { setTimeout as wait } from 'node:timers/promises'
import { startRedis } from '../redis/redis-server.ts'
import { writing } from '../stand-ins/gateway/behaviours.ts'
import { writeDemo } from '../stand-ins/gateway/demo-writer.ts'
import { listing, startGateway } from '../stand-ins/gateway/gateway.ts'
import { askReplica, endReplicas, type Outcome, type Replica, startReplicas, sumOf } from './cluster.ts'
import { type FaultKind, faults, startProxy } from './proxy.ts'
import { startUpstream } from './upstream.ts'

/**
 * What becomes of requests when everything around the service fails: replicas behind a balancer, with proxies of
 * our own before Redis, the host and the gateway. Prints a figure for each promise, and fails when one is broken.
 * Usage: npm run test:faults [-- short only=redis]
 */
const isShort = process.argv.includes('short')
const only = process.argv.find((word) => word.startsWith('only='))?.slice(5) ?? ''
const deadlineMs = 5_000
const faultMs = isShort ? 1_500 : 4_000
const callsEach = isShort ? 300 : 2_000

const redis = await startRedis()
const upstream = await startUpstream()
const gateway = await startGateway(writing(writeDemo), { models: () => listing([]) })
const proxies = {
  redis: await startProxy(Number(new URL(redis.url).port)),
  host: await startProxy(upstream.port),
  gateway: await startProxy(Number(new URL(gateway.url).port)),
}
const settings = {
  redisUrl: `redis://127.0.0.1:${proxies.redis.port}`,
  upstreamUrl: `http://127.0.0.1:${proxies.host.port}`,
  gatewayUrl: `http://127.0.0.1:${proxies.gateway.port}/v1`,
  requestsPerMinute: 100_000,
  concurrency: 10_000,
  deadlineMs,
  answerMs: 2_000,
}
const failures: string[] = []
// Answers are known for minutes: each scenario asks what none before it asked.
let scenario = 0
const hostCalls = 'notewright_upstream_calls_total{kind="other"'
const gatewayCalls = 'notewright_upstream_calls_total{kind="gateway"'

/** Whether a fault reached the service at all. */
interface Felt {
  times: number
  by: string
}

/** Prints a figure and remembers when it is not what was promised. */
function report(what: string, figure: string, kept: boolean): void {
  console.log(`${kept ? 'kept  ' : 'BROKEN'} ${what}: ${figure}`)
  if (!kept) failures.push(what)
}

const scenarios: [what: string, run: () => Promise<void>][] = [
  ['one generation', () => oneGeneration(2)],
  ['one generation', () => oneGeneration(4)],
  ['limits', limitsHold],
  ['crossings', noCrossings],
  ...(['redis', 'host', 'gateway'] as const).flatMap((place) =>
    faults
      .filter((fault) => fault !== 'none')
      .map((fault): [string, () => Promise<void>] => [`${place} ${fault}`, () => suffer(place, fault)]),
  ),
  [
    'redis stopped',
    () =>
      harmed(
        'Redis stopped',
        'redis',
        async () => redis.freeze(),
        async () => redis.thaw(),
      ),
  ],
  [
    'redis killed',
    () =>
      harmed(
        'Redis killed',
        'redis',
        () => redis.kill(),
        () => redis.restart(),
      ),
  ],
  ['replica stopped', () => replicaHarmed('stopped', 'SIGSTOP')],
  ['replica killed', () => replicaHarmed('killed', 'SIGKILL')],
]
for (const [what, run] of scenarios) if (what.includes(only)) await run()

await Promise.all([...Object.values(proxies).map(({ close }) => close()), upstream.close(), gateway.close()])
await redis.close()
console.log(failures.length === 0 ? 'every promise is kept' : `broken: ${failures.join('; ')}`)
process.exit(failures.length === 0 ? 0 : 1)

async function oneGeneration(count: number): Promise<void> {
  const replicas = await startReplicas(count, settings)
  await warm(replicas)
  const before = await sumOf(replicas, 'notewright_answers_total{by="making"}')
  upstream.slow(500)
  const asked = Array.from({ length: 50 }, (_, index) => askReplica(replicas[index % count]!, `same${count}`))
  const outcomes = await Promise.all(asked)
  upstream.slow(0)
  const made = (await sumOf(replicas, 'notewright_answers_total{by="making"}')) - before
  const good = outcomes.filter(({ status }) => status === 200).length
  const losses = await sumOf(replicas, 'notewright_redis_losses_total')
  const figure = `${made} generation, ${good} of 50 answered${statusesOf(outcomes)}, Redis lost ${losses} times`
  report(`50 identical requests on ${count} replicas cost one generation`, figure, made === 1 && good === 50)
  await endReplicas(replicas)
}

/** Every replica answers once before anything is measured: the first answer loads half of the program. */
async function warm(replicas: Replica[]): Promise<void> {
  for (let times = 0; times < 5; times += 1) {
    await Promise.all(replicas.map((replica, index) => askReplica(replica, `warm${index}-${times}`)))
  }
  await wait(1_500)
}

function statusesOf(outcomes: Outcome[]): string {
  const others = outcomes.map(({ status }) => status).filter((status) => status !== 200)
  return others.length === 0 ? '' : ` (others: ${[...new Set(others)].join(', ')})`
}

async function limitsHold(): Promise<void> {
  const replicas = await startReplicas(4, { ...settings, requestsPerMinute: 30 })
  const asked = Array.from({ length: 100 }, (_, index) => askReplica(replicas[index % 4]!, 'limited'))
  const statuses = (await Promise.all(asked)).map(({ status }) => status)
  const [good, refused] = [200, 429].map((wanted) => statuses.filter((status) => status === wanted).length)
  const figure = `${good} answered, ${refused} refused`
  report('30 a minute hold over 4 replicas for 100 requests', figure, good === 30 && refused === 70)
  await endReplicas(replicas)
}

async function noCrossings(): Promise<void> {
  const replicas = await startReplicas(2, settings)
  const tenants = ['ada', 'ben']
  const tally = { crossings: 0, answered: 0, aborted: 0, refused: 0, other: 0 }
  let kills = 0
  const killing = { over: false }
  const killer = (async () => {
    while (!killing.over) {
      await wait(700)
      await redis.restart()
      kills += 1
    }
  })()
  const call = async (index: number) => {
    const [own, foreign] = index % 2 === 0 ? tenants : tenants.toReversed()
    const leaves = index % 7 === 0
    const steals = index % 11 === 0
    const outcome = await askReplica(replicas[index % 3 === 0 ? 0 : 1]!, own!, {
      ...(steals ? { repo: `${foreign}/widget` } : {}),
      ...(index % 5 === 0 ? { headers: { 'cache-control': 'no-cache' } } : {}),
      ...(leaves ? { signal: AbortSignal.timeout(index % 20) } : {}),
      body: { format: ['simple', 'keepachangelog'][index % 4 < 2 ? 0 : 1] },
    })
    if (outcome.text?.includes(`of ${foreign}`)) tally.crossings += 1
    else if (outcome.status === 200) tally.answered += 1
    else if (outcome.status === 404 && steals) tally.refused += 1
    else if (leaves) tally.aborted += 1
    else tally.other += 1
  }
  await inParallel(2 * callsEach, 20, call)
  killing.over = true
  await killer
  const { crossings, answered, aborted, refused, other } = tally
  const losses = await sumOf(replicas, 'notewright_redis_losses_total')
  const figure = `${crossings} crossings; ${kills} kills, seen ${losses} times; ${answered} answered, ${aborted} left, ${refused} refused, ${other} other`
  report(
    `2 tenants, ${callsEach} calls each, Redis killed again and again`,
    figure,
    crossings + other === 0 && losses > 0,
  )
  await endReplicas(replicas)
}

async function suffer(place: keyof typeof proxies, fault: FaultKind): Promise<void> {
  await harmed(
    `${place}: ${fault}`,
    place,
    async () => proxies[place].become(fault),
    async () => proxies[place].become('none'),
  )
}

/** Load on two replicas while something is harmed, and what came of it. */
async function harmed(
  what: string,
  place: keyof typeof proxies,
  harm: () => Promise<void>,
  mend: () => Promise<void>,
): Promise<void> {
  const replicas = await startReplicas(2, settings)
  await warm(replicas)
  const hostBefore = await sumOf(replicas, hostCalls)
  const gatewayBefore = await sumOf(replicas, gatewayCalls)
  scenario += 1
  const load = loadOn(replicas)
  await wait(300)
  await harm()
  await wait(faultMs)
  await mend()
  const outcomes = await load
  const host = (await sumOf(replicas, hostCalls)) - hostBefore
  const asked = (await sumOf(replicas, gatewayCalls)) - gatewayBefore
  const felt = await feltIn(place, replicas, outcomes)
  judge(what, outcomes, { host, gateway: asked }, felt)
  await endReplicas(replicas)
}

/** By what it is known that a fault was felt: without that, a good figure says nothing. */
async function feltIn(place: keyof typeof proxies, replicas: Replica[], outcomes: Outcome[]): Promise<Felt> {
  if (place === 'redis') {
    return { times: await sumOf(replicas, 'notewright_redis_losses_total'), by: 'losses of Redis' }
  }
  const byModel = outcomes.filter(({ text }) => text?.includes('"engine":"model"'))
  if (place === 'gateway') {
    const times = byModel.filter(
      ({ text, milliseconds }) => text!.includes('"fallback":{') || milliseconds > 600,
    )
    return { times: times.length, by: `of ${byModel.length} answers by the model fell back or were late` }
  }
  const none = await sumOf(replicas, 'notewright_upstream_calls_total{kind="other",status="none"}')
  const late = outcomes.filter(({ milliseconds }) => milliseconds > 600).length
  return { times: none + late, by: 'calls without an answer, or late answers' }
}

/** Others wait for what one replica makes, and that one is gone: they must take over. */
async function replicaHarmed(what: string, signal: 'SIGSTOP' | 'SIGKILL'): Promise<void> {
  const replicas = await startReplicas(3, { ...settings, deadlineMs: 20_000, answerMs: 10_000 })
  await warm(replicas)
  const [victim, ...others] = replicas as [Replica, Replica, Replica]
  const before = await sumOf(others, 'notewright_answers_total{by="making"}')
  upstream.slow(1_500)
  const token = `shared-${what}`
  const lost = askReplica(victim, token, { signal: AbortSignal.timeout(15_000) })
  await wait(300)
  const waiting = Array.from({ length: 20 }, (_, index) => askReplica(others[index % 2]!, token))
  await wait(300)
  victim.child.kill(signal)
  const outcomes = await Promise.all(waiting)
  upstream.slow(0)
  const made = (await sumOf(others, 'notewright_answers_total{by="making"}')) - before
  const good = outcomes.filter(({ status, text }) => status === 200 && isWhole(text)).length
  const slowest = Math.max(...outcomes.map(({ milliseconds }) => milliseconds))
  const figure = `${good} of 20 answered${statusesOf(outcomes)} by ${made} generation more, slowest ${slowest.toFixed(0)} ms`
  report(`a replica ${what} while others wait for what it makes`, figure, good === 20 && made === 1)
  await endReplicas(replicas)
  await lost
}

/** A caller every few milliseconds for as long as a fault lasts and a little longer; half of them with a model. */
async function loadOn(replicas: Replica[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  const until = performance.now() + faultMs + 1_500
  await Promise.all(
    Array.from({ length: 12 }, async (_, lane) => {
      for (let round = 0; performance.now() < until; round += 1) {
        const headers = lane % 2 === 0 ? { 'x-api-key': 'key' } : { 'cache-control': 'no-cache' }
        // No two questions to the model are the same: a remembered reply would not meet the fault.
        const body = {
          version: `${scenario}.${lane}.${round}`,
          instructions: `Round ${scenario}.${lane}.${round}`,
        }
        const replica = replicas[(lane + round) % replicas.length]!
        outcomes.push(await askReplica(replica, `caller${lane}`, { headers, body }))
        await wait(20)
      }
    }),
  )
  return outcomes
}

function judge(
  what: string,
  outcomes: Outcome[],
  calls: { host: number; gateway: number },
  felt: Felt,
): void {
  const good = outcomes.filter(({ status }) => status === 200)
  const wrong = good.filter(({ text }) => !isWhole(text)).length
  const hung = outcomes.filter(({ milliseconds }) => milliseconds > deadlineMs + 1_000).length
  const broken = outcomes.filter(
    ({ status, text }) => status === 0 || (status >= 500 && !isClassified(text)),
  ).length
  const slowest = Math.max(0, ...outcomes.map(({ milliseconds }) => milliseconds))
  // An answer asks its host twice, for the refs and for the history; a failure may have come at the first.
  const needed = outcomes.length + good.length
  const ratio = calls.host / Math.max(1, needed)
  const figure = `${good.length} of ${outcomes.length} answered${statusesOf(outcomes)}, ${wrong} wrong, ${hung} hung, ${broken} unclassified, slowest ${slowest.toFixed(0)} ms; host calls ${ratio.toFixed(2)} ×, gateway calls ${calls.gateway}; felt by ${felt.times} ${felt.by}`
  const isFelt = felt.times > 0
  report(
    what,
    isFelt ? figure : `${figure} (the fault was not felt)`,
    isFelt && wrong + hung + broken === 0 && ratio <= 1.2,
  )
}

function isWhole(text: string | null): boolean {
  const answer = JSON.parse(text ?? '{}') as { commitCount?: number; entries?: object[]; omitted?: object[] }
  return answer.commitCount === 50 && answer.entries!.length + answer.omitted!.length > 0
}

function isClassified(text: string | null): boolean {
  const { code = 'internal' } = JSON.parse(text ?? '{}') as { code?: string }
  return code !== 'internal'
}

async function inParallel(
  count: number,
  lanes: number,
  work: (index: number) => Promise<void>,
): Promise<void> {
  let next = 0
  const lane = async () => {
    while (next < count) {
      next += 1
      await work(next)
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}
