import type { Access, Host } from '../core/host.ts'
import type { TagName } from '../core/listing.ts'
import { type Warning, warn } from '../core/warnings.ts'
import { readReleaseTag, versionOfTag } from '../git/tag-rules.ts'
import { findPreviousRelease, type PreviousRelease } from '../history/previous-release.ts'
import { resolveRange } from '../history/resolve-range.ts'
import { readEarlyConfig } from './load-config.ts'
import { versionSettings } from './version-settings.ts'

/** The release before a ref. */
export interface PreviousReleaseAnswer {
  /** Null if there is no release before the ref. */
  previousRelease: TagName | null
  warnings: Warning[]
}

/** The ref whose previous release is asked for, and the package whose releases are meant. */
interface PreviousReleaseQuery {
  toRef: string
  packageName?: string
}

/** Finds the release that the notes of a ref start after, as `update` and `release` do. */
export async function lookUpPreviousRelease(
  host: Host,
  access: Access,
  { toRef, packageName }: PreviousReleaseQuery,
): Promise<PreviousReleaseAnswer> {
  const repository = await host.open(access)
  const { range } = await resolveRange(repository, { fromRef: null, toRef, version: null, date: null })
  if (packageName === undefined) return toAnswer(await findPreviousRelease(repository, range), toRef)
  const loaded = await readEarlyConfig(repository, { fromRef: null, toRef, version: null, packageName })
  const { tags: rules } = versionSettings(loaded?.config ?? {})
  const version = range.toIsTag && readReleaseTag(toRef, rules) ? versionOfTag(toRef, rules) : null
  return toAnswer(await findPreviousRelease(repository, { ...range, version, rules }), toRef)
}

function toAnswer({ release, fork, warnings }: PreviousRelease, toRef: string): PreviousReleaseAnswer {
  if (!release) return { previousRelease: null, warnings }
  const { name, sha } = release
  const diverged =
    fork === null
      ? []
      : [warn('diverged', { fromRef: name, toRef, fork: fork.slice(0, 12), alreadyReleased: 0 })]
  return { previousRelease: { name, sha }, warnings: [...warnings, ...diverged] }
}
