import { checkClaims } from './check-claims.ts'
import { checkShape, type TextLimits } from './check-shape.ts'
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
const maxFaults = 8

/** Checks the text of an entry. Each fault says what is wrong and how to fix it; a valid text has none. */
export function checkWording(text: string, evidence: WordingEvidence | EvidenceLookup): string[] {
  return check(text, entryLimits, evidence)
}

/** Checks the summary of a release in the same way, with more room. */
export function checkSummary(text: string, evidence: WordingEvidence | EvidenceLookup): string[] {
  return check(text, summaryLimits, evidence)
}

function check(text: string, limits: TextLimits, evidence: WordingEvidence | EvidenceLookup): string[] {
  if (text.trim() === '') return ['is empty; write a sentence']
  if (text.length > maxCharacters)
    return [`is ${text.length} characters long; shorten it to at most ${limits.characters}`]
  const lookup = 'texts' in evidence ? toLookup(evidence) : evidence
  return [...checkShape(text, limits, lookup), ...checkClaims(text, lookup)].slice(0, maxFaults)
}

function toLookup({ texts, instructions, language }: WordingEvidence): EvidenceLookup {
  return createEvidenceLookup(texts, readGuidance(instructions, language))
}
