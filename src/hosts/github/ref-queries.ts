import type { ResolvedRef } from '../../core/range.ts'
import { isFullSha, shortTagName, tagRef } from '../../git/ref-names.ts'
import { type Revision, walkSteps } from '../../git/revision.ts'
import type { GitObject } from './schemas.ts'

/** What GitHub returned for qualified names and expressions; the maps contain only what was queried. */
export interface KnownRefs {
  refs: Map<string, GitObject | null>
  expressions: Map<string, GitObject | null>
  defaultBranch: { name: string; sha: string } | null
  /** The parents of the commits read so far. */
  parents: Map<string, string[]>
}

// GraphQL no longer resolves HEAD (changesets/ghcommit#23), and the default branch's name is unknown before the first
// response, so the first query tries the common names, which costs nothing.
const commonBranches = ['main', 'master', 'develop', 'trunk']

/** Returns the qualified names that show whether a revision is a tag or a branch. */
export function qualifiedNamesOf({ base }: Revision): string[] {
  if (base === 'HEAD' || isFullSha(base)) return []
  return base.startsWith('refs/') ? [base] : [`refs/tags/${base}`, `refs/heads/${base}`]
}

/** Returns the expressions that resolve to its commit, whether it is a tag, a branch or a SHA. */
export function expressionsOf(revision: Revision, defaultBranch: string | null): string[] {
  const { base, suffix } = revision
  if (base !== 'HEAD') {
    return [
      base,
      ...(suffix === '' ? [] : [base, ...qualifiedNamesOf(revision)].map((name) => name + suffix)),
    ]
  }
  if (suffix === '') return []
  const branches = defaultBranch === null ? commonBranches : [defaultBranch]
  return [
    ...branches.map((name) => `refs/heads/${name}${suffix}`),
    ...(defaultBranch === null ? [`HEAD${suffix}`] : []),
  ]
}

/** Resolves a revision from what is known; undefined if another query is needed. */
export function resolveRef(revision: Revision, known: KnownRefs): ResolvedRef | undefined {
  const { text, base, suffix } = revision
  if (base === 'HEAD') return resolveHead(revision, known)
  const tag = known.refs.get(tagRef(base)) ?? null
  const branch = known.refs.get(`refs/heads/${base}`) ?? null
  // Git prefers a tag to a branch of the same name; GitHub may not.
  const named = tag ?? branch ?? known.refs.get(base) ?? known.expressions.get(base) ?? null
  const prefix = base.startsWith('refs/') ? '' : tag ? 'refs/tags/' : branch ? 'refs/heads/' : ''
  const found = named && peel(named)
  const stepped = suffix === '' ? found : peel(known.expressions.get(prefix + text) ?? null)
  return {
    sha: stepped?.sha ?? null,
    baseSha: found?.sha ?? null,
    tag: tag && found?.day && suffix === '' ? { name: shortTagName(text), date: found.day } : null,
    isTag: tag !== null,
    isBranch: branch !== null,
    ambiguous: false,
  }
}

function resolveHead(revision: Revision, known: KnownRefs): ResolvedRef | undefined {
  const baseSha = known.defaultBranch?.sha ?? null
  const sha = baseSha === null ? null : stepsFromHead(revision, known)
  if (sha === undefined) return undefined
  return { sha, baseSha, tag: null, isTag: false, isBranch: false, ambiguous: false }
}

function stepsFromHead({ suffix, steps }: Revision, known: KnownRefs): string | null | undefined {
  const { name, sha } = known.defaultBranch!
  if (suffix === '') return sha
  const object = known.expressions.get(`refs/heads/${name}${suffix}`)
  if (object !== undefined) return peel(object)?.sha ?? null
  return (
    peel(known.expressions.get(`HEAD${suffix}`) ?? null)?.sha ??
    walkSteps(sha, steps, (each) => known.parents.get(each))
  )
}

/** Follows annotated tags to their commit, with the day of the tag, else of the commit, in its own time zone. */
export function peel(found: GitObject | null): { sha: string; day: string | null } | null {
  if (!found) return null
  if (found.__typename === 'Commit')
    return { sha: found.oid, day: found.committer?.date?.slice(0, 10) ?? null }
  const commit = found.__typename === 'Tag' ? peel(found.target ?? null) : null
  return commit && { sha: commit.sha, day: found.tagger?.date?.slice(0, 10) ?? commit.day }
}

/** The lookup of a ref that does not exist. */
export const unknownRef: ResolvedRef = {
  sha: null,
  baseSha: null,
  tag: null,
  isTag: false,
  isBranch: false,
  ambiguous: false,
}
