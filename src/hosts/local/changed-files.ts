import type { ChangedFiles, ChangedPaths, Commit, ContentChange } from '../../core/commit.ts'
import { Problem } from '../../core/errors.ts'
import type { CommitRange } from '../../core/range.ts'
import { decodeText } from '../text-encoding.ts'
import { CatFileBatch } from './cat-file-batch.ts'
import { type GitContext, runGit } from './git-process.ts'

const rawArgs = ['-r', '-z', '--raw', '--no-abbrev', '--no-renames']
const diffArgs = ['diff-tree', '--stdin', '--root', ...rawArgs]
const maxPaths = 2000
const maxPathsOfRange = 20_000
const emptyTrees = [
  '4b825dc642cb6eb9a060e54bf8d69288fbee4904',
  '6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321',
]
const maxContentBytes = 2 * 1024 * 1024
const maxTotalBytes = 64 * 1024 * 1024

/** The files that commits changed, with the ids of their contents. Merges have none, as in `git log`. */
export async function listChangedFiles(context: GitContext, commits: Commit[]): Promise<ChangedPaths> {
  const listed: ChangedPaths = new Map()
  if (commits.length === 0) return listed
  const input = `${commits.map(({ sha }) => sha).join('\n')}\n`
  const output = await readAll(runGit(context, diffArgs, input))
  for (const [header, files] of readRawDiff(output, maxPaths)) if (header !== '') listed.set(header, files)
  return listed
}

/** The files in which two commits differ; null if git cannot compare them. */
export async function listChangedBetween(
  context: GitContext,
  { fromSha, toSha }: CommitRange,
): Promise<ChangedFiles | null> {
  const empty = emptyTrees.find(({ length }) => length === toSha.length)!
  try {
    const output = await readAll(runGit(context, ['diff-tree', ...rawArgs, fromSha ?? empty, toSha, '--']))
    return readRawDiff(output, maxPathsOfRange).get('') ?? null
  } catch (error) {
    context.signal.throwIfAborted()
    if (!(error instanceof Problem)) throw error
    return null
  }
}

async function readAll(output: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of output) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** The files of each commit in the raw output of `git diff-tree`; those before the first commit have the key ''. */
function readRawDiff(output: Buffer, most: number): Map<string, ChangedFiles> {
  const start: ListedFiles = { paths: [], contents: [], cut: false }
  const listed = new Map<string, ChangedFiles>([['', start]])
  let files = start
  let change: RegExpExecArray | null = null
  for (const field of splitAtNul(output)) {
    if (change) {
      if (files.paths.length >= most) files.cut = true
      else {
        files.paths.push(decodeText(field, null))
        files.contents.push({ before: asId(change[1]!), after: asId(change[2]!) })
      }
      change = null
      continue
    }
    const text = field.toString('latin1')
    change = /^:\d+ \d+ ([0-9a-f]+) ([0-9a-f]+) [A-Z]$/.exec(text)
    if (change) continue
    files = { paths: [], contents: [], cut: false }
    listed.set(text.trim(), files)
  }
  return listed
}

type ListedFiles = ChangedFiles & { contents: ContentChange[] }

function* splitAtNul(bytes: Buffer): Generator<Buffer> {
  let start = 0
  for (let end = bytes.indexOf(0); end !== -1; end = bytes.indexOf(0, start)) {
    yield bytes.subarray(start, end)
    start = end + 1
  }
}

function asId(id: string): string | null {
  return /^0+$/.test(id) ? null : id
}

/** Reads the contents of files by id; a partial clone does not have them all, and large ones are skipped. */
export async function readContents(context: GitContext, ids: string[]): Promise<Map<string, Buffer>> {
  const found = new Map<string, Buffer>()
  if (ids.length === 0) return found
  const git = new CatFileBatch(runGit(context, ['cat-file', '--batch'], `${ids.join('\n')}\n`))
  try {
    let size = 0
    for (const id of ids) {
      const header = await git.header()
      if (header.id === null) continue
      size += header.size
      if (size > maxTotalBytes) break
      if (header.size > maxContentBytes) await skip(git, header.size + 1)
      else found.set(id, await git.content(header))
    }
  } catch (error) {
    context.signal.throwIfAborted()
    if (!(error instanceof Problem)) throw error
  } finally {
    await git.close()
  }
  return found
}

async function skip(git: CatFileBatch, size: number): Promise<void> {
  for await (const _piece of git.pieces({ id: null, type: '', size, ambiguous: false }));
}
