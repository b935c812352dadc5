import type { BumpLevel, ChangeKind } from './repository-config.ts'

/** How versions are made. */
export interface Versioning {
  scheme: 'semver' | 'calver' | 'none'
  /** The first version of a project without a release. */
  initial: string
  /**
   * While the major version is 0: `stay` makes a breaking change a minor one, `shift` makes everything else a patch as
   * well, `leave` counts as from 1.0 on.
   */
  zero: 'stay' | 'shift' | 'leave'
  /** What each kind of change counts. */
  bump: Record<ChangeKind, BumpLevel>
  /** The channel of pre-releases, such as `rc`; null for stable versions. */
  channel: string | null
  /** The form of calendar versions, such as `YYYY.MM.MICRO`. */
  calver: string
}

/** How versions are made in a project that configures nothing. */
export const defaultVersioning: Versioning = {
  scheme: 'semver',
  initial: '0.1.0',
  zero: 'stay',
  bump: {
    breaking: 'major',
    added: 'minor',
    deprecated: 'minor',
    removed: 'minor',
    changed: 'patch',
    fixed: 'patch',
    security: 'patch',
    dependencies: 'none',
    documentation: 'none',
    internal: 'none',
    tests: 'none',
  },
  channel: null,
  calver: 'YYYY.MM.MICRO',
}

/** A change that decides the next version. */
export interface BumpReason {
  bump: BumpLevel
  id: string
  detail: string
}

/** The version that the next release should have. */
export interface NextVersion {
  /** Null when there is nothing to release. */
  version: string | null
  tag: string | null
  /** The release that it follows; null for the first one. */
  previous: { version: string; tag: string } | null
  bump: BumpLevel | 'initial' | 'calendar'
  /** The changes of the deciding level. */
  reasons: BumpReason[]
}
