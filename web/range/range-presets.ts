import type { RefName } from '../../src/core/listing.ts'
import { parseReleaseTag, sortTags } from '../../src/git/tag.ts'
import { isPreRelease } from '../../src/git/version.ts'
import type { DraftOptions } from '../state/app-state.ts'

/** A common range, offered as a button. */
export interface Preset {
  title: string
  range: Pick<DraftOptions, 'fromRef' | 'toRef'>
}

/** Returns the ranges to offer for a repository, the most likely first. */
export function rangePresets(refs: RefName[]): Preset[] {
  const [last, before] = listReleases(refs)
  return [
    ...(last ? [{ title: `Since ${last}`, range: { fromRef: last, toRef: 'HEAD' } }] : []),
    ...(last && before ? [{ title: `${before} to ${last}`, range: { fromRef: before, toRef: last } }] : []),
    { title: 'Last 50 commits', range: { fromRef: 'HEAD~50', toRef: 'HEAD' } },
  ]
}

/** Lists the release tags, newest first. Tags like v2, which move with each release, are skipped. */
function listReleases(refs: RefName[]): string[] {
  const releases = refs.filter(({ name, kind }) => {
    const version = kind === 'tag' ? parseReleaseTag(name) : null
    return version !== null && !isPreRelease(version)
  })
  // The newest date comes first; tags without a date or with equal dates stay in the order of their versions.
  return sortTags(releases, ({ name }) => name)
    .sort((a, b) => (b.date ?? '').localeCompare(a.date ?? ''))
    .map(({ name }) => name)
}
