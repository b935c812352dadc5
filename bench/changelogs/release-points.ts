import { parseReleaseTag } from '../../src/git/tag.ts'
import { readSections } from './read-sections.ts'
import { listChangelogs, type ScratchClone } from './scratch-clone.ts'

/** A release of a project, and its changelog directly before it. */
export interface ReleasePoint {
  tag: string
  version: string
  /** The changelog that has the section of this release. */
  file: string
  /** The revision that HEAD is set to, and the changelog before the release. */
  head: string
  before: string
  /** The project's own changelog with this release. */
  own: string
}

const maxTags = 60
const maxCommits = 80
const maxCandidates = 40
const nearCommits = 30

/** Chooses release points, spread evenly over the newest tags. */
export function findReleasePoints(clone: ScratchClone, count: number): ReleasePoint[] {
  const tags = clone
    .git('for-each-ref', '--sort=-creatordate', '--format=%(refname:short)', 'refs/tags')
    .split('\n')
    .filter((name) => {
      const tag = parseReleaseTag(name)
      return tag !== null && !/\d[-.]?(?:alpha|beta|rc|pre|dev|next|canary|nightly|[abc]\d)/i.test(name)
    })
    .slice(0, maxTags)
  const step = Math.max(1, Math.floor(tags.length / count))
  const order = [...tags.keys()].sort((one, other) => (one % step) - (other % step) || one - other)
  const points: ReleasePoint[] = []
  for (const index of order) {
    if (points.length >= count) break
    const point = findPoint(clone, tags[index]!)
    if (point) points.push(point)
  }
  return points
}

function findPoint(clone: ScratchClone, tag: string): ReleasePoint | null {
  const parsed = parseReleaseTag(tag)!
  const version = tag.slice(parsed.prefix.length).replaceAll('_', '.').toLowerCase()
  const sha = clone.git('rev-parse', `${tag}^{commit}`).trim()
  const candidates = listChangelogs(clone.git, sha)
  const scoped = candidates.filter((file) => parsed.scope !== '' && file.includes(`/${parsed.scope}/`))
  const files = [...(scoped.length > 0 ? scoped : candidates)].slice(0, maxCandidates)
  for (const file of files) {
    const own = clone.show(sha, file)
    if (own === null || !hasRelease(own, version)) continue
    const found = findStateBefore(clone, { sha, file, version })
    return found && { tag, version, file, own, ...found }
  }
  return null
}

function hasRelease(text: string, version: string): boolean {
  return readSections(text).sections.some((section) => section.version === version && !section.isUnreleased)
}

/** Finds the newest state of the changelog without the release. */
function findStateBefore(
  { git, show }: ScratchClone,
  { sha, file, version }: { sha: string; file: string; version: string },
): { head: string; before: string } | null {
  const commits = git('log', '--format=%H', '-n', String(maxCommits), sha, '--', file).trim().split('\n')
  let introduced: string | null = null
  for (const commit of commits) {
    const text = show(commit, file)
    if (text !== null && hasRelease(text, version)) {
      introduced = commit
      continue
    }
    if (introduced === null) return null
    const parent = `${introduced}~1`
    const before = show(parent, file)
    if (before === null || before.trim() === '' || hasRelease(before, version)) return null
    const distance = Number(git('rev-list', '--count', `${parent}..${sha}`).trim())
    const head = distance <= nearCommits ? git('rev-parse', parent).trim() : sha
    return { head, before }
  }
  return null
}
