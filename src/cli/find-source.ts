import { chooseHost } from '../api/choose-host.ts'
import { Problem } from '../core/errors.ts'
import type { Gateway } from '../core/gateway.ts'
import type { Host } from '../core/host.ts'
import type { GenerateRequest } from '../core/request.ts'
import type { CliContext } from './cli-context.ts'

/** Far more than any release, and a guard against asking for a whole kernel by mistake. */
export const defaultMaxCommits = 100_000

/** A configured host with the token of the environment; without a name, the one that is asked by default. */
export async function askHost(
  context: CliContext,
  given: string | null,
): Promise<{ host: Host; token: string }> {
  const { defaultHost, localRoot, commandLineTokens } = context.environment
  const name = given ?? defaultHost ?? (localRoot === null ? 'github' : 'local')
  const host = chooseHost(await context.openHosts(null), name)
  const token = commandLineTokens.get(host.kind)
  if (token === undefined) throw noToken(host)
  return { host, token }
}

function noToken({ name, kind }: Host): Problem {
  const own = {
    github: 'GITHUB_TOKEN',
    gitlab: 'GITLAB_TOKEN',
    gitea: 'GITEA_TOKEN',
    bitbucket: 'BITBUCKET_TOKEN',
  }
  const variable = kind in own ? ` or ${own[kind as keyof typeof own]}` : ''
  return new Problem(
    'token_missing',
    `The host ${name} is asked with a token, and none is set. Put a personal access token into NOTEWRIGHT_TOKEN${variable}.`,
  )
}

/** The clone that a folder is or lies in. */
export async function openCloneAt(
  context: CliContext,
  path: string,
  whatToDo: string,
): Promise<{ host: Host; name: string; root: string }> {
  const clone = await context.openClone(path)
  if (clone) return clone
  throw new Problem(
    'repository_not_found',
    `There is no git repository at ${path}, nor above it. ${whatToDo}`,
  )
}

/** The language model of the environment's key; it is loaded only where it will be asked. */
export async function openModel(
  { writer, model }: Pick<GenerateRequest, 'writer' | 'model'>,
  context: CliContext,
): Promise<Gateway | null> {
  const key = context.environment.commandLineModelKey
  if (key === null || writer === 'rules') return null
  return (await context.openGateways())({ key, owner: 'caller' }, model)
}
