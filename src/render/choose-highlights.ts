import { compareImportance } from '../core/compare-importance.ts'
import type { Entry } from '../core/entry.ts'

/** Notes with fewer entries need no highlights. */
const minEntries = 6
const mostHighlights = 5
/** The most highlights of one area, so that one large piece of work does not fill the list. */
const mostOfArea = 2

/** Chooses the three to five most important entries; none if the notes are too short to need a selection. */
export function chooseHighlights(entries: Entry[]): Entry[] {
  if (entries.length < minEntries) return []
  const wanted = Math.min(mostHighlights, Math.max(3, Math.round(entries.length / 6)))
  const chosen: Entry[] = []
  const ofArea = new Map<string, number>()
  // Fixes are highlights only if there is not enough else, unless they are breaking or close a vulnerability.
  const isFix = ({ category, breaking }: Entry) => category === 'Fixed' && !breaking
  const ordered = entries.toSorted(compareImportance)
  for (const entry of [...ordered.filter((each) => !isFix(each)), ...ordered.filter(isFix)]) {
    if (chosen.length === wanted) break
    const area = entry.scope?.toLowerCase() ?? entry.id
    const count = ofArea.get(area) ?? 0
    if (count === mostOfArea) continue
    ofArea.set(area, count + 1)
    chosen.push(entry)
  }
  return chosen
}
