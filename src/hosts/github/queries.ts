import { configPaths } from '../../core/repository-config.ts'
import { changelogPaths, typeConfigPaths } from '../project-files.ts'

/** What the first query looks up. */
export interface LookUpQuery {
  /** Full names, such as refs/tags/v1. */
  refs: string[]
  /** Revisions, such as refs/heads/main~50. */
  expressions: string[]
  /** Whether pull requests are read; without it a token needs no permission for them. */
  pulls: boolean
  /** Whose history is read: the default branch's, or that of an expression. */
  page: { expression: string } | 'default-branch'
}

const pull = `fragment Pull on PullRequest {
  number title body merged mergedAt
  mergeCommit { oid }
  baseRepository { nameWithOwner }
  labels(first: 20) { nodes { name } }
  author { __typename login }
}`

const end = `fragment End on GitObject {
  __typename oid
  ... on Commit { committer { date } }
  ... on Tag { tagger { date } target { __typename oid ... on Commit { committer { date } } ... on Tag { target { __typename oid } } } }
}`

const pageWith = (pulls: boolean) => `fragment Page on Commit {
  oid
  releaseConfig: file(path: ".github/release.yml") { ...Text }
  ${typeConfigPaths.map((path, index) => `typeConfig${index}: file(path: ${JSON.stringify(path)}) { ...Text }`).join('\n  ')}
  ${configPaths.map((path, index) => `config${index}: file(path: ${JSON.stringify(path)}) { ...Text }`).join('\n  ')}
  ${changelogPaths.map((path, index) => `changelog${index}: file(path: ${JSON.stringify(path)}) { ...Text }`).join('\n  ')}
  history(first: $size) {
    pageInfo { hasNextPage }
    nodes {
      oid message authoredDate committedDate
      author { name email date user { login } }
      authors(first: 10) { nodes { email user { login } } }
      parents(first: 20) { totalCount nodes { oid } }
      ${pulls ? 'associatedPullRequests(first: 3) { nodes { ...Pull } }' : ''}
    }
  }
}`

const text = `fragment Text on TreeEntry { object { ... on Blob { text isTruncated } } }`

const recentPulls = `recent: pullRequests(states: MERGED, first: 20, orderBy: {field: UPDATED_AT, direction: DESC}) {
      nodes { ...Pull }
    }`

/** One query that returns everything for a range of one page. */
export function lookUpDocument({ refs, expressions, page: where, pulls }: LookUpQuery): string {
  const variables = [
    ...refs.map((_, index) => `$r${index}: String!`),
    ...expressions.map((_, index) => `$e${index}: String!`),
    ...(where === 'default-branch' ? [] : ['$page: String!']),
  ]
  return `query LookUp($owner: String!, $name: String!, $size: Int!${variables.map((each) => `, ${each}`).join('')}) {
  repository(owner: $owner, name: $name) {
    nameWithOwner isEmpty
    defaultBranchRef { name target { oid ${where === 'default-branch' ? '...Page' : ''} } }
    ${where === 'default-branch' ? '' : 'page: object(expression: $page) { ...Page }'}
    ${refs.map((_, index) => `r${index}: ref(qualifiedName: $r${index}) { target { ...End } }`).join('\n    ')}
    ${expressions.map((_, index) => `e${index}: object(expression: $e${index}) { ...End }`).join('\n    ')}
    tags: refs(refPrefix: "refs/tags/", first: 100, orderBy: {field: TAG_COMMIT_DATE, direction: DESC}) {
      pageInfo { hasNextPage }
      nodes { name target { ...End } }
    }
    ${pulls ? recentPulls : ''}
  }
}
${pulls ? pull : ''}
${pageWith(pulls)}
${text}
${end}`
}

/** The variables of the first query. */
export function lookUpVariables({ refs, expressions, page: where }: LookUpQuery): Record<string, string> {
  return {
    ...Object.fromEntries(refs.map((name, index) => [`r${index}`, name])),
    ...Object.fromEntries(expressions.map((expression, index) => [`e${index}`, expression])),
    ...(where === 'default-branch' ? {} : { page: where.expression }),
  }
}

/** Tags and branches whose names contain the query. */
export const listRefsDocument = `query ListRefs($owner: String!, $name: String!, $query: String!, $tags: String, $branches: String) {
  repository(owner: $owner, name: $name) {
    tags: refs(refPrefix: "refs/tags/", query: $query, first: 50, after: $tags, orderBy: {field: TAG_COMMIT_DATE, direction: DESC}) {
      pageInfo { hasNextPage endCursor }
      nodes { name target { ...End } }
    }
    branches: refs(refPrefix: "refs/heads/", query: $query, first: 50, after: $branches) {
      pageInfo { hasNextPage endCursor }
      nodes { name target { ...End } }
    }
  }
}
${end}`

/** One thing to look up about a range whose commits are known. */
export type DetailItem =
  | { kind: 'number'; number: number }
  | { kind: 'commit'; sha: string }
  | { kind: 'person'; sha: string }
  | { kind: 'earlier'; login: string; before: string }

/** One query for pull requests by number and by commit, people by commit, and earlier pull requests of an author. */
export function detailsDocument(items: DetailItem[], fullName: string): string {
  const inside = items.filter((item) => item.kind !== 'earlier')
  const searches = items.filter((item) => item.kind === 'earlier')
  const uses = (kind: DetailItem['kind']) => items.some((item) => item.kind === kind)
  return `query Details${inside.length > 0 ? '($owner: String!, $name: String!)' : ''} {
  ${inside.length > 0 ? `repository(owner: $owner, name: $name) {\n    ${inside.map(aliasOf).join('\n    ')}\n  }` : ''}
  ${searches.map((item, index) => searchAlias(item, index, fullName)).join('\n  ')}
}
${uses('number') || uses('commit') ? pull : ''}
${uses('number') ? numbered : ''}
${uses('commit') || uses('person') ? people : ''}`
}

const numbered = `fragment Numbered on PullRequest {
  ...Pull
  mergeCommit { author { email user { login } } }
}`

const people = `fragment People on Commit {
  oid authors(first: 10) { nodes { email user { login } } }
}`

// Numbers and SHAs are validated; nothing else is written into the text of a query.
function aliasOf(item: Exclude<DetailItem, { kind: 'earlier' }>): string {
  if (item.kind === 'number') return `n${item.number}: pullRequest(number: ${item.number}) { ...Numbered }`
  if (item.kind === 'person') return `p${item.sha}: object(oid: "${item.sha}") { ...People }`
  return `c${item.sha}: object(oid: "${item.sha}") { ...People ... on Commit { associatedPullRequests(first: 3) { nodes { ...Pull } } } }`
}

function searchAlias(item: { login: string; before: string }, index: number, fullName: string): string {
  const search = `repo:${fullName} is:pr is:merged author:${item.login} merged:<${item.before}`
  return `s${index}: search(type: ISSUE, first: 1, query: ${JSON.stringify(search)}) { issueCount }`
}
