import type { Host } from '../../src/core/host.ts'
import { Counters } from '../../src/observability/metrics.ts'
import type { ServiceWorld } from '../../src/server/server-context.ts'
import { CallerLimits } from '../../src/state/caller-limits.ts'
import { Idempotency } from '../../src/state/idempotency.ts'
import { Remembered } from '../../src/state/memo-cache.ts'
import { MemoryStore } from '../../src/state/memory-store.ts'
import { SingleFlight } from '../../src/state/single-flight.ts'

const secret = 'a secret of these tests'

/** How a service of the tests differs from the usual one. */
export type WorldSettings = Partial<ServiceWorld> & { concurrency?: number }

/** The world of a service in one process that asks the given hosts, with limits that no test meets by chance. */
export function serviceWorld(hosts: Host[], settings: WorldSettings = {}): ServiceWorld {
  const store = new MemoryStore(Date.now)
  const { requestsPerMinute = 100_000, concurrency = 1000, ...rest } = settings
  return {
    hosts: new Map(hosts.map((host) => [host.name, host])),
    defaultHost: hosts[0]!.name,
    limits: new CallerLimits({ requestsPerMinute, concurrency }, () => 0),
    flights: new SingleFlight(store, Date.now),
    idempotency: new Idempotency(store, secret),
    stateNote: () => null,
    jobs: null,
    maxInFlight: 10_000,
    allowedOrigins: [],
    requestsPerMinute,
    counters: new Counters(),
    traces: null,
    remembered: new Remembered(secret),
    gatewayFor: () => null,
    model: 'test/model',
    maxCommits: 2000,
    deadlineMs: 60_000,
    // A busy machine must not make the tests fail, even where it does nothing for a second, which counts as an
    // endless delay; what is shed has a test of its own.
    shedDelayMs: Number.POSITIVE_INFINITY,
    secret,
    ...rest,
  }
}
