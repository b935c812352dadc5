import { join } from 'node:path'
import type { HostSetting } from '../../src/core/host.ts'
import { configuredHosts } from '../../src/hosts/configured-hosts.ts'
import { localHost } from '../../src/hosts/local/local.ts'
import { startGitea } from '../stand-ins/gitea.ts'
import { newGiteaState } from '../stand-ins/gitea-writing.ts'
import { startGithub } from '../stand-ins/github.ts'
import { startGitlab } from '../stand-ins/gitlab.ts'
import { newGitlabState } from '../stand-ins/gitlab-writing.ts'
import { buildRepository, makeFolder } from '../support/build-repository.ts'
import { hostileHistory, widget } from './histories.ts'

/** The tokens of the stage: of all hosts, one that may only read there, and one of the local folder. */
export const hostToken = 'ghp_stage0123456789'
export const readerToken = 'ghp_stage_reader123'
export const localToken = 'local-stage-token'

/** Starts stand-ins for the hosts that notes are published to, and opens a local folder beside them. */
export async function openHosts() {
  const root = makeFolder()
  // Each host has a copy of its own, so that what one is sent does not show at another.
  const histories = {
    widget,
    'on-github': widget,
    'on-gitlab': widget,
    'on-gitea': widget,
    hostile: hostileHistory(),
  }
  for (const [name, steps] of Object.entries(histories))
    buildRepository(steps, { path: join(root, `acme/${name}`) })
  buildRepository([], { path: join(root, 'acme/empty') })
  const names = [...Object.keys(histories), 'empty'].map((name) => `acme/${name}`)
  const sees = 'all' as const
  const accounts = {
    [hostToken]: { scopes: ['api', 'write:repository', 'read:user'], sees },
    [readerToken]: { scopes: ['read_api', 'read:repository', 'read:user'], sees },
  }
  const github = await startGithub({
    root,
    tokens: { [hostToken]: new Set(names), [readerToken]: new Set(names) },
    readers: [readerToken],
    labels: { 118: ['enhancement'] },
  })
  const gitlabState = newGitlabState()
  const giteaState = newGiteaState()
  const gitlab = await startGitlab({ root, tokens: accounts, state: gitlabState })
  const gitea = await startGitea({ root, tokens: accounts, state: giteaState })
  const settings: HostSetting[] = [
    { name: 'github', kind: 'github', ...addressOf(github), graphqlUrl: github.graphqlUrl },
    { name: 'gitlab', kind: 'gitlab', ...addressOf(gitlab), graphqlUrl: gitlab.url },
    { name: 'gitea', kind: 'gitea', ...addressOf(gitea), graphqlUrl: gitea.url },
  ]
  const context = { fetch, now: Date.now, random: () => 0, sleep: async () => {} }
  const hosts = [
    ...configuredHosts(settings, context),
    localHost({ root, token: localToken, searchPath: process.env.PATH ?? '' }),
  ]
  const close = () => Promise.all([github, gitlab, gitea].map((each) => each.close()))
  return { root, hosts, github, gitlab, gitlabState, giteaState, context, close }
}

function addressOf({ url, apiUrl }: { url: string; apiUrl: string }) {
  return { url, apiUrl }
}
