/** A release, as GitHub and Gitea have it. */
export interface ForgeRelease {
  id: number
  repo: string
  tag_name: string
  target_commitish: string
  name: string
  body: string
  draft: boolean
  prerelease: boolean
  html_url: string
  /** What the client wants to be shown as the latest release; GitHub only. */
  make_latest?: string
}
