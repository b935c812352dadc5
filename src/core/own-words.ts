import type { Category } from './category.ts'
import type { BumpLevel } from './repository-config.ts'

/** One line that the authors of a change wrote about it for the changelog. */
export interface OwnLine {
  text: string
  /** The heading or type it stands under, as it is written; null when there is none. */
  heading: string | null
  category: Category | null
  breaking: boolean
  /** The numbers it cites, of pull requests or issues. */
  numbers: number[]
  /** The file it comes from. */
  path: string
  /** The packages whose next version it raises, as changesets and the change files of Rush and Beachball say. */
  declares?: DeclaredBump[]
}

/** What a change counts for the next version of a package, in the words of its authors. */
export interface DeclaredBump {
  name: string
  bump: BumpLevel
}

/** What the authors of a range wrote for the changelog. */
export interface OwnWords {
  /** The lines that a commit added, by its SHA. */
  bySha: ReadonlyMap<string, OwnLine[]>
  /** The lines of the range's own sections in the changelog at its end, which cite numbers. */
  cited: OwnLine[]
}
