import type { Commit } from '../core/commit.ts'
import type { ReleaseCandidate } from '../git/release-candidates.ts'
import { compareVersions } from '../git/version.ts'

/** The tag of a release. */
export interface ReleaseTag extends ReleaseCandidate {
  /** The day it was made; null if the host does not list it. */
  date: string | null
}

/** The commits that came with one release; those after the last have none. */
export interface ReleaseSlice {
  release: ReleaseTag | null
  /** The release before it, for the page that compares the two. */
  previous: ReleaseTag | null
  commits: Commit[]
}

/**
 * Splits a history at its releases, the newest first: each commit belongs to the first release that has it. One
 * pass over the history, however many tags there are.
 */
export function splitAtTags(commits: Commit[], tags: ReleaseTag[], toSha: string): ReleaseSlice[] {
  const bySha = new Map(commits.map((commit) => [commit.sha, commit]))
  const releases = inOrder([...new Map(tags.map((tag) => [tag.sha, tag])).values()], bySha)
  const owners = new Map<string, ReleaseTag | null>()
  const claim = (sha: string, owner: ReleaseTag | null) => {
    const waiting = [sha]
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const commit = bySha.get(next)
      if (!commit || owners.has(next)) continue
      owners.set(next, owner)
      waiting.push(...commit.parents)
    }
  }
  for (const release of releases) claim(release.sha, release)
  claim(toSha, null)
  const bySection = Map.groupBy(commits, ({ sha }) => owners.get(sha) ?? null)
  const byVersion = releases.toSorted((one, other) => compareVersions(other.version, one.version))
  const ahead: (ReleaseTag | null)[] = [null, ...byVersion]
  return ahead.map((release, index) => ({
    release,
    previous: previousOf(byVersion.slice(index), release),
    commits: bySection.get(release) ?? [],
  }))
}

function previousOf(older: ReleaseTag[], release: ReleaseTag | null): ReleaseTag | null {
  return older.find(({ version }) => !release || version.scope === release.version.scope) ?? null
}

/** Releases so that none comes before one that it builds upon; of two side by side the older version first. */
function inOrder(tags: ReleaseTag[], bySha: Map<string, Commit>): ReleaseTag[] {
  const tagOf = new Map(tags.map((tag) => [tag.sha, tag]))
  const done = new Set<string>()
  const ordered: ReleaseTag[] = []
  for (const tag of tags.filter(({ sha }) => bySha.has(sha))) {
    const path: { sha: string; left: string[] }[] = []
    const enter = (sha: string) => {
      const commit = bySha.get(sha)
      if (!commit || done.has(sha)) return
      done.add(sha)
      path.push({ sha, left: [...commit.parents] })
    }
    enter(tag.sha)
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const parent = top.left.pop()
      if (parent !== undefined) enter(parent)
      else {
        const found = tagOf.get(top.sha)
        if (found) ordered.push(found)
        path.pop()
      }
    }
  }
  return ordered
}
