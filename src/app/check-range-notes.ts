import type { Curated } from '../core/change.ts'
import type { Commit } from '../core/commit.ts'
import type { Voice } from '../core/house-style.ts'
import type { NotesRequest } from '../core/sent-notes.ts'
import { type CheckedNotes, checkNotes } from '../verify/check-notes.ts'
import { createDraftChecker } from '../verify/draft-checker.ts'
import { writeByRules } from '../write/write-by-rules.ts'

/** Notes that a caller sent, and what they are checked against. */
export interface CheckNotesInput {
  notes: Pick<NotesRequest, 'entries' | 'omit' | 'summary' | 'blocks' | 'writtenBy' | 'language' | 'rest'>
  curated: Pick<Curated, 'changes' | 'omitted'>
  commits: Pick<Commit, 'sha'>[]
  /** Some of the changed files as they are at the end of the range. */
  filesAtEnd: Uint8Array[]
  voice: Voice | null
  projectName: string
  partial: boolean
}

/** Checks notes against their range; names that must be looked up in other files stay open. */
export function checkRangeNotes(input: CheckNotesInput): CheckedNotes {
  const { notes, curated, commits, voice, projectName, partial } = input
  const files = input.filesAtEnd.map(({ buffer, byteOffset, length }) =>
    Buffer.from(buffer, byteOffset, length),
  )
  const endNames = {
    isInChangedFiles: (name: string) => files.some((file) => file.includes(name)),
    findAbsent: async () => new Set<string>(),
  }
  const options = { language: notes.language, instructions: null }
  const checks = createDraftChecker(curated.changes, options, [], { endNames })
  const byRules = writeByRules(curated.changes, voice, projectName)
  return checkNotes(notes, { curated, commits, byRules, checks, partial })
}
