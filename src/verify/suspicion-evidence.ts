import { abbreviationsOf } from './known-abbreviations.ts'
import { stemOf, wordsOf } from './word-forms.ts'

/** The evidence of an entry, prepared for comparing words. */
export interface SuspicionEvidence {
  /** The titles of the changes, with what their authors wrote for the changelog and about the break. */
  statements: string[]
  /** Everything, in lower case: statements, bodies, scopes, labels and paths. */
  all: string
  /** Whether there is a body: a text of its own words is then more likely. */
  hasBody: boolean
  stems: Set<string>
  words: Set<string>
  /** All letters of the evidence without separators, to find words that are written together there. */
  joined: string
  /** The changed lines of the diff in lower case, if it was read; their words are among `words`. */
  diff: string
}

const shortBody = 100

/** Prepares the evidence of an entry; `bodyLength` is the length of the bodies among the other texts. */
export function prepareEvidence(
  statements: string[],
  others: string[],
  bodyLength: number,
  diffs: string[] = [],
): SuspicionEvidence {
  const all = [...new Set([...statements, ...others])].join('\n').replace(/[’ʼ]/g, "'")
  const diff = diffs.join('\n')
  const words = new Set([...wordsOf(all), ...wordsOf(diff)])
  for (const word of words) for (const long of abbreviationsOf.get(word) ?? []) words.add(long)
  const stems = new Set<string>()
  for (const word of words) stems.add(stemOf(word))
  const lower = all.toLowerCase()
  return {
    statements,
    all: lower,
    hasBody: bodyLength >= shortBody,
    words,
    stems,
    joined: lower.replace(/[^\p{L}\p{N}\n]+/gu, ''),
    diff: diff.toLowerCase(),
  }
}
