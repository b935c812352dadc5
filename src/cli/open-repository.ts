import { chooseHost } from '../api/choose-host.ts'
import { Problem } from '../core/errors.ts'
import type { Host } from '../core/host.ts'
import type { CliContext, Clone } from './cli-context.ts'

/** More commits than any release has; it stops a request for the whole history of a huge repository. */
export const defaultMaxCommits = 100_000

/** Returns the named host, or the default host, and its token from the environment. */
export async function connectHost(
  context: CliContext,
  hostName: string | null,
): Promise<{ host: Host; token: string | null }> {
  const { defaultHost, localRoot, commandLineTokens } = context.environment
  const name = hostName ?? defaultHost ?? (localRoot === null ? 'github' : 'local')
  const host = chooseHost(await context.openHosts(null), name)
  const token = commandLineTokens.get(host.kind) ?? null
  // A git server may be public; if it is not, its answer says that a token is needed.
  if (token === null && host.kind !== 'git') throw missingToken(host)
  return { host, token }
}

function missingToken({ name, kind }: Host): Problem {
  const variables = {
    github: 'GITHUB_TOKEN',
    gitlab: 'GITLAB_TOKEN',
    gitea: 'GITEA_TOKEN',
    bitbucket: 'BITBUCKET_TOKEN',
  }
  const variable = kind in variables ? ` or ${variables[kind as keyof typeof variables]}` : ''
  return new Problem(
    'token_missing',
    `No token is set for the host ${name}. Set NOTEWRIGHT_TOKEN${variable} to a personal access token.`,
  )
}

/** Opens the clone that contains a folder; an error ends with the advice. */
export async function openCloneAt(context: CliContext, path: string, advice: string): Promise<Clone> {
  const clone = await context.openClone(path)
  if (clone) return clone
  throw new Problem('repository_not_found', `No git repository was found at ${path} or above it. ${advice}`)
}
