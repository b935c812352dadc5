import type { ChangedFiles, Commit } from '../core/commit.ts'
import type { DiffFact, FactsBySha } from '../core/diff-fact.ts'
import type { History } from '../core/history.ts'
import type { CommitRange } from '../core/range.ts'
import type { Repository } from '../core/repository.ts'
import { type Warning, warn } from '../core/warnings.ts'
import { factSourceOf } from '../curate/facts/fact-paths.ts'
import type { FileAtEnds, FileEdit } from '../curate/facts/net-facts.ts'
import type { ListFiles } from './list-files.ts'

const maxCommits = 5000
const maxFiles = 600
const maxDocuments = 60
const maxContentBytes = 512 * 1024
const maxTotalBytes = 16 * 1024 * 1024
const maxEditContents = 400

/** The files of a range that are compared. */
export interface DiffPlan {
  files: ComparedFile[]
  ids: string[]
  /** How many files are left out because there are too many. */
  leftOut: number
}

/** A file with the ids of its contents at both ends of a range. */
interface ComparedFile {
  path: string
  before: string | null
  after: string | null
}

/** The plan of a range whose diffs are not read. */
export const noDiffs: DiffPlan = { files: [], ids: [], leftOut: 0 }

/**
 * Chooses the files whose start and end are compared: source code, manifests and documentation that the range changed.
 * The host is asked only if some commit changed such a file.
 */
export async function planDiffs(
  repository: Repository,
  history: History,
  listFiles: ListFiles,
): Promise<DiffPlan> {
  const { commits } = history
  const open = commits.filter(
    ({ parents, paths, pathsCut }) => parents.length < 2 && pathsCut && paths.length === 0,
  )
  const isRelevant =
    open.length > 0 ? mayBeRelevant(history, open) : commits.some(({ paths }) => paths.some(isCompared))
  if (!isRelevant) return noDiffs
  if (commits.length > maxCommits) return { ...noDiffs, leftOut: countPaths(commits) }
  if (open.length > 0) await listFiles(commits)
  const changed = await repository.changedBetween(rangeToCompare(history))
  return changed ? chooseFiles(changed) : noDiffs
}

/** Whether pull requests of commits whose own files are unknown list a file that is compared, or no files at all. */
function mayBeRelevant({ pullRequests }: History, open: Commit[]): boolean {
  const bySha = new Map(pullRequests.flatMap(({ commits, paths }) => commits.map((sha) => [sha, paths])))
  return open.some(({ sha }) => {
    const paths = bySha.get(sha) ?? []
    return paths.length === 0 || paths.some(isCompared)
  })
}

function isCompared(path: string): boolean {
  return factSourceOf(path) !== null
}

function countPaths(commits: Commit[]): number {
  const unique = new Set(commits.flatMap(({ paths }) => paths))
  return [...unique].filter(isCompared).length
}

/** A diverged range is compared with the commit at which its ends parted, not with what the other side did since. */
function rangeToCompare({ range, relation, commits }: History): CommitRange {
  const { fromSha, toSha } = range
  if (relation !== 'diverged') return { fromSha, toSha }
  const bySha = new Map(commits.map((commit) => [commit.sha, commit]))
  let sha: string | null = toSha
  for (let commit = bySha.get(toSha); commit; commit = bySha.get(sha ?? '')) sha = commit.parents[0] ?? null
  return { fromSha: sha, toSha }
}

function chooseFiles({ paths, contents = [], cut }: ChangedFiles): DiffPlan {
  const files = paths.flatMap((path, index): (ComparedFile & { rank: number })[] => {
    const source = factSourceOf(path)
    const content = contents[index]
    if (source === null || !content || content.before === content.after) return []
    const place = source === 'manifest' ? 0 : source === 'documentation' ? 200 : 100
    return [{ path, ...content, rank: place + path.split('/').length }]
  })
  const ordered = files.toSorted((one, other) => one.rank - other.rank)
  const isDocument = ({ rank }: { rank: number }) => rank >= 200
  const source = ordered.filter((file) => !isDocument(file)).slice(0, maxFiles)
  const chosen = [...source, ...ordered.filter(isDocument).slice(0, maxDocuments)]
  const ids = new Set(chosen.flatMap(({ before, after }) => [before, after].filter((id) => id !== null)))
  const leftOut = files.length - chosen.length + (cut ? 1 : 0)
  return { files: chosen, ids: [...ids], leftOut }
}

interface FactContext {
  commits: Commit[]
  /** Finds the facts in contents, and assigns them to edits; both may run in another thread. */
  findFacts: (files: FileAtEnds[], isComplete: boolean) => Promise<DiffFact[]>
  assignFacts: (facts: DiffFact[], edits: Map<string, FileEdit[]>) => Promise<FactsBySha>
  listFiles: ListFiles
  /** Reads the contents between the ends of the range. */
  readMore: (ids: string[]) => Promise<Map<string, Buffer>>
}

