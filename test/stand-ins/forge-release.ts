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

/** Returns what a host shows of something that a stand-in keeps: without the fields that only tests read. */
export function asShown(body: unknown): unknown {
  if (Array.isArray(body)) return body.map(asShown)
  if (typeof body !== 'object' || body === null || Buffer.isBuffer(body)) return body
  const { repo: _repo, make_latest: _latest, ...shown } = body as Record<string, unknown>
  return 'values' in shown ? { ...shown, values: asShown(shown.values) } : shown
}
