import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { StageQueue } from '../../src/core/progress.ts'
import { openHttpClient } from '../../src/http-client/http-client.ts'
import { configuredGateways } from '../../src/model/configured-gateways.ts'
import { countCalls } from '../../src/observability/count-calls.ts'
import { Metrics } from '../../src/observability/metrics.ts'
import { buildService } from '../../src/server/server.ts'
import { Idempotency } from '../../src/state/idempotency.ts'
import { MemoCache } from '../../src/state/memo-cache.ts'
import { ModelResponseCache } from '../../src/state/model-response-cache.ts'
import { openState } from '../../src/state/open-state.ts'
import { SingleFlight } from '../../src/state/single-flight.ts'
import { instantHost, upstreamHost } from './upstream.ts'

/** How a replica of these tests is started; passed as JSON in the first argument. */
export interface ReplicaSettings {
  redisUrl: string | null
  /** Null for a host within the process. */
  upstreamUrl: string | null
  /** How long the host may take until it begins to answer. */
  answerMs: number
  gatewayUrl: string | null
  requestsPerMinute: number
  concurrency: number
  deadlineMs: number
  /** The event-loop delay from which requests are rejected, if not the default. */
  shedDelayMs?: number
}

if (import.meta.main) await start(JSON.parse(process.argv[2]!) as ReplicaSettings)

/** Builds one replica of the service; the caller makes its `app` listen. */
export async function buildReplica(settings: ReplicaSettings) {
  const secret = 'a secret of these tests'
  const metrics = new Metrics()
  const outside = {
    ...{ fetch, now: Date.now, random: Math.random, onCall: countCalls(metrics, []) },
    sleep: (milliseconds: number, signal: AbortSignal) => wait(milliseconds, undefined, { signal }),
  }
  const state = await openState({
    ...{ ...settings, kind: 'service', secret, previousSecret: null },
    ...{ metrics, log: () => {} },
  })
  const { upstreamUrl, answerMs } = settings
  const host =
    upstreamUrl === null
      ? instantHost()
      : upstreamHost(upstreamUrl, openHttpClient([upstreamUrl], outside), answerMs)
  const url = settings.gatewayUrl
  const gateways = url === null ? null : configuredGateways(url, outside)
  const replies = new ModelResponseCache(secret)
  const service = await buildService(
    {
      ...{ hosts: new Map([[host.name, host]]), defaultHost: host.name, model: 'test/model' },
      gatewayFor: (key, model) =>
        key === null || !gateways || url === null
          ? null
          : replies.before(gateways({ key, keyOwner: 'caller', model: model ?? 'test/model' }), { url, key }),
      ...{ listingLimits: state.listingLimits, listingsPerMinute: settings.requestsPerMinute },
      ...{ limits: state.limits, jobs: state.jobs, stateNote: state.note, metrics, secret, traces: null },
      flights: new SingleFlight(state.store, Date.now),
      idempotency: new Idempotency(state.store, secret),
      memoCache: new MemoCache(secret),
      stageQueue: new StageQueue(),
      ...{ requestsPerMinute: settings.requestsPerMinute, deadlineMs: settings.deadlineMs },
      ...{
        maxInFlight: 2_000,
        maxCommits: 2_000,
        allowedOrigins: [],
        shedDelayMs: settings.shedDelayMs ?? 0,
      },
    },
    'silent',
  )
  addBareRoute(service.app)
  addMemoryRoute(service.app)
  addCallersRoute(service.app)
  return { service, state }
}

/** Returns stored bytes without any work: the baseline for cached answers. */
function addBareRoute(app: FastifyInstance): void {
  let bytes = ''
  app.post('/bare', { schema: { hide: true } }, async (request, reply) => {
    bytes = (request.body as { keep?: string }).keep ?? bytes
    return reply.type('application/json').serializer(String).send(bytes)
  })
}

/** Returns the memory in use after a garbage collection, which pauses the process. */
function addMemoryRoute(app: FastifyInstance): void {
  app.get('/live-memory', { schema: { hide: true } }, async () => {
    globalThis.gc?.()
    const { heapUsed, external } = process.memoryUsage()
    return { megabytes: (heapUsed + external) / 2 ** 20 }
  })
}

/** Returns the ports of all connected clients. */
function addCallersRoute(app: FastifyInstance): void {
  const sockets = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  app.get('/callers', { schema: { hide: true } }, async () =>
    [...sockets].map(({ remotePort }) => remotePort),
  )
}

/** Runs one replica in this process: prints its port, and drains on SIGTERM. */
async function start(settings: ReplicaSettings): Promise<void> {
  const { service, state } = await buildReplica(settings)
  // The process that started this one has ended.
  process.stdin.on('end', () => process.exit(1)).resume()
  process.once('SIGTERM', async () => {
    await service.drain()
    await state.close()
    process.exit(0)
  })
  await service.app.listen({ port: 0, host: '127.0.0.1' })
  process.stdout.write(`${(service.app.server.address() as AddressInfo).port}\n`)
}
