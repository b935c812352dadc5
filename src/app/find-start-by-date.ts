import type { GenerateContext } from '../core/generate-context.ts'
import type { GenerateRequest } from '../core/request.ts'
import { findCommitBefore } from '../history/find-commit-before.ts'
import { settleReleaseWords } from '../history/release-words.ts'
import { resolveRange } from '../history/resolve-range.ts'

/** The commit before a date, and the day on which it was committed. */
interface StartByDate {
  sha: string
  day: string
}

/** Finds the newest commit of the main line before a date; null if there is none. */
export async function findStartByDate(
  { repoFullName, toRef: ref }: Pick<GenerateRequest, 'repoFullName' | 'toRef'>,
  since: Date,
  { host, token, signal, deadlineAt }: GenerateContext,
): Promise<StartByDate | null> {
  const repository = await host.open({ repoFullName, token, signal, deadlineAt })
  const { toRef } = await settleReleaseWords(repository, { fromRef: null, toRef: ref })
  const { range } = await resolveRange(repository, { fromRef: null, toRef, version: null, date: null })
  const found = await findCommitBefore(repository, range.toSha, since.getTime() / 1000)
  return found && { sha: found.sha, day: new Date(found.committedAt * 1000).toISOString().slice(0, 10) }
}
