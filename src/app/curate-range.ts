import type { Curated } from '../core/change.ts'
import { curate } from '../curate/curate.ts'
import { type HouseStyleData, openHouseStyle } from '../curate/learned/house-style.ts'

type CurateParameters = Parameters<typeof curate>

/** A history, and everything that decides what is included of it. */
export interface CurateInput {
  history: CurateParameters[0]
  options: Omit<CurateParameters[1], 'style' | 'notabilityModel'>
  /** What the project listed in its past releases; null when unknown. */
  style: HouseStyleData | null
}

/** Curates a history whose data may come from another thread. */
export function curateRange({ history, options, style }: CurateInput): Curated {
  return curate(history, { ...options, style: style && openHouseStyle(style) })
}
