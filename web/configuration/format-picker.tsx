import { useMemo } from 'preact/hooks'
import { useAppState, useDispatch } from '../state/store.ts'
import { type FormatChoice, listFormats } from './formats.ts'
import { currentConfig, currentHostKind, useFormat } from './use-format.ts'

/** Lists the formats that the user can choose; the component renders again when they change. */
export function useFormats(): FormatChoice[] {
  const config = useAppState(currentConfig)
  const hostKind = useAppState(currentHostKind)
  return useMemo(() => listFormats({ config, hostKind }), [config, hostKind])
}

/** The field that chooses the format. */
export function FormatPicker() {
  const dispatch = useDispatch()
  const format = useFormat()
  const choices = useFormats()
  return (
    <div class="field">
      <label for="format">Format</label>
      <select
        id="format"
        value={format}
        onChange={(event) => dispatch({ type: 'format', format: event.currentTarget.value })}
      >
        {choices.map(({ name, title }) => (
          <option key={name} value={name}>
            {title}
          </option>
        ))}
      </select>
    </div>
  )
}
