import type { AnsweredRange, Relation, ResolvedRange } from '../core/range.ts'
import type { HostKind, WebAddress } from '../core/web-address.ts'
import { parseRevision } from '../git/revision.ts'
import { cleanName } from '../text/clean-name.ts'
import { encodePath } from '../text/url.ts'

/** The URL paths of a kind of host, and its sign for a pull request. */
interface LinkTable {
  pullRequest: (number: number) => string
  commit: (sha: string) => string
  compare: (from: string, to: string) => string
  tag: (name: string) => string
  history: (sha: string) => string
  /** Whether compare URLs may contain `HEAD`. */
  supportsHead: boolean
  mark: '#' | '!'
}

const github: LinkTable = {
  pullRequest: (number) => `/pull/${number}`,
  commit: (sha) => `/commit/${sha}`,
  compare: (from, to) => `/compare/${from}...${to}`,
  tag: (name) => `/releases/tag/${name}`,
  history: (sha) => `/commits/${sha}`,
  supportsHead: true,
  mark: '#',
}

const tables: Record<HostKind, LinkTable> = {
  github,
  // These usually have no web address; if one has, it uses GitHub's form.
  local: github,
  git: github,
  gitea: {
    ...github,
    pullRequest: (number) => `/pulls/${number}`,
    history: (sha) => `/commits/commit/${sha}`,
    supportsHead: false,
  },
  gitlab: {
    pullRequest: (number) => `/-/merge_requests/${number}`,
    commit: (sha) => `/-/commit/${sha}`,
    compare: (from, to) => `/-/compare/${from}...${to}`,
    tag: (name) => `/-/tags/${name}`,
    history: (sha) => `/-/commits/${sha}`,
    supportsHead: true,
    mark: '!',
  },
  bitbucket: {
    pullRequest: (number) => `/pull-requests/${number}`,
    commit: (sha) => `/commits/${sha}`,
    compare: (from, to) => `/branches/compare/${to}%0D${from}`,
    tag: (name) => `/commits/tag/${name}`,
    history: (sha) => `/src/${sha}`,
    supportsHead: false,
    mark: '#',
  },
}

/** The URLs in the notes; null if the repository has no web address. */
export interface Links {
  pullRequest: (number: number) => string | null
  commit: (sha: string) => string | null
  pullRequestLabel: (number: number) => string
}

/** Creates the links of a repository. */
export function createLinks(web: WebAddress | null): Links {
  const table = web && tables[web.kind]
  return {
    pullRequest: (number) => (web && table ? web.url + table.pullRequest(number) : null),
    commit: (sha) => (web && table ? web.url + table.commit(sha) : null),
    pullRequestLabel: (number) => `${table?.mark ?? '#'}${number}`,
  }
}

/** Returns the range as the answer contains it, with its compare URL, which ends at the future tag of the release if given. */
export function describeRange(
  web: WebAddress | null,
  range: ResolvedRange,
  relation: Relation,
  futureTag: string | null = null,
): AnsweredRange {
  const { fromRef, toRef, fromSha, toSha } = range
  const url = compareUrl(web, range, futureTag)
  return {
    fromRef: cleanName(fromRef ?? ''),
    toRef: cleanName(toRef),
    fromSha,
    toSha,
    compareUrl: url,
    relation,
  }
}

/** Without a start there is nothing to compare, so the URL is that of the tag or of the history. */
function compareUrl(
  web: WebAddress | null,
  { fromRef, toRef, fromSha, toSha, toIsTag }: ResolvedRange,
  futureTag: string | null,
): string | null {
  if (!web) return null
  const table = tables[web.kind]
  const compareRef = (ref: string, sha: string) =>
    ref === 'HEAD' && !table.supportsHead ? sha : toUrlRef(ref, sha)
  if (fromRef === null || fromSha === null)
    return web.url + (toIsTag ? table.tag(toUrlRef(toRef, toSha)) : table.history(toSha))
  return web.url + table.compare(compareRef(fromRef, fromSha), compareRef(futureTag ?? toRef, toSha))
}

/** Encodes a ref for a URL. Revision syntax such as `HEAD~50` is replaced with the SHA. */
function toUrlRef(ref: string, sha: string): string {
  // A name with a secret or an invisible character in it is not shown, not even in a URL.
  if (parseRevision(ref).suffix !== '' || cleanName(ref) !== ref) return sha
  const name = ref.replace(/^refs\/(?:heads|tags)\//, '')
  return encodePath(name).replace(/[()']/g, (character) => `%${character.charCodeAt(0).toString(16)}`)
}
