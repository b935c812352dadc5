import { Problem } from '../core/errors.ts'
import type { Host } from '../core/host.ts'

/** The configured host of a name; a request can pick one, never bring one. */
export function chooseHost(hosts: Map<string, Host>, name: string): Host {
  const host = hosts.get(name)
  if (host) return host
  const known = hosts.size === 0 ? 'none is' : `configured: ${[...hosts.keys()].join(', ')}`
  const detail = `no host "${name}" is configured (${known})`
  throw new Problem(
    'invalid_request',
    `The request was refused at host: ${detail}. Name one that is, or leave \`host\` out.`,
    {
      faults: [{ pointer: '#/host', detail }],
    },
  )
}
