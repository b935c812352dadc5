import type { HostDetails } from '../core/repository.ts'

/** What a host tells that knows only what git knows. */
export const noDetails: HostDetails = {
  pullRequests: [],
  changedPaths: new Map(),
  logins: [],
  firstTimers: null,
  releaseConfig: null,
  typeConfig: null,
  changelog: null,
  warnings: [],
}
