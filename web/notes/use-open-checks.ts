import { useAppState } from '../state/store.ts'
import { flagsOf } from './shown-entries.ts'

/** How many things there are to review. */
export function useOpenChecks(): number {
  const flags = useAppState(flagsOf)
  const general = useAppState((state) => state.findings.filter(({ entryId }) => entryId === null).length)
  const conflicts = useAppState(
    (state) => state.history.present.entries.filter(({ offer }) => offer !== null).length,
  )
  const own = [...flags.values()].reduce(
    (sum, { findings, rejection }) => sum + findings.length + (rejection ? 1 : 0),
    0,
  )
  return own + general + conflicts
}
