import { join } from 'node:path'
import type { Host, HostSetting } from '../../src/core/host.ts'
import { configuredHosts } from '../../src/hosts/configured-hosts.ts'
import { localHost } from '../../src/hosts/local/local.ts'
import type { HttpClientContext } from '../../src/http-client/http-client.ts'
import { startGitea } from '../stand-ins/gitea.ts'
import { type GiteaState, newGiteaState } from '../stand-ins/gitea-writing.ts'
import { startGithub } from '../stand-ins/github.ts'
import type { GithubStandIn } from '../stand-ins/github-parts/stand-in.ts'
import { startGitlab } from '../stand-ins/gitlab.ts'
import { type GitlabState, newGitlabState } from '../stand-ins/gitlab-writing.ts'
import { buildRepository, makeFolder } from '../support/build-repository.ts'
import { configured, hostileHistory, packages, widget } from './histories.ts'

/** A token that can read and write on all hosts. */
export const hostToken = 'ghp_test0123456789'
/** A token that can only read. */
export const readerToken = 'ghp_test_reader123'
/** The token of the local folder. */
export const localToken = 'local-test-token'

/** The parts of the GitHub stand-in that the tests use. */
interface StandInGithub extends Pick<GithubStandIn, 'releases' | 'requests' | 'faults'> {
  url: string
  reset: () => void
}

/** The stand-ins for the hosts, and the clients that use them. */
export interface TestHosts {
  root: string
  hosts: Host[]
  github: StandInGithub
  gitlabState: GitlabState
  giteaState: GiteaState
  context: HttpClientContext
  close: () => Promise<void>
}

/** Starts stand-ins for GitHub, GitLab and Gitea, and adds a local folder as a host. */
export async function startHosts(): Promise<TestHosts> {
  const root = makeFolder()
  // Each host has its own copy, so that a release on one host does not appear on another.
  const histories = {
    widget,
    'on-github': widget,
    'on-gitlab': widget,
    'on-gitea': widget,
    hostile: hostileHistory(),
    configured,
    packages,
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
    { name: 'github', kind: 'github', ...urlsOf(github), graphqlUrl: github.graphqlUrl },
    { name: 'gitlab', kind: 'gitlab', ...urlsOf(gitlab), graphqlUrl: gitlab.url },
    { name: 'gitea', kind: 'gitea', ...urlsOf(gitea), graphqlUrl: gitea.url },
  ]
  const context = { fetch, now: Date.now, random: () => 0, sleep: async () => {} }
  const hosts = [
    ...configuredHosts(settings, context),
    localHost({ root, token: localToken, searchPath: process.env.PATH ?? '' }),
  ]
  const close = async () => {
    await Promise.all([github, gitlab, gitea].map((each) => each.close()))
  }
  return { root, hosts, github, gitlabState, giteaState, context, close }
}

function urlsOf({ url, apiUrl }: { url: string; apiUrl: string }) {
  return { url, apiUrl }
}
