import type { ChangedPaths, Commit } from '../core/commit.ts'
import { Problem } from '../core/errors.ts'
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
