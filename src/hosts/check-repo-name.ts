import { Problem } from '../core/errors.ts'
import type { Host } from '../core/host.ts'
import { findRepoNameError } from '../git/ref-names.ts'

/** Throws for a name that only a plain git server can have, such as `tool` or `~ada/tool`. */
export function checkRepoName(name: string): void {
  const detail = findRepoNameError(name)
  if (detail === null) return
  throw new Problem('invalid_request', `The repository name ${JSON.stringify(name)} ${detail}.`, {
    faults: [{ pointer: '#/repoFullName', detail }],
  })
}

/** Returns the host with a check of repository names. */
export function withNameCheck(host: Host): Host {
  return {
    ...host,
    async open(access) {
      checkRepoName(access.repoFullName)
      return host.open(access)
    },
    async openPublisher(access) {
      checkRepoName(access.repoFullName)
      return host.openPublisher(access)
    },
  }
}
