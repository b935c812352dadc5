import type { Host, HostSetting } from '../core/host.ts'
import { withEtagCache } from '../http-client/etag-cache.ts'
import { type HttpClientContext, openHttpClient } from '../http-client/http-client.ts'
import { bitbucketHost } from './bitbucket/bitbucket.ts'
import { gitHost } from './git.ts'
import { giteaHost } from './gitea/gitea.ts'
import { githubHost } from './github/github.ts'
import { gitlabHost } from './gitlab/gitlab.ts'

const makers = {
  github: githubHost,
  gitlab: gitlabHost,
  gitea: giteaHost,
  bitbucket: bitbucketHost,
  git: gitHost,
}

/** The hosts that the operator configured, each behind a door that leads to its own addresses only. */
export function configuredHosts(settings: HostSetting[], context: HttpClientContext): Host[] {
  return settings.map((setting) => {
    const { name, kind, url, apiUrl, graphqlUrl } = setting
    const plain = openHttpClient([url, apiUrl, graphqlUrl], context)
    const httpClient = context.kept ? withEtagCache(plain, context.kept) : plain
    return makers[kind]({ name, url, apiUrl, graphqlUrl, httpClient })
  })
}
