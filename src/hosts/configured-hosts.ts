import type { Host, HostSetting } from '../core/host.ts'
import { type ResponseCache, withEtagCache } from '../http-client/etag-cache.ts'
import { type HttpClientContext, openHttpClient } from '../http-client/http-client.ts'
import { bitbucketHost } from './bitbucket/bitbucket.ts'
import { withNameCheck } from './check-repo-name.ts'
import { gitHost } from './git.ts'
import { giteaHost } from './gitea/gitea.ts'
import { githubHost } from './github/github.ts'
import { gitlabHost } from './gitlab/gitlab.ts'

const hostOfKind = {
  github: githubHost,
  gitlab: gitlabHost,
  gitea: giteaHost,
  bitbucket: bitbucketHost,
  git: gitHost,
}

/** The dependencies of the hosts. */
interface HostsContext extends HttpClientContext {
  /** Caches the hosts' responses for revalidation; without it nothing is cached. */
  responseCache?: ResponseCache
}

/** Opens the hosts that the operator configured, each with an HTTP client for its own origins only. */
export function configuredHosts(settings: HostSetting[], context: HostsContext): Host[] {
  return settings.map((setting) => {
    const { name, kind, url, apiUrl, graphqlUrl, user } = setting
    const plain = openHttpClient([url, apiUrl, graphqlUrl], context)
    const httpClient = context.responseCache ? withEtagCache(plain, context.responseCache) : plain
    const host = hostOfKind[kind]({ name, url, apiUrl, graphqlUrl, user, httpClient })
    return kind === 'git' ? host : withNameCheck(host)
  })
}
