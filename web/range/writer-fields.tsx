import type { Audience } from '../../src/core/request.ts'
import { hostNames } from '../parts/words.ts'
import { type Choice, type ShownFormat, shownFormats } from '../state/app-state.ts'
import { useApp, useSend } from '../state/store.ts'

const writerNames: Record<Choice['writer'], string> = {
  auto: 'Model, else rules',
  model: 'Model only',
  rules: 'Rules only',
}

/** The formats by the names that people know. */
export function formatName(format: ShownFormat, host: string): string {
  return { keepachangelog: 'Keep a Changelog', hosting_release: `Release on ${host}`, simple: 'Simple list' }[
    format
  ]
}

/** The name of the host that is asked. */
export function useHostName(): string {
  return useApp(({ hosts, session, range }) => {
    const web = range.is === 'known' ? range.index.answer.layout.web : null
    const kind = web?.kind ?? hosts.find(({ name }) => name === session?.host)?.kind
    return kind === undefined || kind === 'local' || kind === 'git' ? 'the host' : hostNames[kind]
  })
}

/** Who words the entries, for whom, and in which format the result is shown first. */
export function WriterFields({ onAudience }: { onAudience: (audience: Audience) => void }) {
  const send = useSend()
  const choice = useApp((state) => state.choice)
  const format = useApp((state) => state.format)
  const host = useHostName()
  return (
    <>
      <div class="pair">
        <div class="field">
          <label for="writer">Who words the entries</label>
          <select
            id="writer"
            value={choice.writer}
            onChange={(event) =>
              send({ type: 'choose', choice: { writer: event.currentTarget.value as Choice['writer'] } })
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
            onChange={(event) => send({ type: 'format', format: event.currentTarget.value as ShownFormat })}
          >
            {shownFormats.map((value) => (
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
          checked={choice.audience === 'developers'}
          onChange={(event) => onAudience(event.currentTarget.checked ? 'developers' : 'users')}
        />
        <span>Tell internal work too, for developers</span>
      </label>
      {choice.writer === 'rules' ? null : <WritingOptions choice={choice} />}
    </>
  )
}

function WritingOptions({ choice }: { choice: Choice }) {
  const send = useSend()
  return (
    <details>
      <summary>WritingOptions for the model</summary>
      <div class="field">
        <label for="writingOptions">What it should heed</label>
        <textarea
          id="writingOptions"
          rows={3}
          maxLength={2000}
          value={choice.instructions}
          aria-describedby="wishes-hint"
          onInput={(event) => send({ type: 'choose', choice: { instructions: event.currentTarget.value } })}
        />
        <p class="hint" id="wishes-hint">
          For example: “Call orders carts.” WritingOptions cannot lift the checks against the commits.
        </p>
      </div>
      <label class="check">
        <input
          type="checkbox"
          checked={choice.summary}
          onChange={(event) => send({ type: 'choose', choice: { summary: event.currentTarget.checked } })}
        />
        <span>Begin with a sentence or two about the whole</span>
      </label>
    </details>
  )
}
