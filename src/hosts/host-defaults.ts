import type { ChangedPaths, Commit } from '../core/commit.ts'
import { Problem, type ProblemCode } from '../core/errors.ts'
import type { Listing, ListQuery } from '../core/listing.ts'
import type { HostDetails } from '../core/repository.ts'
import { type Warning, warn } from '../core/warnings.ts'

/** The details of a host that knows only what git knows. */
export const noDetails: HostDetails = {
  pullRequests: [],
  changedPaths: new Map(),
  logins: [],
  firstTimers: null,
  releaseConfig: null,
  typeConfig: null,
  configFiles: [],
  changelog: null,
  warnings: [],
}

/** The error of a host that has neither releases nor pull requests that could be created. */
export function publishingUnsupported(hostName: string): Problem {
  return new Problem(
    'publishing_unsupported',
    `Publishing is not supported on the host "${hostName}". Use the text that generate returns, or run update in a clone.`,
  )
}

const deniedCodes = new Set<ProblemCode>(['repository_not_found', 'scope_missing'])
const failedCodes = new Set<ProblemCode>([
  'host_unusable',
  'host_unreachable',
  'host_incomplete',
  'repository_moved',
])

/** Whether the host refused something that an answer can do without: a part of a repository that it has opened. */
export function isDenied(error: unknown): boolean {
  return error instanceof Problem && deniedCodes.has(error.code)
}

/** Whether an answer without the data that could not be read is better than none. */
export function canDoWithout(error: unknown): error is Problem {
  return isDenied(error) || (error instanceof Problem && failedCodes.has(error.code))
}

/** Warns that pull requests could not be read; a refusal names the permission that helps. */
export function pullRequestsUnread(error: Problem, host: string, permission: string): Warning {
  return isDenied(error)
    ? warn('pull-requests-unknown', { because: 'denied', host, permission })
    : warn('pull-requests-unknown', { because: 'failed', reason: error.message })
}

/** Describes why optional data is missing; a refusal names the permission that helps. */
export function describeUnread(error: Problem, host: string, permission: string): string {
  return isDenied(error) ? `${host} did not let this token read it. It needs ${permission}.` : error.message
}

/** Warns about commits, merges aside, whose changed files the host did not return. */
export function changedFilesUnknown(commits: Commit[], known: ChangedPaths): Warning[] {
  const count = commits.filter(({ sha, parents }) => parents.length < 2 && !known.has(sha)).length
  return count === 0 ? [] : [warn('changed-files-unknown', { commits: count })]
}

const pageSize = 50

/** Returns a page of a complete list: the items whose names contain the query, fifty at a time. */
export function pageOfList<Item extends string | { name: string }>(
  items: Item[],
  { query, page }: ListQuery,
): Listing<Item> {
  const letters = query.toLowerCase()
  const found = items.filter((item) =>
    (typeof item === 'string' ? item : item.name).toLowerCase().includes(letters),
  )
  const end = page * pageSize
  return { items: found.slice(end - pageSize, end), nextPage: end < found.length ? page + 1 : null }
}
