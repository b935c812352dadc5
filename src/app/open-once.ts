import type { Host } from '../core/host.ts'
import type { ResolvedRefs } from '../core/range.ts'
import type { Repository } from '../core/repository.ts'

/** Two refs that were looked up already. */
interface KnownRefs {
  fromRef: string
  toRef: string
  refs: ResolvedRefs
}

/** Returns the host with the repository already open. Refs, tags and the files of a commit are requested only once. */
export function withOpened(host: Host, repository: Repository, known: KnownRefs[] = []): Host {
  const keyOf = (fromRef: string, toRef: string) => JSON.stringify([fromRef, toRef])
  const refs = new Map(
    known.map((each) => [keyOf(each.fromRef, each.toRef), Promise.resolve(each.refs)] as const),
  )
  const filesAt = new Map<string, ReturnType<Repository['details']>>()
  let tags: ReturnType<Repository['tags']> | null = null
  const opened: Repository = {
    fullName: repository.fullName,
    web: repository.web,
    shallow: repository.shallow,
    resolveRefs: (fromRef, toRef) =>
      remember(refs, keyOf(fromRef, toRef), () => repository.resolveRefs(fromRef, toRef)),
    commits: (range, limit) => repository.commits(range, limit),
    count: (range) => repository.count(range),
    ancestors: (sha, limit) => repository.ancestors(sha, limit),
    past: (sha, most) => repository.past(sha, most),
    tags: () => {
      tags ??= repository.tags()
      return tags
    },
    changedFiles: (commits) => repository.changedFiles(commits),
    changedBetween: (range) => repository.changedBetween(range),
    contents: (ids, limits) => repository.contents(ids, limits),
    details: (commits, toSha) =>
      commits.length === 0
        ? remember(filesAt, toSha, () => repository.details(commits, toSha))
        : repository.details(commits, toSha),
    listRefs: (query) => repository.listRefs(query),
    ...(repository.searchTrees && {
      searchTrees: (shas, texts) => repository.searchTrees!(shas, texts),
    }),
  }
  return { ...host, open: async () => opened }
}

function remember<Value>(known: Map<string, Value>, key: string, read: () => Value): Value {
  const value = known.get(key) ?? read()
  known.set(key, value)
  return value
}
