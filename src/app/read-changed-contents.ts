import type { FactsBySha } from '../core/diff-fact.ts'
import type { HeavyOptions, RunHeavy } from '../core/heavy-work.ts'
import type { History } from '../core/history.ts'
import type { OwnWords } from '../core/own-words.ts'
import type { Repository } from '../core/repository.ts'
import type { Warning } from '../core/warnings.ts'
import { assignFactsTask, findFactsTask, ownWordsTask } from './heavy-tasks.ts'
import { createFileLister } from './list-files.ts'
import { type DiffPlan, noDiffs, planDiffs, readFacts } from './read-diffs.ts'
import { noEdits, type OwnWordsInput, planOwnWords } from './read-own-words.ts'

// What a host may send for the two questions about contents.
const firstLimit = { maxSentBytes: 3 * 1024 * 1024 }
const secondLimit = { maxSentBytes: 1024 * 1024 }

/** What the contents of changed files say about a range. */
export interface ChangedContents {
  ownWords: OwnWords
  /** What the diffs show, by commit. */
  facts: FactsBySha
  /** Some of the changed files as they are at the end of the range. */
  filesAtEnd: Buffer[]
  warnings: Warning[]
}

/** Which contents are read. */
interface ContentsToRead extends HeavyOptions {
  diffs: boolean
  /** Whether the edits of the changelog and of news fragments are read; they are by default. */
  edits?: boolean
  runHeavy: RunHeavy
}

/**
 * Reads the words of the authors and the facts of the diffs together: at most one question to the host for the changed
 * files, and two for their contents.
 */
export async function readChangedContents(
  repository: Repository,
  history: History,
  { diffs, edits = true, signal, caller, runHeavy }: ContentsToRead,
): Promise<ChangedContents> {
  const listFiles = createFileLister(repository, history)
  // Planned first: it lists the files of all commits where they are unknown.
  const diffPlan = diffs ? await planDiffs(repository, history, listFiles) : noDiffs
  const ownPlan = edits ? await planOwnWords(history, listFiles) : noEdits
  const contents = await readContents(repository, ownPlan.ids, diffPlan)
  const heavy = { signal, caller }
  const ownContents = new Map(
    ownPlan.ids.flatMap((id) => (contents.has(id) ? [[id, contents.get(id)!]] : [])),
  )
  const own = await runHeavy(
    ownWordsTask,
    { edits: ownPlan.edits, history: editedHistory(history), contents: ownContents },
    heavy,
  )
  const read = await readFacts(diffPlan, contents, {
    commits: history.commits,
    listFiles,
    readMore: (ids) => repository.contents(ids, secondLimit),
    findFacts: (files, isComplete) => runHeavy(findFactsTask, { files, isComplete }, heavy),
    assignFacts: (facts, edits) => runHeavy(assignFactsTask, { facts, edits }, heavy),
  })
  return {
    ...own,
    facts: read.facts,
    filesAtEnd: listFilesAtEnd(diffPlan, contents),
    warnings: [...own.warnings, ...read.warnings],
  }
}

/** The part of a history that decides which lines of a changelog are about it. */
function editedHistory({ range, changelog, commits }: History): OwnWordsInput['history'] {
  return { range, changelog, commits: commits.map(({ tags }) => ({ tags })) }
}

// These files stay in memory while a model writes.
const maxBytesAtEnd = 4 * 1024 * 1024

function listFilesAtEnd({ files }: DiffPlan, contents: ReadonlyMap<string, Buffer>): Buffer[] {
  let size = 0
  return files.flatMap(({ after }) => {
    const file = after === null ? undefined : contents.get(after)
    if (!file || size + file.length > maxBytesAtEnd) return []
    size += file.length
    return [file]
  })
}

/** If the host returns nothing within the limit, only the words of the authors are read. */
async function readContents(
  repository: Repository,
  ownIds: string[],
  diffPlan: DiffPlan,
): Promise<Map<string, Buffer>> {
  if (diffPlan.ids.length === 0) return repository.contents(ownIds)
  const contents = await repository.contents([...new Set([...ownIds, ...diffPlan.ids])], firstLimit)
  return contents.size === 0 && ownIds.length > 0 ? repository.contents(ownIds) : contents
}
