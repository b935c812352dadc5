import type { AnsweredRange, HostKind, WebAddress } from '../types.ts'

/** How a kind of host writes its addresses below a repository, and how it marks a pull request. */
interface LinkTable {
  pullRequest: (number: number) => string
  commit: (sha: string) => string
  compare: (from: string, to: string) => string
  tag: (name: string) => string
  history: (ref: string) => string
  mark: '#' | '!'
}

const github: LinkTable = {
  pullRequest: (number) => `/pull/${number}`,
  commit: (sha) => `/commit/${sha}`,
  compare: (from, to) => `/compare/${from}...${to}`,
  tag: (name) => `/releases/tag/${name}`,
  history: (ref) => `/commits/${ref}`,
  mark: '#',
}

const tables: Record<HostKind, LinkTable> = {
  github,
  // A local repository has no web address of its own; should it have one, it is of the common form.
  local: github,
  gitea: {
    ...github,
    pullRequest: (number) => `/pulls/${number}`,
    history: (ref) => `/commits/${ref}`,
  },
  gitlab: {
    pullRequest: (number) => `/-/merge_requests/${number}`,
    commit: (sha) => `/-/commit/${sha}`,
    compare: (from, to) => `/-/compare/${from}...${to}`,
    tag: (name) => `/-/tags/${name}`,
    history: (ref) => `/-/commits/${ref}`,
    mark: '!',
  },
  bitbucket: {
    pullRequest: (number) => `/pull-requests/${number}`,
    commit: (sha) => `/commits/${sha}`,
    compare: (from, to) => `/branches/compare/${to}%0D${from}`,
    tag: (name) => `/commits/tag/${name}`,
    history: (ref) => `/commits/branch/${ref}`,
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
export function linksOf(web: WebAddress | null): Links {
  const table = web && tables[web.kind]
  return {
    pullRequest: (number) => (web && table ? web.url + table.pullRequest(number) : null),
    commit: (sha) => (web && table ? web.url + table.commit(sha) : null),
    pullRequestLabel: (number) => `${table?.mark ?? '#'}${number}`,
  }
}

/** The page that shows a range; from the root on it is the tag's page, or the history's. */
export function compareUrl(
  web: WebAddress | null,
  range: Pick<AnsweredRange, 'fromRef' | 'toRef' | 'fromSha' | 'toSha'>,
  toIsTag: boolean,
): string | null {
  if (!web) return null
  const table = tables[web.kind]
  const to = webRef(range.toRef, range.toSha)
  if (range.fromSha === null) return web.url + (toIsTag ? table.tag(to) : table.history(to))
  return web.url + table.compare(webRef(range.fromRef, range.fromSha), to)
}

/** A ref as the web knows it: names stay, what only git can walk becomes a SHA. */
function webRef(ref: string, sha: string): string {
  if (/[~^]/.test(ref)) return sha
  const name = ref.replace(/^refs\/(?:heads|tags)\//, '')
  return encodeURIComponent(name)
    .replaceAll('%2F', '/')
    .replace(/[()']/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
}
