/** A pull request, or merge request, as its host knows it. */
export interface PullRequest {
  number: number
  title: string
  body: string
  labels: string[]
  /** The commits of the range that came in by it, as far as the host says. */
  commits: string[]
  /** All files it changed; none where the host does not tell all. */
  paths: string[]
}
