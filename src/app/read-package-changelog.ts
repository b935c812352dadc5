import { dirname } from 'node:path/posix'
import { isChangelogPath } from '../core/changelog-paths.ts'
import type { History } from '../core/history.ts'
import type { Repository } from '../core/repository.ts'
import { warn } from '../core/warnings.ts'
import { cleanFile } from '../text/clean-text.ts'
import { redact } from '../text/redact.ts'

const maxCharacters = 512_000

/**
 * Replaces the changelog at the root by that of the requested folders, if a commit of the range edits one there, so
 * that a package's style is learned from its own notes.
 */
export async function withPackageChangelog(
  repository: Repository,
  history: History,
  paths: string[],
): Promise<History> {
  const edit = paths.length === 0 ? null : findNewestEdit(history, paths)
  if (!edit || edit.path === history.changelog?.path) return history
  const { commit, path } = edit
  const files = (await repository.changedFiles([commit])).get(commit.sha)
  const id = files?.contents?.[files.paths.indexOf(path)]?.after
  const bytes = id ? (await repository.contents([id])).get(id) : undefined
  if (!bytes) {
    const reason = `${path} was not returned, so nothing is learned from it.`
    return { ...history, warnings: [...history.warnings, warn('changelog-unread', { reason })] }
  }
  const text = redact(cleanFile(bytes.toString('utf8').slice(0, maxCharacters))).text
  return { ...history, changelog: { path, text } }
}

/** The newest commit that edits a changelog in a folder that contains all requested paths, and not the root. */
function findNewestEdit({ commits }: History, paths: string[]) {
  for (const commit of commits.toReversed()) {
    const fitting = commit.paths.filter((path) => isChangelogPath(path) && containsAll(dirname(path), paths))
    const [path] = fitting.sort((one, other) => other.length - one.length)
    if (path !== undefined && commit.parents.length < 2) return { commit, path }
  }
  return null
}

function containsAll(folder: string, paths: string[]): boolean {
  return folder !== '.' && paths.every((path) => path === folder || path.startsWith(`${folder}/`))
}
