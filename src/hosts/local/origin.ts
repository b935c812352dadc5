import type { HostSetting } from '../../core/host.ts'
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
  const fullName = nameOfPath(parts.path)
  if (findRepoNameError(fullName) !== null) return null
  const kind = kindOf(parts.host)
  return { fullName, web: kind && { kind, url: `https://${parts.site}/${fullName}` } }
}

/** A remote as a repository of a configured host. */
export interface HostedOrigin {
  /** The site that the URL names, without credentials. */
  site: string
  /** Null if none of the hosts is at that site. */
  hostName: string | null
  repoFullName: string
}

/** Finds the configured host that the URL of a remote names; null if the URL names no repository of a host. */
export function findOriginHost(url: string, hosts: Pick<HostSetting, 'name' | 'url'>[]): HostedOrigin | null {
  const parts = splitUrl(url.trim())
  if (!parts) return null
  // GitHub and GitLab answer ssh on the port of https at other names.
  const hostname = parts.host.replace(/^(?:ssh|altssh)\.(?=[^.]+\.[^.]+$)/, '')
  const isAt = (hostUrl: string) => {
    const { host, hostname: name, port } = new URL(hostUrl)
    return parts.isWeb && port !== '' ? host === parts.site : name === hostname
  }
  const found = hosts.find((host) => isAt(host.url)) ?? null
  // The pages of a host may be below a path, which the URLs of ssh do not have.
  const prefix = found && parts.isWeb ? trimTrailingSlashes(new URL(found.url).pathname) : ''
  const path = parts.path.startsWith(`${prefix}/`) ? parts.path.slice(prefix.length) : parts.path
  const repoFullName = nameOfPath(path)
  if (findRepoNameError(repoFullName) !== null) return null
  return { site: parts.site, hostName: found?.name ?? null, repoFullName }
}

function nameOfPath(path: string): string {
  return trimTrailingSlashes(path.replace(/^\/+/, '')).replace(/\.git$/, '')
}

/** Keeps the port of an HTTP URL; the port of an SSH URL does not apply to web pages. */
function splitUrl(text: string): { host: string; site: string; path: string; isWeb: boolean } | null {
  if (text.includes('://')) {
    if (!URL.canParse(text)) return null
    const url = new URL(text)
    if (url.protocol === 'file:') return null
    const isWeb = url.protocol === 'http:' || url.protocol === 'https:'
    return { host: url.hostname, site: isWeb ? url.host : url.hostname, path: url.pathname, isWeb }
  }
  // The short form of ssh: git@host:owner/repo.git
  const short = /^(?:[^@/:\s]+@)?([\w.-]+):([^\s]+)$/.exec(text)
  const host = short?.[1]?.toLowerCase()
  return short && host ? { host, site: host, path: short[2]!, isWeb: false } : null
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
