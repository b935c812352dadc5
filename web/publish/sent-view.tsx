import type { Publication } from '../service/publish.ts'
import { useApp } from '../state/store.ts'

/** Exactly what is sent, and where it goes. */
export function SentView({ publication }: { publication: Publication }) {
  const place = useApp(({ range }) => (range.is === 'known' ? range.index.answer.layout.web?.url : null))
  const { text, ...rest } = publication
  return (
    <>
      <h3>Exactly this is sent</h3>
      <p>
        By this service, with your token, to <b>{place ?? publication.repoFullName}</b>:
      </p>
      <dl class="sent">
        {Object.entries(rest).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{String(value)}</dd>
          </div>
        ))}
      </dl>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section class="sent-text" tabIndex={0} aria-label="The text that is sent">
        <pre>{text}</pre>
      </section>
    </>
  )
}
