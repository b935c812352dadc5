import type { Category } from './category.ts'

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
}
