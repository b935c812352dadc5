import type { ResolvedRef, ResolvedRefs } from '../../core/range.ts'
import { shortTagName, tagRef } from '../../git/ref-names.ts'
import { parseRevision, type Revision, walkSteps } from '../../git/revision.ts'
import { listRefs, type RefTip } from './ls-refs.ts'
import { type KnownObjects, peel, readHistory } from './read-history.ts'
import type { GitServer } from './server.ts'

type Refs = Map<string, RefTip>

/** A revision whose base is one of the refs, or an id that the server may have. */
interface RevisionStart {
  revision: Revision
  id: string | null
  /** Whether the id is that of a commit without asking the server: the base is a branch. */
  isCommit: boolean
  tag: RefTip | null
  ambiguous: boolean
}

const maxSearched = 2000

/** Resolves two refs with one list of refs and at most one fetch of history. */
export async function resolveRefs(server: GitServer, fromRef: string, toRef: string): Promise<ResolvedRefs> {
  const revisions = [parseRevision(fromRef), parseRevision(toRef)]
  const refs = await listRefs(server, [...new Set(revisions.flatMap(prefixesFor)), 'HEAD'])
  const starts: RevisionStart[] = []
  for (const revision of revisions) starts.push(await findStart(server, refs, revision))
  const known = await readAround(server, starts)
  const [from, to] = starts.map((start) => asLookup(start, refs, known)) as [ResolvedRef, ResolvedRef]
  return { from, to, empty: !refs.has('HEAD') && to.sha === null }
}

function prefixesFor({ base }: Revision): string[] {
  const names = [...candidatesFor(base), tagRef(base)]
  return abbreviatedIdOf(base) === null ? names : [...names, 'refs/heads/', 'refs/tags/']
}

async function findStart(server: GitServer, refs: Refs, revision: Revision): Promise<RevisionStart> {
  const { base } = revision
  const idLength = (await server.capabilities()).objectFormat === 'sha1' ? 40 : 64
  const tag = refs.get(tagRef(base)) ?? null
  const full = fullIdOf(base, idLength)
  if (full !== null) return { revision, id: full, isCommit: false, tag, ambiguous: false }
  const name = candidatesFor(base).find((each) => refs.has(each))
  if (name !== undefined) {
    const isCommit = name === 'HEAD' || name.startsWith('refs/heads/')
    return { revision, id: refs.get(name)!.id, isCommit, tag, ambiguous: false }
  }
  const abbreviated = abbreviatedIdOf(base)
  const ids = abbreviated === null ? [] : await findIds(server, refs, abbreviated)
  const id = ids.length === 1 ? ids[0]! : null
  return { revision, id, isCommit: false, tag, ambiguous: ids.length > 1 }
}

/** Finds the ids with this prefix among the tips of refs, or else in the newest history of the default branch. */
async function findIds(server: GitServer, refs: Refs, start: string): Promise<string[]> {
  const tips = idsAmong(refs, start)
  const head = refs.get('HEAD')
  if (tips.length > 0 || !head) return tips
  const history = await readHistory(server, [head.id], { depth: maxSearched, most: maxSearched })
  return [...history.keys()].filter((id) => id.startsWith(start))
}

/** Fetches the history that both starts need, in one request. */
async function readAround(server: GitServer, starts: RevisionStart[]): Promise<KnownObjects> {
  const needed = starts.filter(({ revision, isCommit }) => !isCommit || revision.steps.length > 0)
  const ids = needed.flatMap(({ id }) => id ?? [])
  const tags = starts.flatMap(({ revision, tag }) => (tag && revision.steps.length === 0 ? [tag.id] : []))
  const depth = Math.max(1, ...needed.map(({ revision }) => depthOf(revision)))
  const isEnough = (known: KnownObjects) =>
    needed.every((start) => resolve(start, known) !== null) && tags.every((id) => known.has(id))
  return readHistory(server, [...ids, ...tags], { depth, isEnough })
}

function resolve({ revision, id }: RevisionStart, known: KnownObjects): string | null {
  const base = peel(known, id)
  const reached = base && walkSteps(base, revision.steps, (sha) => known.get(sha)?.targets)
  // The server sends no commits beyond the boundary of a shallow clone: the history ends there.
  return reached && known.has(reached) ? reached : null
}

function asLookup(start: RevisionStart, refs: Refs, known: KnownObjects): ResolvedRef {
  const { revision, id, isCommit, tag, ambiguous } = start
  const { text, base, suffix, steps } = revision
  const baseSha = isCommit ? id : peel(known, id)
  const day = tag && (known.get(tag.id)?.day ?? null)
  return {
    sha: steps.length === 0 ? baseSha : resolve(start, known),
    baseSha,
    tag: suffix === '' && day !== null ? { name: shortTagName(text), date: day } : null,
    isTag: tag !== null && !text.startsWith('refs/heads/'),
    isBranch: refs.has(`refs/heads/${base}`),
    ambiguous,
  }
}

/** The full names that a short name can mean, in git's order (`gitrevisions`). */
function candidatesFor(base: string): string[] {
  return [
    ...(base === 'HEAD' || base.startsWith('refs/') ? [base] : []),
    `refs/${base}`,
    `refs/tags/${base}`,
    `refs/heads/${base}`,
    `refs/remotes/${base}`,
    `refs/remotes/${base}/HEAD`,
  ]
}

/** Returns the id when the base is a full SHA of this length. */
function fullIdOf(base: string, length: number): string | null {
  return base.length === length && /^[0-9a-f]+$/i.test(base) ? base.toLowerCase() : null
}

/** Returns an abbreviated id: the base itself, or the end of an output of `git describe`. */
function abbreviatedIdOf(base: string): string | null {
  return /(?:^|.-g)([0-9a-f]{4,63})$/i.exec(base)?.[1]?.toLowerCase() ?? null
}

/** The ids of refs and of the commits below tags that have this prefix. */
function idsAmong(refs: Map<string, RefTip>, start: string): string[] {
  const ids = [...refs.values()].flatMap(({ id, peeled }) => (peeled === null ? [id] : [id, peeled]))
  return [...new Set(ids)].filter((id) => id.startsWith(start))
}

/** Deeper than any history, and still a valid number for every git server. */
const deepest = 1_000_000_000

/** How many commits deep the steps go, counting the first one. */
function depthOf({ steps }: Revision): number {
  return Math.min(
    deepest,
    steps.reduce((depth, { count }) => depth + count, 1),
  )
}
