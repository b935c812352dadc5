/** A query of a picker: names that contain some letters, one page at a time, from 1. */
export interface ListQuery {
  query: string
  page: number
}

/** A page of a longer list. */
export interface Listing<Item> {
  items: Item[]
  nextPage: number | null
}

/** A tag or a branch, as pickers show it. */
export interface RefName {
  name: string
  kind: 'tag' | 'branch'
  sha: string
  /** The day it was made, or of its commit; null when the host does not provide it. */
  date: string | null
}

/** A tag with its commit, and the day it was made if the host lists it. */
export type TagName = Pick<RefName, 'name' | 'sha'> & { date?: string | null }
