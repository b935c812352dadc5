import { dirname, join, relative, resolve, sep } from 'node:path'
import { Problem } from '../core/errors.ts'
import type { CliContext } from './cli-context.ts'

/** Where to look for a changelog. */
export interface ChangelogSearch {
  /** The root of the working tree, without symbolic links; null to look only in the folder. */
  root: string | null
  /** The folder that the command runs in, inside of the root. */
  folder: string
  /** The paths in the repository that the notes are limited to. */
  paths: string[]
  /** How the caller names a file: `--file` or `file`. */
  fileOption: string
}

type FolderReader = Pick<CliContext, 'listFolder' | 'readFile'>

// The order of preference. A ChangeLog without extension is a list of commits in GNU projects, which write NEWS for users.
const stems = ['changelog', 'changes', 'history', 'news', 'releases']
const extensions = ['.md', '.markdown', '.rst', '.adoc', '.txt', '']
const nameForm = /^(changelog|changes|history|news|releases)(\.(?:md|markdown|rst|adoc|txt)|)$/i

/**
 * Finds the changelog that is nearest to the paths, or else to the folder; CHANGELOG.md at the root if the repository
 * has none. An error asks for the file if several fit.
 */
export async function findChangelog(search: ChangelogSearch, context: FolderReader): Promise<string> {
  const { folder, paths } = search
  const root = search.root ?? folder
  const starts = paths.length === 0 ? [folder] : paths.map((path) => resolve(root, path))
  const nearest = await Promise.all(starts.map((start) => findNearest(start, search, context)))
  const found = [...new Set(nearest.filter((path) => path !== null))]
  if (found.length > 1) throw severalFiles('The paths have different changelogs', found, search)
  if (found.length === 1) return found[0]!
  const below = search.root === null ? [] : await findBelow(root, context)
  if (below.length > 0)
    throw severalFiles('The repository has no changelog at its root, but others', below, search)
  return join(root, 'CHANGELOG.md')
}

async function findNearest(
  start: string,
  search: ChangelogSearch,
  context: FolderReader,
): Promise<string | null> {
  const root = search.root ?? search.folder
  // A path may name a file, or nothing that exists any more.
  if (start !== root && !start.startsWith(root + sep)) return null
  for (let folder = start; ; folder = dirname(folder)) {
    for (const place of [folder, join(folder, 'docs'), join(folder, 'doc')]) {
      const best = await findIn(place, context)
      if (best.length > 1) throw severalFiles('Several files could be the changelog', best, search)
      if (best.length === 1) return best[0]!
    }
    if (folder === root) return null
  }
}

/** Returns the best candidate in a folder; several if they are equally good. */
async function findIn(folder: string, context: FolderReader): Promise<string[]> {
  const entries = await context.listFolder(folder)
  const candidates = entries
    .flatMap(({ name, isFile }) => (isFile && nameForm.test(name) ? [{ name, rank: rankOf(name) }] : []))
    .sort((one, other) => one.rank - other.rank || (one.name < other.name ? -1 : 1))
  while (candidates.length > 0) {
    const { rank } = candidates[0]!
    const equal = candidates.splice(0, candidates.filter((each) => each.rank === rank).length)
    const paths = equal.map(({ name }) => join(folder, name))
    const fitting = await filter(paths, (path) => isChangelog(path, context))
    if (fitting.length > 0) return fitting
  }
  return []
}

function rankOf(name: string): number {
  if (name === 'ChangeLog') return stems.length * extensions.length
  const [, stem = '', extension = ''] = nameForm.exec(name.toLowerCase())!
  return stems.indexOf(stem) * extensions.length + extensions.indexOf(extension)
}

/** Whether a file is a changelog and not, for example, an essay on the history of the project. */
async function isChangelog(path: string, context: FolderReader): Promise<boolean> {
  if (/[/\\]change(?:log|s)[^/\\]*$/i.test(path)) return true
  const bytes = (await context.readFile(path)) ?? new Uint8Array()
  const lines = Buffer.from(bytes.subarray(0, 65_536)).toString('utf8').split('\n')
  const isEmpty = lines.every((line) => line.trim() === '')
  return isEmpty || lines.some((line) => titleForm.test(line.slice(0, 300)))
}

const titleForm = /^[#=*\s[]{0,12}(?:[A-Za-z]{1,20}[ -])?\[?(?:v?\d{1,6}\.\d|unreleased)/i

const maxFolders = 2000
const skippedFolders =
  /^(?:\..*|node_modules|vendor|third[_-]party|dist|build|target|tests?|fixtures?|examples?)$/i

/** Finds the changelogs of packages, up to two folders below the root. */
async function findBelow(root: string, context: FolderReader): Promise<string[]> {
  const found: string[] = []
  let folders = await subfolders(root, context)
  for (let depth = 1; depth <= 2; depth += 1) {
    const next: string[] = []
    for (const folder of folders.slice(0, maxFolders)) {
      const entries = await context.listFolder(folder)
      const names = entries.filter(
        ({ name, isFile }) => isFile && /^change(?:log|s)(?:\.\w{2,8})?$/i.test(name),
      )
      found.push(...names.filter(({ name }) => nameForm.test(name)).map(({ name }) => join(folder, name)))
      if (depth < 2) next.push(...(await subfolders(folder, context)))
    }
    folders = next
  }
  return found.sort()
}

async function subfolders(folder: string, context: FolderReader): Promise<string[]> {
  const entries = await context.listFolder(folder)
  return entries
    .filter(({ name, isFolder }) => isFolder && !skippedFolders.test(name))
    .map(({ name }) => join(folder, name))
}

function severalFiles(reason: string, paths: string[], search: ChangelogSearch): Problem {
  const { root, folder, fileOption } = search
  const names = paths.map((path) => relative(root ?? folder, path).replaceAll(sep, '/'))
  const more = names.length > 8 ? ` and ${names.length - 8} more` : ''
  return new Problem(
    'choice_needed',
    `${reason}: ${names.slice(0, 8).join(', ')}${more}. Choose one with ${fileOption}; it may also be a new file.`,
  )
}

async function filter<Item>(items: Item[], keeps: (item: Item) => Promise<boolean>): Promise<Item[]> {
  const kept = await Promise.all(items.map(keeps))
  return items.filter((_, index) => kept[index])
}
