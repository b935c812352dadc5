import { Problem } from '../core/errors.ts'
import type { Access, Host } from '../core/host.ts'

/** All branches that are created here have this prefix. */
export const branchPrefix = 'notewright/'

const trailer = 'Generated-by: Notewright'
const maxCommits = 50

/** Marks the message of a commit, so that a later run knows that no person made it. */
export function markOwnCommit(message: string): string {
  return `${message}\n\n${trailer}`
}

/**
 * Whether a branch can be replaced without losing the work of a person: it has our prefix, and all of its commits that
 * the target branch does not have are marked as ours.
 */
export async function isOwnBranch(
  host: Host,
  access: Access,
  { branch, base }: { branch: string; base: string },
): Promise<boolean> {
  if (!branch.startsWith(branchPrefix)) return false
  try {
    const repository = await host.open(access)
    const { from, to } = await repository.resolveRefs(`refs/heads/${base}`, `refs/heads/${branch}`)
    if (from.sha === null || to.sha === null) return false
    let count = 0
    for await (const { message } of repository.commits(
      { fromSha: from.sha, toSha: to.sha },
      maxCommits + 1,
    )) {
      count += 1
      if (count > maxCommits || !isMarked(message)) return false
    }
    return true
  } catch (error) {
    // What cannot be read may be the work of a person.
    if (error instanceof Problem && error.code !== 'internal') return false
    throw error
  }
}

function isMarked(message: string): boolean {
  const lines = message.trimEnd().split('\n')
  const start = lines.findLastIndex((line) => line.trim() === '')
  return lines.slice(start + 1).some((line) => line.trim() === trailer)
}
