import type { EndNames } from '../core/end-names.ts'
import type { GenerateContext } from '../core/generate-context.ts'
import { runInline } from '../core/heavy-work.ts'
import type { Voice } from '../core/house-style.ts'
import type { StageReporter } from '../core/progress.ts'
import type { WriteRequest } from '../core/request.ts'
import type { ChosenWriter } from '../write/choose-writer.ts'
import { write } from '../write/write.ts'
import type { WriteResult } from '../write/write-context.ts'
import type { CuratedRange } from './finish-notes.ts'
import { writeTask } from './heavy-tasks.ts'

/** What writing the entries of a range needs. */
export interface WriteEntriesContext
  extends Pick<GenerateContext, 'signal' | 'deadlineAt' | 'onProgress' | 'onEntry' | 'runHeavy'> {
  writer: ChosenWriter
  /** The voice that the rules write in; null for that of the commits. */
  voice: Voice | null
  stages: StageReporter
  /** The token of the caller. */
  token?: string | null
}

/** The changes to write, and the lookup of names at the ends of their range, if there is one. */
type RangeToWrite = Pick<CuratedRange, 'curated' | 'history' | 'range' | 'projectName'> & {
  endNames?: EndNames
}

/** Writes a draft for every change, by the chosen writer; returns also the warnings about that choice. */
export async function writeEntries(
  { curated, history, range, projectName, endNames }: RangeToWrite,
  request: WriteRequest,
  context: WriteEntriesContext,
): Promise<WriteResult> {
  const { writer, voice, stages, signal, deadlineAt, onProgress, onEntry } = context
  const { runHeavy = runInline, token = null } = context
  const { changes, doubtful = [] } = curated
  await stages('write', changes.length)
  const written = await write(curated, request, {
    gateway: writer.gateway,
    signal,
    deadlineAt,
    onProgress,
    changelog: history.changelog,
    fromRef: range.fromRef,
    voice,
    projectName,
    writeByRules: (listed) =>
      runHeavy(writeTask, { changes: listed, voice, projectName }, { signal, caller: token }),
    loadChecks: async (given) => {
      // The checks are loaded only when a model writes.
      const { createDraftChecker } = await import('../verify/draft-checker.ts')
      const checks = createDraftChecker(changes, request, given, {
        endNames,
        doubtful: doubtful.map(({ change }) => change),
      })
      return { ...checks, check: checks.checkSettled, onDraft: checks.onEntry(onEntry) }
    },
  })
  return { ...written, warnings: [...writer.warnings, ...written.warnings] }
}
