import { isIP } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '../core/errors.ts'

/**
 * Rejects requests whose Host header has a name that is not ours. A web page of an attacker can let its own name point
 * to this machine (DNS rebinding); the browser then sends that name. IP addresses and localhost need no such name.
 */
export function checkServerName(app: FastifyInstance, names: string[]): void {
  const known = new Set(names.map((name) => name.toLowerCase()))
  app.addHook('onRequest', async ({ headers }: FastifyRequest) => {
    // HTTP/1.0 has no Host header, and no browser sends it.
    if (headers.host === undefined) return
    const name = nameIn(headers.host)
    if (isOwnMachine(name) || known.has(name)) return
    throw new Problem(
      'server_name_not_allowed',
      `The server does not answer for the name ${JSON.stringify(name.slice(0, 100))} in the Host header. Use its IP address or localhost, or add the name to NOTEWRIGHT_SERVER_NAMES.`,
    )
  })
}

/** The name in a Host header, without its port and a trailing dot. */
function nameIn(host: string): string {
  return host
    .replace(/:\d{0,5}$/, '')
    .replace(/\.$/, '')
    .toLowerCase()
}

/** Whether no one else can own the name: an IP address or localhost. */
function isOwnMachine(name: string): boolean {
  return isIP(name.replace(/^\[|\]$/g, '')) !== 0 || name === 'localhost' || name.endsWith('.localhost')
}

/** Whether only programs of this machine can connect to an address. */
export function isLoopback(address: string): boolean {
  return address === 'localhost' || address === '::1' || /^127(?:\.\d{1,3}){3}$/.test(address)
}
