/** The author of a commit; the login is known only if the host provides it. */
export interface Person {
  name: string
  email: string
  login: string | null
}

/** A commit as its host returns it, with cleaned text. */
export interface Commit {
  sha: string
  parents: string[]
  author: Person
  authoredAt: string
  /** When it was put into the history, in seconds; what the order of a range goes by. */
  committedAt: number
  message: string
  paths: string[]
  /** Whether `paths` may be incomplete: the list was cut, or it has not been read yet. */
  pathsCut: boolean
  tags: string[]
}

/** The files that commits changed, by SHA. */
export type ChangedPaths = Map<string, ChangedFiles>

/** The files that a commit changed. */
export interface ChangedFiles {
  paths: string[]
  /** Whether the list is incomplete. */
  cut: boolean
  /** For each path the ids of its content, if they are known. */
  contents?: ContentChange[]
}

/** The ids of the content of a file before and after a commit; null where the file does not exist. */
export interface ContentChange {
  before: string | null
  after: string | null
}

/** A pull request, or merge request, as its host returns it. */
export interface PullRequest {
  number: number
  title: string
  body: string
  labels: string[]
  /** Its commits in the range, as far as the host lists them. */
  commits: string[]
  /** All files it changed; empty when the host does not list them all. */
  paths: string[]
}

/** What a walk through the history needs of a commit. */
export type CommitNode = Pick<Commit, 'sha' | 'parents' | 'committedAt'>
