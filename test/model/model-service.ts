import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Check } from '../../src/core/request.ts'
import { configuredGateways } from '../../src/model/configured-gateways.ts'
import { Metrics } from '../../src/observability/metrics.ts'
import type { ServerContext } from '../../src/server/server-context.ts'
import { ModelResponseCache } from '../../src/state/model-response-cache.ts'
import type { ModelEntry } from '../../src/write/entry-reader.ts'
import { localFolder, openService } from '../http/service.ts'
import {
  type Behaviour,
  type GatewayCall,
  listing,
  type StandInGateway,
  startGateway,
} from '../stand-ins/gateway/gateway.ts'
import { canaryKey } from '../stand-ins/gateway/open.ts'
import { buildRepository, makeFolder, type Step } from '../support/build-repository.ts'

/** The model of these tests, with a price. */
export const model = 'stand-in/writer'

/** A change in the evidence of a model request. */
export interface EvidenceChange {
  id: string
  title: string
  category: string
  rules: string
  body?: string
}

/** Returns the changes in the evidence of a model request. */
export function changesIn(userMessage: string): EvidenceChange[] {
  const json = /^EVIDENCE\n(.*)$/m.exec(userMessage)?.[1]
  return json === undefined ? [] : (JSON.parse(json) as { changes: EvidenceChange[] }).changes
}

/** The entry that a correct model writes for a change. */
export function correctEntry({ id, category, rules }: EvidenceChange): ModelEntry {
  const text = `${rules.replace(/\.$/, '')} now`
  return { ids: [id], category, text, notable: true, breaking: false, quote: '' }
}

/** A running service, its gateway and what it recorded. */
export interface ServedModel {
  app: FastifyInstance
  gateway: StandInGateway
  /** The requests for entries and summaries, without those for the price. */
  modelRequests: () => GatewayCall[]
  pauses: number[]
  metrics: Metrics
  close: () => Promise<void>
}

/** Starts a service with one repository and a gateway of the given behaviour; only the rules check its entries. */
export async function serveModel(
  steps: Step[],
  behaviour: Behaviour,
  { check = 'words', ...settings }: Partial<ServerContext> & { check?: Check } = {},
): Promise<ServedModel> {
  const root = makeFolder()
  buildRepository(['Start', { tag: 'start' }, ...steps], { path: join(root, 'acme/widget') })
  const gateway = await startGateway(behaviour, {
    models: () => listing([{ id: model, pricing: { prompt: '0.000001', completion: '0.000002' } }]),
  })
  const pauses: number[] = []
  const open = configuredGateways(gateway.url, {
    fetch,
    now: Date.now,
    random: () => 0,
    sleep: async (milliseconds, signal) => {
      pauses.push(milliseconds)
      await wait(0, undefined, { signal })
    },
  })
  const replies = new ModelResponseCache('the secret of these tests')
  const metrics = new Metrics()
  const service = await openService([localFolder(root)], {
    gatewayFor: (key, requested) => {
      if (key === null) return null
      const setting = { key, keyOwner: 'caller' as const, model: requested ?? model }
      return { ...replies.before(open(setting), { url: gateway.url, key }), check }
    },
    model,
    metrics,
    ...settings,
  })
  const modelRequests = () => gateway.calls.filter(({ body }) => body !== null)
  const close = async () => void (await Promise.all([service.drain(), gateway.close()]))
  return { app: service.app, gateway, modelRequests, pauses, metrics, close }
}

/** The body of a request to such a service. */
export const body = { repoFullName: 'acme/widget', fromRef: 'start' }

/** Headers with a key that only the gateway may receive. */
export const withKey = { 'x-api-key': canaryKey }

/** A history with a commit of every kind. */
export const history: Step[] = [
  'feat(api): add cursor pagination to /orders (#118)',
  'fix: crash when the config file is empty (#121)',
  'feat!: drop Node 18 (#122)\n\nBREAKING CHANGE: Node 20.11 is the oldest supported version.',
  'fix(auth): reject expired refresh tokens (#124)\n\nThis closes CVE-2026-31337.',
  'Deprecate --legacy-output, removal planned for 2.0 (#127)',
  'perf(export): stream files over 100 MB (#128)',
  'Tabs keep their order (#129)',
  'docs: explain retries (#120)',
]
