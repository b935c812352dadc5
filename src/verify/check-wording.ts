import { checkClaims } from './check-claims.ts'
import { checkLength, checkShape, type TextLimits } from './check-shape.ts'
import {
  createEvidenceLookup,
  type EvidenceLookup,
  readGuidance,
  type WordingEvidence,
} from './evidence-lookup.ts'

const entryLimits: TextLimits = { characters: 220, words: 40, sentences: 3 }
const summaryLimits: TextLimits = { characters: 400, words: 80, sentences: 2 }
// A text that is many times too long is not checked further.
const maxCharacters = 2000
/** The maximum number of faults that are listed of one text. */
export const maxFaults = 8

/** Checks the text of an entry. Each fault says what is wrong and how to fix it; a valid text has none. */
export function checkWording(text: string, evidence: WordingEvidence | EvidenceLookup): string[] {
  return check(text, entryLimits, evidence)
}

/** Checks the text of an entry as `checkWording` does, and returns what makes it unsafe to display apart from the rest. */
export function checkWordingParts(text: string, evidence: EvidenceLookup): WordingFaults {
  return checkParts(text, entryLimits, evidence)
}

/** The faults of a text: what must not be displayed, and what is too long or not supported. */
export interface WordingFaults {
  unsafe: string[]
  statements: string[]
}

/** Checks the summary of a release in the same way, with more room. */
export function checkSummary(text: string, evidence: WordingEvidence | EvidenceLookup): string[] {
  return check(text, summaryLimits, evidence)
}

function check(text: string, limits: TextLimits, evidence: WordingEvidence | EvidenceLookup): string[] {
  const lookup = 'texts' in evidence ? toLookup(evidence) : evidence
  const { unsafe, statements } = checkParts(text, limits, lookup)
  return [...unsafe, ...statements].slice(0, maxFaults)
}

function checkParts(text: string, limits: TextLimits, evidence: EvidenceLookup): WordingFaults {
  if (text.trim() === '') return { unsafe: ['is empty; write a sentence'], statements: [] }
  if (text.length > maxCharacters) {
    const fault = `is ${text.length} characters long; shorten it to at most ${limits.characters}`
    return { unsafe: [fault], statements: [] }
  }
  const statements = [...checkLength(text, limits, evidence), ...checkClaims(text, evidence)]
  return { unsafe: checkShape(text, evidence), statements }
}

function toLookup({ texts, instructions, language }: WordingEvidence): EvidenceLookup {
  return createEvidenceLookup(texts, readGuidance(instructions, language))
}
