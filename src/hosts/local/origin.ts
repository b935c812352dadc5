import type { HostKind, WebAddress } from '../../core/web-address.ts'
import { findRepoNameError } from '../../git/ref-names.ts'
import { trimTrailingSlashes } from '../../text/url.ts'

/** A remote: the repository's name on the host, and its web URL when we know the host's links. */
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

/** Parses the URL of a remote; user and password are dropped. */
export function parseOrigin(url: string): Origin | null {
  const parts = splitUrl(url.trim())
  if (!parts) return null
  const fullName = trimTrailingSlashes(parts.path.replace(/^\/+/, '')).replace(/\.git$/, '')
  if (findRepoNameError(fullName) !== null) return null
  const kind = kindOf(parts.host)
  return { fullName, web: kind && { kind, url: `https://${parts.site}/${fullName}` } }
}

/** Keeps the port of an HTTP URL; the port of an SSH URL does not apply to web pages. */
function splitUrl(text: string): { host: string; site: string; path: string } | null {
  if (text.includes('://')) {
    if (!URL.canParse(text)) return null
    const url = new URL(text)
    if (url.protocol === 'file:') return null
    const isWeb = url.protocol === 'http:' || url.protocol === 'https:'
    return { host: url.hostname, site: isWeb ? url.host : url.hostname, path: url.pathname }
  }
  // The short form of ssh: git@host:owner/repo.git
  const short = /^(?:[^@/:\s]+@)?([\w.-]+):([^\s]+)$/.exec(text)
  const host = short?.[1]?.toLowerCase()
  return short && host ? { host, site: host, path: short[2]! } : null
}

function kindOf(host: string): HostKind | null {
  return knownKinds.get(host) ?? namedKinds.find(([prefix]) => host.startsWith(prefix))?.[1] ?? null
}

/** Finds the URL of the remote `origin` in the text of a git configuration file. */
export function findOriginUrl(configuration: string): string | null {
  let inOrigin = false
  for (const line of configuration.split('\n').map((text) => text.trim())) {
    if (line.startsWith('[')) inOrigin = line === '[remote "origin"]'
    const [key, ...rest] = line.split('=')
    if (inOrigin && key?.trim() === 'url') return rest.join('=').trim()
  }
  return null
}