/** Finds the facts of a range in the contents of its files, and the commits that they belong to. */
export async function readFacts(
  plan: DiffPlan,
  contents: ReadonlyMap<string, Buffer>,
  { commits, listFiles, readMore, findFacts, assignFacts }: FactContext,
): Promise<{ facts: FactsBySha; warnings: Warning[] }> {
  const { files, leftOut } = plan
  const isMissing = ({ before, after }: ComparedFile) =>
    [before, after].some((id) => id !== null && !contents.has(id))
  const unread = files.filter(isMissing)
  const readable = withinLimit(
    files.filter((file) => !isMissing(file)),
    contents,
  )
  const decode = createDecoder(contents)
  const compared = readable.files.flatMap(({ path, before, after }) => {
    const [old, young] = [decode(before), decode(after)]
    return old === undefined || young === undefined ? [] : [{ path, before: old, after: young }]
  })
  const isComplete = leftOut === 0 && unread.length === 0 && !readable.isCut
  const facts = await findFacts(compared, isComplete)
  const edits = await readEdits(facts, { commits, listFiles, readMore }, contents)
  return {
    facts: await assignFacts(facts, edits.byPath),
    warnings: [
      ...(leftOut + edits.leftOut > 0 ? [warn('diffs-limited', { files: leftOut + edits.leftOut })] : []),
      ...(unread.length + edits.unread > 0
        ? [warn('diffs-unread', { files: unread.length + edits.unread })]
        : []),
    ],
  }
}

/** The files that fit into the limit of what is parsed. */
function withinLimit(
  files: ComparedFile[],
  contents: ReadonlyMap<string, Buffer>,
): { files: ComparedFile[]; isCut: boolean } {
  const sizeOf = (id: string | null) => (id === null ? 0 : contents.get(id)!.length)
  // Very large files are data, and declare nothing.
  const small = files.filter(
    ({ before, after }) => Math.max(sizeOf(before), sizeOf(after)) <= maxContentBytes,
  )
  let total = 0
  const fitting = small.filter(({ before, after }) => {
    total += sizeOf(before) + sizeOf(after)
    return total <= maxTotalBytes
  })
  return { files: fitting, isCut: fitting.length < small.length }
}

const binaryStart = 8000

/** Decodes contents by id; undefined for a binary file, null where there is no file. */
function createDecoder(
  contents: ReadonlyMap<string, Buffer>,
): (id: string | null) => string | null | undefined {
  return (id) => {
    if (id === null) return null
    const bytes = contents.get(id)
    if (!bytes || bytes.length > maxContentBytes || bytes.subarray(0, binaryStart).includes(0))
      return undefined
    const text = bytes.toString('utf8')
    return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
  }
}

/** Reads the edits of the files that facts are about, newest first. */
async function readEdits(
  facts: DiffFact[],
  { commits, listFiles, readMore }: Pick<FactContext, 'commits' | 'listFiles' | 'readMore'>,
  contents: ReadonlyMap<string, Buffer>,
): Promise<{ byPath: Map<string, FileEdit[]>; leftOut: number; unread: number }> {
  const wanted = new Set(facts.map(({ path }) => path))
  const editors = await listEditors(commits, wanted, listFiles)
  const byPath = new Map<string, FileEdit[]>()
  // A file that one commit changed needs no further reading: the facts are that commit's.
  const several = [...editors].filter(([path, shas]) => {
    if (shas.length === 1) byPath.set(path, [{ sha: shas[0]!, before: null, after: null }])
    return shas.length > 1
  })
  const editing = new Set(several.flatMap(([, shas]) => shas))
  const listed =
    several.length === 0 ? new Map() : await listFiles(commits.filter(({ sha }) => editing.has(sha)))
  const open = several
    .map(([path, shas]) => ({ path, edits: shas.flatMap((sha) => editOf(sha, path, listed.get(sha))) }))
    .toSorted((one, other) => one.edits.length - other.edits.length)
  const ids = new Set<string>()
  const chosen = open.filter(({ edits }) => {
    const own = edits.flatMap(({ before, after }) => [before, after].filter((id) => id !== null))
    const more = own.filter((id) => !contents.has(id) && !ids.has(id))
    if (ids.size + more.length > maxEditContents) return false
    for (const id of more) ids.add(id)
    return true
  })
  const read = new Map([...contents, ...(ids.size === 0 ? [] : await readMore([...ids]))])
  const decode = createDecoder(read)
  let unread = 0
  for (const { path, edits } of chosen) {
    const decoded = edits.map(({ sha, before, after }) => ({
      sha,
      before: decode(before),
      after: decode(after),
    }))
    const isKnown = decoded.every(
      (edit): edit is FileEdit => edit.before !== undefined && edit.after !== undefined,
    )
    if (isKnown) byPath.set(path, decoded as FileEdit[])
    else unread += 1
  }
  return { byPath, leftOut: open.length - chosen.length, unread }
}

/** The commits that changed each of these files, newest first. */
async function listEditors(
  commits: Commit[],
  wanted: ReadonlySet<string>,
  listFiles: ListFiles,
): Promise<Map<string, string[]>> {
  const editors = new Map<string, string[]>()
  if (wanted.size === 0) return editors
  const isOpen = commits.some(
    ({ paths, pathsCut, parents }) => parents.length < 2 && pathsCut && paths.length === 0,
  )
  const listed = isOpen ? await listFiles(commits) : null
  for (const { sha, parents, paths } of commits) {
    if (parents.length > 1) continue
    for (const path of listed?.get(sha)?.paths ?? paths) {
      if (!wanted.has(path)) continue
      const others = editors.get(path)
      if (others) others.push(sha)
      else editors.set(path, [sha])
    }
  }
  return editors
}

function editOf(sha: string, path: string, files: ChangedFiles | undefined): ComparedEdit[] {
  const content = files?.contents?.[files.paths.indexOf(path)]
  return content ? [{ sha, ...content }] : []
}

interface ComparedEdit {
  sha: string
  before: string | null
  after: string | null
}
