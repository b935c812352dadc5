import { rankUrgency } from '../core/compare-importance.ts'
import type { Entry } from '../core/entry.ts'
import type { AreaMode } from '../core/format.ts'

/** The entries of one area; those without an area come first. */
export interface AreaGroup {
  area: string | null
  entries: Entry[]
}

/** The number of entries up to which a list needs no groups. */
const longList = 25
/** The number of entries that make an area of a long list a group of its own. */
const minEntries = 3

/**
 * Groups a long list by the areas that the commits name, if these cover a good part of it. The groups are in the order
 * of their first entries, and no entry repeats the name of its group.
 */
export function groupByArea(entries: Entry[], areas: AreaMode): AreaGroup[] {
  const whole = [{ area: null, entries }]
  if (areas === 'never' || (areas === 'auto' && entries.length <= longList)) return whole
  const byArea = new Map<string, Entry[]>()
  for (const entry of entries) {
    // What readers must act on stays at the top.
    if (entry.scope === null || rankUrgency(entry) < 2) continue
    const key = entry.scope.toLowerCase()
    byArea.set(key, [...(byArea.get(key) ?? []), entry])
  }
  const groups = [...byArea.values()].filter((group) => areas === 'always' || group.length >= minEntries)
  const grouped = new Set(groups.flat())
  if (areas === 'auto' && (groups.length < 2 || grouped.size < entries.length / 3)) return whole
  const others = entries.filter((entry) => !grouped.has(entry))
  return [
    ...(others.length > 0 ? [{ area: null, entries: others }] : []),
    ...groups.map((group) => {
      const area = group[0]!.scope!
      return { area, entries: group.map((entry) => withoutArea(entry, area)) }
    }),
  ]
}

function withoutArea(entry: Entry, area: string): Entry {
  const { text } = entry
  const prefix = `${area.toLowerCase()}: `
  const plain = text.replaceAll('`', '').toLowerCase()
  if (!plain.startsWith(prefix)) return entry
  const rest = text.slice(text.indexOf(': ') + 2)
  return { ...entry, text: rest.charAt(0).toUpperCase() + rest.slice(1) }
}
