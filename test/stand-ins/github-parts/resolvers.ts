import { GraphQLError } from 'graphql'
import type { Commit } from '../../../src/core/commit.ts'
import { loginOf, type Model, type ModelPull } from './model.ts'

/** What the resolvers need besides the repository. */
export interface ResolverOptions {
  labels: Record<number, string[]>
  /** Whether the index of commits lags: it knows nothing of the newest commit's pull request. */
  lag: boolean
  /** Whether the token may not read pull requests. */
  denied: boolean
}

interface Paging {
  first?: number
  after?: string | null
}

/** GitHub's `repository` field over a real repository. */
export function repositoryNode(model: Model, options: ResolverOptions) {
  const tip = model.refs.get(`refs/heads/${model.defaultBranch}`)
  const pullOf = (pull: ModelPull) => pullNode(model, pull, options)
  return {
    nameWithOwner: model.fullName,
    isEmpty: model.commits.size === 0,
    defaultBranchRef: tip
      ? { name: model.defaultBranch, target: () => gitObject(model, tip.sha, options) }
      : null,
    object: ({ expression, oid }: { expression?: string; oid?: string }) => {
      // As on GitHub: the word HEAD is not resolved.
      if (oid === undefined && /^HEAD(?![\w/-])/.test(expression ?? '')) return null
      return gitObject(model, oid ?? expression ?? '', options)
    },
    ref: ({ qualifiedName }: { qualifiedName: string }) => {
      const ref = model.refs.get(qualifiedName)
      return ref ? { name: ref.name, target: () => gitObject(model, ref.sha, options) } : null
    },
    refs: ({ refPrefix, query = '', ...paging }: Paging & { refPrefix: string; query?: string }) => {
      const names = [...model.refs.values()].filter((ref) => ref.name.startsWith(refPrefix))
      const found = names
        .map((ref) => ({ ...ref, short: ref.name.slice(refPrefix.length) }))
        .filter((ref) => ref.short.includes(query))
        .sort((a, b) => Date.parse(b.date) - Date.parse(a.date))
      return connection(found, paging, (ref) => ({
        name: ref.short,
        target: () => gitObject(model, ref.sha, options),
      }))
    },
    pullRequests: (paging: Paging) => {
      checkAllowed(options)
      const newest = [...model.pulls.values()].sort((a, b) => b.merge.committedAt - a.merge.committedAt)
      return connection(newest, paging, pullOf)
    },
    pullRequest: ({ number }: { number: number }) => {
      checkAllowed(options)
      const pull = model.pulls.get(number)
      if (pull) return pullOf(pull)
      const text = `Could not resolve to a PullRequest with the number of ${number}.`
      throw new GraphQLError(text, { extensions: { type: 'NOT_FOUND' } })
    },
  }
}

function checkAllowed({ denied }: ResolverOptions): void {
  if (!denied) return
  const text = 'Resource not accessible by personal access token'
  throw new GraphQLError(text, { extensions: { type: 'FORBIDDEN' } })
}

function gitObject(model: Model, expression: string, options: ResolverOptions): unknown {
  const found = model.revParse(expression)
  if (found?.type === 'commit') return commitNode(model, found.sha, options)
  if (found?.type !== 'tag') return found ? { __typename: 'Tree', oid: found.sha } : null
  const text = model.show(['cat-file', '-p', found.sha]) ?? ''
  const target = /^object ([0-9a-f]+)$/m.exec(text)![1]!
  const stamp = /^tagger .*> (\d+) [+-]\d{4}$/m.exec(text)?.[1]
  return {
    __typename: 'Tag',
    oid: found.sha,
    tagger: stamp ? { date: seconds(Number(stamp)) } : null,
    target: () => gitObject(model, target, options),
  }
}

function seconds(moment: number): string {
  return new Date(moment * 1000).toISOString().replace('.000Z', 'Z')
}

function commitNode(model: Model, sha: string, options: ResolverOptions): unknown {
  // A model is read once per state of the refs, and holds what they reach.
  const commit = model.commits.get(sha)!
  return {
    __typename: 'Commit',
    oid: sha,
    message: commit.message,
    authoredDate: new Date(commit.authoredAt).toISOString(),
    committedDate: seconds(commit.committedAt),
    author: { ...actor(commit.author), date: commit.authoredAt },
    committer: { date: seconds(commit.committedAt) },
    authors: (paging: Paging) => connection(authorsOf(commit), paging, actor),
    parents: (paging: Paging) => connection(commit.parents, paging, (oid) => ({ __typename: 'Commit', oid })),
    associatedPullRequests: (paging: Paging) => {
      checkAllowed(options)
      const isNewest = options.lag && sha === model.refs.get(`refs/heads/${model.defaultBranch}`)?.sha
      const pulls = [...model.pulls.values()].filter((pull) => !isNewest && pull.commits.has(sha))
      return connection(pulls, paging, (pull) => pullNode(model, pull, options))
    },
    history: (paging: Paging) =>
      connection(model.revList([sha]), paging, (each) => commitNode(model, each, options)),
    file: ({ path }: { path: string }) => {
      const found = model.revParse(`${sha}:${path}`)
      if (!found) return null
      return {
        object: found.type === 'blob' ? blobNode(model, found.sha) : { __typename: 'Tree', oid: found.sha },
      }
    },
  }
}

/** As GitHub does: of a long text its first 512,000 bytes. */
function blobNode(model: Model, sha: string): unknown {
  const bytes = model.bytes(sha)
  const isTruncated = bytes.length > 512_000
  return { __typename: 'Blob', text: bytes.subarray(0, 512_000).toString(), isTruncated }
}

function authorsOf(commit: Commit): { name: string; email: string }[] {
  const others = [...commit.message.matchAll(/^Co-authored-by: (.+?) <(.+?)>$/gim)]
  return [commit.author, ...others.map(([, name = '', email = '']) => ({ name, email }))]
}

function actor({ name, email }: { name: string; email: string }) {
  const login = loginOf(email)
  return { name, email, user: login === null ? null : { login } }
}

function pullNode(model: Model, pull: ModelPull, options: ResolverOptions): unknown {
  return {
    __typename: 'PullRequest',
    number: pull.number,
    title: pull.title,
    body: pull.body,
    merged: true,
    mergedAt: seconds(pull.merge.committedAt),
    mergeCommit: () => commitNode(model, pull.merge.sha, options),
    baseRepository: { nameWithOwner: model.fullName },
    labels: (paging: Paging) => connection(options.labels[pull.number] ?? [], paging, (name) => ({ name })),
    author: { __typename: 'User', login: pull.login },
    files: (paging: Paging) => connection(model.pathsOf(pull), paging, (path) => ({ path })),
  }
}

function connection<Item>(items: Item[], { first = 100, after }: Paging, asNode: (item: Item) => unknown) {
  const start = after ? Number(after) : 0
  const end = start + first
  return {
    totalCount: items.length,
    pageInfo: { hasNextPage: end < items.length, endCursor: String(Math.min(end, items.length)) },
    nodes: () => items.slice(start, end).map(asNode),
  }
}

/** GitHub's search, limited to merged pull requests of an author before a date. */
export function searchCount(model: Model | null, query: string): number {
  const word = (name: string) => new RegExp(`(?:^| )${name}:(\\S+)`).exec(query)?.[1] ?? ''
  const before = Date.parse(word('merged').replace(/^</, '')) / 1000
  return [...(model?.pulls.values() ?? [])].filter(
    (pull) => pull.login === word('author') && pull.merge.committedAt < before,
  ).length
}
