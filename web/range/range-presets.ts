import type { DraftOptions } from '../state/app-state.ts'

/** A common range, offered as a button. */
export interface Preset {
  title: string
  range: Pick<DraftOptions, 'fromRef' | 'toRef'>
}

/** The last releases of the default branch, by ancestry. */
export interface LastReleases {
  /** Null if nothing was released yet. */
  last: string | null
  /** The release before the last one. */
  before: string | null
}

/** Returns the ranges to offer for a repository, the most likely first. */
export function rangePresets({ last, before }: LastReleases): Preset[] {
  return [
    ...(last ? [{ title: `Since ${last}`, range: { fromRef: last, toRef: 'HEAD' } }] : []),
    ...(last && before ? [{ title: `${before} to ${last}`, range: { fromRef: before, toRef: last } }] : []),
    { title: 'Last 50 commits', range: { fromRef: 'HEAD~50', toRef: 'HEAD' } },
  ]
}
