import type { RefName } from '../../src/core/listing.ts'
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
  const tags = refs.filter(({ name, kind }) => kind === 'tag' && /\d+\.\d+/.test(name) && !isPreRelease(name))
  // Hosts that know dates list by them already; a stable order keeps that.
  return tags
    .sort((a, b) => (b.date ?? '').localeCompare(a.date ?? '') || compareVersions(b.name, a.name))
    .map(({ name }) => name)
}

function isPreRelease(name: string): boolean {
  return /\d-?(?:alpha|beta|rc|pre|dev)/i.test(name)
}

function compareVersions(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true })
}
