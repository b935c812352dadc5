import { Problem } from '../core/errors.ts'
import type { Access, Host } from '../core/host.ts'
import type { HttpClient } from '../http-client/http-client.ts'
import { trimTrailingSlashes } from '../text/url.ts'
import { type GitCredentials, splitCredentials } from './credentials.ts'
import { openWireRepository, type WireRepository } from './git-wire/wire.ts'
import { publishingUnsupported } from './host-defaults.ts'
import { wireRepository } from './wire-repository.ts'

interface GitHostOptions {
  name: string
  /** The URL below which repositories are, such as `https://git.example.org`. */
  url: string
  /** The user name that is sent with a token. */
  user?: string | undefined
  httpClient: HttpClient
}

/** A host of kind `git`: any git server, without pull requests, logins and releases. */
export function gitHost({ name, url, user, httpClient }: GitHostOptions): Host {
  return {
    name,
    kind: 'git',
    openPublisher: async () => {
      throw publishingUnsupported(name)
    },
    // Git's protocol cannot list repositories.
    listRepositories: async () => ({ items: [], nextPage: null }),
    async open(access) {
      const base = `${trimTrailingSlashes(url)}/${access.repoFullName}`
      const credentials = credentialsOf(access.token, user)
      const at = (gitUrl: string) =>
        openWireRepository({ ...access, ...credentials, httpClient, url: gitUrl })
      return wireRepository(await openAtEither(base, at, access), {
        fullName: access.repoFullName,
        web: null,
      })
    },
  }
}

/** Opens the repository with `.git` after its name, or else without it: servers that serve a folder know only one. */
async function openAtEither(
  base: string,
  at: (url: string) => WireRepository,
  { signal }: Access,
): Promise<WireRepository> {
  const wire = at(base.endsWith('.git') ? base : `${base}.git`)
  try {
    await wire.checkAccess()
    return wire
  } catch (error) {
    signal.throwIfAborted()
    if (base.endsWith('.git') || !isElsewhere(error)) throw error
    const other = at(base)
    // If neither is there, the first answer is the one that names the usual form.
    await other.checkAccess().catch((second: unknown) => {
      signal.throwIfAborted()
      throw isElsewhere(second) ? error : second
    })
    return other
  }
}

/** Whether a server may have the repository under another spelling of its name. */
function isElsewhere(error: unknown): boolean {
  return (
    error instanceof Problem && (error.code === 'repository_not_found' || error.code === 'repository_moved')
  )
}

/** A token may be `user:password`; without a user name, the host's setting or `git` is sent. */
function credentialsOf(token: string | null, user: string | undefined): GitCredentials {
  if (token === null || user !== undefined) return { user: user ?? 'git', token }
  const pair = splitCredentials(token)
  return pair ? { user: pair.user, token: pair.password } : { user: 'git', token }
}
