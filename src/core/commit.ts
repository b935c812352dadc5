/** Somebody who wrote a commit; the login is known only when the host says so. */
export interface Person {
  name: string
  email: string
  login: string | null
}

/** One commit as its host tells it; texts are clean, nothing is interpreted yet. */
export interface Commit {
  sha: string
  parents: string[]
  author: Person
  authoredAt: string
  /** When it was put into the history, in seconds; what the order of a range goes by. */
  committedAt: number
  message: string
  paths: string[]
  /** Whether more may have changed than `paths` lists: the list was cut, or nobody told it yet. */
  pathsCut: boolean
  tags: string[]
}

/** The files that commits changed, by SHA; `cut` where there are more than the list says. */
export type ChangedPaths = Map<string, { paths: string[]; cut: boolean }>
