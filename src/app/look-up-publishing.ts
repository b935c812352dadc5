import type { Access, Host } from '../core/host.ts'
import type { HostRelease } from '../core/publisher.ts'

/** What is known about publishing to a repository before anything is sent. */
interface PublishingAnswer {
  /** Whether the token can write; null if the host does not say. */
  mayWrite: boolean | null
  defaultBranch: string
  /** Whether the host has draft releases. */
  hasDrafts: boolean
  /** The newest releases that the token can see. */
  releases: Pick<HostRelease, 'tag' | 'name' | 'draft' | 'url'>[]
}

/** Looks up whether a token can publish to a repository, and which tags have a release. Nothing is written. */
export async function lookUpPublishing(
  host: Host,
  access: Access,
  { withReleases }: { withReleases: boolean },
): Promise<PublishingAnswer> {
  const publisher = await host.openPublisher(access)
  const { defaultBranch, hasDrafts } = publisher
  const [mayWrite, releases] = await Promise.all([
    publisher.mayWrite(),
    withReleases ? publisher.listReleases() : [],
  ])
  return {
    ...{ mayWrite, defaultBranch, hasDrafts },
    releases: releases.map(({ tag, name, draft, url }) => ({ tag, name, draft, url })),
  }
}
