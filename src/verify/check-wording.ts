import { checkClaims } from './check-claims.ts'
import { checkShape, type TextLimits } from './check-shape.ts'
import {
  createEvidenceLookup,
  type EvidenceLookup,
  readGuidance,
  type WordingEvidence,
} from './evidence-lookup.ts'

const entryRoom: TextLimits = { characters: 220, words: 40, sentences: 3 }
const summaryRoom: TextLimits = { characters: 400, words: 80, sentences: 2 }
// A text of many times the allowed size is no wording; it is not worth a closer look.
const mostCharacters = 2000
const mostFaults = 8

/** Checks an entry that a language model worded; each fault is said as the model can mend it, none is fine. */
export function checkWording(text: string, evidence: WordingEvidence | EvidenceLookup): string[] {
  return check(text, entryRoom, evidence)
}

/** Checks the summary of a release in the same way; it may be two sentences. */
export function checkSummary(text: string, evidence: WordingEvidence | EvidenceLookup): string[] {
  return check(text, summaryRoom, evidence)
}

function check(text: string, room: TextLimits, evidence: WordingEvidence | EvidenceLookup): string[] {
  if (text.trim() === '') return ['is empty']
  if (text.length > mostCharacters) return [`is ${text.length} characters, the most is ${room.characters}`]
  const gathered = 'texts' in evidence ? gather(evidence) : evidence
  return [...checkShape(text, room, gathered), ...checkClaims(text, gathered)].slice(0, mostFaults)
}

function gather({ texts, instructions, language }: WordingEvidence): EvidenceLookup {
  return createEvidenceLookup(texts, readGuidance(instructions, language))
}
