import { useMemo } from 'preact/hooks'
import { listTitles } from '../editor-model/titles.ts'
import { useAppState } from '../state/store.ts'
import { currentConfig } from './use-format.ts'

interface TitlePickerProps {
  /** Whether the label is visible. */
  isLabelled: boolean
  /** The current title; empty if there is none, so that the placeholder is shown. */
  value: string
  placeholder?: string
  onChoose: (title: string) => void
}

/** Chooses the title that entries are printed under: a category, or a title of the configuration. */
export function TitlePicker({ isLabelled, value, placeholder, onChoose }: TitlePickerProps) {
  const config = useAppState(currentConfig)
  const titles = useMemo(() => listTitles(config), [config])
  return (
    <label class="inline-field">
      <span class={isLabelled ? undefined : 'sr-only'}>Category</span>
      <select value={value} onChange={(event) => onChoose(event.currentTarget.value)}>
        {placeholder === undefined ? null : (
          <option value="" disabled>
            {placeholder}
          </option>
        )}
        {titles.map((title) => (
          <option key={title}>{title}</option>
        ))}
      </select>
    </label>
  )
}
