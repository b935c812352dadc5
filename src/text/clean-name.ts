import { cleanLine } from './clean-text.ts'
import { redact } from './redact.ts'

/** Cleans the name of a tag, a branch or a person for display: no invisible characters, no secrets, one line. */
export function cleanName(name: string): string {
  return redact(cleanLine(name)).text
}
