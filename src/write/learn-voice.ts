import type { Voice } from '../core/house-style.ts'
import { type Tense, tenseOf } from './tense.ts'
import { pastTexts } from './voice.ts'

const mostEntries = 150
const leastEntries = 12
const clearShare = 0.8

/** Learns from a project's own changelog how its entries begin and end; null where it shows no clear habit. */
export function learnVoice(changelog: string): Voice {
  const texts = pastTexts(changelog, mostEntries)
  const tenses = texts.map(tenseOf).filter((tense) => tense !== null)
  return { tense: habitOf<Tense>(tenses), fullStop: habitOf(texts.map((text) => text.endsWith('.'))) }
}

/** What is done nearly always; null when that is too little to call a habit. */
function habitOf<Kind>(seen: Kind[]): Kind | null {
  if (seen.length < leastEntries) return null
  const [first] = seen
  const counts = new Map<Kind, number>()
  for (const each of seen) counts.set(each, (counts.get(each) ?? 0) + 1)
  const [kind, count] = [...counts].reduce((best, each) => (each[1] > best[1] ? each : best), [first!, 0])
  return count >= clearShare * seen.length ? kind : null
}
