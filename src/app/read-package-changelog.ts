import { dirname } from 'node:path/posix'
import { isChangelogPath } from '../core/changelog-paths.ts'
import type { Commit } from '../core/commit.ts'
import type { History } from '../core/history.ts'
import type { Repository } from '../core/repository.ts'
import { warn } from '../core/warnings.ts'
import { cleanFile } from '../text/clean-text.ts'
import { redact } from '../text/redact.ts'

const maxCharacters = 512_000

/**
 * Replaces the changelog at the root by the one that is nearest to the requested paths, so that a package's style is
 * learned from its own notes.
 */
export async function withPackageChangelog(
  repository: Repository,
  history: History,
  paths: string[],
): Promise<History> {
  if (paths.length === 0) return history
  const edit = findNewestEdit(history, paths)
  if (!edit) return (await findAtEnd(repository, history, (files) => nearestOf(files, paths))) ?? history
  return edit.path === history.changelog?.path ? history : withChangelogOf(repository, history, edit)
}

/** Reads one of the files at the end of a range; null if none of them is the one. */
async function findAtEnd(
  repository: Repository,
  history: History,
  choose: (files: string[]) => string | null,
): Promise<History | null> {
  const files = await repository.changedBetween({ fromSha: null, toSha: history.range.toSha })
  const path = files && choose(files.paths)
  const id = path == null ? null : files?.contents?.[files.paths.indexOf(path)]?.after
  const bytes = id == null ? undefined : (await repository.contents([id])).get(id)
  return bytes === undefined
    ? null
    : { ...history, changelog: { path: path!, text: clean(bytes.toString('utf8')) } }
}

async function withChangelogOf(
  repository: Repository,
  history: History,
  { commit, path }: { commit: Commit; path: string },
): Promise<History> {
  const files = (await repository.changedFiles([commit])).get(commit.sha)
  const id = files?.contents?.[files.paths.indexOf(path)]?.after
  const bytes = id ? (await repository.contents([id])).get(id) : undefined
  if (!bytes) {
    const reason = `${path} was not returned, so nothing is learned from it.`
    return { ...history, warnings: [...history.warnings, warn('changelog-unread', { reason })] }
  }
  return { ...history, changelog: { path, text: clean(bytes.toString('utf8')) } }
}

function clean(text: string): string {
  return redact(cleanFile(text.slice(0, maxCharacters))).text
}

/** The changelog that the configuration of a package names, the text of it that the caller has, and its folder. */
interface OwnChangelog {
  path: string
  text?: string | undefined
  folder: string
}

/**
 * Replaces the changelog at the root by that of a package: the text that the caller has, the newest version in the
 * range, or the file at its end. A package without one learns from the changelog that is nearest to its folder.
 */
export async function withOwnChangelog(
  repository: Repository,
  history: History,
  { path, text, folder }: OwnChangelog,
): Promise<History> {
  if (text !== undefined) return { ...history, changelog: { path, text: clean(text) } }
  if (history.changelog?.path === path) return history
  const commit = history.commits.findLast((each) => each.parents.length < 2 && each.paths.includes(path))
  if (commit) return withChangelogOf(repository, history, { commit, path })
  const paths = folder === '' ? [] : [folder]
  const findOwn = (files: string[]) => (files.includes(path) ? path : nearestOf(files, paths))
  return (await findAtEnd(repository, history, findOwn)) ?? history
}

/** The newest commit that edits a changelog in a folder that contains all requested paths, and not the root. */
function findNewestEdit({ commits }: History, paths: string[]) {
  for (const commit of commits.toReversed()) {
    const path = nearestOf(commit.paths, paths)
    if (path !== null && commit.parents.length < 2) return { commit, path }
  }
  return null
}

/** The changelog in the deepest folder, below the root, that contains all requested paths. */
function nearestOf(files: string[], paths: string[]): string | null {
  const fitting = files.filter((path) => isChangelogPath(path) && containsAll(dirname(path), paths))
  return fitting.sort((one, other) => dirname(other).length - dirname(one).length)[0] ?? null
}

function containsAll(folder: string, paths: string[]): boolean {
  return (
    folder !== '.' &&
    paths.length > 0 &&
    paths.every((path) => path === folder || path.startsWith(`${folder}/`))
  )
}
