import type { Audience } from '../../src/core/request.ts'
import { hostNames } from '../components/format.ts'
import { type DraftOptions, type PreviewFormat, previewFormats } from '../state/app-state.ts'
import { useAppState, useDispatch } from '../state/store.ts'

const writerNames: Record<DraftOptions['writer'], string> = {
  auto: 'When available',
  model: 'Required',
  rules: 'Off',
}

/** Returns the display name of a format. */
export function formatName(format: PreviewFormat, host: string): string {
  return { keepachangelog: 'Keep a Changelog', hosting_release: `Release on ${host}`, simple: 'Simple list' }[
    format
  ]
}

/** Returns the display name of the current host. */
export function useHostName(): string {
  return useAppState(({ hosts, session, range }) => {
    const web = range.status === 'loaded' ? range.index.answer.layout.web : null
    const kind = web?.kind ?? hosts.find(({ name }) => name === session?.host)?.kind
    return kind === undefined || kind === 'local' || kind === 'git' ? 'the host' : hostNames[kind]
  })
}

/** The options for AI, format and audience. */
export function WritingOptions({ onAudience }: { onAudience: (audience: Audience) => void }) {
  const dispatch = useDispatch()
  const options = useAppState((state) => state.options)
  const format = useAppState((state) => state.format)
  const host = useHostName()
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
        <div class="field">
          <label for="format">Format</label>
          <select
            id="format"
            value={format}
            onChange={(event) =>
              dispatch({ type: 'format', format: event.currentTarget.value as PreviewFormat })
            }
          >
            {previewFormats.map((value) => (
              <option key={value} value={value}>
                {formatName(value, host)}
              </option>
            ))}
          </select>
        </div>
      </div>
      <label class="check">
        <input
          type="checkbox"
          checked={options.audience === 'developers'}
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
