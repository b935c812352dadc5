import type { HostKind, WebAddress } from '../../core/web-address.ts'
import { findRepoNameError } from '../../git/ref-names.ts'
import { trimTrailingSlashes } from '../../text/url.ts'

/** Where a remote lives: the repository's name there, and its web address when we know the host's links. */
export interface Origin {
  fullName: string
  web: WebAddress | null
}

const knownKinds = new Map<string, HostKind>([
  ['github.com', 'github'],
  ['gitlab.com', 'gitlab'],
  ['codeberg.org', 'gitea'],
  ['gitea.com', 'gitea'],
  ['bitbucket.org', 'bitbucket'],
])

const namedKinds: [prefix: string, kind: HostKind][] = [
  ['github.', 'github'],
  ['gitlab.', 'gitlab'],
  ['gitea.', 'gitea'],
  ['forgejo.', 'gitea'],
]

/** Reads the remote address that a clone's configuration names; its user and password are dropped. */
export function readOrigin(address: string): Origin | null {
  const context = splitAddress(address.trim())
  if (!context) return null
  const fullName = trimTrailingSlashes(context.path.replace(/^\/+/, '')).replace(/\.git$/, '')
  if (findRepoNameError(fullName) !== null) return null
  const kind = kindOf(context.host)
  return { fullName, web: kind && { kind, url: `https://${context.site}/${fullName}` } }
}

/** The port of a web address stays; that of ssh says nothing about the web. */
function splitAddress(address: string): { host: string; site: string; path: string } | null {
  if (address.includes('://')) {
    if (!URL.canParse(address)) return null
    const url = new URL(address)
    if (url.protocol === 'file:') return null
    const isWeb = url.protocol === 'http:' || url.protocol === 'https:'
    return { host: url.hostname, site: isWeb ? url.host : url.hostname, path: url.pathname }
  }
  // The short form of ssh: git@host:owner/repo.git
  const short = /^(?:[^@/:\s]+@)?([\w.-]+):([^\s]+)$/.exec(address)
  const host = short?.[1]?.toLowerCase()
  return short && host ? { host, site: host, path: short[2]! } : null
}

function kindOf(host: string): HostKind | null {
  return knownKinds.get(host) ?? namedKinds.find(([prefix]) => host.startsWith(prefix))?.[1] ?? null
}

/** The address of the remote `origin` in the text of a git configuration file. */
export function findOriginAddress(configuration: string): string | null {
  let inOrigin = false
  for (const line of configuration.split('\n').map((text) => text.trim())) {
    if (line.startsWith('[')) inOrigin = line === '[remote "origin"]'
    const [key, ...rest] = line.split('=')
    if (inOrigin && key?.trim() === 'url') return rest.join('=').trim()
  }
  return null
}
