import type { Published } from '../../src/core/publisher.ts'

/** A publication of a draft. */
export interface Publication {
  kind: Published['kind']
  action: Published['action']
  state: Published['state']
  /** Where it is seen; null for a file. */
  url: string | null
  /** The tag of a release, or the path of a file. */
  name: string
  /** The host and repository, or the folder. */
  place: string
  /** When it was published, in milliseconds since the epoch. */
  at: number
}

/** A link to a shared copy of a draft. The key is never sent to the server. */
export interface ShareLink {
  id: string
  key: string
  /** When the server removes the copy, as an ISO time. */
  expiresAt: string
  createdAt: number
  /** Whether the copy is lost when the server restarts. */
  temporary: boolean
}

/** What happened to a draft; undo does not change it. */
export interface DraftRecord {
  /** The newest is the last one. */
  publications: Publication[]
  /** These stay in this browser: exported and shared drafts do not have them. */
  links: ShareLink[]
}

export const emptyRecord: DraftRecord = { publications: [], links: [] }

const mostKept = 50

/** Adds a publication; of very many, the oldest are dropped. */
export function addPublication(record: DraftRecord, publication: Publication): DraftRecord {
  return { ...record, publications: [...record.publications, publication].slice(-mostKept) }
}

/** Returns the links that still work at a time, the newest first. */
export function currentLinks({ links }: DraftRecord, now: number): ShareLink[] {
  return links
    .filter(({ expiresAt }) => Date.parse(expiresAt) > now)
    .toSorted((one, other) => other.createdAt - one.createdAt)
}
