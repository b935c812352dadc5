import { Problem } from '../../core/errors.ts'
import type { ResolvedRef, ResolvedRefs } from '../../core/range.ts'
import { isFullSha, shortTagName } from '../../git/ref-names.ts'
import { parseRevision, type Revision, walkSteps } from '../../git/revision.ts'
import type { ListedTag } from './range.ts'

/** Finds the refs and commits of one repository. */
export interface RefSource {
  readonly headBranch: string | null
  findTag(name: string): Promise<ListedTag | null>
  findBranch(name: string): Promise<string | null>
  /** Finds a commit by its full or abbreviated SHA. */
  findCommit(sha: string): Promise<string | null>
  /** Follows the steps of a revision from a commit; null if there is no such ancestor. */
  findAncestor(sha: string, revision: Revision): Promise<string | null>
}

/** What a revision names before its steps. */
interface RevisionBase {
  sha: string | null
  tag: ListedTag | null
  isBranch: boolean
}

/** Resolves two refs with git's precedence: a tag before a branch, a name before a SHA. */
export async function resolveRefsOverRest(
  source: RefSource,
  fromRef: string,
  toRef: string,
): Promise<ResolvedRefs> {
  const bases = new Map<string, Promise<RevisionBase>>()
  const baseOf = (name: string) => {
    const known = bases.get(name) ?? findBase(source, name)
    bases.set(name, known)
    return known
  }
  const resolve = async (ref: string): Promise<ResolvedRef> => {
    const revision = parseRevision(ref)
    return toResolvedRef(source, revision, await baseOf(revision.base))
  }
  const [from, to] = await Promise.all([resolve(fromRef), resolve(toRef)])
  return { from, to, empty: to.sha === null && (await baseOf('HEAD')).sha === null }
}

async function findBase(source: RefSource, name: string): Promise<RevisionBase> {
  if (name === 'HEAD') {
    return {
      sha: source.headBranch && (await source.findBranch(source.headBranch)),
      tag: null,
      isBranch: false,
    }
  }
  if (name.startsWith('refs/heads/')) {
    return { sha: await source.findBranch(name.slice('refs/heads/'.length)), tag: null, isBranch: false }
  }
  if (name.startsWith('refs/tags/')) {
    const tag = await source.findTag(name.slice('refs/tags/'.length))
    return { sha: tag?.sha ?? null, tag, isBranch: false }
  }
  if (isFullSha(name)) return { sha: await source.findCommit(name.toLowerCase()), tag: null, isBranch: false }
  const [tag, branch] = await Promise.all([source.findTag(name), source.findBranch(name)])
  const named = tag ? tag.sha : branch
  const sha =
    named === null && /^[0-9a-f]{4,63}$/i.test(name) ? await source.findCommit(name.toLowerCase()) : named
  return { sha, tag, isBranch: branch !== null }
}

async function toResolvedRef(
  source: RefSource,
  revision: Revision,
  base: RevisionBase,
): Promise<ResolvedRef> {
  const { text, suffix, steps } = revision
  const date = base.tag?.madeAt?.slice(0, 10) ?? null
  return {
    sha: base.sha === null || steps.length === 0 ? base.sha : await source.findAncestor(base.sha, revision),
    baseSha: base.sha,
    tag: suffix === '' && date !== null ? { name: shortTagName(text), date } : null,
    isTag: base.tag !== null,
    isBranch: base.isBranch,
    ambiguous: false,
  }
}

const maxWalkedPages = 100

/** Follows the steps of a revision over pages of commits with their parents, each starting where the last one ended. */
export async function walkPages(
  start: string,
  { steps, suffix }: Revision,
  parentsFrom: (sha: string) => Promise<Map<string, string[]>>,
): Promise<string | null> {
  const known = new Map<string, string[]>()
  for (let pages = 0; pages <= maxWalkedPages; pages += 1) {
    let last = start
    const reached = walkSteps(start, steps, (sha) => {
      last = sha
      return known.get(sha)
    })
    if (reached !== undefined) return reached
    if (pages === maxWalkedPages) break
    const page = await parentsFrom(last)
    if (!page.has(last)) throw notListed(last)
    for (const [sha, parents] of page) known.set(sha, parents)
  }
  throw tooFar(suffix)
}

/** Without this check, a wrong list would look like the end of the history. */
function notListed(sha: string): Problem {
  return new Problem(
    'host_unusable',
    `The host's list of commits from ${sha.slice(0, 12)} does not start with that commit. Try again later, or use a tag or a SHA instead of steps such as ~50.`,
  )
}

function tooFar(steps: string): Problem {
  return new Problem(
    'host_unusable',
    `${steps} is too many pages of history away, and this host can only be read page by page. Use a tag or a SHA instead.`,
  )
}
