import type { Access, Host } from '../core/host.ts'
import type { TagName } from '../core/listing.ts'
import { type Warning, warn } from '../core/warnings.ts'
import { findPreviousRelease } from '../history/previous-release.ts'
import { resolveRange } from '../history/resolve-range.ts'

/** The release before a ref. */
export interface PreviousReleaseAnswer {
  /** Null if there is no release before the ref. */
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
  const { release, fork, warnings } = await findPreviousRelease(repository, range)
  if (!release) return { previousRelease: null, warnings }
  const { name, sha } = release
  const diverged =
    fork === null
      ? []
      : [warn('diverged', { fromRef: name, toRef, fork: fork.slice(0, 12), alreadyReleased: 0 })]
  return { previousRelease: { name, sha }, warnings: [...warnings, ...diverged] }
}
