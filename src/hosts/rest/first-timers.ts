import { Problem } from '../../core/errors.ts'
import { type Warning, warn } from '../../core/warnings.ts'
import type { Author, Found, ListedRequest, RequestSource } from './requests.ts'

interface FirstTimers {
  logins: string[] | null
  warnings: Warning[]
}

const mostAuthors = 20
const authorsAtATime = 4
const mostPages = 2

/**
 * Whose first merged pull request is among the found ones. It takes a question for each author of whom nothing
 * earlier is known yet, so that of more than a few nothing is told.
 */
export async function findFirstTimers(
  source: RequestSource,
  found: Found,
  signal: AbortSignal,
): Promise<FirstTimers> {
  const authors = found.maybeNew()
  if (!found.hasAuthors() || authors.length > mostAuthors) return { logins: null, warnings: [] }
  try {
    const logins: string[] = []
    for (let at = 0; at < authors.length; at += authorsAtATime) {
      const some = authors.slice(at, at + authorsAtATime)
      const isNew = await Promise.all(some.map((author) => isFirstTimer(source, found, author)))
      if (isNew.includes(null)) return { logins: null, warnings: [] }
      logins.push(...some.filter((_, index) => isNew[index]).map(({ login }) => login))
    }
    return { logins, warnings: [] }
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof Problem)) throw error
    return { logins: null, warnings: [unknown(error)] }
  }
}

/** Null when the host's answer settles nothing. */
async function isFirstTimer(source: RequestSource, found: Found, author: Author): Promise<boolean | null> {
  let pages = 0
  for await (const page of source.requestsBy(author, found.begin)) {
    // A host that does not know the filter gives everybody's.
    if (page.some((request) => request.author?.id !== author.id)) return null
    if (page.some((request) => isEarlier(request, found))) return false
    pages += 1
    if (pages === mostPages) return null
  }
  return true
}

/** Where it is not told when one was merged, nobody is called new who may not be. */
function isEarlier(request: ListedRequest, found: Found): boolean {
  return found.isElsewhere(request) && (request.mergedAt === null || request.mergedAt < found.begin)
}

function unknown(error: Problem): Warning {
  return warn('first-contributions-unknown', { reason: error.message })
}
