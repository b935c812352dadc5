import type { ResolvedRef } from '../../core/range.ts'
import { isFullSha, shortTagName, tagRef } from '../../git/ref-names.ts'
import { type Revision, walkSteps } from '../../git/revision.ts'
import type { GitObject } from './schemas.ts'

/** What GitHub said about full names and expressions; what was not asked is not in the maps. */
export interface Known {
  refs: Map<string, GitObject | null>
  expressions: Map<string, GitObject | null>
  defaultBranch: { name: string; sha: string } | null
  /** The parents of the commits seen so far. */
  parents: Map<string, string[]>
}

// GraphQL no longer resolves HEAD (changesets/ghcommit#23), and the default branch's name is not known
// before the first answer: the usual names are tried in the same query, which costs nothing.
const usualBranches = ['main', 'master', 'develop', 'trunk']

/** The full names that tell what kind of ref it is. */
export function namesToAsk({ base }: Revision): string[] {
  if (base === 'HEAD' || isFullSha(base)) return []
  return base.startsWith('refs/') ? [base] : [`refs/tags/${base}`, `refs/heads/${base}`]
}

/** The expressions that give its commit, whatever kind it is. */
export function expressionsToAsk(revision: Revision, defaultBranch: string | null): string[] {
  const { base, suffix } = revision
  if (base !== 'HEAD') {
    return [base, ...(suffix === '' ? [] : [base, ...namesToAsk(revision)].map((name) => name + suffix))]
  }
  if (suffix === '') return []
  const branches = defaultBranch === null ? usualBranches : [defaultBranch]
  return [
    ...branches.map((name) => `refs/heads/${name}${suffix}`),
    ...(defaultBranch === null ? [`HEAD${suffix}`] : []),
  ]
}

/** What is known of a ref; undefined while more must be asked. */
export function readRef(revision: Revision, known: Known): ResolvedRef | undefined {
  const { text, base, suffix } = revision
  if (base === 'HEAD') return readHead(revision, known)
  const tag = known.refs.get(tagRef(base)) ?? null
  const branch = known.refs.get(`refs/heads/${base}`) ?? null
  // Git takes the tag before the branch, where GitHub's own look-up may not.
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

function readHead(revision: Revision, known: Known): ResolvedRef | undefined {
  const baseSha = known.defaultBranch?.sha ?? null
  const sha = baseSha === null ? null : stepsFromHead(revision, known)
  if (sha === undefined) return undefined
  return { sha, baseSha, tag: null, isTag: false, isBranch: false, ambiguous: false }
}

function stepsFromHead({ suffix, steps }: Revision, known: Known): string | null | undefined {
  const { name, sha } = known.defaultBranch!
  if (suffix === '') return sha
  const answer = known.expressions.get(`refs/heads/${name}${suffix}`)
  if (answer !== undefined) return peel(answer)?.sha ?? null
  return (
    peel(known.expressions.get(`HEAD${suffix}`) ?? null)?.sha ??
    walkSteps(sha, steps, (each) => known.parents.get(each))
  )
}

/** The commit under tags, and the day the tag was made, else that of the commit, where it was made. */
export function peel(found: GitObject | null): { sha: string; day: string | null } | null {
  if (!found) return null
  if (found.__typename === 'Commit')
    return { sha: found.oid, day: found.committer?.date?.slice(0, 10) ?? null }
  const under = found.__typename === 'Tag' ? peel(found.target ?? null) : null
  return under && { sha: under.sha, day: found.tagger?.date?.slice(0, 10) ?? under.day }
}

/** A ref that is not there. */
export const nowhere: ResolvedRef = {
  sha: null,
  baseSha: null,
  tag: null,
  isTag: false,
  isBranch: false,
  ambiguous: false,
}
