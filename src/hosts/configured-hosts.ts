import type { Host, HostSetting } from '../core/host.ts'
import { validatedDoor } from '../http-client/etag-cache.ts'
import { type DoorWorld, openDoor } from '../http-client/http-client.ts'
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
export function configuredHosts(settings: HostSetting[], world: DoorWorld): Host[] {
  return settings.map((setting) => {
    const { name, kind, url, apiUrl, graphqlUrl } = setting
    const plain = openDoor([url, apiUrl, graphqlUrl], world)
    const door = world.kept ? validatedDoor(plain, world.kept) : plain
    return makers[kind]({ name, url, apiUrl, graphqlUrl, door })
  })
}
