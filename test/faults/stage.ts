import { setTimeout as wait } from 'node:timers/promises'
import { startRedis, type TestRedis } from '../redis/redis-server.ts'
import { callReplica, type Outcome, type Replica } from './cluster.ts'
import { type FaultProxy, startProxy } from './proxy.ts'
import type { ReplicaSettings } from './replica.ts'
import { type StandIn, startStandIn } from './stand-ins.ts'

/** A place beside the service that can be harmed. */
export type Place = 'redis' | 'host' | 'gateway'

/** Everything around the service, each in a process of its own, and proxies before it. */
export interface Stage {
  redis: TestRedis
  host: StandIn
  gateway: StandIn
  proxies: Record<Place, FaultProxy>
  /** A replica that asks everything through the proxies. */
  settings: ReplicaSettings & { redisUrl: string }
  /** A replica that asks host and gateway themselves. */
  direct: ReplicaSettings & { redisUrl: string; upstreamUrl: string }
  /** How long a fault lasts. */
  faultMs: number
  /** Prints a figure and remembers when it is not what was promised. */
  report: (what: string, figure: string, kept: boolean) => void
  failures: string[]
  close: () => Promise<void>
}

/** How long a request of these tests may take. */
export const deadlineMs = 5_000

/** Starts everything around the service. */
export async function openStage(faultMs: number): Promise<Stage> {
  const [redis, host, gateway] = await Promise.all([
    startRedis(),
    startStandIn('host'),
    startStandIn('gateway'),
  ])
  const proxies = {
    redis: await startProxy(Number(new URL(redis.url).port)),
    host: await startProxy(host.port),
    gateway: await startProxy(gateway.port),
  }
  const usual = {
    ...{ requestsPerMinute: 100_000, concurrency: 10_000, deadlineMs, answerMs: 2_000 },
    redisUrl: `redis://127.0.0.1:${proxies.redis.port}`,
  }
  const failures: string[] = []
  return {
    ...{ redis, host, gateway, proxies, faultMs, failures },
    settings: { ...usual, ...addresses(proxies.host.port, proxies.gateway.port) },
    direct: { ...usual, ...addresses(host.port, gateway.port) },
    report: (what, figure, kept) => {
      console.log(`${kept ? 'kept  ' : 'BROKEN'} ${what}: ${figure}`)
      if (!kept) failures.push(what)
    },
    close: async () => {
      await Promise.all(Object.values(proxies).map(({ close }) => close()))
      await Promise.all([redis.close(), host.kill(), gateway.kill()])
    },
  }
}

function addresses(host: number, gateway: number) {
  return { upstreamUrl: `http://127.0.0.1:${host}`, gatewayUrl: `http://127.0.0.1:${gateway}/v1` }
}

/** Every replica answers once before anything is measured: the first answer loads half of the program. */
export async function warm(replicas: Replica[]): Promise<void> {
  for (let times = 0; times < 5; times += 1) {
    await Promise.all(replicas.map((replica, index) => callReplica(replica, `warm${index}-${times}`)))
  }
  await wait(1_500)
}

/** The statuses that were no success, for a figure. */
export function statusesOf(outcomes: Outcome[]): string {
  const others = outcomes.map(({ status }) => status).filter((status) => status !== 200)
  return others.length === 0 ? '' : ` (others: ${[...new Set(others)].join(', ')})`
}

/** Whether an answer holds every commit of its repository. */
export function isWhole(text: string | null): boolean {
  const answer = JSON.parse(text ?? '{}') as { commitCount?: number; entries?: object[]; omitted?: object[] }
  return answer.commitCount === 50 && answer.entries!.length + answer.omitted!.length > 0
}

/** Whether a problem is one that we know. */
export function isClassified(text: string | null): boolean {
  const { code = 'internal' } = JSON.parse(text ?? '{}') as { code?: string }
  return code !== 'internal'
}
