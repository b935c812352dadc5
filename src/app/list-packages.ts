import { Problem } from '../core/errors.ts'
import type { GatherContext } from './gather-changes.ts'
import { readEarlyConfig } from './load-config.ts'
import type { NextVersionRequest } from './next-version.ts'

/** Lists the names of the packages that the configuration of a repository has; an error if it has none. */
export async function listPackages(request: NextVersionRequest, context: GatherContext): Promise<string[]> {
  const names = await findPackages(request, context)
  if (names.length > 0) return names
  const detail = '"*" stands for all packages, and the configuration has none'
  throw new Problem('invalid_request', `Invalid field \`package\`: ${detail}.`, {
    faults: [{ pointer: '#/package', detail }],
  })
}

/** The names of the packages that the configuration of a repository has. */
export async function findPackages(
  { packageName: _packageName, ...request }: NextVersionRequest,
  { host, token, signal, deadlineAt }: GatherContext,
): Promise<string[]> {
  const repository = await host.open({ repoFullName: request.repoFullName, token, signal, deadlineAt })
  const loaded = await readEarlyConfig(repository, { ...request, fromRef: null, version: 'auto' })
  return (loaded?.config.packages ?? []).map(({ name }) => name)
}
