import type { Access, Host } from '../core/host.ts'
import type { TagName } from '../core/listing.ts'
import type { Warning } from '../core/warnings.ts'
import { findPreviousRelease } from '../history/previous-release.ts'
import { resolveRange } from '../history/resolve-range.ts'

/** The release before a ref. */
export interface PreviousReleaseAnswer {
  /** Null if no release is part of the history of the ref. */
  previousRelease: TagName | null
  warnings: Warning[]
}

/** Finds the release that the notes of a ref start after, as `update` and `release` do. */
export async function lookUpPreviousRelease(
  host: Host,
  access: Access,
  toRef: string,
): Promise<PreviousReleaseAnswer> {
  const repository = await host.open(access)
  const { range } = await resolveRange(repository, { fromRef: null, toRef, version: null, date: null })
  const { release, warnings } = await findPreviousRelease(repository, range)
  return { previousRelease: release && { name: release.name, sha: release.sha }, warnings }
}
