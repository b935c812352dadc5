import { setTimeout as wait } from 'node:timers/promises'
import { callReplica, endReplicas, type Outcome, type Replica, startReplicas, sumOf } from './cluster.ts'
import type { ReplicaSettings } from './replica.ts'
import { deadlineMs, isClassified, isWhole, type Place, type Stage, statusesOf, warm } from './stage.ts'

/** Something that goes wrong for a while. */
interface Harm {
  what: string
  place: Place
  settings: ReplicaSettings
  harm: () => Promise<void> | void
  repair: () => Promise<void> | void
}

/** Whether a fault reached the service at all. */
interface Felt {
  times: number
  by: string
}

const hostCalls = 'notewright_upstream_calls_total{kind="other"'
const gatewayCalls = 'notewright_upstream_calls_total{kind="gateway"'
const afterMs = 2_500
// Answers are cached for minutes: each scenario makes requests that none before it made.
let scenario = 0

/** Load on two replicas while something is harmed, and what came of it. */
export async function underLoad(
  { faultMs, report }: Stage,
  { what, place, settings, harm, repair }: Harm,
): Promise<void> {
  const replicas = await startReplicas(2, settings)
  await warm(replicas)
  scenario += 1
  const callsEach = await gatewayCallsEach(replicas)
  const hostBefore = await sumOf(replicas, hostCalls)
  const gatewayBefore = await sumOf(replicas, gatewayCalls)
  const repaired = Promise.withResolvers<void>()
  const load = loadOn(replicas, repaired.promise)
  await wait(300)
  await harm()
  await wait(faultMs)
  await repair()
  repaired.resolve()
  const { outcomes, after } = await load
  const host = (await sumOf(replicas, hostCalls)) - hostBefore
  const gatewayCallCount = (await sumOf(replicas, gatewayCalls)) - gatewayBefore
  const felt = await feltIn(place, replicas, outcomes)
  const { figure, kept } = judge(outcomes, { host, gateway: gatewayCallCount / callsEach }, felt)
  const again = after.filter(({ status }) => status === 200).length
  report(what, `${figure}; ${again} of ${after.length} answered once it was repaired`, kept && again > 0)
  await endReplicas(replicas)
}

/** How often an answer by the model asks the gateway when nothing is wrong. */
async function gatewayCallsEach(replicas: Replica[]): Promise<number> {
  const ask = (round: number) =>
    Promise.all(
      replicas.map((replica, index) =>
        callReplica(replica, 'well', {
          headers: { 'x-api-key': 'key' },
          body: { instructions: `Well ${scenario}.${round}.${index}` },
        }),
      ),
    )
  // What a replica asks once is not part of it.
  await ask(1)
  const before = await sumOf(replicas, gatewayCalls)
  await ask(2)
  return ((await sumOf(replicas, gatewayCalls)) - before) / replicas.length
}

/** The sign that a fault had an effect; without it, a good figure means nothing. */
async function feltIn(place: Place, replicas: Replica[], outcomes: Outcome[]): Promise<Felt> {
  if (place === 'redis') {
    return { times: await sumOf(replicas, 'notewright_redis_losses_total'), by: 'losses of Redis' }
  }
  const byModel = outcomes.filter(isByModel)
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

/** A caller every few milliseconds until a fault is repaired and a little longer; half of them with a model. */
async function loadOn(
  replicas: Replica[],
  repaired: Promise<void>,
): Promise<{ outcomes: Outcome[]; after: Outcome[] }> {
  const outcomes: Outcome[] = []
  const after: Outcome[] = []
  let [isMended, isOver] = [false, false]
  const over = repaired.then(async () => {
    isMended = true
    await wait(afterMs)
    isOver = true
  })
  await Promise.all([
    over,
    ...Array.from({ length: 12 }, async (_, lane) => {
      for (let round = 0; !isOver; round += 1) {
        const headers = lane % 2 === 0 ? { 'x-api-key': 'key' } : { 'cache-control': 'no-cache' }
        // Each model request is different: a cached response would not meet the fault.
        const body = {
          version: `${scenario}.${lane}.${round}`,
          instructions: `Round ${scenario}.${lane}.${round}`,
        }
        const replica = replicas[(lane + round) % replicas.length]!
        const began = isMended ? after : null
        const outcome = await callReplica(replica, `caller${lane}`, { headers, body })
        outcomes.push(outcome)
        began?.push(outcome)
        await wait(20)
      }
    }),
  ])
  return { outcomes, after }
}

function isByModel({ text }: Outcome): boolean {
  return text?.includes('"engine":"model"') === true
}

/** What came of a load; `calls` are those to the host, and those to the gateway in answers' worth. */
function judge(
  outcomes: Outcome[],
  calls: { host: number; gateway: number },
  felt: Felt,
): { figure: string; kept: boolean } {
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
  const byGateway = calls.gateway / Math.max(1, good.filter(isByModel).length)
  const figure = `${good.length} of ${outcomes.length} answered${statusesOf(outcomes)}, ${wrong} wrong, ${hung} hung, ${broken} unclassified, slowest ${slowest.toFixed(0)} ms; host calls ${ratio.toFixed(2)} ×, gateway calls ${byGateway.toFixed(2)} ×; felt by ${felt.times} ${felt.by}`
  const isFelt = felt.times > 0
  return {
    figure: isFelt ? figure : `${figure} (the fault was not felt)`,
    kept: isFelt && wrong + hung + broken === 0 && ratio <= 1.2 && byGateway <= 1.2,
  }
}
