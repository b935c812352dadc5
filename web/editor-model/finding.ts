import type { EditorEntry, Rejection } from './editor-model.ts'

/** Something to review before publishing. */
export interface Finding {
  /** A whole sentence. */
  detail: string
  /** The entry that the finding is about; null if it is about the whole text. */
  entryId: string | null
  /** The words of the entry that it is about. */
  words?: string
  /** What it says about the words; the editor words it. */
  code?: 'unknown' | 'mention' | 'neutralised' | 'image-alt' | 'broken-link'
}

/** Identifies a finding of one text, so that the user can keep the wording in spite of it. */
export function keyOfFinding({ code, words, detail }: Finding): string {
  return code === undefined ? detail : `${code} ${words}`
}

/** The key under which the user dismisses that the text of the AI was rejected. */
export const rejectedKey = 'rejected'

/** Why the commit message stands in place of a text of the AI; null if it does not, or the user dismissed it. */
export function findRejection({ writtenBy, rejection, keptChecks }: EditorEntry): Rejection | null {
  if (writtenBy !== 'rules' || !rejection || keptChecks?.includes(rejectedKey)) return null
  return rejection
}
