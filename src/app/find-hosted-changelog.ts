import { dirname, join } from 'node:path/posix'
import type { Publisher } from '../core/publisher.ts'
import { inspectChangelog } from './check-update.ts'

// The most common ones: every name that is tried costs a request.
const names = [
  'CHANGELOG.md',
  'CHANGES.md',
  'HISTORY.md',
  'NEWS.md',
  'docs/CHANGELOG.md',
  'CHANGELOG.rst',
  'CHANGES.rst',
]

/** Finds the changelog on a branch of a host, first in a folder and then at the root; CHANGELOG.md if there is none. */
export async function findHostedChangelog(
  publisher: Pick<Publisher, 'readFile'>,
  { branch, folder }: { branch: string; folder: string },
): Promise<string> {
  const places = folder === '' ? names : [join(folder, names[0]!), ...names]
  for (const path of places) {
    const file = await publisher.readFile(path, branch)
    if (!file) continue
    const { movedTo } = inspectChangelog(file.text)
    if (movedTo === null || movedTo.includes('://')) return path
    const target = join(dirname(path), movedTo)
    return !target.startsWith('..') && (await publisher.readFile(target, branch)) ? target : path
  }
  return names[0]!
}
