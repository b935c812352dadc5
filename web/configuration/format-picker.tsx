import { useMemo } from 'preact/hooks'
import { useAppState } from '../state/store.ts'
import { type FormatChoice, listFormats } from './formats.ts'
import { currentConfig, currentHostKind } from './use-format.ts'

/** Lists the formats that the user can choose; the component renders again when they change. */
export function useFormats(): FormatChoice[] {
  const config = useAppState(currentConfig)
  const hostKind = useAppState(currentHostKind)
  return useMemo(() => listFormats({ config, hostKind }), [config, hostKind])
}
