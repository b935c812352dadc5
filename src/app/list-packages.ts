import { Problem } from '../core/errors.ts'
import type { GatherContext } from './gather-changes.ts'
import { readEarlyConfig } from './load-config.ts'
import type { NextVersionRequest } from './next-version.ts'

/** Lists the names of the packages that the configuration of a repository has; an error if it has none. */
export async function listPackages(
  { packageName: _packageName, ...request }: NextVersionRequest,
  { host, token, signal, deadlineAt }: GatherContext,
): Promise<string[]> {
  const repository = await host.open({ repoFullName: request.repoFullName, token, signal, deadlineAt })
  const loaded = await readEarlyConfig(repository, { ...request, fromRef: null, version: 'auto' })
  const names = (loaded?.config.packages ?? []).map(({ name }) => name)
  if (names.length > 0) return names
  const detail = '"*" stands for all packages, and the configuration has none'
  throw new Problem('invalid_request', `Invalid field \`package\`: ${detail}.`, {
    faults: [{ pointer: '#/package', detail }],
  })
}
