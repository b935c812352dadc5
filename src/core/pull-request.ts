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
