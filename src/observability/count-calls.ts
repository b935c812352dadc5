import type { HostSetting } from '../core/host.ts'
import type { Metrics } from './metrics.ts'

interface OutgoingCall {
  source: 'host' | 'gateway'
  origin: string
  status: number | null
  seconds: number
}

/** Returns a listener that counts outgoing calls by the kind of host, never by their URL or content. */
export function countCalls(metrics: Metrics, hosts: HostSetting[]): (call: OutgoingCall) => void {
  const kinds = new Map(
    hosts.flatMap(({ kind, url, apiUrl, graphqlUrl }) =>
      [url, apiUrl, graphqlUrl].map((address): [string, string] => [new URL(address).origin, kind]),
    ),
  )
  return ({ source, origin, status, seconds }) => {
    const kind = source === 'gateway' ? 'gateway' : (kinds.get(origin) ?? 'other')
    const result = status === null ? 'none' : `${Math.floor(status / 100)}xx`
    metrics.add('notewright_upstream_calls_total', { kind, status: result })
    metrics.observe('notewright_upstream_seconds', { kind }, seconds)
  }
}
