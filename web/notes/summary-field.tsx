import { useApp, useSend } from '../state/store.ts'

/** The sentence or two about the whole, where somebody wrote them. */
export function SummaryField() {
  const send = useSend()
  const summary = useApp((state) => state.line.present.summary)
  return (
    <details class="summary-field" open={summary !== null}>
      <summary>About the whole</summary>
      <div class="field">
        <label for="summary-text">A sentence or two that the notes begin with</label>
        <textarea
          id="summary-text"
          rows={2}
          maxLength={2000}
          value={summary ?? ''}
          onChange={(event) => {
            const text = event.currentTarget.value.replace(/\s+/g, ' ').trim()
            send({ type: 'act', act: { do: 'summarise', text: text === '' ? null : text } })
          }}
        />
      </div>
    </details>
  )
}
