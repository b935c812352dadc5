import type { Audience } from '../../src/core/request.ts'
import { FormatPicker } from '../configuration/format-picker.tsx'
import { currentConfig } from '../configuration/use-format.ts'
import type { DraftOptions } from '../state/app-state.ts'
import { useAppState, useDispatch } from '../state/store.ts'

const writerNames: Record<DraftOptions['writer'], string> = {
  auto: 'When available',
  model: 'Required',
  rules: 'Off',
}

/** The options for AI, format and audience. */
export function WritingOptions({ onAudience }: { onAudience: (audience: Audience) => void }) {
  const dispatch = useDispatch()
  const options = useAppState((state) => state.options)
  const configured = useAppState((state) => currentConfig(state)?.guidance?.audience)
  return (
    <>
      <div class="pair">
        <div class="field">
          <label for="writer">AI</label>
          <select
            id="writer"
            value={options.writer}
            onChange={(event) =>
              dispatch({
                type: 'set-options',
                options: { writer: event.currentTarget.value as DraftOptions['writer'] },
              })
            }
          >
            {Object.entries(writerNames).map(([value, title]) => (
              <option key={value} value={value}>
                {title}
              </option>
            ))}
          </select>
        </div>
        <FormatPicker />
      </div>
      <label class="check">
        <input
          type="checkbox"
          checked={(options.audience ?? configured) === 'developers'}
          onChange={(event) => onAudience(event.currentTarget.checked ? 'developers' : 'users')}
        />
        <span>Include internal changes (for developers)</span>
      </label>
      {options.writer === 'rules' ? null : <AiOptions options={options} />}
    </>
  )
}

function AiOptions({ options }: { options: DraftOptions }) {
  const dispatch = useDispatch()
  return (
    <details>
      <summary>AI instructions</summary>
      <div class="field">
        <label for="instructions">Instructions</label>
        <textarea
          id="instructions"
          rows={3}
          maxLength={2000}
          value={options.instructions}
          aria-describedby="instructions-hint"
          onInput={(event) =>
            dispatch({ type: 'set-options', options: { instructions: event.currentTarget.value } })
          }
        />
        <p class="hint" id="instructions-hint">
          For example: “Call orders carts.” Every entry is still checked against the commits.
        </p>
      </div>
      <label class="check">
        <input
          type="checkbox"
          checked={options.summary}
          onChange={(event) =>
            dispatch({ type: 'set-options', options: { summary: event.currentTarget.checked } })
          }
        />
        <span>Start with a short summary</span>
      </label>
    </details>
  )
}
