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
}
