import { listAddedEntries, listEntries } from '../changelog/list-added-entries.ts'
import { parseFragment } from '../changelog/parse-fragment.ts'
import { parseOutline } from '../changelog/parse-outline.ts'
import { isChangelogPath, isFragmentPath } from '../core/changelog-paths.ts'
import type { ChangedFiles, Commit } from '../core/commit.ts'
import type { History } from '../core/history.ts'
import type { OwnLine, OwnWords } from '../core/own-words.ts'
import { type Warning, warn } from '../core/warnings.ts'
import { isReleaseTitle } from '../curate/rules/find-no-op.ts'
import { isSameRelease, parseReleaseTag, parseTag, type TagVersion } from '../git/tag.ts'
import { compareVersions } from '../git/version.ts'
import { cleanFile, cleanMessage } from '../text/clean-text.ts'
import { redact } from '../text/redact.ts'
import { countShared, wordsOf } from '../text/shared-words.ts'
import type { ListFiles } from './list-files.ts'

const maxContents = 400
// A longer range is a history of many releases, whose changelog has their notes already.
const maxCommits = 5_000
const maxFilesPerCommit = 12
// The newest sections of a changelog are at its beginning.
const maxRead = 262_144

/** What was read, and a warning if something could not be read. */
export interface ReadOwnWords {
  ownWords: OwnWords
  warnings: Warning[]
}

/** The edits of changelogs and news fragments in a range, and the ids of the contents that they need. */
export interface OwnWordsPlan {
  edits: Edit[]
  ids: string[]
}

/** Nothing to read. */
export const noEdits: OwnWordsPlan = { edits: [], ids: [] }

/** Finds the edits in which the authors of a range may have written something for the changelog. */
export async function planOwnWords(history: History, listFiles: ListFiles): Promise<OwnWordsPlan> {
  if (history.commits.length > maxCommits) return noEdits
  const edits = await listEdits(history, listFiles)
  const ids = new Set(edits.flatMap(({ before, after }) => [before, after].filter((id) => id !== null)))
  return { edits, ids: [...ids].slice(0, maxContents) }
}

/** The edits of a range, and what decides which of their lines are about it. */
export interface OwnWordsInput {
  edits: Edit[]
  history: EditedHistory
  contents: ReadonlyMap<string, Uint8Array>
}

/** The part of a history that decides which lines of a changelog are about it. */
type EditedHistory = Pick<History, 'range' | 'changelog'> & { commits: Pick<Commit, 'tags'>[] }

/** Parses what the authors of a range wrote for the changelog: in it, or in news fragments. */
export async function parseOwnWords({ edits, history, ...given }: OwnWordsInput): Promise<ReadOwnWords> {
  const contents = new Map(
    [...given.contents].map(([id, { buffer, byteOffset, length }]) => [
      id,
      Buffer.from(buffer, byteOffset, length),
    ]),
  )
  const isOwn = createReleaseCheck(history)
  const listOwn = (path: string, text: string) =>
    listEntries(parseOutline(text.slice(0, maxRead), { path }), path, isOwn)
  const { changelog } = history
  const current = changelog ? listOwn(changelog.path, changelog.text) : []
  const endState = createEndState((path) => {
    if (changelog?.path === path) return current
    const last = edits.findLast((edit) => edit.path === path)
    const bytes = last?.after ? contents.get(last.after) : undefined
    return bytes ? listOwn(path, decode(bytes)) : []
  })
  const bySha = new Map<string, OwnLine[]>()
  let unread = 0
  for (const { sha, path, before, after } of edits) {
    const [old, young] = [before, after].map((id) => (id === null ? noBytes : contents.get(id)))
    if (!old || !young) {
      unread += 1
      continue
    }
    const lines = isFragmentPath(path)
      ? await parseFragment(path, decode(young))
      : listAddedEntries(old, young, path, decode).filter(({ release }) => isOwn(release))
    const settled = isFragmentPath(path) ? lines : lines.map(endState(path))
    if (lines.length > 0) bySha.set(sha, [...(bySha.get(sha) ?? []), ...settled.map(cleanOwnLine)])
  }
  return {
    ownWords: { bySha, cited: current.filter(({ numbers }) => numbers.length > 0).map(cleanOwnLine) },
    warnings: [
      ...(unread === 0 ? [] : [warn('own-words-unread', { files: unread })]),
      ...(history.commits.length > maxCommits ? [warn('own-words-skipped', { limit: maxCommits })] : []),
    ],
  }
}

