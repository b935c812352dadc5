import type { RefName } from '../../src/core/listing.ts'
import { parseReleaseTag, sortTags } from '../../src/git/tag.ts'
import { isPreRelease } from '../../src/git/version.ts'
import type { Choice } from '../state/app-state.ts'

/** A range that people often want, ready to be taken. */
export interface Preset {
  title: string
  range: Pick<Choice, 'fromRef' | 'toRef'>
}

/** The ranges to offer for a repository, the most likely first. */
export function presetsFor(refs: RefName[]): Preset[] {
  const [last, before] = releasesOf(refs)
  return [
    ...(last ? [{ title: `Since ${last}`, range: { fromRef: last, toRef: 'HEAD' } }] : []),
    ...(last && before ? [{ title: `${before} to ${last}`, range: { fromRef: before, toRef: last } }] : []),
    { title: 'Last 50 commits', range: { fromRef: 'HEAD~50', toRef: 'HEAD' } },
  ]
}

/** The tags that look like releases, the newest first; what only names a line of releases moves. */
function releasesOf(refs: RefName[]): string[] {
  const releases = refs.filter(({ name, kind }) => {
    const version = kind === 'tag' ? parseReleaseTag(name) : null
    return version !== null && !isPreRelease(version)
  })
  // The newest date comes first; tags without a date, or of the same moment, stay in the order of their versions.
  return sortTags(releases, ({ name }) => name)
    .sort((a, b) => (b.date ?? '').localeCompare(a.date ?? ''))
    .map(({ name }) => name)
}
