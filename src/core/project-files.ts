import type { Category } from './category.ts'

/** A repository's own changelog file; of a long one, its beginning. */
export interface ChangelogFile {
  path: string
  text: string
}

/** How a project wants its releases laid out, by labels of pull requests. */
export interface ReleaseConfig {
  exclude: ReleaseFilter
  categories: { title: string; labels: string[]; exclude: ReleaseFilter }[]
}

/** What a project keeps out of its releases. */
export interface ReleaseFilter {
  labels: string[]
  authors: string[]
}

/** Which conventional types a project shows in its notes, and where, by a file of its own. */
export interface TypeConfig {
  path: string
  types: DeclaredType[]
}

/** A conventional type, as a project has it. */
export interface DeclaredType {
  type: string
  /** The heading that its changes stand under; null where none is named. */
  section: string | null
  /** What that heading means, as one of the six categories. */
  category: Category | null
  hidden: boolean
}
