import { isChangelogPath, isFragmentPath } from '../core/changelog-paths.ts'
import type { Commit } from '../core/commit.ts'
import type { Repository } from '../core/repository.ts'
import { factSourceOf } from '../curate/facts/fact-paths.ts'
import { classifyPath } from '../curate/rules/classify-path.ts'
import { cleanFile } from '../text/clean-text.ts'
import { redact } from '../text/redact.ts'
import { unifiedDiff } from './unified-diff.ts'

/** A file that a change touches, with the number of its lines that were added and removed, if they are known. */
export interface ChangedFile {
  path: string
  added?: number
  removed?: number
}

/** What a change did to files. */
export interface ChangeDiff {
  files: ChangedFile[]
  /** The diff of documentation, tests and code, as far as it fits. */
  diff: string
  /** Whether a part of the diff is missing. */
  isCut: boolean
}

const maxFiles = 60
const maxContentBytes = 256 * 1024
const maxTotalBytes = 4 * 1024 * 1024
const maxFileShare = 0.4

/** Reads what the commits of a change did to files; the diff has at most `most` characters. */
export async function readChangeDiff(
  repository: Repository,
  commits: Commit[],
  most: number,
): Promise<ChangeDiff> {
  const own = commits.some(({ parents }) => parents.length < 2)
    ? commits.filter(({ parents }) => parents.length < 2)
    : commits
  const changed = await repository.changedFiles(own)
  const edits = joinEdits(
    own.flatMap(({ sha, paths }) => {
      const files = changed.get(sha)
      const known = files?.paths ?? paths
      return known.map((path, index) => ({ path, content: files?.contents?.[index] ?? null }))
    }),
  )
  const shown = edits.toSorted((one, other) => rankOf(one.path) - rankOf(other.path)).slice(0, maxFiles)
  const ids = shown.flatMap(({ content }) => [content?.before, content?.after].filter((id) => id != null))
  const contents = await repository.contents([...new Set(ids)], { maxSentBytes: maxTotalBytes })
  const textOf = (id: string | null) => {
    const bytes = id === null ? null : contents.get(id)
    if (id === null) return ''
    return !bytes || bytes.length > maxContentBytes || bytes.includes(0) ? null : bytes.toString('utf8')
  }
  const files = new Map<string, ChangedFile>(edits.map(({ path }) => [path, { path }]))
  const parts: string[] = []
  let left = most
  let isCut = edits.length > shown.length
  for (const { path, content } of shown) {
    const [before, after] = content ? [textOf(content.before), textOf(content.after)] : [null, null]
    if (before === null || after === null) {
      isCut = true
      continue
    }
    const whole = unifiedDiff(path, content!.before === null ? null : before, after)
    files.set(path, countLines(files.get(path)!, whole))
    const room = Math.min(left, Math.ceil(most * maxFileShare))
    const part = cutAtLine(whole, room)
    isCut ||= part.length < whole.length
    if (part === '') continue
    parts.push(part)
    left -= part.length
  }
  return { files: [...files.values()], diff: redact(cleanFile(parts.join(''))).text, isCut }
}

/** What a commit did to a file: the ids of its content, if they are known; null for a file that is not there. */
interface Edit {
  path: string
  content: { before: string | null; after: string | null } | null
}

/** Joins the edits that follow each other on a file, so that the steps in between do not show. */
function joinEdits(edits: Edit[]): Edit[] {
  const byPath = new Map<string, Edit[]>()
  for (const { path, content } of edits) {
    const parts = byPath.get(path) ?? []
    byPath.set(path, parts)
    const next = content && parts.find((part) => part.content && part.content.before === content.after)
    const previous = content && parts.find((part) => part.content && part.content.after === content.before)
    if (next) next.content = { before: content!.before, after: next.content!.after }
    else if (previous) previous.content = { before: previous.content!.before, after: content!.after }
    else parts.push({ path, content })
  }
  // What was added and removed again is no part of the change.
  return [...byPath.values()].flat().filter(({ content }) => !content || content.before !== content.after)
}

/** What describes a change comes first: changelogs, documentation, manifests, tests, then code. */
function rankOf(path: string): number {
  if (isChangelogPath(path) || isFragmentPath(path)) return 0
  const source = factSourceOf(path)
  if (source === 'documentation' || source === 'manifest') return 1
  const kind = classifyPath(path)
  if (kind === 'docs') return 2
  if (source !== null) return 3
  return kind === 'test' ? 4 : kind === 'shipped' ? 5 : 6
}

function countLines(file: ChangedFile, diff: string): ChangedFile {
  const lines = diff.split('\n').slice(2)
  const count = (mark: string) => lines.filter((line) => line.startsWith(mark)).length
  return { ...file, added: (file.added ?? 0) + count('+'), removed: (file.removed ?? 0) + count('-') }
}

/** The whole lines of a text that fit, with the header of the diff; nothing if they are too few. */
function cutAtLine(diff: string, room: number): string {
  if (diff.length <= room) return diff
  const end = diff.lastIndexOf('\n', room)
  return end < 120 ? '' : diff.slice(0, end + 1)
}
