import type { AnsweredRange, Relation, ResolvedRange } from '../core/range.ts'
import type { HostKind, WebAddress } from '../core/web-address.ts'
import { parseRevision } from '../git/revision.ts'
import { encodePath } from '../text/url.ts'

/** How a kind of host writes its addresses below a repository, and how it marks a pull request. */
interface LinkTable {
  pullRequest: (number: number) => string
  commit: (sha: string) => string
  compare: (from: string, to: string) => string
  tag: (name: string) => string
  history: (sha: string) => string
  /** Whether the web understands `HEAD` in a comparison. */
  knowsHead: boolean
  mark: '#' | '!'
}

const github: LinkTable = {
  pullRequest: (number) => `/pull/${number}`,
  commit: (sha) => `/commit/${sha}`,
  compare: (from, to) => `/compare/${from}...${to}`,
  tag: (name) => `/releases/tag/${name}`,
  history: (sha) => `/commits/${sha}`,
  knowsHead: true,
  mark: '#',
}

const tables: Record<HostKind, LinkTable> = {
  github,
  // These have no web address of their own; should one have, it is of the common form.
  local: github,
  git: github,
  gitea: {
    ...github,
    pullRequest: (number) => `/pulls/${number}`,
    history: (sha) => `/commits/commit/${sha}`,
    knowsHead: false,
  },
  gitlab: {
    pullRequest: (number) => `/-/merge_requests/${number}`,
    commit: (sha) => `/-/commit/${sha}`,
    compare: (from, to) => `/-/compare/${from}...${to}`,
    tag: (name) => `/-/tags/${name}`,
    history: (sha) => `/-/commits/${sha}`,
    knowsHead: true,
    mark: '!',
  },
  bitbucket: {
    pullRequest: (number) => `/pull-requests/${number}`,
    commit: (sha) => `/commits/${sha}`,
    compare: (from, to) => `/branches/compare/${to}%0D${from}`,
    tag: (name) => `/commits/tag/${name}`,
    history: (sha) => `/src/${sha}`,
    knowsHead: false,
    mark: '#',
  },
}

/** Every address that can stand in the notes; null where nobody knows one. */
export interface Links {
  pullRequest: (number: number) => string | null
  commit: (sha: string) => string | null
  pullRequestLabel: (number: number) => string
}

/** The links of one repository. */
export function createLinks(web: WebAddress | null): Links {
  const table = web && tables[web.kind]
  return {
    pullRequest: (number) => (web && table ? web.url + table.pullRequest(number) : null),
    commit: (sha) => (web && table ? web.url + table.commit(sha) : null),
    pullRequestLabel: (number) => `${table?.mark ?? '#'}${number}`,
  }
}

/** The range as the answer shows it, with its page on the web: up to the tag that the release will get, if given. */
export function describeRange(
  web: WebAddress | null,
  range: ResolvedRange,
  relation: Relation,
  futureTag: string | null = null,
): AnsweredRange {
  const { fromRef, toRef, fromSha, toSha } = range
  const url = compareUrl(web, range, futureTag)
  return { fromRef: fromRef ?? '', toRef, fromSha, toSha, compareUrl: url, relation }
}

/** From the root on there is nothing to compare with: the tag's page serves, or the history's. */
function compareUrl(
  web: WebAddress | null,
  { fromRef, toRef, fromSha, toSha, toIsTag }: ResolvedRange,
  futureTag: string | null,
): string | null {
  if (!web) return null
  const table = tables[web.kind]
  const onWeb = (ref: string, sha: string) => (ref === 'HEAD' && !table.knowsHead ? sha : webRef(ref, sha))
  if (fromRef === null || fromSha === null)
    return web.url + (toIsTag ? table.tag(webRef(toRef, toSha)) : table.history(toSha))
  return web.url + table.compare(onWeb(fromRef, fromSha), onWeb(futureTag ?? toRef, toSha))
}

/** A ref as the web knows it: names stay, what only git can walk becomes a SHA. */
function webRef(ref: string, sha: string): string {
  if (parseRevision(ref).suffix !== '') return sha
  const name = ref.replace(/^refs\/(?:heads|tags)\//, '')
  return encodePath(name).replace(/[()']/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
}
