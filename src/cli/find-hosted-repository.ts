import { Problem } from '../core/errors.ts'
import type { CliContext } from './cli-context.ts'
import type { FlagValues } from './flags.ts'

const advice = 'Name it with --repo OWNER/REPO, and the host with --host.'

/** Adds `--repo` and `--host` from the remote `origin` of the clone around the current folder, and says so. */
export async function withHostedRepository(values: FlagValues, context: CliContext): Promise<FlagValues> {
  if (values.has('repo')) return values
  const clone = await context.openClone('.')
  const remote = clone && (await context.findRemote(clone.root))
  if (!remote) {
    const reason = clone
      ? 'and the clone has no remote origin on a host'
      : 'and the current folder is not in a clone'
    throw new Problem('invalid_request', `A release needs a repository on a host, ${reason}. ${advice}`)
  }
  const { site, hostName, repoFullName } = remote
  const named = values.get('host')
  if (hostName === null || (named !== undefined && named !== hostName)) {
    const reason = hostName === null ? 'which is not a configured host' : `which is the host ${hostName}`
    throw new Problem(
      'invalid_request',
      `The remote origin is on ${site}, ${reason}. ${advice} Hosts are configured with NOTEWRIGHT_HOSTS.`,
    )
  }
  if (!values.has('quiet'))
    context.printError(`Repository ${repoFullName} on ${hostName}, from the remote origin.\n`)
  return new Map([...values, ['repo', repoFullName], ['host', hostName]])
}
