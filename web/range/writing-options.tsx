import type { Audience } from '../../src/core/request.ts'
import { Checkbox, Select, TextAreaField } from '../components/field.tsx'
import { Icon } from '../components/icon.tsx'
import { useFormats } from '../configuration/format-picker.tsx'
import { currentConfig, useFormat } from '../configuration/use-format.ts'
import { loadRangeSoon } from '../effects/load-range.ts'
import type { DraftOptions } from '../state/app-state.ts'
import { useAppState, useServices } from '../state/store.ts'
import { startStrings as strings } from '../strings/start.ts'

const maxInstructions = 2000

/** The options for audience, format and AI; while they are closed, a line says what is chosen. */
export function WritingOptions() {
  const services = useServices()
  const { dispatch } = services.store
  const options = useAppState((state) => state.options)
  const configured = useAppState((state) => currentConfig(state)?.guidance?.audience)
  const format = useFormat()
  const formats = useFormats()
  const audience = options.audience ?? configured ?? 'users'
  const set = (given: Partial<DraftOptions>) => dispatch({ type: 'set-options', options: given })
  const chosen = [strings.forAudience[audience], formats.find(({ name }) => name === format)?.title ?? format]
  return (
    <details class="writing-options" aria-label={strings.options}>
      <summary>
        <Icon name="sliders-horizontal" />
        <span>{strings.options}</span>
        <span class="hint cut">{chosen.join(' · ')}</span>
        <Icon name="chevron-right" size={14} />
      </summary>
      <div class="writing-fields">
        <Select
          label={strings.audience}
          value={audience}
          options={(Object.keys(strings.audiences) as Audience[]).map((value) => ({
            value,
            label: strings.audiences[value],
          }))}
          onChange={(value) => {
            set({ audience: value })
            loadRangeSoon(services)
          }}
        />
        <Select
          label={strings.format}
          value={format}
          options={formats.map(({ name, title }) => ({ value: name, label: title }))}
          onChange={(value) => dispatch({ type: 'format', format: value })}
        />
        {options.writer === 'rules' ? null : (
          <>
            <Checkbox
              label={strings.aiOnly}
              hint={strings.aiOnlyHint}
              checked={options.writer === 'model'}
              onChange={(checked) => set({ writer: checked ? 'model' : 'auto' })}
            />
            <Checkbox
              label={strings.introduction}
              checked={options.summary}
              onChange={(summary) => set({ summary })}
            />
            <TextAreaField
              label={strings.instructions}
              hint={strings.instructionsHint}
              maxLength={maxInstructions}
              value={options.instructions}
              onInput={(instructions) => set({ instructions })}
            />
          </>
        )}
      </div>
    </details>
  )
}
