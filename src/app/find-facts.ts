import type { DiffFact } from '../core/diff-fact.ts'
import { type FileAtEnds, netFacts } from '../curate/facts/net-facts.ts'
import { cleanLine } from '../text/clean-text.ts'
import { redact } from '../text/redact.ts'

/** Files at both ends of a range. */
export interface FactsInput {
  files: FileAtEnds[]
  /** Whether all files of the range are there. */
  isComplete: boolean
}

/** Finds what the files of a range show, with clean text. */
export function findFacts({ files, isComplete }: FactsInput): DiffFact[] {
  return netFacts(files, isComplete).flatMap(cleanFact)
}

/** A fact with clean text; none if it contains a secret. */
function cleanFact(fact: DiffFact): DiffFact[] {
  const texts = [fact.name, fact.from ?? '', fact.to ?? '', fact.path]
  const cleaned = texts.map(cleanLine)
  if (cleaned.some((text) => redact(text).found > 0) || cleaned[0] === '') return []
  const [name = '', from = '', to = '', path = ''] = cleaned
  return [
    {
      ...fact,
      name,
      ...(fact.from === undefined ? {} : { from }),
      ...(fact.to === undefined ? {} : { to }),
      path,
    },
  ]
}
