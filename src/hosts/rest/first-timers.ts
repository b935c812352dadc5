import { Problem } from '../../core/errors.ts'
import { type Warning, warn } from '../../core/warnings.ts'
import { describeUnread } from '../host-defaults.ts'
import type {
  FoundPullRequests,
  ListedPullRequest,
  PullRequestAuthor,
  PullRequestSource,
} from './pull-requests.ts'

interface FirstTimers {
  /** Null if they are unknown. */
  logins: string[] | null
  warnings: Warning[]
}

const maxAuthors = 20
const authorsAtOnce = 4
const maxPages = 2

/**
 * Finds the authors whose first merged pull request is among the found ones. This takes a call for each author without
 * a known earlier one, so with more than a few authors the first contributions stay unknown.
 */
export async function findFirstTimers(
  source: PullRequestSource,
  found: FoundPullRequests,
  { signal, host, permission }: { signal: AbortSignal; host: string; permission: string },
): Promise<FirstTimers> {
  const authors = found.possibleFirstTimers()
  if (!found.hasAuthors() || authors.length > maxAuthors) return { logins: null, warnings: [] }
  try {
    const logins: string[] = []
    for (let at = 0; at < authors.length; at += authorsAtOnce) {
      const some = authors.slice(at, at + authorsAtOnce)
      const isNew = await Promise.all(some.map((author) => isFirstTimer(source, found, author)))
      if (isNew.includes(null)) return { logins: null, warnings: [] }
      logins.push(...some.filter((_, index) => isNew[index]).map(({ login }) => login))
    }
    return { logins, warnings: [] }
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof Problem)) throw error
    return {
      logins: null,
      warnings: [warn('first-contributions-unknown', { reason: describeUnread(error, host, permission) })],
    }
  }
}

/** Returns null if the host's responses do not decide it. */
async function isFirstTimer(
  source: PullRequestSource,
  found: FoundPullRequests,
  author: PullRequestAuthor,
): Promise<boolean | null> {
  let pages = 0
  for await (const page of source.pullRequestsBy(author, found.startsAt)) {
    // A host that does not support the filter returns the pull requests of all authors.
    if (page.some((pullRequest) => pullRequest.author?.id !== author.id)) return null
    if (page.some((pullRequest) => isEarlier(pullRequest, found))) return false
    pages += 1
    if (pages === maxPages) return null
  }
  return true
}

/** A pull request without a merge date counts as earlier: better to miss a first contribution than to invent one. */
function isEarlier(pullRequest: ListedPullRequest, found: FoundPullRequests): boolean {
  const { mergedAt } = pullRequest
  return found.isMergedElsewhere(pullRequest) && (mergedAt === null || mergedAt < found.startsAt)
}