/**
 * Returns what finds a line in the changelog at the end of the range: a later commit may have edited it or moved it to
 * another heading. A line that is not found stays as it was.
 */
function createEndState(readLast: (path: string) => OwnLine[]): (path: string) => (line: OwnLine) => OwnLine {
  const byPath = new Map<string, (line: OwnLine) => OwnLine>()
  return (path) => {
    const find = byPath.get(path) ?? createLineFinder(readLast(path))
    byPath.set(path, find)
    return find
  }
}

// The share of words that two versions of a line have in common. The only line that cites a number may be rewritten.
const uncited = 0.6
const cited = 0.4
const aloneCited = 0.1

function createLineFinder(lines: OwnLine[]): (line: OwnLine) => OwnLine {
  const byText = new Map(lines.map((line) => [line.text, line]))
  const split = lines.map((line) => ({ line, words: wordsOf(line.text) }))
  return (line) => {
    const same = byText.get(line.text)
    if (same) return same
    const words = wordsOf(line.text)
    const citing = new Set(
      lines.filter(({ numbers }) => numbers.some((number) => line.numbers.includes(number))),
    )
    const needed = (other: OwnLine) =>
      citing.has(other) ? (citing.size === 1 ? aloneCited : cited) : uncited
    const scored = split.map((other) => {
      const shared = countShared(words, other.words) / Math.max(1, words.size, other.words.size)
      return { line: other.line, score: shared >= needed(other.line) ? shared : 0 }
    })
    const best = scored.reduce((one, other) => (other.score > one.score ? other : one), { line, score: 0 })
    return best.line
  }
}

/** A commit's edit of a changelog or of a news fragment. */
interface Edit {
  sha: string
  path: string
  before: string | null
  after: string | null
}

async function listEdits({ commits, pullRequests }: History, listFiles: ListFiles): Promise<Edit[]> {
  const byCommit = new Map(pullRequests.flatMap(({ commits: own, paths }) => own.map((sha) => [sha, paths])))
  const editing = commits.filter((commit) => mayEdit(commit, byCommit.get(commit.sha) ?? []))
  const listed = await listFiles(editing)
  return editing.flatMap(({ sha }) => {
    const files = listed.get(sha)
    const edits = files ? editsIn(sha, files) : []
    return edits.length > maxFilesPerCommit ? [] : edits
  })
}

// A commit that writes the changelog of a release describes the changes of others: `release: widget@1.2.0`.
const changelogOfRelease = /^(?:chore: ?)?release:? \S{1,60}@v?\d|\bchangelogs?(?: updates?)? for v?\d/i

/** Whether a commit edits such a file; if its own files are unknown, whether its pull request may. */
function mayEdit({ parents, paths, pathsCut, message }: Commit, ofPullRequest: string[]): boolean {
  if (parents.length > 1) return false
  const known = pathsCut && paths.length === 0 ? ofPullRequest : paths
  if (!known.some((path) => isChangelogPath(path) || isFragmentPath(path))) return false
  const title = message.split('\n', 1)[0]!.replace(/ \(#\d{1,9}\)$/, '')
  return !isReleaseTitle(title) && !changelogOfRelease.test(title)
}

function editsIn(sha: string, { paths, contents = [] }: ChangedFiles): Edit[] {
  return paths.flatMap((path, index) => {
    const { before = null, after = null } = contents[index] ?? {}
    // A deleted fragment was collected for a release.
    const isRead = after !== null && (isFragmentPath(path) || isChangelogPath(path))
    return isRead ? [{ sha, path, before, after }] : []
  })
}

const noBytes = Buffer.alloc(0)

function decode(bytes: Buffer): string {
  return cleanFile(bytes.toString('utf8'))
}

function cleanOwnLine<Line extends OwnLine>(line: Line): Line {
  return { ...line, text: redact(cleanMessage(line.text).message).text }
}

/** Whether a section is about the range: unreleased, or a release that the range contains or leads to. */
function createReleaseCheck({ range, commits }: EditedHistory): (release: TagVersion | null) => boolean {
  const start = range.fromRef === null ? null : parseReleaseTag(range.fromRef)
  const named = [range.version, range.toRef, ...commits.flatMap(({ tags }) => tags)].flatMap(
    (name) => (name === null ? null : parseTag(name)) ?? [],
  )
  return (release) => {
    if (release === null || named.some((version) => isSameRelease(version, release))) return true
    return start !== null && start.scope === release.scope && compareVersions(release, start) > 0
  }
}
