import { setTimeout as wait } from 'node:timers/promises'
import { callReplica, endReplicas, type Outcome, type Replica, startReplicas, sumOf } from './cluster.ts'
import { harmWorker } from './harm-worker.ts'
import { faults } from './proxy.ts'
import { isWhole, openStage, type Place, statusesOf, warm } from './stage.ts'
import { underLoad } from './under-load.ts'

/**
 * Measures what happens to requests when something around the service fails: replicas behind a load balancer;
 * Redis, the host, the gateway and workers in their own processes behind proxies. Prints a figure for each
 * promise and exits with an error if one is broken. Usage: npm run test:faults [-- short only=redis]
 */
const isShort = process.argv.includes('short')
const only = process.argv.find((argument) => argument.startsWith('only='))?.slice(5) ?? ''
const callsEach = isShort ? 300 : 2_000
const stage = await openStage(isShort ? 1_500 : 4_000)
const { redis, host, gateway, proxies, settings, direct, report, failures } = stage

type Act = () => Promise<void> | void
type Scenario = [what: string, run: () => Promise<void>]

const scenarios: Scenario[] = [
  ['one generation', () => oneGeneration(2)],
  ['one generation', () => oneGeneration(4)],
  ['limits', limitsHold],
  ['crossings', noCrossings],
  ...(['redis', 'host', 'gateway'] as const).flatMap(connectionFaults),
  ['redis stopped', () => harmProcess('redis', 'stopped', [redis.freeze, redis.thaw])],
  ['redis killed', () => harmProcess('redis', 'killed', [redis.kill, redis.restart])],
  ['host stopped', () => harmProcess('host', 'stopped', [host.stop, host.goOn])],
  ['host killed', () => harmProcess('host', 'killed', [host.kill, host.restart])],
  ['gateway stopped', () => harmProcess('gateway', 'stopped', [gateway.stop, gateway.goOn])],
  ['gateway killed', () => harmProcess('gateway', 'killed', [gateway.kill, gateway.restart])],
  ['replica stopped', () => harmReplica('stopped', 'SIGSTOP')],
  ['replica killed', () => harmReplica('killed', 'SIGKILL')],
  ['worker stopped', () => harmWorker(stage, 'stopped')],
  ['worker killed', () => harmWorker(stage, 'killed')],
]
for (const [what, run] of scenarios) if (what.includes(only)) await run()

await stage.close()
console.log(failures.length === 0 ? 'every promise is kept' : `broken: ${failures.join('; ')}`)
process.exit(failures.length === 0 ? 0 : 1)

function connectionFaults(place: Place): Scenario[] {
  return faults
    .filter((fault) => fault !== 'none')
    .map((fault) => [
      `${place} ${fault}`,
      () =>
        underLoad(stage, {
          ...{ what: `${place}: ${fault}`, place, settings },
          harm: () => proxies[place].become(fault),
          repair: () => proxies[place].become('none'),
        }),
    ])
}

/** Stops or kills the process itself, without a proxy in between. */
function harmProcess(place: Place, what: string, [harm, repair]: [harm: Act, repair: Act]): Promise<void> {
  return underLoad(stage, { what: `${place} ${what}`, place, settings: direct, harm, repair })
}

async function oneGeneration(count: number): Promise<void> {
  const replicas = await startReplicas(count, settings)
  await warm(replicas)
  const before = await sumOf(replicas, 'notewright_answers_total{by="making"}')
  await host.slow(500)
  const calls = Array.from({ length: 50 }, (_, index) =>
    callReplica(replicas[index % count]!, `same${count}`),
  )
  const outcomes = await Promise.all(calls)
  await host.slow(0)
  const made = (await sumOf(replicas, 'notewright_answers_total{by="making"}')) - before
  const good = outcomes.filter(({ status }) => status === 200).length
  const losses = await sumOf(replicas, 'notewright_redis_losses_total')
  const figure = `${made} generation, ${good} of 50 answered${statusesOf(outcomes)}, Redis lost ${losses} times`
  report(`50 identical requests on ${count} replicas cost one generation`, figure, made === 1 && good === 50)
  await endReplicas(replicas)
}

