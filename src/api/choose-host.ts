import { Problem } from '../core/errors.ts'
import type { Host } from '../core/host.ts'

/** Returns the configured host with this name; a request can only choose among the configured hosts. */
export function chooseHost(hosts: Map<string, Host>, name: string): Host {
  const host = hosts.get(name)
  if (host) return host
  const names = hosts.size === 0 ? 'none' : [...hosts.keys()].join(', ')
  const detail = `unknown host "${name}" (configured: ${names})`
  throw new Problem(
    'invalid_request',
    `Unknown host "${name}" (configured: ${names}). Set \`host\` to a configured host, or omit it.`,
    { faults: [{ pointer: '#/host', detail }] },
  )
}