async function limitsHold(): Promise<void> {
  const replicas = await startReplicas(4, { ...settings, requestsPerMinute: 30 })
  await warm(replicas)
  const calls = Array.from({ length: 100 }, (_, index) => callReplica(replicas[index % 4]!, 'limited'))
  const outcomes = await Promise.all(calls)
  const statuses = outcomes.map(({ status }) => status)
  const [good, rejected] = [200, 429].map((wanted) => statuses.filter((status) => status === wanted).length)
  const losses = await sumOf(replicas, 'notewright_redis_losses_total')
  const figure = `${good} answered, ${rejected} refused${statusesOf(outcomes)}, Redis lost ${losses} times`
  report('30 a minute hold over 4 replicas for 100 requests', figure, good === 30 && rejected === 70)
  await endReplicas(replicas)
}

async function noCrossings(): Promise<void> {
  const replicas = await startReplicas(2, settings)
  const tenants = ['ada', 'ben']
  const tally = { crossings: 0, answered: 0, aborted: 0, rejected: 0 }
  const others: Outcome[] = []
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
    const outcome = await callReplica(replicas[index % 3 === 0 ? 0 : 1]!, own!, {
      ...(steals ? { repo: `${foreign}/widget` } : {}),
      ...(index % 5 === 0 ? { headers: { 'cache-control': 'no-cache' } } : {}),
      ...(leaves ? { signal: AbortSignal.timeout(index % 20) } : {}),
      body: { format: ['simple', 'keepachangelog'][index % 4 < 2 ? 0 : 1] },
    })
    if (outcome.text?.includes(`of ${foreign}`)) tally.crossings += 1
    else if (outcome.status === 200) tally.answered += 1
    else if (outcome.status === 404 && steals) tally.rejected += 1
    else if (leaves) tally.aborted += 1
    else others.push(outcome)
  }
  await inParallel(2 * callsEach, 20, call)
  killing.over = true
  await killer
  const { crossings, answered, aborted, rejected } = tally
  const losses = await sumOf(replicas, 'notewright_redis_losses_total')
  const figure = `${crossings} crossings; ${kills} kills, seen ${losses} times; ${answered} answered, ${aborted} left, ${rejected} rejected, ${others.length} other${statusesOf(others)}`
  report(
    `2 tenants, ${callsEach} calls each, Redis killed again and again`,
    figure,
    crossings + others.length === 0 && losses > 0,
  )
  await endReplicas(replicas)
}

/** Others wait for what one replica makes, and that one is gone: they must take over. */
async function harmReplica(what: string, signal: 'SIGSTOP' | 'SIGKILL'): Promise<void> {
  const replicas = await startReplicas(3, { ...settings, deadlineMs: 20_000, answerMs: 10_000 })
  await warm(replicas)
  const [victim, ...others] = replicas as [Replica, Replica, Replica]
  const before = await sumOf(others, 'notewright_answers_total{by="making"}')
  await host.slow(1_500)
  const token = `shared-${what}`
  const lost = callReplica(victim, token, { signal: AbortSignal.timeout(15_000) })
  await wait(300)
  const waiting = Array.from({ length: 20 }, (_, index) => callReplica(others[index % 2]!, token))
  await wait(300)
  victim.child.kill(signal)
  const outcomes = await Promise.all(waiting)
  await host.slow(0)
  const made = (await sumOf(others, 'notewright_answers_total{by="making"}')) - before
  const good = outcomes.filter(({ status, text }) => status === 200 && isWhole(text)).length
  const slowest = Math.max(...outcomes.map(({ milliseconds }) => milliseconds))
  const figure = `${good} of 20 answered${statusesOf(outcomes)} by ${made} generation more, slowest ${slowest.toFixed(0)} ms`
  report(`a replica ${what} while others wait for what it makes`, figure, good === 20 && made === 1)
  await endReplicas(replicas)
  await lost
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
